/** Which views were looked at large, how often, and for how long. */

/** Shorter than this the pointer was only passing by. */
const GLANCE_MS = 250;

export class ViewLog {
  /**
   * @param {readonly string[]} views
   * @param {() => void} onSeen called when a view has been looked at for the first time
   */
  constructor(views, onSeen) {
    this.onSeen = onSeen;
    /** @type {Record<string, {opens: number, ms: number}>} */
    this.views = Object.fromEntries(views.map((view) => [view, { opens: 0, ms: 0 }]));
    this.now = "";
    this.since = 0;
    this.counted = false;
    this.timer = 0;
    this.onVisibility = () => (document.visibilityState === "visible" ? (this.since = performance.now()) : this.#add());
  }

  /** @param {string} view that stands there at first @param {{large: boolean}} how whether that is already a proper look */
  start(view, { large }) {
    this.now = view;
    this.since = performance.now();
    this.counted = !large;
    if (large) this.#countSoon();
    document.addEventListener("visibilitychange", this.onVisibility);
  }

  stop() {
    this.#add();
    clearTimeout(this.timer);
    this.now = "";
    document.removeEventListener("visibilitychange", this.onVisibility);
  }

  /** @param {string} view */
  look(view) {
    if (view === this.now && this.counted && this.views[view].opens) return;
    this.#add();
    this.now = view;
    this.since = performance.now();
    this.counted = false;
    this.#countSoon();
  }

  /** @param {string} view */
  seen(view) {
    return this.views[view].opens > 0;
  }

  /** Opens and milliseconds of every view that was looked at. */
  read() {
    this.#add();
    const looked = Object.entries(this.views).filter(([, one]) => one.opens || one.ms);
    return Object.fromEntries(looked.map(([view, one]) => [view, { opens: one.opens, ms: Math.round(one.ms) }]));
  }

  /** @param {Record<string, {opens: number, ms: number}> | null} kept */
  restore(kept) {
    for (const [view, one] of Object.entries(kept ?? {})) if (view in this.views) this.views[view] = { ...one };
    this.onSeen();
  }

  #countSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.counted = true;
      this.views[this.now].opens += 1;
      this.onSeen();
    }, GLANCE_MS);
  }

  #add() {
    if (!this.now) return;
    const at = performance.now();
    this.views[this.now].ms += at - this.since;
    this.since = at;
  }
}
