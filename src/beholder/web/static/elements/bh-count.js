/** How many: number pad, slider, plus and minus, and "more than that". Submits "7" or ">20"; nothing until answered. */

const NEXT_DIGIT_MS = 900;

class Count extends HTMLElement {
  static formAssociated = true;

  constructor() {
    super();
    this.internals = this.attachInternals();
    this.answer = "";
    /** @type {number | null} */
    this.most = null;
    this.typedAt = 0;
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

  /** A key: a digit, or the censored value. Two digits in quick succession make one number. @param {string} key */
  press(key) {
    if (key === this.#censored && key) this.#give(this.answer === key ? "" : key);
    else if (/^\d$/.test(key)) this.#type(key);
    else return false;
    return true;
  }

  /** @param {string} digit */
  #type(digit) {
    const now = performance.now();
    const joined = now - this.typedAt < NEXT_DIGIT_MS && /^\d+$/.test(this.answer) ? Number(this.answer + digit) : NaN;
    this.typedAt = now;
    if (joined <= this.#max) this.#give(String(joined));
    else if (Number(digit) <= this.#max) this.#give(digit);
  }

  /** @param {HTMLElement} target */
  #click(target) {
    const button = target.closest("button");
    if (button?.dataset.number) this.#give(button.dataset.number);
    if (!button?.dataset.step) return;
    const step = Number(button.dataset.step);
    const from = /^\d+$/.test(this.answer) ? Number(this.answer) : step > 0 ? -1 : 1;
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
