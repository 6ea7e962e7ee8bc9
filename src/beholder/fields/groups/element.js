/**
 * Which belong together: a numbered chip per place; submits a list such as [1,1,2] once every place has a group.
 *
 * Rows are the `.group-row` inside the element, or, with `rows="selector"`, those of the whole form. Chips are clicked or
 * chosen by digits and arrows. A row that holds a `[data-grip]` can also be dragged onto another to join its group. With
 * `grow`, only the groups in use and one more are offered.
 */

import { reachedByTab } from "../../rate/focus.js";

/** @param {string[]} texts */
export function parse([text = ""]) {
  return text === "" ? null : JSON.parse(text);
}

class Groups extends HTMLElement {
  static formAssociated = true;

  constructor() {
    super();
    this.internals = this.attachInternals();
    /** @type {(number | null)[]} */
    this.groups = [];
    this.ears = new AbortController();
  }

  connectedCallback() {
    this.ears = new AbortController();
    const { signal } = this.ears;
    const where = this.#where;
    // with `grow`, another chip has come to where the first click of a double click was
    where.addEventListener("click", (event) => event.detail < 2 && this.#click(/** @type {HTMLElement} */ (event.target)), { signal });
    where.addEventListener("keydown", (event) => this.#move(/** @type {KeyboardEvent} */ (event)), { signal });
    where.addEventListener("pointerdown", (event) => this.#drag(/** @type {PointerEvent} */ (event)), { signal });
    if (!this.groups.length) this.groups = this.#rows.map(() => null);
    this.#draw();
  }

  disconnectedCallback() {
    this.ears.abort();
  }

  /** @returns {HTMLElement} */
  get #where() {
    return (this.hasAttribute("rows") && this.closest("form")) || this;
  }

  get #rows() {
    return /** @type {HTMLElement[]} */ ([...this.#where.querySelectorAll(this.getAttribute("rows") ?? ".group-row")]);
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

  /** What is grouped so far; null where a place has no group. */
  get drafted() {
    return [...this.groups];
  }

  set drafted(groups) {
    this.groups = this.#rows.map((_, place) => groups[place] ?? null);
    this.#tell();
  }

  formResetCallback() {
    this.value = "";
  }

  /** @param {number} place @param {number} group */
  put(place, group) {
    if (group < 1 || group > this.#offered()) return false;
    this.groups[place] = group;
    this.#changed();
    return true;
  }

  /** The lowest number that no place has. */
  fresh() {
    let group = 1;
    while (this.groups.includes(group)) group += 1;
    return group;
  }

  /** Puts two places together: the one that was dragged goes to the group of the other, or both to a new one. @param {number} place @param {number} other */
  join(place, other) {
    if (place === other) return;
    this.groups[other] ??= this.fresh();
    this.groups[place] = this.groups[other];
    this.#chosen(place);
    this.#chosen(other);
    this.#changed();
  }

  /** Tells that the rater has said where a place belongs. @param {number} place */
  #chosen(place) {
    this.dispatchEvent(new CustomEvent("grouped", { bubbles: true, detail: place }));
  }

  #offered() {
    const all = this.groups.length;
    if (!this.hasAttribute("grow")) return all;
    return Math.min(all, Math.max(0, ...this.groups.map((group) => group ?? 0)) + 1);
  }

  #changed() {
    this.#tell();
    this.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** @param {HTMLElement} target */
  #click(target) {
    const chip = /** @type {HTMLElement | null} */ (target.closest(".chip"));
    const row = chip && this.#rows.find((one) => one.contains(chip));
    if (!chip || !row) return;
    const place = this.#rows.indexOf(row);
    this.groups[place] = Number(chip.dataset.group);
    this.#chosen(place);
    this.#changed();
  }

  /** Arrows move within a row that was reached by Tab, as in any radio group; digits choose. @param {KeyboardEvent} event */
  #move(event) {
    const chip = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest(".chip"));
    const row = chip && this.#rows.find((one) => one.contains(chip));
    if (!chip || !row) return;
    const chips = /** @type {HTMLElement[]} */ ([...row.querySelectorAll(".chip")]).filter((one) => !one.hidden);
    const at = chips.indexOf(chip);
    const step = (reachedByTab(chip) && { ArrowLeft: -1, ArrowRight: 1 }[event.code]) || 0;
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
    const goal = digit ? chips[Number(digit) - 1] : step ? chips[(at + step + chips.length) % chips.length] : undefined;
    if (!goal) return;
    event.preventDefault();
    goal.focus();
    goal.click();
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const grip = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("[data-grip]"));
    const rows = this.#rows;
    const from = rows.findIndex((row) => row.contains(grip));
    if (!grip || from < 0 || event.button !== 0) return;
    event.preventDefault();
    grip.setPointerCapture(event.pointerId);
    const start = event.clientY;
    const done = new AbortController();
    /** @param {PointerEvent} at */
    const under = (at) => {
      const hit = document.elementFromPoint(at.clientX, at.clientY);
      const to = rows.findIndex((row) => row.contains(hit));
      return to === from ? -1 : to;
    };
    /** @param {number} to */
    const mark = (to) => rows.forEach((row, place) => row.classList.toggle("drop-here", place === to));
    grip.addEventListener("pointermove", (move) => {
      rows[from].classList.add("dragged");
      rows[from].style.setProperty("--moved", `${move.clientY - start}px`);
      mark(under(move));
    }, { signal: done.signal });
    /** @param {boolean} drop */
    const end = (drop) => (/** @type {PointerEvent} */ up) => {
      const to = drop ? under(up) : -1;
      done.abort();
      mark(-1);
      rows[from].classList.remove("dragged");
      rows[from].style.removeProperty("--moved");
      if (to >= 0) this.join(from, to);
    };
    grip.addEventListener("pointerup", end(true), { signal: done.signal });
    grip.addEventListener("pointercancel", end(false), { signal: done.signal });
  }

  #tell() {
    this.internals.setFormValue(this.value || null);
    this.#draw();
  }

  #draw() {
    const offered = this.#offered();
    this.#rows.forEach((row, place) => {
      const group = this.groups[place];
      row.dataset.colour = group ? String(((group - 1) % 8) + 1) : "";
      for (const chip of /** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll(".chip"))) {
        const number = Number(chip.dataset.group);
        const on = number === group;
        chip.hidden = number > offered;
        chip.setAttribute("aria-checked", String(on));
        chip.tabIndex = on || (!group && number === 1) ? 0 : -1;
      }
    });
  }
}

customElements.define("bh-groups", Groups);
