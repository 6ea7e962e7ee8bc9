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
  made.textContent = one.met ? t("practice-passed") : t("practice-expected", { expected: expectation(one, form) });
  return made;
}
