/**
 * Words of a text, each marked as one of several classes or left as it is. Submits pairs of word and mark as JSON once a
 * word is marked, or once the rater has said that none is to be; nothing until then.
 *
 * A click goes through the classes. The text is one stop for Tab; in it arrows lead from word to word and digits mark. After a
 * click they do not: they may be meant for a question that is answered by digits.
 */
import { reachedByTab } from "../../rate/focus.js";
import { t } from "../../rate/words.js";

/** @param {string[]} texts */
export function parse([text = ""]) {
  return text === "" ? null : JSON.parse(text);
}

/** The words that were marked, and as what. @param {[string, string][]} pairs @param {import("../../rate/api.js").FieldWire} field @param {HTMLFormElement} form */
export function told(pairs, field, form) {
  const named = (/** @type {string} */ mark) => form.querySelector(`[data-field$="${field.name}"] [data-mark="${mark}"]`)?.textContent ?? mark;
  const marked = pairs.filter(([, mark]) => mark).map(([word, mark]) => t("word_marks-word", { word, mark: named(mark) }));
  return marked.join(t("list-comma")) || t("word_marks-nothing");
}

/** @param {import("../../rate/api.js").FieldWire} field */
export function keyLines(field) {
  return [{ codes: ["ArrowLeft", "ArrowRight", "1", "0"], words: `${field.label} ${t("word_marks-how-keys")}` }];
}

class WordMarks extends HTMLElement {
  static formAssociated = true;

  constructor() {
    super();
    this.internals = this.attachInternals();
    /** The place of each word's class, 1 for the first; 0 for none. @type {number[]} */
    this.given = [];
    this.none = false;
    this.addEventListener("click", (event) => this.#click(/** @type {HTMLElement} */ (event.target)));
    this.addEventListener("keydown", (event) => this.#key(event));
    this.addEventListener("input", (event) => this.#input(event));
  }

  connectedCallback() {
    if (!this.given.length) this.given = this.#words.map(() => 0);
    const [first] = this.#words;
    if (first) first.tabIndex = 0;
    this.#draw();
  }

  get name() {
    return this.getAttribute("name") ?? "";
  }

  get value() {
    if (!this.none && this.given.every((mark) => mark === 0)) return "";
    return JSON.stringify(this.#words.map((word, at) => [word.textContent, this.#ids[this.given[at] - 1] ?? ""]));
  }

  set value(text) {
    /** @type {[string, string][]} */
    const pairs = text ? JSON.parse(text) : [];
    this.given = this.#words.map((_, at) => this.#ids.indexOf(pairs[at]?.[1] ?? "") + 1);
    this.none = text !== "" && this.given.every((mark) => mark === 0);
    this.#draw();
  }

  formResetCallback() {
    this.value = "";
  }

  get #ids() {
    return (this.dataset.marks ?? "").split(" ");
  }

  /** @returns {HTMLElement[]} */
  get #words() {
    return [...this.querySelectorAll(".word-button")].map((one) => /** @type {HTMLElement} */ (one));
  }

  /** @param {number} at @param {number} mark */
  #mark(at, mark) {
    this.given[at] = mark;
    this.none = false;
    this.#draw();
    this.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** @param {HTMLElement} target */
  #click(target) {
    const at = this.#words.findIndex((word) => word === target);
    if (at < 0) return;
    this.#reach(at);
    this.#mark(at, (this.given[at] + 1) % (this.#ids.length + 1));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const words = this.#words;
    const at = words.findIndex((word) => word === event.target);
    if (at < 0 || !reachedByTab(words[at]) || event.ctrlKey || event.metaKey || event.altKey) return;
    const forward = getComputedStyle(this).direction === "rtl" ? -1 : 1;
    const step = { ArrowLeft: -forward, ArrowRight: forward, ArrowUp: -1, ArrowDown: 1 }[event.code];
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
    if (step) {
      const next = Math.min(words.length - 1, Math.max(0, at + step));
      this.#reach(next);
      words[next].focus();
    } else if (event.code === "Delete" || event.code === "Backspace") this.#mark(at, 0);
    else if (digit !== undefined && Number(digit) <= this.#ids.length) this.#mark(at, Number(digit));
    else return;
    event.preventDefault();
  }

  /** Tab comes to this word. @param {number} at */
  #reach(at) {
    this.#words.forEach((word, other) => (word.tabIndex = other === at ? 0 : -1));
  }

  /** @param {Event} event */
  #input(event) {
    if (event.target === this || !(event.target instanceof HTMLInputElement)) return;
    event.stopPropagation();
    this.none = event.target.checked;
    this.#draw();
    this.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #draw() {
    this.internals.setFormValue(this.value || null);
    const names = [...this.querySelectorAll(".word-class-name")].map((one) => one.textContent ?? "");
    this.#words.forEach((word, at) => {
      const mark = this.given[at];
      word.className = mark ? `word-button mark-${mark}` : "word-button";
      word.setAttribute("aria-label", t("word_marks-word", { word: word.textContent ?? "", mark: names[mark - 1] ?? t("word_marks-unmarked") }));
    });
    const n = this.given.filter((mark) => mark > 0).length;
    /** @type {HTMLInputElement} */ (this.querySelector(".word-nothing")).checked = this.none;
    /** @type {HTMLElement} */ (this.querySelector(".word-none")).hidden = n > 0;
    const place = this.querySelector(".word-count");
    const words = this.none ? "" : t("word_marks-count", { n });
    if (place && place.textContent !== words) place.textContent = words;
  }
}

customElements.define("bh-word-marks", WordMarks);
