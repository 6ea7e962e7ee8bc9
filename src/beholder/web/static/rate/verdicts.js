/** Practice: at each answer whether it is what was expected, and what was. */
import { expectation } from "./expected.js";
import { t } from "./words.js";

/** @typedef {import("./expected.js").Expected} Expected */

/**
 * Writes under each question what was expected of it. The answer itself stands there already.
 * @param {Expected[]} all in the terms of the page
 * @param {HTMLFormElement} form
 * @returns {Expected[]} those that have no question of their own on the page
 */
export function markAnswers(all, form) {
  return all.filter((one) => {
    const box = boxOf(one, form);
    box?.append(verdict(one, form));
    return box === null;
  });
}

/** @param {Expected} one @param {HTMLFormElement} form @returns {Element | null} */
function boxOf(one, form) {
  const where = one.place ? `${one.place.charCodeAt(0) - 65}.${one.field}` : one.field;
  // what several answers together should be is nobody's own
  return one.groups ? null : form.querySelector(`[data-field="${CSS.escape(where)}"]:not([hidden])`);
}

/** @param {Expected} one @param {HTMLFormElement} form */
function verdict(one, form) {
  const made = document.createElement("p");
  made.className = `verdict-line ${one.met ? "met" : "missed"}`;
  // how far off one might have been is worth knowing too, and what of a question that several things are expected of
  const many = one.at_least !== one.at_most || (one.any_of?.length ?? 0) > 1 || one.told !== undefined;
  const key = one.met ? (many ? "practice-passed-as" : "practice-passed") : "practice-expected";
  made.textContent = t(key, { expected: expectation(one, form) });
  return made;
}
