/** Starts the rater's page: who is sitting here, what the study asks, and the parts that do the work. */
import { Api, ApiError } from "./api.js";
import { Breaks } from "./breaks.js";
import { linkValues } from "./crowd.js";
import { Database } from "./database.js";
import { openDialog, setUpDialogs } from "./dialogs.js";
import "./double-click.js";
import { Drafts } from "./drafts.js";
import { Feedback } from "./feedback.js";
import { copyCode, Finish, tellEnd } from "./finish.js";
import { loadStyle, refreshGuideline } from "./guideline.js";
import { Journey } from "./journey.js";
import { Keys } from "./keys.js";
import { loadKinds } from "./kinds.js";
import { parse } from "./markup.js";
import { followHistory } from "./leaving.js";
import { Messages } from "./messages.js";
import { Outbox, randomId } from "./outbox.js";
import { screenOfError, wordsOfError } from "./outcomes.js";
import { Runner } from "./runner.js";
import { fillIn, Screens } from "./screens.js";
import { notify, Status } from "./status.js";
import { Tabs } from "./tabs.js";
import { setWords, t } from "./words.js";
import "../elements/bh-gallery.js";

const boot = JSON.parse(document.getElementById("boot")?.textContent ?? "{}");
setWords(boot.messages);
setUpDialogs();
followHistory(() => runner);

const stage = /** @type {HTMLElement} */ (document.getElementById("stage"));
const screens = new Screens(stage);
const api = new Api(boot.api, boot.lang);
const [database] = await Promise.all([Database.open(), loadKinds(boot.kinds)]);
const outbox = new Outbox(database);
const drafts = new Drafts(database);
const status = new Status(outbox, database);
const platform = linkValues(boot.crowd ?? []);
const seatKey = [boot.api, boot.invite, ...Object.values(platform).slice(0, 1)].join("|");

/** @type {{key: string, rater: string, token: string, code: string, guideline?: string, introduced?: string, seen?: number, warned?: number, work?: any} | undefined} */
let seat = await database.get("seats", seatKey);
// somebody who was about to join when the page was left
if (!seat?.token) seat = undefined;
/** @type {Runner | null} */
let runner = null;
/** @type {Tabs | null} */
let tabs = null;
/** @type {Journey | null} */
let journey = null;
/** @type {Messages | null} */
let messages = null;

const keys = new Keys([
  { code: "Backspace", label: t("back"), run: () => void runner?.back() },
  { code: "Shift+Backspace", label: t("forward"), run: () => void runner?.onward() },
  { code: "KeyG", label: t("guideline"), run: () => openDialog("guideline") },
  { code: "KeyX", label: t("skip-trial"), yields: true, run: () => messages?.skip() },
]);
keys.submit = () => (runner?.current ? runner.submit() : (questionsOnScreen()?.requestSubmit() ?? journey?.enter()));
keys.sends = () => Boolean(runner?.current);
keys.help = () => openDialog("keys");

document.addEventListener("opening", (event) => {
  const list = document.getElementById("key-list");
  const { id } = /** @type {HTMLElement} */ (event.target);
  if (id === "keys" && list) keys.list(list);
  if (id === "help") messages?.opening();
});
document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("button[data-action]"));
  const action = button?.dataset.action ?? "";
  if (button) void (actions[action] ?? (() => journey?.act(action)))(button);
});
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.dataset.action !== "resume") return;
  event.preventDefault();
  void sitDown({ resume_code: String(new FormData(form).get("code") ?? "").trim().toUpperCase() });
});
outbox.addEventListener("signin", (event) => {
  if (/** @type {CustomEvent} */ (event).detail.entry.rater !== seat?.rater) return;
  runner?.stop();
  say(t("signin-again"));
  screens.show("welcome");
});
addEventListener("pagehide", () => drafts.beforeGoing());
addEventListener("pageshow", (event) => {
  // a page brought back from the browser's memory would show a trial that may be answered by now
  if (event.persisted) location.reload();
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") drafts.beforeGoing();
});
addEventListener("beforeunload", (event) => {
  if ((!database.lasting && outbox.waiting.length) || runner?.unsaved) event.preventDefault();
});
setInterval(() => outbox.waiting.length && !outbox.stuck && outbox.hurry(), 30_000);

/** @type {Record<string, (button: HTMLElement) => unknown>} */
const actions = {
  join: () => sitDown({ invite: boot.invite || undefined, platform }),
  "copy-code": (button) => copyCode(button),
  retry: () => runner?.next(),
  "finish-now": async () => {
    // what is not stored yet must not be left out of what is finished
    outbox.hurry();
    if (outbox.waiting.length) return;
    await api.finishNow().catch(() => {});
    void runner?.next();
  },
  back: () => runner?.back(),
  onward: () => runner?.onward(),
  "to-next": () => /** @type {HTMLElement | null} */ (document.querySelector("form.trial.current button[type=submit]"))?.focus(),
  skip: () => messages?.skip(),
  reload: () => location.reload(),
  "take-over": () => {
    tabs?.take();
    void work();
  },
  leave: async () => {
    closeDialogs();
    if (runner && !(await runner.leaving())) return;
    runner?.stop();
    outbox.hurry();
    if (seat) await outbox.leave(api, seat);
    screens.show("left", { code: seat?.code ?? "", unsent: status.unsentWords() });
  },
  "someone-else": async () => {
    if (runner && !(await runner.leaving())) return;
    runner?.stop();
    if (seat) await outbox.leave(api, seat);
    await database.remove("seats", seatKey);
    const address = new URL(location.href);
    address.searchParams.delete("i");
    location.replace(address);
  },
  withdraw: async () => {
    closeDialogs();
    try {
      await api.withdraw();
    } catch (error) {
      // or it was done, and the reply was lost
      if (!(error instanceof ApiError) || error.code !== "rater-withdrawn") return notify(t("withdraw-failed"));
    }
    runner?.stop();
    await database.remove("seats", seatKey);
    screens.show("withdrawn");
  },
};

