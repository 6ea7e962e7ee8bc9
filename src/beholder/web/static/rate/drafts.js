/** What has been filled in and not sent, kept per lease: a reload loses nothing, another rater sees nothing. */

/** @typedef {{lease: string, payload: any, unfinished?: any[], page: any, clock: any, at: number}} Draft */

const KEEP_MS = 14 * 24 * 3600 * 1000;
const PAUSE_MS = 150;
/** Copies in a store that writes at once, for what the database may not get to write before the page is gone. */
const COPY = "beholder-draft-";

export class Drafts {
  /** @param {import("./database.js").Database} database */
  constructor(database) {
    this.database = database;
    /** @type {{trial: import("./trial.js").Trial, timer: number} | null} */
    this.pending = null;
    /** @type {Draft | null} given to the database, and not on disk as far as is known */
    this.unwritten = null;
  }

  /** Forgets what nobody came back for. */
  async prune() {
    for (const draft of await this.database.all("drafts")) {
      if (Date.now() - draft.at > KEEP_MS) await this.database.remove("drafts", draft.lease);
    }
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(COPY))) {
      const lease = key.slice(COPY.length);
      if (Date.now() - (readCopy(lease)?.at ?? 0) > KEEP_MS) removeCopy(lease);
    }
  }

  /** @param {string} lease @returns {Promise<Draft | undefined>} */
  async find(lease) {
    const kept = await this.database.get("drafts", lease).catch(() => undefined);
    const copy = readCopy(lease);
    return copy && copy.at >= (kept?.at ?? 0) ? copy : kept;
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
    const draft = { lease: trial.lease.lease, ...trial.draft(), at: Date.now() };
    this.unwritten = draft;
    const written = () => {
      if (this.unwritten !== draft) return;
      this.unwritten = null;
      removeCopy(draft.lease);
    };
    this.database.put("drafts", draft).then(written, () => {});
  }

  /** Before the page may go: a database is given up in the middle of writing, so what it has not written is copied. */
  beforeGoing() {
    this.now();
    if (!this.unwritten) return;
    try {
      localStorage.setItem(COPY + this.unwritten.lease, JSON.stringify(this.unwritten));
    } catch {
      // no room, or no such store: the database may still be fast enough
    }
  }

  /** @param {string} lease */
  forget(lease) {
    if (this.pending?.trial.lease.lease === lease) {
      clearTimeout(this.pending.timer);
      this.pending = null;
    }
    if (this.unwritten?.lease === lease) this.unwritten = null;
    removeCopy(lease);
    this.database.remove("drafts", lease).catch(() => {});
  }
}

/** @param {string} lease @returns {Draft | undefined} */
function readCopy(lease) {
  try {
    return JSON.parse(localStorage.getItem(COPY + lease) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} lease */
function removeCopy(lease) {
  try {
    localStorage.removeItem(COPY + lease);
  } catch {
    // where there is no such store, there is no copy
  }
}
