/**
 * Places on a picture of the trial: points or boxes, each with a reason and a note. Submits the marks as JSON once each has
 * its reason, and "[]" once the rater has said that there is nothing to mark; nothing until then.
 *
 * Of several such questions about one picture, the one whose button is pressed takes the clicks on it.
 */
import { Zoom } from "../../elements/bh-zoom.js";
import { inside, MarkLayer } from "../../elements/mark-layer.js";
import { leadTo } from "../../rate/focus.js";
import { t } from "../../rate/words.js";

/**
 * @typedef {import("../../elements/mark-layer.js").Place} Place
 * @typedef {Place & {reason?: string, note?: string}} Mark
 * @typedef {{marks: Mark[], none: boolean}} State
 */

/** How far an arrow moves a mark, as a share of the picture; with Shift, a fifth of it. */
const STEP = 0.01;
/** Side of a box that is added by a key. */
const SIDE = 0.2;
/** How many changes can be taken back: more than anybody remembers. */
const MOST_UNDONE = 50;

/** Which question takes the clicks on a picture. @type {WeakMap<Zoom, Regions>} */
const marking = new WeakMap();
/** The question changed last: Backspace takes that back. @type {Regions | null} */
let hand = null;
document.addEventListener("input", ({ target }) => (hand = target instanceof Regions ? target : null));

/** @param {string[]} texts */
export function parse([text = ""]) {
  return text === "" ? null : JSON.parse(text);
}

/** @param {any[]} controls */
export function lacking([control]) {
  return control.marks.length ? t("regions-choose") : "";
}

/** How many places should have been marked; where they are is shown on the picture. @param {import("../../rate/expected.js").Expected} one */
export function expected(one) {
  if (one.told) return one;
  if (one.hits) return { ...one, told: t("regions-expected", { n: one.hits }) };
  return one.at_most === 0 ? { ...one, told: t("regions-nothing") } : one;
}

/** How many places were marked. @param {any[]} marks */
export const told = (marks) => t(marks.length ? "regions-count" : "regions-nothing", { n: marks.length });

/** @param {import("../../rate/api.js").FieldWire} field */
export function keyLines(field) {
  const codes = (/** @type {boolean} */ adds) => Object.keys(field.keys).filter((code) => (field.keys[code] === "+") === adds);
  return [{ codes: codes(true), words: `${field.label}: ${t("regions-add")}` }, { codes: codes(false), words: t("regions-why") }];
}

/** @param {unknown[]} fields */
export function sharedKeyLines(fields) {
  return fields.length ? [{ codes: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], words: t("regions-move") }, { codes: ["Backspace"], words: t("regions-undo") }] : [];
}

/** @param {HTMLFormElement} form @returns {boolean} whether a change of marks was the last thing done, and is taken back */
export function takeBack(form) {
  return hand !== null && form.contains(hand) && hand.undo();
}

class Regions extends HTMLElement {
  static formAssociated = true;

