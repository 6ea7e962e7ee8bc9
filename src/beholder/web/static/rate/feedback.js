/** Practice: after an answer, what was expected and why, beside the trial it was given on. */
import { t } from "./words.js";

/** @typedef {{field: string, place: string, is?: any, any_of?: any[], at_least?: number, at_most?: number}} Expected */

export class Feedback {
  /** @param {HTMLElement} stage @param {import("./outbox.js").Outbox} outbox */
  constructor(stage, outbox) {
    this.stage = stage;
    this.outbox = outbox;
    /** @type {HTMLElement} */
    this.box = document.createElement("section");
    this.end = () => {};
  }

  /**
   * Keeps the answered trial in sight until the rater has read what the reference says.
   * @param {import("./trial.js").Trial} trial
   * @param {string} id of the answer on its way
   * @returns {Promise<void>} once the rater goes on
   */
  after(trial, id) {
    trial.clock.stop();
    trial.form.classList.add("answered");
    for (const control of trial.form.querySelectorAll("input, textarea, button")) {
      if (!control.closest("dialog, [data-view]")) control.setAttribute("disabled", "");
    }
    this.box = document.createElement("section");
    this.box.className = "feedback";
    this.box.setAttribute("aria-live", "polite");
    this.box.append(paragraph(t("practice-checking"), "soft"));
    this.stage.append(this.box);
    return new Promise((resolve) => {
      const told = (/** @type {Event} */ event) => {
        const { entry, reply } = /** @type {CustomEvent} */ (event).detail;
        if (entry.id !== id) return;
        if (!reply?.feedback) return this.end();
        this.#show(reply.feedback, trial);
      };
      this.end = () => {
        this.outbox.removeEventListener("saved", told);
        this.outbox.removeEventListener("refused", told);
        this.box.remove();
        this.end = () => {};
        resolve();
      };
      this.outbox.addEventListener("saved", told);
      this.outbox.addEventListener("refused", told);
    });
  }

  /** Whether something is being told now. */
  get open() {
    return this.box.isConnected;
  }

  /** @param {{passed: boolean, why: string, expected: Expected[]}} told @param {import("./trial.js").Trial} trial */
  #show(told, trial) {
    const wire = trial.session.form;
    const title = document.createElement("h2");
    title.textContent = t(told.passed ? "practice-passed" : "practice-failed");
    this.box.classList.toggle("passed", told.passed);
    const body = document.createElement("div");
    body.className = "feedback-body";
    const list = document.createElement("dl");
    for (const one of told.expected) {
      const [term, meaning] = [document.createElement("dt"), document.createElement("dd")];
      const names = one.field.split("+").map((name) => fieldOf(wire, name)?.label ?? name);
      term.textContent = one.place ? t("practice-place", { place: one.place, field: names.join(" + ") }) : names.join(" + ");
      meaning.textContent = expectation(one, trial.form);
      list.append(term, meaning);
    }
    body.append(list);
    if (told.why) body.append(paragraph(told.why, "feedback-why"));
    const next = document.createElement("button");
    next.type = "button";
    next.className = "button primary";
    next.textContent = t("next");
    next.addEventListener("click", () => this.end());
    this.box.replaceChildren(title, body, next);
    next.focus({ preventScroll: true });
  }
}

/** @param {import("./api.js").FormWire} form @param {string} name @returns {any} */
function fieldOf(form, name) {
  return [...form.fields, ...form.candidate_fields].find((field) => field.name === name);
}

/** What was expected, in the words of the form. @param {Expected} one @param {HTMLFormElement} form */
function expectation(one, form) {
  const inputs = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input[type=radio], input[type=checkbox]")]);
  const own = inputs.filter((input) => input.name.replace(/^\d+\./, "") === one.field);
  const words = (/** @type {any} */ value) =>
    own.find((input) => input.value === String(value))?.parentElement?.querySelector(".option-text")?.firstChild?.textContent ?? String(value);
  if (one.is !== undefined) return Array.isArray(one.is) ? one.is.map(words).join(t("list-comma")) : words(one.is);
  if (one.any_of?.length) return one.any_of.map(words).join(t("list-or"));
  if (one.at_least !== undefined && one.at_most !== undefined) {
    return one.at_least === one.at_most ? String(one.at_least) : t("expected-between", { low: one.at_least, high: one.at_most });
  }
  return one.at_least !== undefined ? t("expected-least", { n: one.at_least }) : t("expected-most", { n: one.at_most ?? 0 });
}

/** @param {string} words @param {string} name */
function paragraph(words, name) {
  const text = document.createElement("p");
  text.className = name;
  text.textContent = words;
  return text;
}
