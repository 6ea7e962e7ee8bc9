/** The rater's way to and between the trials: consent, questions, the guideline and its changes, rest. */
import { ApiError } from "./api.js";
import { wordsOfError } from "./outcomes.js";
import { askQuestions } from "./sheet.js";
import { t } from "./words.js";

/** @typedef {import("./api.js").Guideline} Guideline */

const LEAST_PAGE = 1_100;
/** Longer than a second press follows the first, so that nobody leaves a screen they have not seen. */
const READ_MS = 600;
const PREPARING = ["practice", "qualification"];

export class Journey {
  /**
   * @param {{api: import("./api.js").Api, screens: import("./screens.js").Screens, seat: any, keep: () => void,
   *   parse: (html: string) => Element, refresh: (guideline: Guideline) => void}} parts
   */
  constructor(parts) {
    this.parts = parts;
    /** @type {import("./api.js").Stage} */
    this.now = { stage: "", stages: [], consent: null, sheet: null };
    /** @type {Record<string, () => void>} */
    this.awaited = {};
    /** @type {import("./api.js").Session | null} */
    this.session = null;
    /** @type {import("./breaks.js").Breaks | null} */
    this.breaks = null;
    /** What the rater is to be told of their answers before the next trial. @type {import("./messages.js").Message | null} */
    this.warning = null;
    this.shownAt = 0;
  }

  /** Keeps a warning for the moment between two trials, unless it has been read. @param {import("./messages.js").Message} warning */
  warn(warning) {
    if (warning.number > (this.parts.seat.warned ?? 0)) this.warning = warning;
  }

  /** A button of the screen that is shown. @param {string} action */
  act(action) {
    this.awaited[action]?.();
  }

