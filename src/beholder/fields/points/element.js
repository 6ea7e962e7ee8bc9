/** Points in steps, from nothing upwards. Unanswered until touched; "0" is an answer of its own. */

/** @param {string[]} texts */
export function parse([text = ""]) {
  return text === "" ? null : parseFloat(text);
}

class Points extends HTMLElement {
  static formAssociated = true;

  constructor() {
    super();
    this.internals = this.attachInternals();
    this.answer = "";
    this.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      if (button?.dataset.step) this.press(button.dataset.step === "1" ? "+" : "-");
      else if (button && "zero" in button.dataset) this.#give(0);
    });
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

  formResetCallback() {
    this.value = "";
  }

  /** @param {string} key "+" or "-" */
  press(key) {
    const step = Number(this.getAttribute("step")) || 0.5;
    const from = this.answer === "" ? 0 : Number(this.answer);
    this.#give(Math.max(0, Math.min(Number(this.getAttribute("max")), from + (key === "+" ? step : -step))));
    return true;
  }

  /** @param {number} points */
  #give(points) {
    this.value = String(Math.round(points * 1e6) / 1e6);
    this.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #draw() {
    const output = this.querySelector("output");
    if (output) output.textContent = this.answer === "" ? "–" : this.answer;
    this.classList.toggle("answered", this.answer !== "");
  }
}

customElements.define("bh-points", Points);
