/** What the bar says: how far, and whether everything is saved. "Saved" is said only when the server has said so. */
import { t } from "./words.js";

/** Trials that the protocol's pace weighs as much as: a few slow first ones must not make the end look far away. */
const PRESUMED_TRIALS = 5;

export class Status {
  /** @param {import("./outbox.js").Outbox} outbox @param {import("./database.js").Database} database */
  constructor(outbox, database) {
    this.outbox = outbox;
    this.database = database;
    this.answered = 0;
    /** How many there are for this rater at most; 0 if there is no end. */
    this.all = 0;
    /** In practice and qualification nothing counts yet. */
    this.preparing = false;
    this.pace = new Pace();
    this.everSaved = false;
    outbox.addEventListener("change", () => this.draw());
    outbox.addEventListener("saved", () => {
      this.everSaved = true;
      this.draw();
    });
    addEventListener("offline", () => this.draw());
    addEventListener("online", () => this.draw());
  }

  /** @param {import("./api.js").Progress | null} progress as the server knows it */
  setProgress(progress) {
    if (!progress) return;
    // the server may have counted what was sent already; this page has, too, unless it was opened since
    const counting = this.outbox.waiting.filter((entry) => !entry.body.revises && entry.counts !== false && !entry.tried);
    const unsent = new Set(counting.map((entry) => entry.lease)).size;
    // a reply that was under way while an answer arrived knows less than this page does
    this.answered = Math.max(this.answered, progress.answered + unsent);
    this.all = progress.total ? Math.max(this.answered, progress.total) : 0;
    this.draw();
  }

  /** Says where trials do not count, and which of how many this is. @param {import("./api.js").Lease} lease */
  setPhase(lease) {
    const badge = /** @type {HTMLElement} */ (document.getElementById("phase"));
    this.preparing = lease.counts === false;
    badge.hidden = !this.preparing;
    const name = lease.practice ? "practice-number" : "qualification-number";
    badge.textContent = badge.hidden ? "" : t(name, { n: lease.number ?? 0, all: lease.of ?? 0 });
    this.draw();
  }

  /** What a trial is called: by its number, or by what it is for. @param {import("./api.js").Lease} lease @param {number} [number] of an earlier answer */
  nameOf(lease, number) {
    if (number) return t("answer-number", { n: number });
    const phase = document.getElementById("phase")?.textContent ?? "";
    return lease.practice || lease.counts === false ? phase : t("trial-number", { n: this.answered + 1 });
  }

  /** One more answered here. @param {number} active milliseconds that it took */
  count(active) {
    this.answered += 1;
    this.pace.add(active);
    this.draw();
  }

  /** @returns {"idle" | "saving" | "saved" | "waiting" | "offline"} */
  get state() {
    const waiting = this.outbox.waiting.length;
    if (waiting === 0) return navigator.onLine ? (this.everSaved || this.answered ? "saved" : "idle") : "offline";
    return this.outbox.stuck || !navigator.onLine ? "waiting" : "saving";
  }

  draw() {
    const waiting = this.outbox.waiting.length;
    const mark = /** @type {HTMLElement} */ (document.getElementById("save-state"));
    const words = { idle: "", saving: t("saving"), saved: t("saved"), waiting: t("waiting", { n: waiting }), offline: t("offline") };
    const text = /** @type {HTMLElement} */ (mark.querySelector(".save-words"));
    mark.dataset.state = this.state;
    if (text.textContent !== words[this.state]) text.textContent = words[this.state];
    mark.title = this.state === "waiting" ? t(this.database.lasting ? "waiting-help" : "waiting-keep-open") : "";
    const box = /** @type {HTMLElement} */ (document.getElementById("progress"));
    const bar = /** @type {HTMLProgressElement} */ (document.getElementById("progress-bar"));
    const figures = /** @type {HTMLElement} */ (document.getElementById("progress-text"));
    const minutes = /** @type {HTMLElement} */ (document.getElementById("progress-left"));
    const left = this.all - this.answered;
    box.hidden = this.preparing || this.answered + this.all === 0;
    bar.hidden = this.all === 0;
    bar.max = Math.max(1, this.all);
    bar.value = this.answered;
    figures.textContent = this.all ? t("progress", { done: this.answered, all: this.all }) : t("progress-open", { done: this.answered });
    minutes.textContent = left > 0 ? t("progress-left", { n: this.pace.minutes(left) }) : "";
  }

  /** What a screen says about answers that have not arrived. */
  unsentWords() {
    const waiting = this.outbox.waiting.length;
    return waiting ? t(this.database.lasting ? "unsent-kept" : "unsent-keep-open", { n: waiting }) : t("all-saved");
  }
}

/** How long trials take this rater: at first the protocol's pace, then more and more their own. */
export class Pace {
  constructor() {
    this.seconds = 0;
    this.trials = 0;
  }

  /** @param {number} seconds that a trial should take */
  begin(seconds) {
    if (this.trials) return;
    this.trials = PRESUMED_TRIALS;
    this.seconds = PRESUMED_TRIALS * seconds;
  }

  /** @param {number} ms of active work on one trial */
  add(ms) {
    this.trials += 1;
    this.seconds += ms / 1000;
  }

  /** @param {number} left trials @returns {number} minutes for them, never 0 */
  minutes(left) {
    return Math.max(1, Math.round((left * this.seconds) / Math.max(1, this.trials) / 60));
  }
}

/**
 * A sentence at the top of the page that stays until it is dismissed.
 * @param {string} words
 * @param {{act?: string, run?: () => void, seconds?: number}} [how]
 */
export function notify(words, how = {}) {
  const notices = /** @type {HTMLElement} */ (document.getElementById("notices"));
  for (const old of notices.children) if (old.querySelector("p")?.textContent === words) old.remove();
  const notice = document.createElement("div");
  notice.className = "notice";
  const text = document.createElement("p");
  text.textContent = words;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "tool";
  button.textContent = how.act ?? t("close");
  button.addEventListener("click", () => {
    notice.remove();
    how.run?.();
  });
  notice.append(text, button);
  notices.append(notice);
  if (how.seconds) setTimeout(() => notice.remove(), how.seconds * 1000);
}