/** @returns {HTMLFormElement | null} */
function questionsOnScreen() {
  return document.querySelector(".screen:not([hidden]) .questions form");
}

function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (dialog).close();
}

/** Says what is wrong on the welcome screen, beside what was tried. @param {string} problem @param {string} [where] */
function say(problem, where = "join-problem") {
  for (const id of ["join-problem", "code-problem"]) {
    const place = document.getElementById(id);
    if (place) place.textContent = id === where ? problem : "";
  }
}

/** Tells somebody for whom there is no place, with the code for that if there is one. */
async function turnAway() {
  const found = await api.turnedAway(platform).catch(() => null);
  if (found?.outcome === "open") return say(t("refused-busy"));
  if (!found) return say(t("refused-study-full"));
  screens.show("full");
  tellEnd(found);
}

/** The key of the request to join, in storage before it is sent: sent again, also after a reload, it is the same rater. */
async function joinKey() {
  const stored = await database.get("seats", seatKey);
  const joining = stored?.joining ?? randomId();
  await database.put("seats", { ...stored, key: seatKey, joining }).catch(() => {});
  return joining;
}

/** Takes a seat in the study, or the old one again by its code. @param {{invite?: string, resume_code?: string, platform?: Record<string, string>}} by */
async function sitDown(by) {
  say("");
  try {
    const joined = await api.join(by.resume_code === undefined ? { ...by, key: await joinKey() } : by);
    if (seat?.rater === joined.rater) await outbox.renew(joined.rater, joined.token);
    seat = { ...(seat?.rater === joined.rater ? seat : {}), key: seatKey, ...joined };
    await database.put("seats", seat).catch(() => {});
    await enter();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "study-full") return turnAway();
    say(wordsOfError(error), by.resume_code === undefined ? "join-problem" : "code-problem");
  }
}

/** With a seat: makes sure that no other tab is at work, then begins. */
async function enter() {
  if (!seat) return screens.show("welcome");
  api.token = seat.token;
  fillIn(document, { code: seat.code });
  for (const id of ["seat-facts", "seat-actions"]) document.getElementById(id)?.removeAttribute("hidden");
  tabs?.close();
  tabs = new Tabs(`${boot.api}|${seat.rater}`);
  tabs.addEventListener("displaced", () => {
    runner?.stop();
    outbox.silent = true;
    screens.show("elsewhere");
  });
  if (await tabs.enter()) return work();
  screens.show("elsewhere");
}

let attempt = 1;
let visit = new AbortController();

/** Loads the study and runs it. */
async function work() {
  screens.show("loading");
  outbox.silent = false;
  visit.abort();
  visit = new AbortController();
  const { signal } = visit;
  await outbox.load(seat?.rater);
  try {
    const way = new Journey({ api, screens, seat, keep: keepSeat, parse, refresh: refreshGuideline });
    journey = way;
    if (!(await way.agree())) return decline();
    const session = await api.session();
    setWords(session.messages);
    await loadStyle(session.page.style);
    const module = session.page.script ? await import(session.page.script) : null;
    refreshGuideline(session.guideline);
    status.setProgress(session.progress);
    if (!database.lasting) notify(t("storage-missing"));
    readMessages();
    await way.prepare(session);
    if (journey !== way || !tabs?.active || !seat) return;
    way.breaks = new Breaks(screens, { timing: session.timing, kept: seat.work, keep: (work) => keepSeat({ work }) });
    const finish = new Finish({ api, outbox, rater: seat.rater, screens, status, signal, goOn: () => void runner?.next() });
    const [feedback, version] = [new Feedback(outbox), boot.page_version ?? ""];
    runner = new Runner({
      stage, api, seat, session, module, outbox, drafts, keys, screens, status, version, journey: way, feedback, finish, signal,
      asked: (now) => void messages?.poll(now),
      restart: () => {
        runner?.stop();
        void work();
      },
    });
    await runner.start();
  } catch (error) {
    const known = error instanceof ApiError ? error : new ApiError(0, { problem: String(error) });
    const name = screenOfError(known);
    screens.show(name, { unsent: status.unsentWords(), problem: wordsOfError(known) });
    if (name !== "offline") return;
    if (!(error instanceof ApiError)) console.error(error);
    setTimeout(() => tabs?.active && void work(), Math.min(30_000, 2_000 * attempt++));
  }
}

/** Remembers in this browser what concerns this rater. @param {Record<string, any>} [news] */
function keepSeat(news = {}) {
  if (!seat) return;
  Object.assign(seat, news);
  database.put("seats", seat).catch(() => {});
}

/** Whoever does not agree leaves no trace. */
async function decline() {
  await api.withdraw().catch(() => {});
  await database.remove("seats", seatKey);
  seat = undefined;
  for (const id of ["seat-facts", "seat-actions"]) document.getElementById(id)?.setAttribute("hidden", "");
  screens.show("declined");
}

function readMessages() {
  const shown = () => (runner && !runner.stopped && !runner.turning ? runner.current : null);
  messages = new Messages({
    api, language: boot.lang, seen: seat?.seen ?? 0, keep: (seen) => keepSeat({ seen }), warn: (warning) => journey?.warn(warning), trial: shown, passed: (lease) => runner?.pass(lease),
  });
  document.querySelector("[data-open=help]")?.removeAttribute("hidden");
  void messages.poll();
}

void drafts.prune().catch(() => {});
if (seat) await enter();
else {
  void outbox.load();
  screens.show("welcome");
}