  constructor() {
    super();
    this.internals = this.attachInternals();
    /** @type {Mark[]} */
    this.marks = [];
    this.none = false;
    this.chosen = -1;
    /** States before each change. @type {string[]} */
    this.past = [];
    /** @type {Map<Mark, HTMLElement>} */
    this.rows = new Map();
    this.ears = new AbortController();
    this.addEventListener("click", (event) => this.#click(/** @type {HTMLElement} */ (event.target)));
    this.addEventListener("input", (event) => this.#input(event));
    this.addEventListener("keydown", (event) => this.#key(event));
  }

  connectedCallback() {
    this.ears = new AbortController();
    const { signal } = this.ears;
    const zoom = this.#zoom();
    if (zoom) {
      /** @type {import("../../elements/mark-layer.js").Told} */
      const told = {
        active: () => marking.get(zoom) === this && !this.closest("[hidden], .answered"),
        add: (place) => this.#add(place),
        pick: (number) => this.#choose(number),
        grab: (number) => {
          this.#remember();
          this.chosen = number;
        },
        move: (number, place) => this.#move(number, place),
      };
      this.layer = new MarkLayer(zoom, { boxes: this.#boxes, sort: this.#order, signal, told });
      if (!marking.has(zoom)) marking.set(zoom, this);
      this.closest("form")?.addEventListener("marking", () => this.#draw(), { signal });
    }
    this.dataset.sort = String(this.#order % 4);
    this.#draw();
  }

  disconnectedCallback() {
    this.ears.abort();
    if (this.layer && marking.get(this.layer.zoom) === this) marking.delete(this.layer.zoom);
  }

  get name() {
    return this.getAttribute("name") ?? "";
  }

  get value() {
    if (this.none) return "[]";
    const whole = this.marks.length > 0 && this.marks.every((mark) => mark.reason || !this.hasAttribute("reasons"));
    return whole ? JSON.stringify(this.marks) : "";
  }

  set value(text) {
    this.#set({ marks: text ? JSON.parse(text) : [], none: text === "[]" });
    this.past = [];
    this.#draw();
  }

  /** Marks that may still lack a reason. @returns {State} */
  get drafted() {
    return { marks: this.marks, none: this.none };
  }

  set drafted(state) {
    this.#set(state);
    this.#draw();
  }

  formResetCallback() {
    this.value = "";
  }

  get #boxes() {
    return this.getAttribute("shape") === "box";
  }

  /** Which of the form's questions about places this is; each has a colour and a shape of its own. */
  get #order() {
    return [...(this.closest("form")?.querySelectorAll("bh-regions") ?? [])].indexOf(this);
  }

  get #on() {
    return this.layer !== undefined && marking.get(this.layer.zoom) === this;
  }

  /** The picture that is marked: of the candidate and the column meant, else the first. @returns {Zoom | null} */
  #zoom() {
    const slot = /^(\d+)\./.exec(this.name)?.[1];
    const column = this.getAttribute("picture");
    const inside = `${slot === undefined ? "" : `[data-candidate="${slot}"]`}${column ? `[data-column="${column}"]` : ""}`;
    const form = this.closest("form");
    const found = form?.querySelector(`${inside} bh-zoom`) ?? form?.querySelector("bh-zoom");
    return found instanceof Zoom ? found : null;
  }

  /** A key of the page: "+" adds a mark in the middle of what is seen, a reason goes to the chosen mark. @param {string} key */
  press(key) {
    if (key !== "+") return this.#explain(this.chosen, key);
    if (!this.#on) this.#turn(true);
    const seen = this.layer?.zoom.getBoundingClientRect();
    const at = seen && this.layer?.at(seen.left + seen.width / 2, seen.top + seen.height / 2);
    const middle = { x: at?.x ?? 0.5, y: at?.y ?? 0.5 };
    // a second one would cover the first
    while (this.marks.some((mark) => Math.hypot(mark.x - middle.x, mark.y - middle.y) < STEP && middle.x < 1)) middle.x += 3 * STEP;
    const added = this.#add(this.#boxes ? { x: middle.x - SIDE / 2, y: middle.y - SIDE / 2, width: SIDE, height: SIDE } : middle);
    const grip = added && this.#grip(this.chosen);
    if (grip) leadTo(grip);
    return true;
  }

  /** Takes the last change back. @returns {boolean} whether there was one */
  undo() {
    const last = this.past.pop();
    if (last === undefined) return false;
    this.#set(JSON.parse(last));
    return this.#changed();
  }

  /** @param {State} state */
  #set({ marks, none }) {
    this.marks = marks.map((mark) => ({ ...mark }));
    this.none = none;
    this.chosen = this.marks.findIndex((mark) => !mark.reason && this.hasAttribute("reasons"));
  }

  #remember() {
    this.past.push(JSON.stringify(this.drafted));
    if (this.past.length > MOST_UNDONE) this.past.shift();
  }

  /** @param {Place} place @returns {boolean} whether there was room for it */
  #add(place) {
    const most = Number(this.getAttribute("most"));
    if (this.marks.length >= most) {
      this.#tell(t("regions-most", { n: most }));
      return false;
    }
    this.#remember();
    this.none = false;
    this.marks.push(inside(place));
    this.chosen = this.marks.length - 1;
    this.#changed();
    this.rows.get(this.marks[this.chosen])?.scrollIntoView({ block: "nearest" });
    return true;
  }

  /** @param {number} number */
  #remove(number) {
    this.#remember();
    this.marks.splice(number, 1);
    this.chosen = Math.min(this.chosen, this.marks.length - 1);
    const next = this.#grip(Math.min(number, this.marks.length - 1));
    this.#changed();
    (next ?? /** @type {HTMLElement} */ (this.querySelector("[data-do=mark]"))).focus();
  }

