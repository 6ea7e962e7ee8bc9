/** What stands where a trial would: rest, waiting, the end of a visit, trouble. */
import { ApiError } from "./api.js";
import { screenOfError, wordsOfError } from "./outcomes.js";
import { t } from "./words.js";

const [FIRST_RETRY_MS, LONGEST_RETRY_MS] = [3_000, 30_000];
const FINISHED = ["done", "finished", "closed", "screened_out", "stopped"];

export class Pauses {
  /** @param {import("./runner.js").Runner} runner */
  constructor(runner) {
    this.runner = runner;
    this.retryMs = FIRST_RETRY_MS;
    this.timer = 0;
  }

  /** A trial is on screen, or work has ended. */
  over() {
    clearTimeout(this.timer);
    this.retryMs = FIRST_RETRY_MS;
  }

  get #words() {
    const { status } = this.runner.parts;
    return { unsent: status.unsentWords(), answered: t("answered-count", { n: status.answered }) };
  }

  /** Something else has the screen before the next trial. @param {() => Promise<void>} due */
  async before(due) {
    const { runner } = this;
    runner.turning = true;
    try {
      await due();
    } catch (error) {
      runner.turning = false;
      return this.explain(error);
    }
    runner.turning = false;
    if (!runner.stopped) await runner.next();
  }

  /** No more trials in this visit: those held are handed back. @param {string} screen */
  #end(screen) {
    const { screens, api, outbox, seat } = this.runner.parts;
    this.runner.stop();
    void outbox.leave(api, seat);
    screens.show(screen, this.#words);
  }

  /** @param {unknown} error */
  explain(error) {
    const name = screenOfError(error);
    const known = error instanceof ApiError ? error : null;
    this.runner.parts.screens.show(name, { ...this.#words, problem: known ? wordsOfError(known) : "" });
    if (name === "offline" || name === "pictures") this.#retryLater();
  }

  /** The server has no trial for this rater. @param {string} reason */
  nothing(reason) {
    const { screens, outbox, finish, restart } = this.runner.parts;
    if (FINISHED.includes(reason)) return finish.begin(reason);
    if (["session", "day", "visit"].includes(reason)) return this.#end(reason);
    if (["consent", "before", "after"].includes(reason)) return restart();
    // an answer still on its way holds its place: what comes next is known once it has arrived
    if (outbox.waiting.length && !reason && outbox.stuck) return this.explain(null);
    const name = reason === "paused" ? "paused" : reason || !outbox.waiting.length ? "wait" : "loading";
    screens.show(name, this.#words);
    this.#retryLater();
  }

  #retryLater() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.runner.next(), this.retryMs);
    this.retryMs = Math.min(this.retryMs * 1.6, LONGEST_RETRY_MS);
  }
}
