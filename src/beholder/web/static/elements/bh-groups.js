/** Which belong together: a numbered chip per place; submits a list such as [1,1,2] once every place has a group. */

class Groups extends HTMLElement {
  static formAssociated = true;

  constructor() {
    super();
    this.internals = this.attachInternals();
    /** @type {(number | null)[]} */
    this.groups = [];
    this.addEventListener("click", (event) => this.#click(/** @type {HTMLElement} */ (event.target)));
    this.addEventListener("keydown", (event) => this.#move(event));
  }

  connectedCallback() {
    if (!this.groups.length) this.groups = this.#rows.map(() => null);
    this.#draw();
  }

  get #rows() {
    return /** @type {HTMLElement[]} */ ([...this.querySelectorAll(".group-row")]);
  }

  get name() {
    return this.getAttribute("name") ?? "";
  }

  get value() {
    return this.groups.length && this.groups.every((group) => group !== null) ? JSON.stringify(this.groups) : "";
  }

  set value(text) {
    this.groups = text ? JSON.parse(text) : this.#rows.map(() => null);
    this.#tell();
  }

  formResetCallback() {
    this.value = "";
  }

  /** @param {HTMLElement} target */
  #click(target) {
    const chip = /** @type {HTMLElement | null} */ (target.closest(".chip"));
    const row = /** @type {HTMLElement | null} */ (target.closest(".group-row"));
    if (!chip || !row) return;
    this.groups[Number(row.dataset.place)] = Number(chip.dataset.group);
    this.#tell();
    this.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** Arrows move within a row, as in any radio group; digits choose. @param {KeyboardEvent} event */
  #move(event) {
    const chip = /** @type {HTMLElement} */ (event.target).closest(".chip");
    const chips = /** @type {HTMLElement[]} */ ([...(chip?.closest(".group-row")?.querySelectorAll(".chip") ?? [])]);
    const at = chips.indexOf(/** @type {HTMLElement} */ (chip));
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.code] ?? 0;
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
    const goal = digit ? chips[Number(digit) - 1] : step ? chips[(at + step + chips.length) % chips.length] : undefined;
    if (!goal) return;
    event.preventDefault();
    goal.focus();
    goal.click();
  }

  #tell() {
    this.internals.setFormValue(this.value || null);
    this.#draw();
  }

  #draw() {
    this.#rows.forEach((row, place) => {
      const group = this.groups[place];
      row.dataset.colour = group ? String(((group - 1) % 8) + 1) : "";
      for (const chip of /** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll(".chip"))) {
        const on = Number(chip.dataset.group) === group;
        chip.setAttribute("aria-checked", String(on));
        chip.tabIndex = on || (!group && chip.dataset.group === "1") ? 0 : -1;
      }
    });
  }
}

customElements.define("bh-groups", Groups);
