/** What has been filled in and not sent, kept per lease: a reload loses nothing, another rater sees nothing. */

/** @typedef {{lease: string, payload: any, groups?: any[], page: any, clock: any, at: number}} Draft */

const KEEP_MS = 14 * 24 * 3600 * 1000;
const PAUSE_MS = 150;

export class Drafts {
  /** @param {import("./database.js").Database} database */
  constructor(database) {
    this.database = database;
    /** @type {{trial: import("./trial.js").Trial, timer: number} | null} */
    this.pending = null;
  }

  /** Forgets what nobody came back for. */
  async prune() {
    for (const draft of await this.database.all("drafts")) {
      if (Date.now() - draft.at > KEEP_MS) await this.database.remove("drafts", draft.lease);
    }
  }

  /** @param {string} lease @returns {Promise<Draft | undefined>} */
  find(lease) {
    return this.database.get("drafts", lease).catch(() => undefined);
  }

  /** Writes the trial's state soon; many calls become one. @param {import("./trial.js").Trial} trial */
  soon(trial) {
    if (this.pending) clearTimeout(this.pending.timer);
    this.pending = { trial, timer: setTimeout(() => this.now(), PAUSE_MS) };
  }

  /** Writes at once what is waiting to be written. */
  now() {
    if (!this.pending) return;
    clearTimeout(this.pending.timer);
    const { trial } = this.pending;
    this.pending = null;
    this.database.put("drafts", { lease: trial.lease.lease, ...trial.draft(), at: Date.now() }).catch(() => {});
  }

  /** @param {string} lease */
  forget(lease) {
    if (this.pending?.trial.lease.lease === lease) {
      clearTimeout(this.pending.timer);
      this.pending = null;
    }
    this.database.remove("drafts", lease).catch(() => {});
  }
}
