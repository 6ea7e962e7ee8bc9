/** Takes the rater from trial to trial: shows, checks, sends, goes back. */
import { PictureError } from "../elements/pictures.js";
import { ApiError } from "./api.js";
import { ask } from "./dialogs.js";
import { History } from "./history.js";
import { markHistory } from "./leaving.js";
import { tellLoading } from "./loading.js";
import { parse } from "./markup.js";
import { wordsOfRefusal } from "./outcomes.js";
import { Pauses } from "./pauses.js";
import { Ahead } from "./prefetch.js";
import { Staging } from "./staging.js";
import { notify } from "./status.js";
import { Trial } from "./trial.js";
import { t } from "./words.js";

/** A second click of a double click must not reach the next trial. */
const SETTLE_MS = 300;

/**
 * @typedef {{stage: HTMLElement, api: import("./api.js").Api, seat: any, session: import("./api.js").Session,
 *   module: import("./trial.js").PageModule | null, outbox: import("./outbox.js").Outbox,
 *   drafts: import("./drafts.js").Drafts, keys: import("./keys.js").Keys, screens: import("./screens.js").Screens,
 *   status: import("./status.js").Status, version: string, journey: import("./journey.js").Journey,
 *   feedback: import("./feedback.js").Feedback, finish: import("./finish.js").Finish,
 *   asked: (now: boolean) => void, restart: () => void, signal: AbortSignal}} Parts
 */

export class Runner {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    /** Leases answered in this browser. @type {Set<string>} */
    this.done = new Set(parts.outbox.waiting.map((entry) => entry.lease));
    /** Trials whose pictures did not come the last time: others go first. @type {Set<string>} */
    this.unloaded = new Set();
    this.ahead = new Ahead(parts.api, (lease) => this.done.has(lease));
    this.history = new History(parts.api);
    /** On screen. @type {Trial | null} */
    this.current = null;
    /** The unanswered trial put aside while an earlier one is looked at. @type {Trial | null} */
    this.open = null;
    this.staging = new Staging(parts.stage, parts.drafts, (lease) => this.#build(lease));
    this.revealedAt = 0;
    this.stopped = false;
    /** While an earlier trial is being fetched, nothing else may take the screen. */
    this.turning = false;
    this.pauses = new Pauses(this);
    const { outbox, signal } = parts;
    outbox.addEventListener("saved", (event) => {
      const { entry, reply } = /** @type {CustomEvent} */ (event).detail;
      if (reply.standing === "warned" && entry.rater === parts.seat.rater) parts.asked(true);
      void this.refill();
    }, { signal });
    outbox.addEventListener("refused", (event) => this.#refused(/** @type {CustomEvent} */ (event).detail), { signal });
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void this.refill(), { signal });
  }

  async start() {
    await Promise.allSettled([this.history.load(), this.ahead.fill()]);
    this.parts.status.pace.begin(this.parts.session.timing.pace_seconds);
    this.parts.status.setProgress(this.ahead.progress);
    await this.next();
  }

  /** Ends work in this tab; what is filled in stays as a draft. */
  stop() {
    this.stopped = true;
    this.pauses.over();
    this.parts.drafts.now();
    this.staging.drop();
    for (const trial of [this.current, this.open]) trial?.remove();
    this.current = this.open = this.parts.keys.trial = null;
  }