  /** @param {number} number */
  #choose(number) {
    this.chosen = number;
    this.#draw();
    this.rows.get(this.marks[number])?.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} number @param {Place} place */
  #move(number, place) {
    Object.assign(this.marks[number], inside(place));
    this.#changed();
  }

  /** @param {number} number @param {string} reason @returns {boolean} whether there is such a mark */
  #explain(number, reason) {
    const mark = this.marks[number];
    if (!mark) return false;
    this.#remember();
    mark.reason = reason;
    return this.#changed();
  }

  /** Takes the clicks on the picture, or leaves them. @param {boolean} on */
  #turn(on) {
    if (!this.layer) return;
    if (on) marking.set(this.layer.zoom, this);
    else marking.delete(this.layer.zoom);
    this.dispatchEvent(new CustomEvent("marking", { bubbles: true }));
  }

  /** Clicks on the picture go to the next question about it that is open. */
  #handOver() {
    const others = [...(this.closest("form")?.querySelectorAll("bh-regions") ?? [])].map((one) => /** @type {Regions} */ (one));
    const open = others.find((one) => one.layer?.zoom === this.layer?.zoom && one.value === "");
    if (open) open.#turn(true);
  }

  /** @param {HTMLElement} target */
  #click(target) {
    const what = /** @type {HTMLElement | null} */ (target.closest("[data-do]"))?.dataset.do;
    const number = this.#numberOf(target);
    if (what === "mark") this.#turn(!this.#on);
    else if (what === "undo") this.undo();
    else if (what === "pick") this.#choose(number);
    else if (what === "remove") this.#remove(number);
  }

  /** Inner controls speak through this one. @param {Event} event */
  #input(event) {
    const input = event.target;
    if (input === this || !(input instanceof HTMLInputElement)) return;
    event.stopPropagation();
    if (input.type === "radio") this.#explain(this.#numberOf(input), input.value);
    else if (input.type === "checkbox") {
      this.#remember();
      this.none = input.checked;
      this.#changed();
      if (this.none && this.#on) this.#handOver();
    } else {
      this.marks[this.#numberOf(input)].note = input.value.trim() ? input.value : undefined;
      this.#changed();
    }
  }

  /** Keys of a mark in focus. @param {KeyboardEvent} event */
  #key(event) {
    const grip = /** @type {HTMLElement} */ (event.target).closest(".mark-grip");
    const number = grip ? this.#numberOf(/** @type {HTMLElement} */ (grip)) : -1;
    const mark = this.marks[number];
    if (!mark || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = event.shiftKey ? STEP / 5 : STEP;
    const [dx, dy] = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] }[event.code] ?? [0, 0];
    const grown = (this.#boxes && { "+": STEP, "=": STEP, "-": -STEP }[event.key]) || 0;
    if (event.code === "Delete" || event.code === "Backspace") this.#remove(number);
    else if (dx || dy || grown) {
      if (!event.repeat) this.#remember();
      this.chosen = number;
      const larger = grown ? { width: Math.max(STEP, (mark.width ?? 0) + 2 * grown), height: Math.max(STEP, (mark.height ?? 0) + 2 * grown) } : {};
      this.#move(number, { ...mark, x: mark.x + dx - grown, y: mark.y + dy - grown, ...larger });
    } else return;
    event.preventDefault();
  }

  /** @param {Element} target */
  #numberOf(target) {
    const row = target.closest(".mark-row");
    return this.marks.findIndex((mark) => this.rows.get(mark) === row);
  }

  /** @param {number} number @returns {HTMLElement | null} */
  #grip(number) {
    return this.rows.get(this.marks[number])?.querySelector(".mark-grip") ?? null;
  }

  #changed() {
    this.#draw();
    return this.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #draw() {
    this.internals.setFormValue(this.value || null);
    if (!this.querySelector("template")) return;
    this.layer?.show(this.marks, this.chosen);
    this.layer?.zoom.classList.toggle("marking", marking.has(this.layer.zoom));
    this.layer?.zoom.classList.toggle("drawing", marking.get(this.layer.zoom)?.getAttribute("shape") === "box");
    this.#drawTools();
    const list = /** @type {HTMLElement} */ (this.querySelector(".regions-list"));
    const rows = this.marks.map((mark) => this.rows.get(mark) ?? this.#row(mark));
    // moved rows would lose the focus
    if (rows.length !== list.children.length || rows.some((row, number) => list.children[number] !== row)) {
      for (const old of [...list.children]) if (!rows.includes(/** @type {HTMLElement} */ (old))) old.remove();
      rows.forEach((row, number) => list.children[number] !== row && list.insertBefore(row, list.children[number] ?? null));
    }
    for (const mark of this.rows.keys()) if (!this.marks.includes(mark)) this.rows.delete(mark);
    this.marks.forEach((mark, number) => this.#drawRow(mark, number));
    this.#tell(this.none ? "" : t("regions-count", { n: this.marks.length }));
  }

  #drawTools() {
    const button = /** @type {HTMLElement} */ (this.querySelector("[data-do=mark]"));
    const words = /** @type {HTMLElement} */ (this.querySelector(".regions-words"));
    button.setAttribute("aria-pressed", String(this.#on));
    words.textContent = (this.#on ? words.dataset.on : words.dataset.off) ?? "";
    /** @type {HTMLButtonElement} */ (this.querySelector("[data-do=undo]")).disabled = this.past.length === 0;
    const nothing = /** @type {HTMLInputElement} */ (this.querySelector(".regions-nothing"));
    nothing.checked = this.none;
    /** @type {HTMLElement} */ (this.querySelector(".regions-none")).hidden = this.marks.length > 0;
  }

  /** @param {Mark} mark */
  #row(mark) {
    const template = /** @type {HTMLTemplateElement} */ (this.querySelector("template"));
    const row = /** @type {HTMLElement} */ (/** @type {DocumentFragment} */ (template.content.cloneNode(true)).querySelector(".mark-row"));
    this.rows.set(mark, row);
    const group = `${this.name}-why-${crypto.randomUUID()}`;
    for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (row.querySelectorAll("[type=radio]"))) radio.name = group;
    return row;
  }

  /** @param {Mark} mark @param {number} number */
  #drawRow(mark, number) {
    const row = /** @type {HTMLElement} */ (this.rows.get(mark));
    const n = number + 1;
    const radios = /** @type {HTMLInputElement[]} */ ([...row.querySelectorAll("[type=radio]")]);
    for (const radio of radios) radio.checked = radio.value === mark.reason;
    const reason = radios.find((radio) => radio.checked)?.closest("label")?.querySelector(".option-text")?.firstChild?.textContent?.trim();
    const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
    const where = { n, x: percent.format(mark.x + (mark.width ?? 0) / 2), y: percent.format(mark.y + (mark.height ?? 0) / 2) };
    const grip = /** @type {HTMLElement} */ (row.querySelector(".mark-grip"));
    grip.textContent = String(n);
    const why = reason ?? (radios.length ? t("regions-choose") : "");
    grip.setAttribute("aria-label", why ? t("regions-one-why", { ...where, reason: why }) : t("regions-one", where));
    /** @type {HTMLElement} */ (row.querySelector(".mark-why")).textContent = [why || `${where.x} · ${where.y}`, mark.note && number !== this.chosen ? `“${mark.note}”` : ""].filter(Boolean).join(" ");
    row.querySelector(".mark-remove")?.setAttribute("aria-label", t("regions-remove", { n }));
    row.querySelector(".mark-reasons")?.setAttribute("aria-label", t("regions-why-of", { n }));
    row.classList.toggle("lacking", radios.length > 0 && !reason);
    row.classList.toggle("chosen", number === this.chosen);
    const note = /** @type {HTMLInputElement | null} */ (row.querySelector(".mark-note"));
    if (!note) return;
    note.setAttribute("aria-label", t("regions-note-of", { n }));
    if (document.activeElement !== note) note.value = mark.note ?? "";
  }

  /** @param {string} words */
  #tell(words) {
    const place = this.querySelector(".regions-count");
    if (place && place.textContent !== words) place.textContent = words;
  }
}

customElements.define("bh-regions", Regions);
