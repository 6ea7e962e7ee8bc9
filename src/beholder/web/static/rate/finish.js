/** The end: a code, or the way back to the platform, and only once everything is stored. */
import { fillIn } from "./screens.js";
import { t } from "./words.js";

const [FIRST_RETRY_MS, LONGEST_RETRY_MS] = [2_000, 30_000];
const SCREENS = /** @type {Record<string, string>} */ ({
  complete: "done", screened_out: "screened-out", failed_checks: "failed-checks", stopped: "stopped", skipped: "skipped", too_fast: "too-fast", over_quota: "full",
});

export class Finish {
  /**
   * @param {{api: import("./api.js").Api, outbox: import("./outbox.js").Outbox, rater: string,
   *   screens: import("./screens.js").Screens, status: import("./status.js").Status, goOn: () => void, signal: AbortSignal}} parts
   */
  constructor(parts) {
    this.parts = parts;
    this.timer = 0;
    this.pause = FIRST_RETRY_MS;
    this.asking = false;
    this.ended = false;
    this.fallback = "done";
    const { outbox, signal } = parts;
    outbox.addEventListener("change", () => this.#unsent(), { signal });
    outbox.addEventListener("saved", () => this.#shown && void this.#ask(), { signal });
    addEventListener("online", () => this.#shown && void this.#ask(), { signal });
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  get #shown() {
    return [...Object.values(SCREENS), "closed"].includes(this.parts.screens.name);
  }

  /** Answers of this rater that have not arrived. */
  get #waiting() {
    const { outbox, rater, api } = this.parts;
    return outbox.waiting.filter((entry) => entry.rater === rater && entry.api === api.base).length;
  }

  #unsent() {
    if (this.#shown) fillIn(document, { unsent: this.parts.status.unsentWords() });
  }

  /** Thanks the rater; the code follows when the server says that nothing is missing. @param {string} reason */
  begin(reason) {
    this.fallback = reason === "closed" ? "closed" : (SCREENS[reason] ?? "done");
    if (this.#waiting) {
      this.ended = false;
      for (const place of document.querySelectorAll(".finish")) place.setAttribute("hidden", "");
    }
    this.#show(this.fallback);
    void this.#ask();
  }

  /** @param {string} name */
  #show(name) {
    const { screens, status } = this.parts;
    screens.show(name, { unsent: status.unsentWords(), answered: t("answered-count", { n: status.answered }) });
  }

  async #ask() {
    if (this.asking || this.ended || this.#waiting) return;
    this.asking = true;
    clearTimeout(this.timer);
    try {
      const found = await this.parts.api.finish();
      // an answer given while the reply was under way is not part of what it speaks of
      if (this.#waiting || !this.#shown) return;
      if (found.outcome === "open") {
        // a trial has come free in the meantime
        if (found.answered) this.parts.goOn();
        return;
      }
      this.ended = true;
      if (this.fallback !== "closed" || found.outcome !== "complete") this.#show(SCREENS[found.outcome]);
      tellEnd(found);
    } catch {
      this.timer = setTimeout(() => void this.#ask(), this.pause);
      this.pause = Math.min(this.pause * 1.6, LONGEST_RETRY_MS);
    } finally {
      this.asking = false;
    }
  }

}

/** The code, the way back and what there is to say, on the screen of that end. @param {import("../../rater/wire.js").Finish} found */
export function tellEnd(found) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".finish"))) {
    place.hidden = !found.code && !found.redirect && !found.note;
    for (const one of place.querySelectorAll(".of-code")) one.toggleAttribute("hidden", !found.code);
    fillIn(place, { "finish-code": found.code, "finish-note": found.note ?? "" });
    const way = /** @type {HTMLAnchorElement} */ (place.querySelector("[data-finish=return]"));
    way.hidden = !found.redirect.startsWith("https://");
    if (!way.hidden) way.href = found.redirect;
  }
  const { answered: n, minutes } = found;
  if (minutes) fillIn(document, { answered: t("done-time", { n, minutes }) });
  fillIn(document, { close: found.redirect ? "" : t("done-close") });
}

/** Copies the code beside a button; browsers without a clipboard (plain HTTP) select it instead. @param {HTMLElement} button */
export async function copyCode(button) {
  const box = button.closest(".finish, .own-code");
  const place = /** @type {HTMLElement | null | undefined} */ (box?.querySelector(".code"));
  if (!place) return;
  const said = /** @type {HTMLElement | null} */ (box?.querySelector(".copied") ?? null);
  try {
    await navigator.clipboard.writeText(place.textContent ?? "");
    if (said) said.textContent = t("copied");
  } catch {
    getSelection()?.selectAllChildren(place);
    if (said) said.textContent = t("copy-by-hand");
  }
}
