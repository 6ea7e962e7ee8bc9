/** Rest: a break proposed after so much active work. */
import { t } from "./words.js";

/** @typedef {{ms: number, at: number}} Work kept in this browser, for this rater */

const MINUTE = 60_000;

export class Breaks {
  /**
   * @param {import("./screens.js").Screens} screens
   * @param {{timing: any, kept: Work | undefined, keep: (work: Work) => void}} given
   */
  constructor(screens, { timing, kept, keep }) {
    this.screens = screens;
    this.every = (timing.break_every_minutes ?? 30) * MINUTE;
    this.length = (timing.break_minutes ?? 5) * MINUTE;
    this.keep = keep;
    /** @type {Work} */
    this.work = kept ?? { ms: 0, at: Date.now() };
    /** What is stored with the next answer. @type {{after_ms: number, ms: number, skipped: boolean} | null} */
    this.taken = null;
    this.#rested();
  }

  /** An absence as long as a break is one. */
  #rested() {
    if (this.length > 0 && Date.now() - this.work.at >= this.length) this.work.ms = 0;
  }

  /** @param {number} active milliseconds of the trial just answered */
  add(active) {
    this.#rested();
    Object.assign(this.work, { ms: this.work.ms + active, at: Date.now() });
    this.keep(this.work);
  }

  get due() {
    return this.length > 0 && this.work.ms >= this.every;
  }

  /** Shows the countdown. @returns {Promise<void>} when it is over, or the rater goes on before */
  rest() {
    const began = Date.now();
    const after_ms = Math.round(this.work.ms);
    this.screens.show("break", { "break-worked": t("break-worked", { n: Math.round(after_ms / MINUTE) }) });
    const place = /** @type {HTMLElement} */ (document.querySelector("[data-fill=break-left]"));
    const button = /** @type {HTMLElement} */ (document.querySelector("[data-action=end-break]"));
    const early = button.textContent;
    const draw = () => {
      const left = Math.max(0, Math.ceil((this.length - (Date.now() - began)) / 1000));
      place.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      button.classList.toggle("primary", left === 0);
      if (left === 0) button.textContent = t("continue");
    };
    draw();
    const timer = setInterval(draw, 250);
    return new Promise((resolve) => {
      const end = () => {
        clearInterval(timer);
        button.textContent = early;
        const ms = Date.now() - began;
        this.taken = { after_ms, ms, skipped: ms < this.length };
        Object.assign(this.work, { ms: 0, at: Date.now() });
        this.keep(this.work);
        resolve();
      };
      button.addEventListener("click", end, { once: true });
    });
  }

  /** What the answer after a break says about it. */
  meta() {
    const { taken } = this;
    this.taken = null;
    return taken ? { break: taken } : {};
  }
}
