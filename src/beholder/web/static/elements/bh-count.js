/** How many: number pad, slider, plus and minus, and "more than that". Submits "7" or ">20"; nothing until answered. */

import { questionInFocus } from "../rate/focus.js";

const NEXT_DIGIT_MS = 900;

/**
 * The count that a key speaks of. A digit: the one in focus, the one whose number can go on with it, the first without an
 * answer, else the one used last. A sign, or nothing: the one in focus, the one used last, else the first.
 * @param {HTMLFormElement} form @param {string} [digit]
 * @returns {Count | null}
 */
export function countInHand(form, digit = "") {
  const shown = /** @type {Count[]} */ ([...form.querySelectorAll("[data-field]:not([hidden]) bh-count")]);
  const question = questionInFocus();
  const focused = shown.find((count) => question?.contains(count));
  const goesOn = digit && (shown.find((count) => count.goesOn(digit)) ?? shown.find((count) => count.value === ""));
  const latest = shown.reduce((/** @type {Count | null} */ last, one) => (last && last.usedAt >= one.usedAt ? last : one), null);
  return focused ?? (goesOn || latest);
}

class Count extends HTMLElement {
  static formAssociated = true;

  constructor() {
    super();
    this.internals = this.attachInternals();
    this.answer = "";
    /** @type {number | null} */
    this.most = null;
    this.typedAt = -Infinity;
    this.usedAt = -Infinity;
    this.addEventListener("click", (event) => this.#click(/** @type {HTMLElement} */ (event.target)));
    this.addEventListener("input", (event) => this.#slide(event));
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

  /** A key: a digit, a sign, or the censored value. Two digits in quick succession make one number. @param {string} key */
  press(key) {
    if (key === this.#censored && key) this.#give(this.answer === key ? "" : key);
    else if (/^\d$/.test(key)) this.#type(key);
    else if (key === "+" || key === "-") this.#step(key === "+" ? 1 : -1);
    else return false;
    return true;
  }

  /** Whether the digit continues the number that is being typed. @param {string} digit */
  goesOn(digit) {
    const recent = performance.now() - this.typedAt < NEXT_DIGIT_MS;
    return recent && /^[1-9]\d*$/.test(this.answer) && Number(this.answer + digit) <= this.#max;
  }

  /** @param {string} digit */
  #type(digit) {
    const joined = this.goesOn(digit);
    this.typedAt = performance.now();
    if (joined) this.#give(this.answer + digit);
    else if (Number(digit) <= this.#max) this.#give(digit);
  }

  /** @param {HTMLElement} target */
  #click(target) {
    // a tap on the slider's 0 changes nothing there, so it is no input; yet it answers the question
    if (target.matches(".count-slider") && this.answer === "") return this.#give(/** @type {HTMLInputElement} */ (target).value);
    const button = target.closest("button");
    if (button?.dataset.number) this.#give(button.dataset.number);
    if (button?.dataset.step) this.#step(Number(button.dataset.step));
  }

  /** The first step from no answer gives 1 upwards and 0 downwards. @param {number} step */
  #step(step) {
    const from = /^\d+$/.test(this.answer) ? Number(this.answer) : step > 0 ? 0 : 1;
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
    const slider = /** @type {HTMLInputElement} */ (this.querySelector(".count-slider"));
    slider.value = /^\d+$/.test(this.answer) ? this.answer : "0";
    slider.setAttribute("aria-valuetext", blank ? (output.dataset.blank ?? "") : this.answer);
    const more = /** @type {HTMLInputElement | null} */ (this.querySelector(".count-more"));
    if (more) more.checked = this.answer !== "" && this.answer === this.#censored;
  }
}

customElements.define("bh-count", Count);
