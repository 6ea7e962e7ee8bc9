/** Trials already answered, so that a rater can go back to them. */

/** @typedef {{lease: import("./api.js").Lease, payload: any, answer: string}} Past */

const REMEMBER = 20;

export class History {
  /** @param {import("./api.js").Api} api */
  constructor(api) {
    this.api = api;
    /** @type {Past[]} */
    this.list = [];
    /** Where the rater stands in the list; its length means at the open trial. */
    this.position = 0;
  }

  /** Asks the server for the latest answers; what was given here since stays. */
  async load() {
    const { answers } = await this.api.answers(REMEMBER);
    const here = new Map(this.list.map((past) => [past.lease.lease, past]));
    const there = answers
      .filter((one) => !here.has(one.lease))
      .map((one) => ({ lease: one, payload: one.payload, answer: one.answer }));
    this.list = [...there, ...this.list].sort((a, b) => a.lease.sequence - b.lease.sequence);
    this.position = this.list.length;
  }

  /** @param {import("./api.js").Lease} lease @param {any} payload @param {string} answer */
  add(lease, payload, answer) {
    const past = this.list.find((one) => one.lease.lease === lease.lease);
    if (past) return void Object.assign(past, { payload, answer });
    this.list.push({ lease, payload, answer });
    if (this.list.length > 2 * REMEMBER) this.list.shift();
    this.position = this.list.length;
  }

  /** @param {string} lease */
  remove(lease) {
    this.list = this.list.filter((past) => past.lease.lease !== lease);
    this.position = this.list.length;
  }

  /** The trial before the one on screen. @returns {Past | undefined} */
  get previous() {
    return this.list[this.position - 1];
  }
}