  /** @param {...string} actions @returns {Promise<string>} the one that was chosen */
  #choice(...actions) {
    return new Promise((resolve) => {
      this.awaited = Object.fromEntries(actions.map((action) => [action, () => resolve(action)]));
    });
  }

  /** Until the rater has agreed to take part. @returns {Promise<boolean>} whether they have */
  async agree() {
    let problem = "";
    for (;;) {
      this.now = await this.parts.api.stage();
      const { consent } = this.now;
      if (!consent) return true;
      this.#showConsent(consent, problem);
      if ((await this.#choice("agree", "decline")) === "decline") return false;
      problem = await this.#tell(() => this.parts.api.consent(consent.digest));
    }
  }

  /** @param {{html: string, warning: string}} consent @param {string} problem */
  #showConsent(consent, problem) {
    const screen = this.#screen("consent");
    const warning = /** @type {HTMLElement} */ (screen.querySelector(".warning"));
    warning.hidden = !consent.warning;
    /** @type {HTMLElement} */ (warning.querySelector("p")).textContent = consent.warning;
    /** @type {HTMLElement} */ (screen.querySelector(".prose")).replaceChildren(...this.parts.parse(`<div>${consent.html}</div>`).childNodes);
    this.parts.screens.show("consent", { "consent-problem": problem });
    screen.scrollTop = 0;
  }

  /** @param {() => Promise<unknown>} send @returns {Promise<string>} what went wrong, in words */
  async #tell(send) {
    try {
      await send();
      return "";
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401) throw error;
      return wordsOfError(error);
    }
  }

  /** Questions, then the guideline, for whoever has them ahead. @param {import("./api.js").Session} session */
  async prepare(session) {
    this.session = session;
    for (; this.now.sheet; this.now = await this.parts.api.stage()) {
      const { name, html, form: wire } = this.now.sheet;
      const screen = this.#screen(name);
      const form = /** @type {HTMLFormElement} */ (this.parts.parse(html));
      const answered = askQuestions(/** @type {HTMLElement} */ (screen.querySelector(".questions")), form, {
        wire,
        send: (values) => this.parts.api.sheet(name, values),
      });
      this.parts.screens.show(name);
      screen.scrollTop = 0;
      await answered;
    }
    const { guideline } = session;
    const { seat } = this.parts;
    if (!guideline || ![...PREPARING, "trials"].includes(this.now.stage)) return;
    if (seat.guideline && seat.guideline !== guideline.version) await this.#changed(guideline);
    else if (!seat.guideline && !this.#hasBegun(session)) await this.#readThrough(guideline);
    this.#noted(guideline);
  }

  /** Whether the rater, who may have come back on another device, has read the guideline before. @param {import("./api.js").Session} session */
  #hasBegun(session) {
    const { stage, stages } = this.now;
    const before = stages.slice(0, stages.indexOf(stage));
    return session.progress.answered > 0 || before.some((one) => PREPARING.includes(one));
  }

  /** What a new stage begins with. @param {import("./api.js").Lease} lease the first trial of it @returns {(() => Promise<void>) | null} */
  #introduction(lease) {
    const { seat, keep } = this.parts;
    const attempt = lease.attempt ?? 0;
    const name = lease.practice ? "practice" : lease.counts === false ? (attempt ? "test-again" : "test") : "counts";
    const stage = name === "test-again" ? `${name}-${attempt}` : name;
    if (seat.introduced === stage) return null;
    const prepared = this.now.stages.some((one) => PREPARING.includes(one));
    const came = !seat.introduced && (this.session?.progress.answered ?? 0) > 0;
    const note = () => {
      seat.introduced = stage;
      keep();
    };
    // without practice or test the guideline has said all there is to say
    if (name === "counts" && (!prepared || came)) {
      note();
      return null;
    }
    return async () => {
      const screen = this.#screen(name);
      const tries = Number(screen.dataset.attempts ?? 1);
      this.shownAt = performance.now();
      this.parts.screens.show(name, { again: t("again-text", { n: tries - attempt }) });
      await this.#choice("begin");
      note();
    };
  }

  /** Enter on a page of the guideline, or on a screen between two stages. */
  enter() {
    if (performance.now() - this.shownAt < READ_MS) return;
    for (const action of ["page-next", "begin"]) this.act(action);
  }

  /** @param {Guideline} guideline */
  #noted(guideline) {
    this.parts.seat.guideline = guideline.version;
    this.parts.keep();
  }

  /** The whole guideline, page by page. @param {Guideline} guideline */
  async #readThrough(guideline) {
    const whole = this.parts.parse(`<div>${guideline.html}</div>`);
    const screen = this.#screen("reading");
    const heading = whole.firstElementChild;
    if (heading?.tagName === "H1") {
      // one title is enough: the guideline's own
      /** @type {HTMLElement} */ (screen.querySelector("h2")).textContent = heading.textContent;
      heading.remove();
    }
    const pages = pagesOf(whole);
    const text = /** @type {HTMLElement} */ (screen.querySelector(".prose"));
    const back = /** @type {HTMLButtonElement} */ (screen.querySelector("[data-action=page-back]"));
    const next = /** @type {HTMLElement} */ (screen.querySelector("[data-action=page-next]"));
    for (let page = 0; page < pages.length; ) {
      text.replaceChildren(...pages[page]);
      back.disabled = page === 0;
      next.textContent = t(page === pages.length - 1 ? "guideline-done" : "page-next");
      this.parts.screens.show("reading", { page: t("page-of", { n: page + 1, all: pages.length }) });
      screen.scrollTop = 0;
      this.shownAt = performance.now();
      page += (await this.#choice("page-back", "page-next")) === "page-next" ? 1 : -1;
    }
  }

  /** What is new in the guideline, before the rater goes on. @param {Guideline} guideline */
  async #changed(guideline) {
    this.parts.refresh(guideline);
    const screen = this.#screen("changed");
    const text = /** @type {HTMLElement} */ (screen.querySelector(".prose"));
    text.replaceChildren(...this.parts.parse(`<div>${guideline.changes || guideline.html}</div>`).childNodes);
    this.parts.screens.show("changed");
    screen.scrollTop = 0;
    await this.#choice("changed-read");
    if (this.session) this.session.guideline = guideline;
    this.#noted(guideline);
  }

  /** @param {import("./messages.js").Message} warning */
  async #warned(warning) {
    this.parts.screens.show("warned", { warning: warning.text });
    await this.#choice("warning-read");
    this.warning = null;
    this.parts.seat.warned = warning.number;
    this.parts.keep();
  }

  /**
   * What comes before the next trial, if anything.
   * @param {string} number of the guideline in force, as the server said last
   * @param {import("./api.js").Lease} lease the next trial
   * @returns {(() => Promise<void>) | null}
   */
  due(number, lease) {
    const { session, breaks } = this;
    const read = session?.guideline;
    if (read && number && number !== read.version) {
      return async () => {
        const { guideline } = await this.parts.api.session();
        if (guideline && guideline.version !== read.version) await this.#changed(guideline);
      };
    }
    const { warning } = this;
    if (warning) return () => this.#warned(warning);
    if (breaks?.due) return () => breaks.rest();
    return this.#introduction(lease);
  }

  /** @param {string} name @returns {HTMLElement} */
  #screen(name) {
    return /** @type {HTMLElement} */ (document.querySelector(`.screen[data-screen=${name}]`));
  }
}

/** A long text in pages: a new one at a heading, once there is enough to read on the last. @param {Element} whole @returns {Element[][]} */
function pagesOf(whole) {
  /** @type {Element[][]} */
  const pages = [[]];
  let size = 0;
  for (const part of [...whole.children]) {
    if (/^H[12]$/.test(part.tagName) && size >= LEAST_PAGE) {
      pages.push([]);
      size = 0;
    }
    pages.at(-1)?.push(part);
    size += weight(part);
  }
  const last = pages.at(-1);
  if (pages.length > 1 && last && last.reduce((sum, part) => sum + weight(part), 0) < LEAST_PAGE / 3) {
    pages.pop();
    pages.at(-1)?.push(...last);
  }
  return pages;
}

/** Letters, as far as they take room: a Chinese one says as much as three, a picture as much as a paragraph. @param {Element} part */
function weight(part) {
  const text = part.textContent ?? "";
  return text.length + 2 * (text.match(/[\u3400-\u9fff]/g)?.length ?? 0) + 300 * part.querySelectorAll("img").length;
}
