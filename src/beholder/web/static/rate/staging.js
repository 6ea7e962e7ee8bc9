/** The one trial that stands ready behind the screen, so that it can be shown within a frame. */

/** @typedef {{trial: import("./trial.js").Trial, ready: Promise<void>, settled: boolean, failed: boolean}} Staged */

export class Staging {
  /**
   * @param {HTMLElement} stage
   * @param {import("./drafts.js").Drafts} drafts
   * @param {(lease: import("./api.js").Lease) => import("./trial.js").Trial} build
   */
  constructor(stage, drafts, build) {
    this.stage = stage;
    this.drafts = drafts;
    this.build = build;
    /** @type {Staged | null} */
    this.staged = null;
  }

  /** Builds a trial unless one stands ready; one whose pictures did not come is built anew. @param {import("./api.js").Lease} lease */
  put(lease) {
    if (this.staged?.failed) this.drop();
    if (this.staged) return;
    const trial = this.build(lease);
    const ready = this.drafts.find(lease.lease).then((draft) => trial.prepare(this.stage, draft));
    const staged = { trial, ready, settled: false, failed: false };
    ready.then(
      () => (staged.settled = true),
      () => (staged.failed = true),
    );
    this.staged = staged;
  }

  /** Gives the trial away to be shown. */
  take() {
    const staged = this.staged;
    this.staged = null;
    return staged;
  }

  drop() {
    this.take()?.trial.remove();
  }

  /** A trial may have gone to somebody else while this computer slept. @param {import("./api.js").Lease[]} held */
  keepOnly(held) {
    if (!held.some((lease) => lease.lease === this.staged?.trial.lease.lease)) this.drop();
  }
}
