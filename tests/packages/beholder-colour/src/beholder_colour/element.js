/** Pick a colour: swatches, and the browser's own picker. Submits "#rrggbb"; nothing until a colour was picked. */
import { t } from "../../rate/words.js";

class ColourField extends HTMLElement {
  static formAssociated = true;

  constructor() {
    super();
    this.internals = this.attachInternals();
    this.answer = "";
    this.addEventListener("click", (event) => {
      const swatch = /** @type {HTMLElement} */ (event.target).closest("button");
      if (swatch?.dataset.colour) this.press(swatch.dataset.colour);
    });
    this.addEventListener("input", (event) => {
      if (event.target === this || !(event.target instanceof HTMLInputElement)) return;
      event.stopPropagation();
      this.press(event.target.value);
    });
  }

  connectedCallback() {
    // a policy of the page forbids styles in attributes, not those that a script sets
    for (const swatch of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".swatch"))) swatch.style.background = swatch.dataset.colour ?? "";
    this.#draw();
  }

  get value() {
    return this.answer;
  }

  set value(text) {
    this.answer = text;
    this.internals.setFormValue(text === "" ? null : text);
    this.#draw();
  }

  /** @param {string} colour of a key, a swatch or the picker */
  press(colour) {
    this.value = colour;
    this.dispatchEvent(new Event("input", { bubbles: true }));
    return true;
  }

  #draw() {
    const output = this.querySelector("output");
    if (output) output.textContent = this.answer || t("colour-none");
    for (const swatch of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".swatch"))) {
      swatch.setAttribute("aria-pressed", String(swatch.dataset.colour === this.answer));
    }
    const any = /** @type {HTMLInputElement | null} */ (this.querySelector(".any-colour"));
    if (any && this.answer) any.value = this.answer;
  }
}

customElements.define("colour-field", ColourField);
