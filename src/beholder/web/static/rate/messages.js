/** Between a rater and those who run the study: questions, replies, clarifications; and trials passed over. */
import { ApiError } from "./api.js";
import { openDialog } from "./dialogs.js";
import { randomId } from "./outbox.js";
import { wordsOfError } from "./outcomes.js";
import { notify } from "./status.js";
import { t } from "./words.js";

/** @typedef {import("./api.js").Message} Message */

const POLL_MS = 30_000;
/** Kinds that are told on a screen of their own. */
const ON_SCREEN = ["warning", "skips", "fast", "stop", "uncompleted"];
/** Those of them that come between two trials. */
const WARNINGS = ["warning", "skips", "fast"];
/** How long it stands there that a trial was passed over. */
const TOLD_SECONDS = 6;

export class Messages {
  /**
   * @param {{api: import("./api.js").Api, language: string, seen: number, keep: (seen: number) => void,
   *   warn: (warning: Message) => void,
   *   trial: () => import("./trial.js").Trial | null, passed: (lease: string) => void}} given
   */
  constructor(given) {
    this.given = given;
    /** @type {Message[]} */
    this.list = [];
    this.polledAt = -POLL_MS;
    /** What is being sent, and its key, which is the same at each try. */
    this.sending = { words: "", key: "" };
    this.dialog = /** @type {HTMLDialogElement} */ (document.getElementById("help"));
    this.form = /** @type {HTMLFormElement} */ (this.dialog.querySelector("form"));
    this.form.onsubmit = (event) => {
      event.preventDefault();
      void this.#send();
    };
    this.form.onchange = () => {
      this.#say("");
      this.#fit();
    };
    this.form.onkeydown = (event) => this.#chooseReason(event);
  }

  /** Opens the dialog at the reasons for skipping, where there is something to skip. */
  skip() {
    const trial = this.given.trial();
    if (!trial || trial.revises) return;
    openDialog("help");
    /** @type {HTMLInputElement} */ (this.form.querySelector("input[name=what][value=skip]")).checked = true;
    this.#fit();
    this.#reasons[0]?.focus();
  }

