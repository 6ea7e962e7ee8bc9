/** How many: number pad, slider, plus and minus, and "more than that". Submits "7" or ">20"; nothing until answered. */
import { leadTo, questionInFocus } from "../../rate/focus.js";
import { t } from "../../rate/words.js";

/** What leaves a number open while it is being typed. */
const KEEPS_TYPING = /^(Digit|Numpad)\d$|^(Numpad)?Enter$|^Backspace$|^(Shift|Control|Alt|Meta)/;

/** The count whose number is being typed: digits go on with it until the rater turns to something else. @type {Count | null} */
let typed = null;
/** The count that says of a number that it is too large. @type {Count | null} */
let refusing = null;
addEventListener("keydown", (event) => !KEEPS_TYPING.test(event.code) && stopTyping(), { capture: true });
// the message goes after the click: if the page moved between press and release, the click would miss what it was meant for
addEventListener("pointerdown", () => stopTyping({ tell: true }), { capture: true });
addEventListener("click", () => refusing?.refuse(""), { capture: true });

function stopTyping({ tell = false } = {}) {
  typed?.classList.remove("typing");
  typed = null;
  if (!tell) refusing?.refuse("");
}

/** @typedef {import("../../rate/api.js").FieldWire} FieldWire */

/** @param {string[]} texts @param {FieldWire} field */
export function parse([text = ""], field) {
  if (text === "") return null;
  return text === field.censored ? text : parseInt(text, 10);
}

/** @param {FieldWire} field */
export function keyLines(field) {
  return [{ codes: ["0–9"], words: field.label }, { codes: Object.keys(field.keys), words: field.more_label || field.label }];
}

/** @param {FieldWire[]} fields */
export function sharedKeyLines(fields) {
  const next = fields.length > 1 ? [{ codes: ["Enter"], words: t("count-next") }] : [];
  return fields.length ? [...next, { codes: ["Backspace"], words: t("count-back") }] : [];
}

/** @param {HTMLFormElement} form @param {string} digit */
export function type(form, digit) {
  return countInHand(form, digit)?.press(digit) ?? false;
}

/** @param {HTMLFormElement} form @returns {Count[]} */
function countsShown(form) {
  return [...form.querySelectorAll("[data-field]:not([hidden]) bh-count")].map((one) => /** @type {Count} */ (one));
}

/**
 * The count that a key speaks of: the one being typed, else the one in focus. Failing these, a digit goes to the first
 * without an answer, a sign to the one used last.
 * @param {HTMLFormElement} form @param {string} [digit]
 * @returns {Count | null}
 */
export function countInHand(form, digit = "") {
  const shown = countsShown(form);
  const question = questionInFocus();
  const blank = digit ? shown.find((count) => count.value === "") : undefined;
  const latest = shown.reduce((/** @type {Count | null} */ last, one) => (last && last.usedAt >= one.usedAt ? last : one), null);
  return shown.find((count) => count === typed) ?? shown.find((count) => question?.contains(count)) ?? blank ?? latest;
}

/** Ends the number that is being typed. @param {HTMLFormElement} form @returns {boolean} whether another is asked for and now in focus */
export function goOn(form) {
  const from = countsShown(form).findIndex((count) => count === typed);
  const next = from < 0 ? undefined : countsShown(form).slice(from + 1).find((count) => count.value === "");
  stopTyping();
  const question = /** @type {HTMLElement | null} */ (next?.closest("[data-field]") ?? null);
  question?.scrollIntoView({ block: "nearest" });
  if (question) leadTo(question);
  return question !== null;
}

/** Takes back the last digit of the number that is being typed. @param {HTMLFormElement} form @returns {boolean} whether there is one */
export function takeBack(form) {
  const count = countsShown(form).find((one) => one === typed);
  count?.press("Backspace");
  return count !== undefined;
}

class Count extends HTMLElement {
  static formAssociated = true;

