/** A place on a line. Submits "62"; nothing, and shows no place, until the rater sets one. */
import { reachedByTab } from "../../rate/focus.js";

/** @typedef {import("../../rate/api.js").FieldWire} FieldWire */

/** @param {string[]} texts */
export function parse([text = ""]) {
  return text === "" ? null : parseInt(text, 10);
}

/** @param {FieldWire} field */
export function keyLines(field) {
  return [{ codes: ["0–9"], words: field.label }];
}

class Slider extends HTMLElement {
  static formAssociated = true;

  constructor() {
    super();
    this.internals = this.attachInternals();
    this.answer = "";
    this.addEventListener("input", (event) => this.#slide(event));
    // a finger on a slider makes no click
    this.addEventListener("pointerup", (event) => this.#touch(event));
    this.addEventListener("keydown", (event) => this.#leap(event));
  }

  connectedCallback() {
    const [least, most] = [Number(this.getAttribute("min")), Number(this.getAttribute("max"))];
    for (const mark of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".slider-mark"))) {
      mark.style.setProperty("--at", String((Number(mark.dataset.at) - least) / (most - least)));
    }
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

  formResetCallback() {
    this.value = "";
  }

  get #range() {
    return /** @type {HTMLInputElement} */ (this.querySelector("input"));
  }

  /** A digit: so many tenths of the way. @param {string} text */
  press(text) {
    this.#give(text);
    return true;
  }

  /** @param {Event} event */
  #slide(event) {
    if (event.target === this) return;
    event.stopPropagation();
    this.#give(this.#range.value);
  }

  /** A first touch in the very middle moves nothing, and yet it answers. @param {Event} event */
  #touch(event) {
    if (event.target === this.#range && this.answer === "") this.#give(this.#range.value);
  }

  /** Arrows go by 1 and Page Up by a tenth as with any slider; with Shift, arrows go by 5. @param {KeyboardEvent} event */
  #leap(event) {
    const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.code];
    if (!way || !event.shiftKey || !reachedByTab(this.#range)) return;
    event.preventDefault();
    const turned = event.code !== "ArrowUp" && event.code !== "ArrowDown" && this.matches(":dir(rtl)");
    // the control itself keeps to its ends
    this.#range.value = String(Number(this.#range.value) + 5 * (turned ? -way : way));
    this.#give(this.#range.value);
  }

  /** @param {string} text */
  #give(text) {
    this.value = text;
    this.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #draw() {
    const output = /** @type {HTMLOutputElement | null} */ (this.querySelector("output"));
    if (!output) return;
    const blank = this.answer === "";
    const range = this.#range;
    // no place is nearer to nothing than the middle
    range.value = blank ? String((Number(range.min) + Number(range.max)) / 2) : this.answer;
    const mark = blank ? null : this.querySelector(`.slider-mark[data-at="${this.answer}"]`);
    const words = mark?.textContent && mark.textContent !== this.answer ? `${this.answer}, ${mark.textContent}` : this.answer;
    range.setAttribute("aria-valuetext", blank ? (output.dataset.blank ?? "") : words);
    output.textContent = blank ? "–" : this.answer;
    this.classList.toggle("answered", !blank);
  }
}

customElements.define("bh-slider", Slider);