  /** Asks for more trials and builds the next one. Trouble is met when a trial is really needed. */
  async refill() {
    if (this.stopped) return;
    try {
      await this.ahead.fill();
      if (this.stopped) return;
      this.parts.status.setProgress(this.ahead.progress);
      if (this.ahead.reason === "stopped") {
        this.stop();
        return this.pauses.nothing("stopped");
      }
      this.parts.asked(false);
      this.staging.keepOnly(this.ahead.leases);
      if (this.current && !this.current.revises) this.#stageNext();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    if (!this.current) await this.next();
  }

  /** Shows the next open trial: in this very frame if it is built already. @returns {Promise<void>} */
  async next() {
    if (this.stopped || this.current || this.turning) return;
    if (!this.#stageNext()) {
      try {
        await this.ahead.fill();
      } catch (error) {
        return this.pauses.explain(error);
      }
      if (this.stopped || this.current || this.turning) return;
      if (!this.#stageNext()) return this.pauses.nothing(this.ahead.reason);
    }
    const staged = /** @type {import("./staging.js").Staged} */ (this.staging.staged);
    const due = this.parts.journey.due(this.ahead.guideline, staged.trial.lease);
    if (due) return this.pauses.before(due);
    if (!staged.settled) {
      this.parts.screens.show("loading");
      const told = tellLoading(this.parts.stage, staged.trial.lease.media);
      try {
        await staged.ready;
      } catch (error) {
        this.unloaded.add(staged.trial.lease.lease);
        if (error instanceof PictureError && this.#open.some((one) => !this.unloaded.has(one.lease))) return this.next();
        this.unloaded.clear();
        return this.pauses.explain(error);
      } finally {
        told();
      }
      if (this.stopped || this.current || this.turning || this.staging.staged !== staged) return;
    }
    this.staging.take();
    this.#reveal(staged.trial);
    if (!this.#stageNext()) void this.refill();
  }

  /** Builds the nearest trial that is neither answered nor open. @returns {boolean} whether there is one */
  #stageNext() {
    const open = this.#open;
    const lease = open.find((one) => !this.unloaded.has(one.lease)) ?? open[0];
    if (lease) this.staging.put(lease);
    return this.staging.staged !== null;
  }

  /** Trials held that are neither answered nor on screen. */
  get #open() {
    const taken = [this.current?.lease.lease, this.open?.lease.lease];
    return this.ahead.leases.filter((one) => !this.done.has(one.lease) && !taken.includes(one.lease));
  }

  /** @param {import("./api.js").Lease} lease */
  #build(lease) {
    const { session, module, drafts } = this.parts;
    const trial = new Trial(lease, /** @type {HTMLFormElement} */ (parse(lease.html)), { session, module });
    trial.listen({ changed: () => trial.revises || drafts.soon(trial), submit: () => this.submit() });
    return trial;
  }

  /** @param {Trial} trial */
  #reveal(trial) {
    this.current = trial;
    this.revealedAt = performance.mark("trial").startTime;
    this.pauses.over();
    trial.form.classList.toggle("revising", trial.revises !== "");
    trial.form.classList.toggle("unchanged", trial.revises !== "");
    trial.form.querySelector("[data-action=back]")?.toggleAttribute("disabled", !this.history.reachesBack);
    const number = trial.revises ? this.#sayWhich(trial) : 0;
    this.parts.status.setPhase(trial.lease);
    this.parts.screens.show("");
    trial.reveal(this.parts.status.nameOf(trial.lease, number));
    this.parts.keys.trial = trial;
    markHistory();
  }

  submit() {
    const trial = this.current;
    if (this.parts.feedback.open) return this.parts.feedback.goOn();
    if (!trial || this.#settling) return;
    if (trial.revises && !trial.changed) return void this.forward();
    const faults = trial.problems();
    if (faults.length) return trial.showFaults(faults);
    const id = this.#send(trial);
    if (trial.revises) return void this.forward();
    const { lease } = trial;
    if (lease.counts !== false) this.parts.status.count(trial.clock.active);
    if (!lease.practice) return this.pass(lease.lease);
    this.turning = true;
    this.parts.keys.trial = null;
    void this.parts.feedback.after(trial, id).then(() => {
      this.turning = false;
      this.pass(lease.lease);
    });
  }

  /** @param {Trial} trial @returns {string} the id of the answer on its way */
  #send(trial) {
    const { outbox, drafts, api, seat, version, journey } = this.parts;
    const body = trial.body(version);
    const { lease } = trial;
    Object.assign(body.meta, journey.breaks?.meta());
    const entry = outbox.add({ api: api.base, rater: seat.rater, token: seat.token, lease: lease.lease, sequence: lease.sequence, counts: lease.counts !== false, body });
    drafts.forget(lease.lease);
    if (!lease.practice) this.history.add(lease, body.payload, entry.id);
    if (!trial.revises) journey.breaks?.add(body.active_ms);
    return entry.id;
  }

  /** Whether an earlier answer on screen has been changed and not saved. */
  get unsaved() {
    return Boolean(this.current?.revises && this.current.changed);
  }

