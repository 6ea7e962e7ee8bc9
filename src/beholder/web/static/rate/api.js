/** Talking to the server: one place that knows the error envelope, the token and how long to wait. */

/**
 * @typedef {{lease: string, html: string, media: string[], sequence: number, practice?: boolean, counts?: boolean}} Lease
 * @typedef {{code: string, problem: string, hint: string, where: string}} Problem
 * @typedef {{answered: number, limit: number | null}} Progress
 * @typedef {{name: string, kind: string, label: string, required: boolean, keys: Record<string, string>,
 *   show_when?: any, after_candidates?: boolean, max?: number, min?: number, censored?: string | null, more_label?: string}} FieldWire
 * @typedef {{fields: FieldWire[], candidate_fields: FieldWire[], constraints: any[]}} FormWire
 * @typedef {{title: string, language: string, form: FormWire, timing: any, guideline: {version: string, html: string, changes: string},
 *   progress: Progress, state: string, page: {script: string, style: string}, messages: Record<string, import("./words.js").Told>,
 *   params: any}} Session
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

  /** @param {{invite?: string, resume_code?: string, platform?: Record<string, string>}} by @returns {Promise<{token: string, rater: string, code: string}>} */
  join(by) {
    return request(this.base, "", "POST", "/join", { language: this.language, ...by });
  }

  /** @returns {Promise<Session>} */
  session() {
    return request(this.base, this.token, "GET", `/session?lang=${this.language}`);
  }

  /** @param {number} want @returns {Promise<{leases: Lease[], reason: string, guideline: string, progress: Progress}>} */
  leases(want) {
    return request(this.base, this.token, "POST", `/leases?lang=${this.language}`, { want });
  }

  /** @param {number} last @returns {Promise<{answers: any[]}>} */
  answers(last) {
    return request(this.base, this.token, "GET", `/answers?last=${last}&lang=${this.language}`);
  }

  stage() {
    return request(this.base, this.token, "GET", `/stage?lang=${this.language}`);
  }

  /** @param {string} digest of the text that was shown */
  consent(digest) {
    return request(this.base, this.token, "POST", "/consent", { agree: true, digest });
  }

  /** @param {string} name @param {Record<string, any>} values */
  sheet(name, values) {
    return request(this.base, this.token, "POST", `/sheets/${name}`, { values });
  }

  /** @param {string} lease @param {string} reason */
  skip(lease, reason) {
    return request(this.base, this.token, "POST", "/skip", { lease, reason });
  }

  /** @param {string} lease @param {string} text */
  broken(lease, text) {
    return request(this.base, this.token, "POST", "/broken", { lease, text });
  }

  /** @param {string} text @param {string} lease the trial it is about, if any */
  ask(text, lease) {
    return request(this.base, this.token, "POST", "/messages", { text, lease });
  }

  messages() {
    return request(this.base, this.token, "GET", "/messages");
  }

  finish() {
    return request(this.base, this.token, "GET", "/finish");
  }

  leave() {
    return request(this.base, this.token, "POST", "/leave", {});
  }

  withdraw() {
    return request(this.base, this.token, "POST", "/withdraw", { confirm: true });
  }
}
