/** Practice: after an answer, what was expected at each question, and why below them, where Next stood. */
import { asAsked, listOfExpected } from "./expected.js";
import { markAnswers } from "./verdicts.js";
import { t } from "./words.js";

/** Longer than a second press follows the first, so that nobody closes what they have not seen. */
const READ_MS = 600;

export class Feedback {
  /** @param {import("./outbox.js").Outbox} outbox */
  constructor(outbox) {
    this.outbox = outbox;
    /** @type {HTMLElement} */
    this.box = document.createElement("section");
    /** @type {HTMLButtonElement | null} */
    this.next = null;
    this.end = () => {};
    /** @type {import("./form.js").Payload} */
    this.given = { trial: {}, slots: [] };
  }

  /**
   * Keeps the answered trial in sight until the rater has read what the reference says.
   * @param {import("./trial.js").Trial} trial
   * @param {string} id of the answer on its way
   * @returns {Promise<void>} once the rater goes on
   */
  after(trial, id) {
    trial.clock.stop();
    this.given = trial.sheet.read();
    trial.form.classList.add("answered");
    // what is told must not lie behind a picture in full screen
    for (const viewer of /** @type {NodeListOf<HTMLDialogElement>} */ (trial.form.querySelectorAll("dialog[open]"))) viewer.close();
    for (const control of trial.form.querySelectorAll("input, textarea, button")) {
      // what shows pictures or explains stays of use: now is when one looks again
      if (!control.closest("dialog, [data-view], [data-open], .surround")) control.setAttribute("disabled", "");
    }
    // with every control off, nothing inside could be focused to scroll by keyboard
    for (const region of trial.form.querySelectorAll(".panel-scroll")) region.setAttribute("tabindex", "0");
    this.box = document.createElement("section");
    this.box.className = "feedback";
    this.box.tabIndex = -1;
    this.box.setAttribute("aria-live", "polite");
    this.box.append(paragraph(t("practice-checking"), "soft"));
    this.#place(trial.form);
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
        this.next = null;
        this.end = () => {};
        resolve();
      };
      this.outbox.addEventListener("saved", told);
      this.outbox.addEventListener("refused", told);
    });
  }

  /** Where the answer was sent from: over nothing that one looks at again. @param {HTMLFormElement} form */
  #place(form) {
    const actions = form.querySelector(".actions");
    if (actions) actions.after(this.box);
    else form.append(this.box);
  }

  /** Ends it, once there was time to see it. */
  goOn() {
    if (this.next && !this.next.disabled) this.end();
  }

  /** Whether something is being told now. */
  get open() {
    return this.box.isConnected;
  }

  /** @param {import("./expected.js").Told} told @param {import("./trial.js").Trial} trial */
  #show(told, trial) {
    const title = document.createElement("h2");
    title.textContent = t(told.passed ? "practice-passed" : "practice-failed");
    this.box.classList.toggle("passed", told.passed);
    const body = document.createElement("div");
    body.className = "feedback-body";
    body.tabIndex = 0;
    const answered = { form: trial.form, wire: trial.session.form, given: this.given };
    const expected = told.expected.map((one) => asAsked(one, answered.wire));
    const listed = listOfExpected(markAnswers(expected, trial.form), answered);
    body.append(...listed);
    for (const part of told.why.split("\n").filter((words) => words.trim())) body.append(paragraph(part, "feedback-why"));
    const next = document.createElement("button");
    next.type = "button";
    next.className = "button primary";
    next.textContent = t("next");
    next.disabled = true;
    next.addEventListener("click", () => this.end());
    this.next = next;
    this.box.replaceChildren(title, body, next);
    trial.page.told?.(told);
    const missed = trial.form.querySelector(".verdict-line.missed");
    missed?.scrollIntoView({ block: "center" });
    this.box.scrollIntoView({ block: "nearest" });
    // on a phone there is no room for the box and the answers above it: what was expected is said in the box as well
    if (missed && !inSight(missed)) {
      for (const one of listed) one.remove();
      body.prepend(...listOfExpected(expected, answered));
      this.box.scrollIntoView({ block: "nearest" });
    }
    this.box.focus({ preventScroll: true });
    setTimeout(() => {
      next.disabled = false;
      if (document.activeElement === this.box) next.focus({ preventScroll: true });
    }, READ_MS);
  }
}

/** Whether an element can be read without scrolling, and nothing lies over it. @param {Element} element */
function inSight(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return found !== null && (element.contains(found) || found.contains(element));
}

/** @param {string} words @param {string} name */
function paragraph(words, name) {
  const text = document.createElement("p");
  text.className = name;
  text.textContent = words;
  return text;
}
