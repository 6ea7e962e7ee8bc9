/** Counting by clicks on the picture: each leaves a numbered dot, a click on a dot takes it away, and the dots are the number. */
import { PictureMarks } from "./picture-marks.js";

/** How near to a dot a click means the dot, as a share of the picture's width: the size that dots are drawn in. */
const NEAR = 0.019;
/** A pointer that moved further between press and release was moving the picture. */
const STILL = 6;

export class Tally {
  /**
   * @param {HTMLFormElement} form with a button `[data-tally]`
   * @param {HTMLElement} zoom around the picture
   * @param {HTMLElement & {value: string, tally: (number: number) => void}} count that the dots give
   */
  constructor(form, zoom, count) {
    this.button = /** @type {HTMLElement} */ (form.querySelector("[data-tally]"));
    this.count = count;
    this.marks = new PictureMarks(zoom);
    /** @type {number[][]} */
    this.dots = [];
    this.on = false;
    /** Where the pointer went down. */
    let [x, y] = [0, 0];
    zoom.addEventListener("pointerdown", (event) => ([x, y] = [event.clientX, event.clientY]), { capture: true });
    // before the picture opens large, which is what a click does otherwise
    zoom.addEventListener("click", (event) => {
      if (!this.on) return;
      event.stopImmediatePropagation();
      if (Math.hypot(event.clientX - x, event.clientY - y) < STILL) this.#click(event);
    }, { capture: true });
    this.button.addEventListener("click", () => this.toggle());
    form.addEventListener("input", () => this.#compare());
  }

  toggle() {
    this.on = !this.on;
    this.button.setAttribute("aria-pressed", String(this.on));
    this.button.parentElement?.classList.toggle("tallying", this.on);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const at = this.marks.at(event);
    if (!at) return;
    const { naturalWidth, naturalHeight } = this.marks.image;
    const tall = naturalHeight / (naturalWidth || 1) || 1;
    const own = this.dots.findIndex(([x, y]) => Math.hypot(x - at[0], (y - at[1]) * tall) < NEAR);
    this.dots = own < 0 ? [...this.dots, at.map((share) => Math.round(share * 1e4) / 1e4)] : this.dots.filter((_, n) => n !== own);
    this.restore(this.dots);
    this.count.tally(this.dots.length);
  }

  /** Dots fade where the number was given otherwise; they count again with the next click. */
  #compare() {
    const number = this.count.value.startsWith(">") ? Infinity : Number(this.count.value || 0);
    const limit = Number(this.count.getAttribute("max"));
    const told = this.dots.length > limit ? Infinity : this.dots.length;
    this.marks.svg.classList.toggle("stale", number !== told);
  }

  /** @param {number[][]} dots */
  restore(dots) {
    this.dots = dots;
    this.marks.dot(dots);
    this.#compare();
  }
}
