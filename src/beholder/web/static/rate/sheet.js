/** Questions asked once, before or after the trials: the server's form, checked by the same rules as a trial. */
import { ApiError } from "./api.js";
import { Sheet } from "./form.js";
import { wordsOfError } from "./outcomes.js";
import { t } from "./words.js";

/**
 * Puts the questions on the screen and resolves once the server has the answers.
 * @param {HTMLElement} into
 * @param {HTMLFormElement} form as the server rendered it
 * @param {{wire: import("./api.js").FormWire, send: (values: Record<string, any>) => Promise<unknown>}} how
 * @returns {Promise<void>}
 */
export function askQuestions(into, form, { wire, send }) {
  const sheet = new Sheet(form, wire);
  const [problems, button] = [document.createElement("p"), document.createElement("button")];
  problems.className = "screen-problem";
  problems.setAttribute("role", "alert");
  button.type = "submit";
  button.className = "button primary large";
  button.textContent = t("continue");
  form.append(problems, button);
  into.replaceChildren(form);
  sheet.update();
  form.addEventListener("input", (event) => {
    const box = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("[data-field]"));
    sheet.update();
    sheet.review(sheet.problems(), box?.dataset.field);
  });
  return new Promise((resolve) => {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const faults = sheet.problems();
      if (faults.length) return sheet.show(faults);
      button.disabled = true;
      problems.textContent = "";
      try {
        await send(sheet.read().trial);
        resolve();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const found = error.problems.filter((one) => sheet.box(one.where));
        if (found.length) sheet.show(found.map((one) => ({ where: one.where, message: wordsOfError(new ApiError(error.status, one)), remote: true })));
        else problems.textContent = wordsOfError(error);
      } finally {
        button.disabled = false;
      }
    });
  });
}
