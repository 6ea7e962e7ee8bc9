/** Trials already answered, so that a rater can go back to them. */

/** @typedef {{lease: import("./api.js").Lease, payload: any, answer: string}} Past */

/** So many are fetched at a time. */
const REMEMBER = 20;

export class History {
  /** @param {import("./api.js").Api} api */
  constructor(api) {
    this.api = api;
    /** @type {Past[]} */
    this.list = [];
    /** Where the rater stands in the list; its length means at the open trial. */
    this.position = 0;
    /** Whether the server may have answers from before the first of the list. */
    this.more = false;
  }

  /** Asks the server for the latest answers; what was given here since stays. */
  async load() {
    const { answers } = await this.api.answers(REMEMBER);
    this.more = answers.length === REMEMBER;
    this.#merge(answers);
    this.position = this.list.length;
  }

  /** Asks the server for answers from before those that are known. */
  async loadEarlier() {
    if (!this.more || !this.list.length) return;
    const { answers } = await this.api.answers(REMEMBER, this.list[0].lease.sequence);
    this.more = answers.length === REMEMBER;
    this.position += this.#merge(answers);
  }

  /** @param {import("../../rater/wire.js").GivenAnswer[]} answers @returns {number} how many were not known */
  #merge(answers) {
    const here = new Set(this.list.map((past) => past.lease.lease));
    const there = answers
      .filter((one) => !here.has(one.lease))
      .map((one) => ({ lease: one, payload: one.payload, answer: one.answer }));
    this.list = [...there, ...this.list].sort((a, b) => a.lease.sequence - b.lease.sequence);
    return there.length;
  }

  /** @param {import("./api.js").Lease} lease @param {any} payload @param {string} answer */
  add(lease, payload, answer) {
    const past = this.list.find((one) => one.lease.lease === lease.lease);
    if (past) return void Object.assign(past, { payload, answer });
    this.list.push({ lease, payload, answer });
    if (this.list.length > 2 * REMEMBER) {
      this.list.shift();
      this.more = true;
    }
    this.position = this.list.length;
  }

  /** @param {string} lease */
  remove(lease) {
    this.list = this.list.filter((past) => past.lease.lease !== lease);
    this.position = this.list.length;
  }

  /** Whether there is an answer before the one on screen. */
  get reachesBack() {
    return this.position > 0 || this.more;
  }

  /** The answer on screen. @returns {Past | undefined} */
  get here() {
    return this.list[this.position];
  }

  /** How many that count were given after the one on screen. */
  get after() {
    return this.list.slice(this.position + 1).filter((past) => past.lease.counts !== false).length;
  }
}