  /** Asks what becomes of a change that is not saved. @returns {Promise<boolean>} whether the trial on screen may be left */
  async leaving() {
    const trial = this.current;
    if (!trial || !this.unsaved) return true;
    const choice = await ask("unsaved");
    if (this.current !== trial || choice !== "save") return choice === "discard";
    const faults = trial.problems();
    if (faults.length) trial.showFaults(faults);
    else this.#send(trial);
    return faults.length === 0;
  }

  /** Leaves the trial on screen, answered or not, for the next. @param {string} lease */
  pass(lease) {
    this.done.add(lease);
    this.ahead.drop(lease);
    this.parts.drafts.forget(lease);
    if (this.current?.lease.lease === lease) this.#clear();
    void this.next();
  }

  #clear() {
    this.current?.remove();
    this.current = this.parts.keys.trial = null;
  }

  /** Says which of the earlier answers this is. @param {Trial} trial @returns {number} 0 if it is not counted */
  #sayWhich(trial) {
    const { here, after } = this.history;
    const all = this.parts.status.answered;
    const n = here && here.lease.counts !== false ? all - after : 0;
    const words = trial.form.querySelector(".revising-words");
    if (words) words.textContent = n ? t("revising-number", { n, all }) : t("revising");
    return n;
  }

  get #settling() {
    return this.stopped || this.turning || performance.now() - this.revealedAt < SETTLE_MS;
  }

  /** Back to the trial before, to look at it or change it. */
  async back() {
    if (this.#settling || !this.history.reachesBack || !(await this.leaving())) return;
    this.turning = true;
    try {
      if (this.history.position === 0) await this.history.loadEarlier();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return notify(t("back-unreachable"), { seconds: 8 });
    } finally {
      this.turning = false;
    }
    if (this.history.position > 0) await this.#turnTo(this.history.position - 1);
  }

  /** From an earlier answer to the one after it; after the last comes the open trial. */
  async onward() {
    if (this.#settling || !this.current?.revises || !(await this.leaving())) return;
    const next = this.history.position + 1;
    await (next < this.history.list.length ? this.#turnTo(next) : this.forward());
  }

  /** Shows an earlier answer. @param {number} position in the history */
  async #turnTo(position) {
    const past = this.history.list[position];
    this.revealedAt = performance.mark("trial").startTime;
    const leaving = this.current;
    this.parts.drafts.now();
    if (leaving && !leaving.revises) {
      leaving.conceal();
      this.open = leaving;
      this.current = null;
    } else this.#clear();
    this.history.position = position;
    this.turning = true;
    const trial = this.#build(past.lease);
    trial.revises = past.answer;
    try {
      await trial.prepare(this.parts.stage, { payload: past.payload });
    } catch {
      trial.remove();
      notify(t("back-unreachable"), { seconds: 8 });
    } finally {
      this.turning = false;
    }
    if (!trial.form.isConnected) return this.forward();
    if (this.stopped) return trial.remove();
    trial.before = JSON.stringify(trial.sheet.read());
    this.#reveal(trial);
  }

  /** From an earlier trial to the open one. */
  async forward() {
    this.#clear();
    this.history.position = this.history.list.length;
    const { open } = this;
    this.open = null;
    await (open ? this.#reveal(open) : this.next());
  }

  /** @param {{entry: import("./outbox.js").Entry, error: ApiError}} refused */
  #refused({ entry, error }) {
    if (this.stopped) return;
    const { outbox, drafts, seat } = this.parts;
    void outbox.dismiss(entry.id);
    if (entry.rater !== seat.rater) return;
    if (error.code === "rater-withdrawn") {
      this.stop();
      return this.parts.screens.show("withdrawn");
    }
    notify(wordsOfRefusal(error));
    const past = this.history.list.find((one) => one.lease.lease === entry.lease);
    this.history.remove(entry.lease);
    void this.history.load().catch(() => {});
    if (error.status !== 422 || entry.body.revises || !past) return;
    // the server found a fault this page did not: the same trial comes again, filled in as it was
    void drafts.database.put("drafts", { lease: entry.lease, payload: entry.body.payload, page: null, clock: null, at: Date.now() });
    this.done.delete(entry.lease);
    this.ahead.leases.unshift(past.lease);
  }
}
