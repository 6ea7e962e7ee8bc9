/** How far lists of steps have been read. A line has `data-step` with its number, the last one `data-end`. */

/** What a rater does to a page. */
const ACTS = ["wheel", "touchmove", "pointerdown", "keydown"];

/** How far each side has been read: a side is read once its last line has been in view. */
export class ReadingLog {
  /** @param {HTMLElement[]} lists @param {() => void} onEnd */
  constructor(lists, onEnd) {
    this.lists = lists;
    this.furthest = lists.map(() => 0);
    this.ended = lists.map(() => false);
    this.onEnd = onEnd;
    this.paused = false;
    this.watch = new IntersectionObserver((entries) => {
      if (!this.paused) this.#sawAll(entries.filter((entry) => entry.isIntersecting).map((entry) => entry.target));
    });
    this.resume = () => this.#resume();
  }

  start() {
    for (const list of this.lists) for (const line of list.children) this.watch.observe(line);
    for (const act of ACTS) addEventListener(act, this.resume, { capture: true, passive: true });
  }

  stop() {
    this.watch.disconnect();
    for (const act of ACTS) removeEventListener(act, this.resume, { capture: true });
  }

  /** Nothing counts as read until the rater does something. */
  pause() {
    this.paused = true;
  }

  #resume() {
    if (!this.paused) return;
    this.paused = false;
    this.#sawAll(this.lists.flatMap((list) => [...list.children].filter((line) => inView(line, list))));
  }

  /** @param {Element[]} lines */
  #sawAll(lines) {
    const before = String(this.ended);
    for (const line of lines) this.#saw(/** @type {HTMLElement} */ (line));
    if (String(this.ended) !== before) this.onEnd();
  }

  unread() {
    return this.lists.map((_, side) => side).filter((side) => !this.ended[side]);
  }

  /** The first line of a side that has not been in view. @param {number} side @returns {HTMLElement} */
  next(side) {
    const lines = this.lists[side].children;
    return /** @type {HTMLElement} */ (lines[Math.min(this.furthest[side], lines.length - 1)]);
  }

  read() {
    return this.lists.map((list, side) => ({ furthest: this.furthest[side], of: list.querySelectorAll("[data-step]").length, ended: this.ended[side] }));
  }

  /** @param {{furthest: number, ended: boolean}[] | undefined} kept */
  restore(kept) {
    kept?.forEach((one, side) => {
      this.furthest[side] = Math.max(this.furthest[side], one.furthest);
      this.ended[side] ||= one.ended;
    });
  }

  /** @param {HTMLElement} line */
  #saw(line) {
    const side = this.lists.indexOf(/** @type {HTMLElement} */ (line.parentElement));
    this.furthest[side] = Math.max(this.furthest[side], Number(line.dataset.step ?? 0));
    if (line.dataset.end !== undefined) this.ended[side] = true;
  }
}

/** @param {Element} line @param {Element} list */
function inView(line, list) {
  const [{ top, bottom }, around] = [line.getBoundingClientRect(), list.getBoundingClientRect()];
  return bottom > Math.max(0, around.top) && top < Math.min(innerHeight, around.bottom);
}
