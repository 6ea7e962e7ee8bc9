/**
 * Points in steps, from nothing upwards. Unanswered until touched; "0" is an answer of its own. Plus and minus give whole
 * points where steps are parts of one; the smallest step has a button of its own, and Shift.
 */
import { questionInFocus } from "../../rate/focus.js";

/** @param {string[]} texts */
export function parse([text = ""]) {
  return text === "" ? null : parseFloat(text);
}

/** The counter that the next digit goes to. @type {Points | null} */
let hand = null;
/** Whether numbers are being typed: Backspace takes the last one back until the rater turns to something else. */
let typing = false;
let shift = false;

addEventListener("keydown", (event) => {
  // where digits need Shift, a digit with it is a plain one
  shift = event.shiftKey && !/^\d$/.test(event.key);
  if (!/^(Digit|Numpad)\d$|^(Period|Comma|NumpadDecimal|Backspace|Shift(Left|Right))$/.test(event.code)) typing = false;
}, { capture: true });
addEventListener("pointerdown", () => (typing = false), { capture: true });

/** @param {HTMLElement} form @returns {Points[]} */
function counters(form) {
  return [...form.querySelectorAll("bh-points")].map((one) => /** @type {Points} */ (one));
}

/** The counter in hand: where the page has led to, else where typing or clicking has come to, else the first empty one. @param {HTMLElement} form */
function inHand(form) {
  const all = counters(form);
  const question = questionInFocus();
  const led = all.find((one) => question?.contains(one));
  return led ?? (hand && all.includes(hand) ? hand : all.find((one) => one.value === "") ?? null);
}

/** Takes a counter in hand, or none. @param {HTMLElement} form @param {Points | null} counter */
export function takeInHand(form, counter) {
  hand = counter;
  for (const one of counters(form)) one.classList.toggle("in-hand", one === counter);
}

/**
 * Gives the counter in hand the points of a digit, half a step more with Shift, and takes the next one in hand.
 * @param {HTMLElement} form @param {string} digit
 * @returns {{given: Points, next: Points | null} | null}
 */
export function typePoints(form, digit) {
  const given = inHand(form);
  if (!given?.give(Number(digit) + (shift ? given.step : 0))) return null;
  const all = counters(form);
  const next = all[all.indexOf(given) + 1] ?? null;
  typing = true;
  takeInHand(form, next);
  return { given, next };
}

/** One step more for the number typed last. @param {HTMLElement} form */
export function addPart(form) {
  const last = typing ? before(form) : inHand(form);
  last?.give((Number(last.value) || 0) + last.step);
  if (typing && last) takeInHand(form, counters(form)[counters(form).indexOf(last) + 1] ?? null);
}

/** Takes back the number typed last. @param {HTMLFormElement} form @returns {boolean} whether numbers are being typed */
export function takeBack(form) {
  if (!typing) return false;
  const last = before(form);
  last?.give(null);
  if (last) takeInHand(form, last);
  return true;
}

/** The counter before the one in hand. @param {HTMLElement} form */
function before(form) {
  const all = counters(form);
  return all[(hand ? all.indexOf(hand) : all.length) - 1] ?? null;
}

class Points extends HTMLElement {
  static formAssociated = true;

  constructor() {
    super();
    this.internals = this.attachInternals();
    this.answer = "";
    this.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      shift = event.shiftKey;
      if (button?.dataset.step) this.press(button.dataset.step);
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

  /** The smallest step. */
  get step() {
    return Number(this.getAttribute("step")) || 0.5;
  }

  /** What plus and minus give: a whole point where steps are parts of one. */
  get whole() {
    return Number.isInteger(1 / this.step) ? 1 : this.step;
  }

  formResetCallback() {
    this.value = "";
  }

  /** @param {string} key "+" or "-", a whole point and with Shift a part of it; "part" goes through the parts of a point */
  press(key) {
    const by = shift ? this.step : this.whole;
    const from = Number(this.answer) || 0;
    const further = Math.round((from + this.step) * 1e6) / 1e6;
    const around = Number.isInteger(further) ? Math.floor(from) : further;
    this.give(Math.max(0, key === "+" ? from + by : key === "-" ? from - by : around));
    const form = /** @type {HTMLElement | null} */ (this.closest("form"));
    if (form) takeInHand(form, this);
    return true;
  }

  /** Adds points, or takes them away. @param {number} points */
  add(points) {
    this.give(Math.max(0, (Number(this.answer) || 0) + points));
  }

  /** @param {number | null} points or none @returns {boolean} whether there may be so many */
  give(points) {
    if (points !== null && points > Number(this.getAttribute("max"))) return false;
    this.value = points === null ? "" : String(Math.round(points * 1e6) / 1e6);
    this.dispatchEvent(new Event("input", { bubbles: true }));
    return true;
  }

  #draw() {
    const output = this.querySelector("output");
    if (!output) return;
    const blank = this.answer === "";
    output.textContent = this.answer;
    output.setAttribute("aria-label", blank ? (output.dataset.blank ?? "") : this.answer);
    this.classList.toggle("answered", !blank);
    this.querySelector('[data-step="part"]')?.setAttribute("aria-pressed", String(Number(this.answer) % 1 !== 0));
    // nothing yet is one press away from nothing at all
    const less = /** @type {HTMLElement | null} */ (this.querySelector('[data-step="-"]'));
    if (!less) return;
    less.textContent = blank ? "0" : "−";
    less.setAttribute("aria-label", (blank ? less.dataset.zero : less.dataset.less) ?? "");
  }
}

customElements.define("bh-points", Points);
