/** Talking to the server: one place that knows the error envelope, the token and how long to wait. */

/**
 * @typedef {import("../../rater/wire.js").LeasedTrial} Lease
 * @typedef {import("../../rater/wire.js").ProblemBody} Problem
 * @typedef {import("../../rater/wire.js").Progress} Progress
 * @typedef {import("../../rater/wire.js").Guideline} Guideline
 * @typedef {import("../../rater/wire.js").Message} Message
 * @typedef {{name: string, kind: string, label: string, required: boolean, keys: Record<string, string>,
 *   show_when?: any, after_candidates?: boolean, max?: number, min?: number, censored?: string | null, more_label?: string, grades?: number[],
 *   words?: Record<string, string>}} FieldWire
 * @typedef {{fields: FieldWire[], candidate_fields: FieldWire[], constraints: any[]}} FormWire
 * @typedef {import("../../rater/wire.js").Session & {form: FormWire, messages: Record<string, import("./words.js").Told>}} Session
 * @typedef {import("../../rater/wire.js").QuestionSheet & {form: FormWire}} QuestionSheet
 * @typedef {import("../../rater/wire.js").Stage & {sheet: QuestionSheet | null}} Stage
 */

const PATIENCE_MS = 20_000;

/** What went wrong, in the words of the server where it said something. */
export class ApiError extends Error {
  /**
   * @param {number} status 0 if the server was not reached
   * @param {Partial<Problem> & {problems?: Problem[]}} envelope
   */
  constructor(status, envelope) {
    super(envelope.problem || `status ${status}`);
    this.status = status;
    this.code = envelope.code ?? "";
    this.hint = envelope.hint ?? "";
    this.where = envelope.where ?? "";
    /** @type {Problem[]} */
    this.problems = envelope.problems ?? [];
  }

  /** Whether the same request may succeed later. */
  get passing() {
    return this.status === 0 || this.status === 408 || this.status === 425 || this.status === 429 || this.status >= 500;
  }
}

/**
 * One request. Rejects with ApiError, also where the network is the trouble.
 * @param {string} base address of the study's API
 * @param {string} token
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function request(base, token, method, path, body) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  const text = body === undefined ? undefined : JSON.stringify(body);
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (text !== undefined) headers["Content-Type"] = "application/json";
  try {
    const reply = await fetch(base + path, {
      method,
      headers,
      body: text,
      signal: patience.signal,
      credentials: "omit",
      cache: "no-store",
      // lets an answer on its way outlive a closed tab; browsers cap the size of such requests
      keepalive: method !== "GET" && (text?.length ?? 0) < 20_000,
    });
    const data = await reply.json().catch(() => null);
    if (!reply.ok) throw new ApiError(reply.status, data?.error ?? {});
    if (data === null) throw new ApiError(0, { problem: "the reply was not complete" });
    return data;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(0, { problem: String(error) });
  } finally {
    clearTimeout(timer);
  }
}

/** The study's API as one rater sees it. */
export class Api {
  /**
   * @param {string} base
   * @param {string} language
   */
  constructor(base, language) {
    this.base = base;
    this.language = language;
    this.token = "";
  }

  /** @param {import("../../rater/wire.js").JoinBody} by @returns {Promise<import("../../rater/wire.js").Joined>} */
  join(by) {
    return request(this.base, "", "POST", "/join", { language: this.language, ...by });
  }

  /** @returns {Promise<Session>} */
  session() {
    return request(this.base, this.token, "GET", `/session?lang=${this.language}`);
  }

  /** @param {number} want @returns {Promise<import("../../rater/wire.js").Leases>} */
  leases(want) {
    return request(this.base, this.token, "POST", `/leases?lang=${this.language}`, { want });
  }

  /** @param {number} last @param {number} [before] a trial's sequence number @returns {Promise<import("../../rater/wire.js").Answers>} */
  answers(last, before = 0) {
    return request(this.base, this.token, "GET", `/answers?last=${last}&before=${before}&lang=${this.language}`);
  }

  /** @returns {Promise<Stage>} */
  stage() {
    return request(this.base, this.token, "GET", `/stage?lang=${this.language}`);
  }

  /** @param {string} digest of the text that was shown @returns {Promise<import("../../rater/wire.js").StageReached>} */
  consent(digest) {
    return request(this.base, this.token, "POST", "/consent", { agree: true, digest });
  }

  /** @param {string} name @param {Record<string, any>} values @returns {Promise<import("../../rater/wire.js").StageReached>} */
  sheet(name, values) {
    return request(this.base, this.token, "POST", `/sheets/${name}`, { values });
  }

  /** @param {string} lease @param {string} reason @returns {Promise<import("../../rater/wire.js").SkipNoted>} */
  skip(lease, reason) {
    return request(this.base, this.token, "POST", "/skip", { lease, reason });
  }

  /** @param {string} lease @param {string} text @param {string} key of this report, the same at each try @returns {Promise<import("../../rater/wire.js").BrokenNoted>} */
  broken(lease, text, key) {
    return request(this.base, this.token, "POST", "/broken", { lease, text, key });
  }

  /** @param {string} text @param {string} lease the trial it is about, if any @param {string} key of this message, the same at each try @returns {Promise<import("../../rater/wire.js").Noted>} */
  ask(text, lease, key) {
    return request(this.base, this.token, "POST", "/messages", { text, lease, key });
  }

  /** @returns {Promise<import("../../rater/wire.js").Messages>} */
  messages() {
    return request(this.base, this.token, "GET", "/messages");
  }

  /** @returns {Promise<import("../../rater/wire.js").Finish>} */
  finish() {
    return request(this.base, this.token, "GET", "/finish");
  }

  /** Ends the rater's part instead of waiting for others. @returns {Promise<import("../../rater/wire.js").Finish>} */
  finishNow() {
    return request(this.base, this.token, "POST", "/finish", {});
  }

  /** @param {Record<string, string>} platform what the link says @returns {Promise<import("../../rater/wire.js").Finish>} */
  turnedAway(platform) {
    return request(this.base, "", "POST", `/full?lang=${this.language}`, { platform });
  }

  /** @returns {Promise<import("../../rater/wire.js").Left>} */
  leave() {
    return request(this.base, this.token, "POST", "/leave", {});
  }

  /** @returns {Promise<import("../../rater/wire.js").WithdrawnAnswers>} */
  withdraw() {
    return request(this.base, this.token, "POST", "/withdraw", { confirm: true });
  }
}
