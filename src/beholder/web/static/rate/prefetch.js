/** The trials ahead: leased, their pictures fetched and decoded before they are needed. */
import { picture } from "../elements/pictures.js";

const WANT = 6;
const ENOUGH = 3;

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
    /** @type {import("./api.js").Progress | null} */
    this.progress = null;
    /** @type {Promise<void> | null} */
    this.asking = null;
  }

  /** Asks for more if few are left. Rejects with ApiError. */
  async fill() {
    if (this.leases.length >= ENOUGH) return;
    this.asking ??= this.#ask().finally(() => (this.asking = null));
    await this.asking;
  }

  async #ask() {
    const reply = await this.api.leases(WANT);
    const known = new Set(this.leases.map((lease) => lease.lease));
    const fresh = reply.leases.filter((lease) => !known.has(lease.lease) && !this.isDone(lease.lease));
    this.leases.push(...fresh);
    this.leases.sort((a, b) => a.sequence - b.sequence);
    this.reason = reply.reason;
    this.progress = reply.progress;
    // one after the other, nearest first, so that the next trial is never behind the one after it
    void this.leases.reduce((before, lease) => before.then(() => load(lease.media).catch(() => {})), Promise.resolve());
  }

  /** The nearest trial, without taking it. */
  peek() {
    return this.leases.find((lease) => !this.isDone(lease.lease));
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
