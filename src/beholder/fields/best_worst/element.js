/**
 * The best and the worst of several: two buttons for each candidate, of which one best and one worst are pressed. Submits a
 * list such as ["best","","worst",""] once both are said. What is said stands at the candidates' pictures too.
 */
import { signCandidates } from "../../elements/candidate-signs.js";
import { t } from "../../rate/words.js";

/** @typedef {"best" | "worst"} End */

/** @param {string[]} texts */
export function parse([text = ""]) {
  return text === "" ? null : JSON.parse(text);
}

/** What is still to be picked, in the words of its buttons. @param {import("../../rate/kinds.js").Control[]} controls */
export function lacking([control]) {
  const { picked } = /** @type {BestWorst} */ (/** @type {unknown} */ (control));
  const open = /** @type {End[]} */ (["best", "worst"]).filter((end) => picked[end] === null);
  const words = open.map((end) => control.querySelector(`[data-pick=${end}]`)?.textContent ?? "");
  return t("best_worst-lacking", { words: words.join(t("list-comma")) });
}

/** @param {import("../../rate/api.js").FieldWire} field */
export function keyLines(field) {
  return [{ codes: ["Digit1", "Digit2", "Digit3"], words: `${field.label} (${t("best_worst-keys", field.words)})` }];
}

/** An expected choice is about one candidate, or all; the question is one. @param {import("../../rate/expected.js").Expected} one @param {import("../../rate/api.js").FieldWire} field */
export function expected(one, field) {
  if (one.place) return { ...one, place: "", told: choiceOf(one.place, one.is === undefined ? one.any_of ?? [] : [one.is], field) };
  return Array.isArray(one.is) ? { ...one, told: told(one.is, field) } : one;
}

/** Which was picked as what. @param {(string | null)[]} ends by slot @param {import("../../rate/api.js").FieldWire} field */
export function told(ends, field) {
  return ends.flatMap((end, slot) => (end ? choiceOf(String.fromCharCode(65 + slot), [end], field) : [])).join(t("list-comma"));
}

/** @param {string} name @param {string[]} all @param {import("../../rate/api.js").FieldWire} field */
function choiceOf(name, all, field) {
  const words = all.map((end) => field.words?.[end] ?? t("best_worst-neither"));
  return t("best_worst-expected", { name, word: words.join(t("list-or")) });
}

class BestWorst extends HTMLElement {
  static formAssociated = true;

  constructor() {
    super();
    this.internals = this.attachInternals();
    /** The slot of each. @type {Record<End, number | null>} */
    this.picked = { best: null, worst: null };
    this.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      const row = /** @type {HTMLElement | null} */ (button?.closest(".pick-row"));
      if (button && row) this.#toggle(Number(row.dataset.place), /** @type {End} */ (button.dataset.pick));
    });
  }

  connectedCallback() {
    this.#draw();
  }

  get #rows() {
    return [...this.querySelectorAll(".pick-row")];
  }

  get name() {
    return this.getAttribute("name") ?? "";
  }

  get value() {
    const { best, worst } = this.picked;
    if (best === null || worst === null) return "";
    return JSON.stringify(this.#rows.map((_, slot) => (slot === best ? "best" : slot === worst ? "worst" : "")));
  }

  set value(text) {
    /** @type {string[]} */
    const words = text ? JSON.parse(text) : [];
    this.drafted = [words.indexOf("best"), words.indexOf("worst")].map((slot) => (slot < 0 ? null : slot));
  }

  /** The slots of best and worst as far as they are picked. */
  get drafted() {
    return [this.picked.best, this.picked.worst];
  }

  set drafted([best = null, worst = null]) {
    this.picked = { best, worst };
    this.#tell();
  }

  formResetCallback() {
    this.value = "";
  }

  /** A digit: takes back what the candidate is, else makes it the best, or the worst if there is a best. @param {string} digit */
  press(digit) {
    const slot = Number(digit) - 1;
    if (slot >= this.#rows.length) return false;
    const { best, worst } = this.picked;
    if (slot === best) this.#toggle(slot, "best");
    else if (slot === worst) this.#toggle(slot, "worst");
    else this.#toggle(slot, best === null ? "best" : "worst");
    return true;
  }

  /** @param {number} slot @param {End} end */
  #toggle(slot, end) {
    const other = end === "best" ? "worst" : "best";
    // nothing is both: who says the other of it has changed their mind
    if (this.picked[other] === slot) this.picked[other] = null;
    this.picked[end] = this.picked[end] === slot ? null : slot;
    this.#tell();
    this.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #tell() {
    this.internals.setFormValue(this.value || null);
    this.#draw();
  }

  #draw() {
    const signs = this.#rows.map((row, slot) => {
      const buttons = /** @type {HTMLElement[]} */ ([...row.querySelectorAll(".pick")]);
      for (const one of buttons) one.setAttribute("aria-pressed", String(this.picked[/** @type {End} */ (one.dataset.pick)] === slot));
      return buttons.find((one) => one.ariaPressed === "true")?.textContent ?? "";
    });
    signCandidates(this, signs);
  }
}

customElements.define("bh-best-worst", BestWorst);
