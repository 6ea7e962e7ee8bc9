/**
 * Answers on their way, and the word that a rater has left where the server could not take it. An entry carries its own address, lease and token, so that whoever uses this browser next
 * sends it on for the rater who gave it, and never as their own.
 */
import { ApiError, request } from "./api.js";

/**
 * @typedef {{id: string, order: number, api: string, rater: string, token: string, made_at: number, lease: string,
 *   sequence: number, counts?: boolean, body: any, leaves?: boolean, tried?: boolean, refused?: {code: string, problem: string, hint: string}}} Entry
 * `tried`: it was sent, and the server may have it although no reply has come
 */

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Events: `change`; `saved` and `refused` with {entry, …} as detail; `signin` when a token is not accepted. */
export class Outbox extends EventTarget {
  /** @param {import("./database.js").Database} database */
  constructor(database) {
    super();
    this.database = database;
    /** @type {Entry[]} */
    this.entries = [];
    this.busy = false;
    /** Whether the last attempt failed for want of a connection. */
    this.stuck = false;
    this.silent = false;
    this.pause = FIRST_PAUSE_MS;
    this.timer = 0;
    /** @type {Set<string>} */
    this.barred = new Set();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.hurry();
    });
  }

  /**
   * Reads what an earlier visit left behind and begins to send it. Whoever is back has not left: the trials they are
   * given now must not be handed back.
   * @param {string} [back] the rater who works here now
   */
  async load(back = "") {
    const kept = await this.database.all("outbox");
    const known = new Set(this.entries.map((entry) => entry.id));
    this.entries = [...kept.filter((entry) => !known.has(entry.id)), ...this.entries].sort((a, b) => a.order - b.order);
    for (const entry of this.entries.filter((one) => one.leaves && one.rater === back)) await this.dismiss(entry.id);
    this.#changed();
    this.hurry();
  }

  /** Answers that still have to be sent. */
  get waiting() {
    return this.entries.filter((entry) => !entry.refused && !entry.leaves);
  }

  /** Hands the rater's trials back; where the server cannot take that now, later. @param {import("./api.js").Api} api @param {{rater: string, token: string}} seat */
  async leave(api, seat) {
    try {
      await api.leave();
    } catch (error) {
      if (!(error instanceof ApiError && error.passing)) return;
      const { rater, token } = seat;
      const entry = this.#numbered({ api: api.base, rater, token, lease: "", sequence: 0, body: {}, leaves: true });
      // on disk first: the page may be left as soon as this is done
      await this.database.put("outbox", entry).catch(() => {});
      this.entries.push(entry);
      this.hurry();
    }
  }

  /** @param {string} lease */
  latestFor(lease) {
    return this.entries.findLast((entry) => entry.lease === lease && !entry.refused);
  }

  /**
   * Takes an answer in; it is on its way at once, and on disk as soon as the browser has written it.
   * @param {Omit<Entry, "id" | "order" | "made_at">} given
   * @returns {Entry}
   */
  add(given) {
    const entry = this.#numbered(given);
    this.entries.push(entry);
    this.database.put("outbox", entry).catch(() => {});
    this.#changed();
    this.hurry();
    return entry;
  }

  /** @param {Omit<Entry, "id" | "order" | "made_at">} given @returns {Entry} */
  #numbered(given) {
    const order = Math.max(Date.now(), (this.entries.at(-1)?.order ?? 0) + 1);
    return { ...given, id: randomId(), order, made_at: Date.now() };
  }

  /** Tries again now. */
  hurry() {
    clearTimeout(this.timer);
    this.pause = FIRST_PAUSE_MS;
    void this.#flush();
  }

  /** A new token for a rater whose old one was not accepted. @param {string} rater @param {string} token */
  async renew(rater, token) {
    for (const entry of this.entries.filter((one) => one.rater === rater)) {
      entry.token = token;
      await this.database.put("outbox", entry).catch(() => {});
    }
    this.barred.clear();
    this.hurry();
  }

  /** Forgets an entry the server will not take, once the rater has been told. @param {string} id */
  async dismiss(id) {
    this.entries = this.entries.filter((entry) => entry.id !== id);
    await this.database.remove("outbox", id).catch(() => {});
    this.#changed();
  }

  async #flush() {
    if (this.busy || this.silent) return;
    this.busy = true;
    try {
      for (;;) {
        const entry = this.entries.find((one) => !one.refused && !this.barred.has(one.token));
        if (!entry) break;
        if (!(await this.#send(entry))) break;
      }
    } finally {
      this.busy = false;
      this.#changed();
    }
  }

  /** @param {Entry} entry @returns {Promise<boolean>} whether to go on with the next */
  async #send(entry) {
    try {
      const age_ms = Math.max(0, Date.now() - entry.made_at);
      entry.tried = true;
      const [method, path] = entry.leaves ? ["POST", "/leave"] : ["PUT", `/answers/${entry.id}`];
      const body = entry.leaves ? {} : { ...entry.body, age_ms };
      /** @type {import("../../rater/wire.js").AnswerSaved} */
      const reply = await request(entry.api, entry.token, method, path, body);
      if (!entry.leaves && reply.saved !== true) throw new ApiError(0, { problem: "the server did not confirm" });
      this.stuck = false;
      this.pause = FIRST_PAUSE_MS;
      this.entries = this.entries.filter((one) => one !== entry);
      await this.database.remove("outbox", entry.id).catch(() => {});
      if (entry.leaves) return true;
      this.dispatchEvent(new CustomEvent("saved", { detail: { entry, reply } }));
      return true;
    } catch (error) {
      return this.#failed(entry, error instanceof ApiError ? error : new ApiError(0, { problem: String(error) }));
    }
  }

  /** @param {Entry} entry @param {ApiError} error */
  async #failed(entry, error) {
    if (error.passing) {
      this.stuck = true;
      const jitter = 0.75 + Math.random() / 2;
      this.timer = setTimeout(() => void this.#flush(), this.pause * jitter);
      this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS);
      return false;
    }
    this.stuck = false;
    if (entry.leaves) {
      // closed, withdrawn or unknown: there is nothing to hand back any more
      await this.dismiss(entry.id);
      return true;
    }
    if (error.status === 401) {
      this.barred.add(entry.token);
      this.dispatchEvent(new CustomEvent("signin", { detail: { entry } }));
      return true;
    }
    entry.refused = { code: error.code, problem: error.message, hint: error.hint };
    await this.database.put("outbox", entry).catch(() => {});
    this.dispatchEvent(new CustomEvent("refused", { detail: { entry, error } }));
    return true;
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/** 128 random bits; `crypto.randomUUID` is missing on plain-HTTP networks. */
export function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
