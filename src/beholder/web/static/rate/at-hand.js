/**
 * Which question a key answers, where several have the same key: the one in focus, else the first that is still open, so
 * that the same keys answer one question after the other; when all are answered, the last.
 */
import { questionInFocus } from "./focus.js";
import { isBlank } from "./rules.js";

/**
 * @typedef {{where: string, field: import("./api.js").FieldWire, open: boolean}} Asked a question as it stands on the page
 */

/** Those that a key could answer, the one at hand first. @param {import("./form.js").Sheet} sheet @param {string} code @returns {Asked[]} */
export function questionsOf(sheet, code) {
  const asked = questions(sheet).filter(({ where, field }) => code in field.keys && sheet.box(where)?.hidden === false);
  const focused = /** @type {HTMLElement | null} */ (questionInFocus())?.dataset.field;
  const place = placeInFocus(sheet.form) ?? Number(asked.find(({ where, open }) => open && /^\d/.test(where))?.where.split(".")[0] ?? 0);
  const here = asked.filter(({ where }) => !/^\d/.test(where) || where.startsWith(`${place}.`));
  const now = asked.find(({ where }) => where === focused) ?? here.find(({ open }) => open) ?? here.at(-1);
  return now ? [now, ...here.filter((one) => one !== now)] : [];
}

/** Marks the keys that answer another question for now. @param {import("./form.js").Sheet} sheet */
export function markKeys(sheet) {
  const all = questions(sheet);
  const codes = new Set(all.flatMap(({ field }) => Object.keys(field.keys)));
  const now = new Set([...codes].map((code) => questionsOf(sheet, code)[0]?.where));
  for (const { where, field } of all) {
    sheet.box(where)?.classList.toggle("keys-elsewhere", Object.keys(field.keys).length > 0 && !now.has(where));
  }
}

/** Every question of the page in its order: those about candidates first. @param {import("./form.js").Sheet} sheet @returns {Asked[]} */
function questions(sheet) {
  const { trial, slots } = sheet.read();
  const { fields, candidate_fields } = sheet.wire;
  const about = (/** @type {string} */ prefix, /** @type {Record<string, any>} */ values) => (/** @type {import("./api.js").FieldWire} */ field) => ({
    where: prefix + field.name,
    field,
    open: isBlank(values[field.name]),
  });
  return [...slots.flatMap((values, slot) => candidate_fields.map(about(`${slot}.`, values))), ...fields.map(about("", trial))];
}

/** The candidate that the focus is in. @param {HTMLFormElement} form */
function placeInFocus(form) {
  const slot = document.activeElement?.closest("[data-slot]") ?? form.querySelector("[data-slot].in-focus");
  const place = /** @type {HTMLElement | null} */ (slot)?.dataset.slot;
  return place === undefined ? undefined : Number(place);
}