  constructor() {
    super();
    this.internals = this.attachInternals();
    this.answer = "";
    /** @type {number | null} */
    this.most = null;
    this.usedAt = -Infinity;
    this.addEventListener("click", (event) => this.#click(/** @type {HTMLElement} */ (event.target)));
    // a finger on a slider makes no click
    this.addEventListener("pointerup", (event) => this.#touch(event));
    this.addEventListener("input", (event) => this.#slide(event));
    this.addEventListener("keydown", (event) => this.#move(event));
  }

  connectedCallback() {
    this.#draw();
  }

  get name() {
    return this.getAttribute("name") ?? "";
  }

  get value() {
    return this.answer;
  }

  set value(text) {
    this.answer = text;
    this.internals.setFormValue(text === "" ? null : text);
    this.#draw();
  }

  /** The most that another answer allows; null lifts it. @param {number | null} bound */
  set limit(bound) {
    if (this.most === bound) return;
    this.most = bound;
    this.#draw();
  }

  get limit() {
    return this.most;
  }

  formResetCallback() {
    this.value = "";
  }

  get #max() {
    return Math.min(Number(this.getAttribute("max")), this.most ?? Infinity);
  }

  get #censored() {
    return this.getAttribute("censored") ?? "";
  }

  /** A key: a digit, a sign, Backspace, or the censored value. Digits that follow each other make one number. @param {string} key */
  press(key) {
    if (key === this.#censored && key) this.#give(this.answer === key ? "" : key);
    else if (/^\d$/.test(key)) this.#type(key);
    else if (key === "Backspace") this.#give(this.answer.slice(0, -1));
    else if (key === "+" || key === "-") this.#step(key === "+" ? 1 : -1);
    else return false;
    return true;
  }

  /** So many were counted one by one; none is no answer yet. @param {number} number */
  tally(number) {
    if (number > this.#max) this.#give(this.#censored || String(this.#max));
    else this.#give(number ? String(number) : "");
  }

  /** @param {string} digit */
  #type(digit) {
    const number = String(Number((typed === this ? this.answer : "") + digit));
    if (Number(number) > this.#max) return this.refuse(number);
    stopTyping();
    typed = this;
    this.classList.add("typing");
    this.#give(number);
  }

  /** A digit too many is said, not taken for the next question's. @param {string} number or "" once it is settled */
  refuse(number) {
    const place = this.closest("[data-field]")?.querySelector(".field-error");
    if (!place || (number === "" && refusing !== this)) return;
    refusing = number === "" ? null : this;
    place.textContent = t("count-too-large", { number, most: this.#max });
    place.toggleAttribute("hidden", number === "");
  }

  /** @param {HTMLElement} target */
  #click(target) {
    const button = target.closest("button");
    if (button?.dataset.number) this.#give(button.dataset.number);
    if (button?.dataset.step) this.#step(Number(button.dataset.step));
  }

  /** A touch of the slider's 0 changes nothing there, so it is no input; yet it answers the question. @param {Event} event */
  #touch({ target }) {
    if (target instanceof HTMLInputElement && target.matches(".count-slider") && this.answer === "") this.#give(target.value);
  }

  /** The pad is one stop for Tab; within it arrows lead from number to number, and give none. @param {KeyboardEvent} event */
  #move(event) {
    const pad = [.../** @type {NodeListOf<HTMLButtonElement>} */ (this.querySelectorAll("button[data-number]:enabled"))].filter((one) => one.checkVisibility());
    const here = pad.findIndex((button) => button === event.target);
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.code];
    if (here < 0 || !step) return;
    event.preventDefault();
    const next = pad[(here + step + pad.length) % pad.length];
    this.#reachBy(next);
    next.focus();
  }

  /** Tab comes to this number. @param {HTMLButtonElement | null} number */
  #reachBy(number) {
    for (const button of this.querySelectorAll("button[data-number]")) /** @type {HTMLElement} */ (button).tabIndex = button === number ? 0 : -1;
  }

  /** The first step from no answer gives 1 upwards and 0 downwards; one less than "more than that" is the most. @param {number} step */
  #step(step) {
    const more = this.answer !== "" && this.answer === this.#censored;
    if (more && step > 0) return;
    const from = more ? this.#max + 1 : this.answer === "" ? Number(step < 0) : Number(this.answer);
    this.#give(String(Math.min(this.#max, Math.max(0, from + step))));
  }

  /** @param {Event} event */
  #slide(event) {
    const input = event.target;
    if (input === this || !(input instanceof HTMLInputElement)) return;
    event.stopPropagation();
    this.#give(input.type === "checkbox" ? (input.checked ? this.#censored : "") : String(Math.min(this.#max, Number(input.value))));
  }

  /** @param {string} text */
  #give(text) {
    this.refuse("");
    this.usedAt = performance.now();
    this.value = text;
    this.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #draw() {
    const output = /** @type {HTMLOutputElement | null} */ (this.querySelector("output"));
    if (!output) return;
    const blank = this.answer === "";
    output.textContent = blank ? "–" : this.answer.replace(">", "> ");
    this.classList.toggle("answered", !blank);
    this.classList.toggle("censored", !blank && this.answer === this.#censored);
    for (const button of this.querySelectorAll("button[data-number]")) {
      button.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (button).dataset.number === this.answer));
      /** @type {HTMLButtonElement} */ (button).disabled = Number(/** @type {HTMLElement} */ (button).dataset.number) > this.#max;
    }
    this.#reachBy(this.querySelector(`button[data-number="${this.answer || 0}"]`) ?? this.querySelector("button[data-number]"));
    const slider = /** @type {HTMLInputElement} */ (this.querySelector(".count-slider"));
    slider.value = /^\d+$/.test(this.answer) ? this.answer : "0";
    slider.setAttribute("aria-valuetext", blank ? (output.dataset.blank ?? "") : this.answer);
    const more = /** @type {HTMLInputElement | null} */ (this.querySelector(".count-more"));
    if (more) more.checked = this.answer !== "" && this.answer === this.#censored;
  }
}

customElements.define("bh-count", Count);
