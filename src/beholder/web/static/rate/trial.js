/** One showing: its form in the page, its pictures, its clock, and what the protocol's own script adds. */
import { showAim } from "./aim.js";
import { Clock } from "./clock.js";
import { Sheet } from "./form.js";
import { load } from "./prefetch.js";
import * as standardPage from "./standard-page.js";
import { t } from "./words.js";

/**
 * What a protocol's `page.js` may return from `mount`. Everything is optional.
 * @typedef {{
 *   ready?: Promise<unknown>, shown?: () => void, hidden?: () => void, problems?: () => import("./form.js").Fault[],
 *   lead?: (where: string) => HTMLElement | null | undefined, worded?: (fault: import("./form.js").Fault) => import("./form.js").Fault,
 *   meta?: () => Record<string, any>, state?: () => any, restore?: (state: any) => void,
 *   told?: (told: import("./expected.js").Told) => void,
 *   keys?: {code: string, label: string, inDialog?: boolean, run: () => void}[], remove?: () => void,
 * }} Page
 * @typedef {{mount: (given: any) => Page}} PageModule
 */

/** @type {PageModule} */
const STANDARD = standardPage;

export class Trial {
  /**
   * @param {import("./api.js").Lease} lease
   * @param {HTMLFormElement} form
   * @param {{session: import("./api.js").Session, module: PageModule | null}} with_
   */
  constructor(lease, form, { session, module }) {
    this.lease = lease;
    this.form = form;
    this.session = session;
    this.sheet = new Sheet(form, session.form);
    this.clock = new Clock();
    this.keysUsed = 0;
    this.touched = false;
    /** The answer this one corrects, and what it said. */
    this.revises = "";
    this.before = "";
    this.module = module;
    /** @type {Page} */
    this.page = {};
    this.shown = false;
    this.endAim = () => {};
  }

  /** Whether the rater has changed what was answered before. */
  get changed() {
    return JSON.stringify(this.sheet.read()) !== this.before;
  }

  /**
   * Keeps the form up to date with what the rater does.
   * @param {{changed: () => unknown, submit: () => void}} on
   */
  listen({ changed, submit }) {
    const update = (/** @type {Event} */ event) => {
      const box = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("[data-field]"));
      this.sheet.update();
      this.sheet.review(this.problems(), box?.dataset.field);
      this.#gate();
      this.form.classList.toggle("unchanged", this.revises !== "" && !this.changed);
      changed();
    };
    this.form.addEventListener("input", update);
    this.form.addEventListener("viewed", update);
    this.form.addEventListener("pointerdown", (event) => (this.touched ||= event.pointerType === "touch"));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      submit();
    });
  }

  /**
   * Fetches and decodes every picture, builds the page behind the scenes and fills in what was there before.
   * @param {HTMLElement} stage
   * @param {{payload?: any, unfinished?: any[], page?: any, clock?: any} | undefined} earlier
   */
  async prepare(stage, earlier) {
    this.form.classList.add("ahead");
    this.form.inert = true;
    stage.append(this.form);
    await load(this.lease.media);
    const { params, timing } = this.session;
    this.page = (this.module ?? STANDARD).mount({ form: this.form, sheet: this.sheet, params, timing, t, revising: this.revises !== "" }) ?? {};
    await this.page.ready;
    if (earlier?.payload) this.sheet.fill(earlier.payload);
    else this.sheet.update();
    this.#unfinished().forEach((one, n) => earlier?.unfinished?.[n] && (one.drafted = earlier.unfinished[n]));
    if (earlier?.page) this.page.restore?.(earlier.page);
    this.clock.restore(earlier?.clock);
  }

  /** Puts the trial before the rater; the clock starts with the frame that paints it. @param {string} [name] which one it is */
  reveal(name = "") {
    this.shown = true;
    this.form.classList.replace("ahead", "current");
    this.form.inert = false;
    this.form.tabIndex = -1;
    // read aloud with the focus, which comes to the form or into it
    if (name) this.form.setAttribute("aria-label", name);
    const first = /** @type {HTMLElement | null} */ (this.form.querySelector("[autofocus]"));
    (first ?? this.form).focus({ preventScroll: true });
    this.page.shown?.();
    this.#gate();
    requestAnimationFrame(() => this.shown && this.clock.start());
    this.endAim = showAim(this.form, this.clock, this.lease.practice ?? false);
  }

  /** Takes it off the screen and keeps it as it is. */
  conceal() {
    this.shown = false;
    this.endAim();
    this.clock.stop();
    this.page.hidden?.();
    this.form.classList.replace("current", "ahead");
    this.form.inert = true;
  }

  remove() {
    this.shown = false;
    this.endAim();
    this.clock.stop();
    this.page.hidden?.();
    this.page.remove?.();
    this.form.remove();
  }

  /** Elements that can be half done: what they hold then is no answer yet, but must outlast a reload. @returns {any[]} */
  #unfinished() {
    return [...this.form.querySelectorAll("[data-field] [name]")].filter((control) => "drafted" in control);
  }

  draft() {
    const unfinished = this.#unfinished().map((one) => one.drafted);
    return { payload: this.sheet.read(), unfinished, page: this.page.state?.() ?? null, clock: this.clock.read() };
  }

  /** Tells whether the page itself holds the answer back: a view must be opened, a clip watched. */
  #gate() {
    this.form.classList.toggle("gated", (this.page.problems?.() ?? []).length > 0);
  }

  /** Everything wrong with the answer as it stands. */
  problems() {
    const own = this.sheet.problems();
    return [...(this.page.worded ? own.map(this.page.worded) : own), ...(this.page.problems?.() ?? [])];
  }

  /** Says what is wrong and leads to the first, where the page knows a better place than the field. @param {import("./form.js").Fault[]} faults */
  showFaults([first, ...others]) {
    this.sheet.show([{ ...first, target: this.page.lead?.(first.where) ?? first.target }, ...others]);
  }

  /** The body of the answer. @param {string} version of the page's files */
  body(version) {
    const clock = this.clock.read();
    const root = document.documentElement;
    return {
      lease: this.lease.lease,
      payload: this.sheet.read(),
      revises: this.revises,
      elapsed_ms: clock.elapsed,
      active_ms: clock.active,
      guideline: this.session.guideline?.version ?? "1",
      meta: {
        display: {
          width: innerWidth,
          height: innerHeight,
          ratio: devicePixelRatio,
          zoom: Math.round((visualViewport?.scale ?? 1) * 100) / 100,
        },
        shown_at_ms: clock.shownAt,
        idle_ms: clock.idle,
        aside_ms: clock.aside,
        blur: clock.blurs,
        device: this.touched ? "touch" : "mouse",
        keys_used: this.keysUsed,
        language: root.dataset.lang,
        theme: root.dataset.theme ?? "auto",
        page_version: version,
        ...this.page.meta?.(),
      },
    };
  }
}
