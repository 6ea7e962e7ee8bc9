/** The trials ahead: leased, their pictures fetched and decoded before they are needed. */
import { picture } from "../elements/pictures.js";

/** The trial on screen and five ahead: as many as can be answered while the connection is gone. */
const WANT = 6;

export class Ahead {
  /**
   * @param {import("./api.js").Api} api
   * @param {(lease: string) => boolean} isDone whether the trial was answered here, though the server may not know yet
   */
  constructor(api, isDone) {
    this.api = api;
    this.isDone = isDone;
    /** @type {import("./api.js").Lease[]} */
    this.leases = [];
    this.reason = "";
    /** Number of the guideline in force. */
    this.guideline = "";
    /** @type {import("./api.js").Progress | null} */
    this.progress = null;
    /** @type {Promise<void> | null} */
    this.asking = null;
  }

  /** Asks for as many as the server gives. Rejects with ApiError. */
  async fill() {
    this.asking ??= this.#ask().finally(() => (this.asking = null));
    await this.asking;
  }

  async #ask() {
    const reply = await this.api.leases(WANT);
    this.leases = reply.leases.filter((lease) => !this.isDone(lease.lease));
    this.leases.sort((a, b) => a.sequence - b.sequence);
    this.reason = reply.reason;
    this.guideline = reply.guideline;
    this.progress = reply.progress;
    // one after the other, nearest first, so that the next trial is never behind the one after it
    void this.leases.reduce((before, lease) => before.then(() => load(lease.media).catch(() => {})), Promise.resolve());
  }

  /** @param {string} lease */
  drop(lease) {
    this.leases = this.leases.filter((one) => one.lease !== lease);
  }
}

/**
 * Every picture of a trial, decoded. @param {string[]} media
 * @returns {Promise<void>}
 */
export async function load(media) {
  await Promise.all(media.map((address) => picture(address)));
}