  /** @returns {HTMLInputElement[]} */
  get #reasons() {
    return [...this.form.querySelectorAll("input[name=reason]")].map((one) => /** @type {HTMLInputElement} */ (one));
  }

  /** A digit is the reason of that number, unless a text is being written. @param {KeyboardEvent} event */
  #chooseReason(event) {
    const digit = Number(/^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? 0);
    const reason = this.#reasons[digit - 1];
    if (this.#what !== "skip" || !reason || /** @type {HTMLElement} */ (event.target).matches("textarea")) return;
    event.preventDefault();
    reason.checked = true;
    reason.focus();
    this.form.dispatchEvent(new Event("change"));
  }

  /** Looks for news, at most every half minute. */
  async poll(now = false) {
    if (!now && performance.now() - this.polledAt < POLL_MS) return;
    this.polledAt = performance.now();
    try {
      this.list = (await this.given.api.messages()).messages;
      const warning = this.list.findLast((one) => WARNINGS.includes(one.kind));
      if (warning) this.given.warn(warning);
      this.#badge();
      if (this.dialog.open) this.#draw();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  #badge() {
    const news = this.list.filter((one) => !one.mine && !ON_SCREEN.includes(one.kind) && one.number > this.given.seen).length;
    const badge = /** @type {HTMLElement} */ (document.getElementById("news"));
    badge.hidden = news === 0;
    badge.textContent = String(news);
    document.querySelector("[data-open=help]")?.setAttribute("aria-label", news ? t("help-news", { n: news }) : t("help"));
  }

  /** The dialog is about to open. */
  opening() {
    this.form.reset();
    this.#say("");
    this.#nameShown();
    this.#fit();
    this.#draw();
    void this.poll(true);
  }

  /** Speaks of a clip where the trial on screen shows no picture. */
  #nameShown() {
    const known = this.form.querySelector("[value=known] + .option-face .option-text");
    const shown = document.querySelector(".trial.current");
    const clips = shown?.querySelector("video") && !shown.querySelector(".surround img");
    if (known) known.textContent = t(clips ? "skip-known-clip" : "skip-known");
  }

  get #what() {
    return String(new FormData(this.form).get("what") ?? "ask");
  }

  /** Shows what belongs to the chosen purpose; without a trial on screen only a question can be sent. */
  #fit() {
    const trial = this.given.trial();
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (this.form.querySelectorAll("input[name=what]"))) {
      input.disabled = input.value !== "ask" && (!trial || trial.revises !== "");
    }
    const what = this.#what;
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (this.form.querySelectorAll("[data-for]"))) {
      part.hidden = !part.dataset.for?.split(" ").includes(what);
    }
    const about = /** @type {HTMLElement} */ (this.form.querySelector(".help-about"));
    about.textContent = trial ? t("help-about") : "";
    const send = /** @type {HTMLElement} */ (this.form.querySelector("button[type=submit]"));
    send.textContent = t({ skip: "skip-confirm", broken: "broken-confirm" }[what] ?? "send");
    const other = new FormData(this.form).get("reason") === "other";
    /** @type {HTMLElement} */ (this.form.querySelector(".help-text")).hidden = what === "skip" && !other;
  }

  #draw() {
    const into = /** @type {HTMLElement} */ (document.getElementById("message-list"));
    into.replaceChildren(...this.list.map((one) => entry(one, this.given.language)));
    into.hidden = this.list.length === 0;
    this.given.seen = Math.max(this.given.seen, ...this.list.map((one) => one.number));
    this.given.keep(this.given.seen);
    this.#badge();
  }

  /** @param {string} words @param {boolean} [fault] */
  #say(words, fault = true) {
    const place = /** @type {HTMLElement} */ (this.form.querySelector(".help-said"));
    place.textContent = words;
    place.classList.toggle("screen-problem", fault);
  }

  async #send() {
    const { api, passed } = this.given;
    const trial = this.given.trial();
    const lease = trial?.lease.lease ?? "";
    const data = new FormData(this.form);
    const text = String(data.get("text") ?? "").trim();
    const reason = String(data.get("reason") ?? "");
    const what = this.#what;
    if (what === "skip" && !reason) return this.#say(t("help-choose"));
    if ((what !== "skip" || reason === "other") && !text) {
      this.#say(t("help-write"));
      return /** @type {HTMLElement} */ (this.form.elements.namedItem("text")).focus();
    }
    const words = JSON.stringify([what, lease, text]);
    if (this.sending.words !== words) this.sending = { words, key: randomId() };
    try {
      if (what === "ask") await api.ask(text, lease, this.sending.key);
      else if (what === "skip") {
        const { standing } = await api.skip(lease, reason === "other" ? `other: ${text}` : reason);
        if (standing === "warned") await this.poll(true);
      } else await api.broken(lease, text, this.sending.key);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return this.#say(error.passing ? t("help-unreachable") : wordsOfError(error));
    }
    this.sending = { words: "", key: "" };
    if (what !== "ask") {
      this.dialog.close();
      notify(t(what === "skip" ? "skipped" : "reported"), { seconds: TOLD_SECONDS });
      return passed(lease);
    }
    this.form.reset();
    this.#fit();
    this.#say(t("help-sent"), false);
    await this.poll(true);
  }
}

/** @param {Message} one @param {string} language */
function entry(one, language) {
  const item = document.createElement("li");
  item.className = `message${one.mine ? " mine" : ""}`;
  const [head, text, when] = [document.createElement("p"), document.createElement("p"), document.createElement("time")];
  head.className = "message-head";
  head.append(t(`message-${one.kind}`), " · ", when);
  when.dateTime = one.at;
  when.textContent = new Date(one.at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  text.className = "message-text";
  text.textContent = one.text;
  item.append(head, text);
  return item;
}
