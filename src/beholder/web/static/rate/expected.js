/** What a practice trial expected, in the words of the form, beside what was answered where the two differ. */
import { called } from "./form.js";
import { kindOf } from "./kinds.js";
import { t } from "./words.js";

/**
 * @typedef {{field: string, place: string, is?: any, any_of?: any[], at_least?: number, at_most?: number,
 *   groups?: string[][], hits?: number, told?: string, met: boolean}} Expected
 * `hits`: how many places should have been marked
 * @typedef {{passed: boolean, why: string, reasons: Record<string, string>,
 *   marks: {box: number[], sort: string}[], expected: Expected[]}} Told
 * @typedef {{form: HTMLFormElement, wire: import("./api.js").FormWire, given: import("./form.js").Payload}} Answered
 */

/**
 * What is expected of the trial as a list, of its candidates as a table.
 * @param {Expected[]} all
 * @param {Answered} answered
 * @returns {HTMLElement[]}
 */
export function listOfExpected(all, answered) {
  const placed = all.filter((one) => one.place);
  const whole = all.filter((one) => !one.place);
  return [...(placed.length ? [table(placed, answered)] : []), ...(whole.length ? [list(whole, answered)] : [])];
}

/** What is expected in the terms of the page, where the table of ratings has others. @param {Expected} one @param {import("./api.js").FormWire} wire */
export function asAsked(one, wire) {
  const field = fieldOf(wire, one.field);
  return (field && kindOf(field).expected?.(one, field)) ?? one;
}

/** @param {Expected[]} whole @param {Answered} answered */
function list(whole, answered) {
  const made = document.createElement("dl");
  for (const one of whole) {
    const term = document.createElement("dt");
    term.textContent = label(one.field, answered.wire);
    made.append(term, cell("dd", one, answered));
  }
  return made;
}

/** Candidates and fields crossed, the longer of the two from top to bottom. @param {Expected[]} placed @param {Answered} answered */
function table(placed, answered) {
  const places = [...new Set(placed.map((one) => one.place))].sort();
  const fields = [...new Set(placed.map((one) => one.field))];
  const down = places.length > fields.length;
  const names = { place: (/** @type {string} */ place) => called(place.charCodeAt(0) - 65, answered.form), field: (/** @type {string} */ field) => label(field, answered.wire) };
  const [rows, columns] = down ? [places, fields] : [fields, places];
  const made = document.createElement("table");
  made.append(line("", columns.map((one) => heading(down ? names.field(one) : names.place(one), "col"))));
  for (const row of rows) {
    const cells = columns.map((column) => {
      const [place, field] = down ? [row, column] : [column, row];
      const one = placed.find((other) => other.place === place && other.field === field);
      return one ? cell("td", one, answered) : document.createElement("td");
    });
    made.append(line(down ? names.place(row) : names.field(row), cells));
  }
  return made;
}

/** @param {string} name @param {HTMLElement[]} cells */
function line(name, cells) {
  const made = document.createElement("tr");
  made.append(name ? heading(name, "row") : document.createElement("td"), ...cells);
  return made;
}

/** @param {string} words @param {string} scope */
function heading(words, scope) {
  const made = document.createElement("th");
  made.scope = scope;
  made.textContent = words;
  return made;
}

/** @param {string} tag @param {Expected} one @param {Answered} answered */
function cell(tag, one, { form, wire, given }) {
  const made = document.createElement(tag);
  made.textContent = expectation(one, form);
  const values = (one.place && given.slots[one.place.charCodeAt(0) - 65]) || given.trial;
  if (one.met) return made;
  const own = document.createElement("small");
  own.textContent = t("practice-yours", { answer: one.groups ? groupsIn(byGroup(values[one.field]), form) : answerOf(one, values, { form, wire }) });
  made.classList.add("differs");
  made.append(own);
  return made;
}

/** @param {Expected} one @param {Record<string, any>} values @param {Pick<Answered, "form" | "wire">} page */
function answerOf(one, values, { form, wire }) {
  const field = fieldOf(wire, one.field);
  const told = field && kindOf(field).told;
  if (told && (values[one.field] ?? null) !== null) return told(values[one.field], field, form);
  const parts = one.field.split("+").map((name) => values[name]);
  const value = parts.length === 1 ? parts[0] : parts.reduce((sum, part) => sum + (part ?? 0), 0);
  const all = (Array.isArray(value) ? value : [value]).filter((part) => part !== null && part !== undefined);
  return all.map((part) => wordsOf(one.field, part, form)).join(t("list-comma")) || "–";
}

/** @param {string} name of a field, or several joined by + @param {import("./api.js").FormWire} wire */
function label(name, wire) {
  return name.split("+").map((one) => fieldOf(wire, one)?.label ?? one).join(" + ");
}

/** @param {import("./api.js").FormWire} wire @param {string} name @returns {any} */
function fieldOf(wire, name) {
  return [...wire.fields, ...wire.candidate_fields].find((field) => field.name === name);
}

/** What an option is called on the page; any other value stands for itself. @param {string} field @param {any} value @param {HTMLFormElement} form */
function wordsOf(field, value, form) {
  const inputs = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input[type=radio], input[type=checkbox]")]);
  const own = inputs.find((input) => input.name.replace(/^\d+\./, "") === field && input.value === String(value));
  return own?.parentElement?.querySelector(".option-text")?.firstChild?.textContent?.trim() || String(value);
}

/** What was expected, in the words of the form. @param {Expected} one @param {HTMLFormElement} form */
export function expectation(one, form) {
  const words = (/** @type {any} */ value) => wordsOf(one.field, value, form);
  if (one.told) return one.told;
  if (one.groups) return groupsIn(one.groups.map((group) => group.map((place) => place.charCodeAt(0) - 65)), form);
  if (one.is !== undefined) return Array.isArray(one.is) ? one.is.map(words).join(t("list-comma")) || "–" : words(one.is);
  if (one.any_of?.length) return one.any_of.map(words).join(t("list-or"));
  if (one.at_least !== undefined && one.at_most !== undefined) {
    return one.at_least === one.at_most ? String(one.at_least) : t("expected-between", { low: one.at_least, high: one.at_most });
  }
  return one.at_least !== undefined ? t("expected-least", { n: one.at_least }) : t("expected-most", { n: one.at_most ?? 0 });
}

/** Which candidates are together, by the names they have on the page. @param {number[][]} groups @param {HTMLFormElement} form */
function groupsIn(groups, form) {
  const list = (/** @type {number[]} */ group) => group.map((slot) => called(slot, form)).join(t("list-comma"));
  return groups.map((group) => t(group.length > 1 ? "expected-together" : "expected-alone", { list: list(group) })).join(t("list-semicolon"));
}

/** The slots of each group of an answer, in the order of the page. @param {number[] | null} given */
function byGroup(given) {
  /** @type {Map<number, number[]>} */
  const groups = new Map();
  given?.forEach((group, slot) => groups.set(group, [...(groups.get(group) ?? []), slot]));
  return [...groups.values()];
}
