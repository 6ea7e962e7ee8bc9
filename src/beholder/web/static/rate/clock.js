/** How long a trial took: since it was first painted, actively, with something to read over it, idle, and away from the page. */

const IDLE_AFTER_MS = 20_000;
const MOST_BLURS = 40;

const SIGNS = ["pointermove", "pointerdown", "keydown", "wheel", "touchmove", "scroll", "watching"];

export class Clock {
  constructor() {
    this.elapsed = 0;
    this.active = 0;
    this.idle = 0;
    /** Active time with the guideline, help or another sheet open: work, but not on the picture. */
    this.aside = 0;
    this.reading = false;
    /** Start and length of each absence, in milliseconds since the trial was shown. @type {[number, number][]} */
    this.blurs = [];
    /** Wall time of the first paint. */
    this.shownAt = 0;
    this.running = false;
    this.last = 0;
    this.lastSign = 0;
    this.awaySince = -1;
    this.onSign = () => this.#mark(true);
    this.onChange = () => this.#mark(false);
    this.onSheet = (/** @type {Event} */ event) => {
      this.#mark(true);
      this.reading = event.type === "opening" || sheetOpen();
    };
  }

  /** Starts, or goes on after the trial was put aside. */
  start() {
    if (this.running) return;
    this.running = true;
    this.shownAt ||= Date.now();
    this.last = this.lastSign = performance.now();
    this.awaySince = present() ? -1 : this.elapsed;
    this.reading = sheetOpen();
    for (const sign of SIGNS) addEventListener(sign, this.onSign, { capture: true, passive: true });
    for (const change of ["blur", "focus"]) addEventListener(change, this.onChange);
    document.addEventListener("visibilitychange", this.onChange);
    for (const change of ["opening", "close"]) document.addEventListener(change, this.onSheet, { capture: true });
  }

  stop() {
    if (!this.running) return;
    this.#mark(false);
    this.running = false;
    for (const sign of SIGNS) removeEventListener(sign, this.onSign, { capture: true });
    for (const change of ["blur", "focus"]) removeEventListener(change, this.onChange);
    document.removeEventListener("visibilitychange", this.onChange);
    for (const change of ["opening", "close"]) document.removeEventListener(change, this.onSheet, { capture: true });
  }

  /** The state so far, rounded to whole milliseconds. */
  read() {
    if (this.running) this.#mark(false);
    const { blurs, shownAt } = this;
    const [elapsed, active, idle, aside] = [this.elapsed, this.active, this.idle, this.aside].map(Math.round);
    return { elapsed, active, idle, aside, blurs, shownAt };
  }

  /** Goes on where a draft left off. @param {any} kept */
  restore(kept) {
    if (!kept) return;
    this.elapsed = kept.elapsed ?? 0;
    this.active = kept.active ?? 0;
    this.idle = kept.idle ?? 0;
    this.aside = kept.aside ?? 0;
    this.blurs = kept.blurs ?? [];
    this.shownAt = kept.shownAt ?? 0;
  }

  /** @param {boolean} sign whether the rater just did something */
  #mark(sign) {
    const now = performance.now();
    const passed = now - this.last;
    this.elapsed += passed;
    const here = present();
    if (this.awaySince < 0) {
      // a pause up to the limit still counts as looking; beyond it nobody knows
      const busyUntil = this.lastSign + IDLE_AFTER_MS;
      const busy = Math.max(0, Math.min(now, busyUntil) - this.last);
      this.active += Math.min(passed, busy);
      if (this.reading) this.aside += Math.min(passed, busy);
      this.idle += passed - Math.min(passed, busy);
    }
    if (!here && this.awaySince < 0) this.awaySince = this.elapsed;
    if (here && this.awaySince >= 0) {
      if (this.blurs.length < MOST_BLURS) {
        this.blurs.push([Math.round(this.awaySince), Math.round(this.elapsed - this.awaySince)]);
      }
      this.awaySince = -1;
      this.lastSign = now;
    }
    this.last = now;
    if (sign) this.lastSign = now;
  }
}

function sheetOpen() {
  return document.querySelector("dialog.sheet[open]") !== null;
}

function present() {
  return document.visibilityState === "visible" && document.hasFocus();
}
