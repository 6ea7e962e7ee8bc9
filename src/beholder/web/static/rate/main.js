/** Starts the rater's page: who is sitting here, what the study asks, and the parts that do the work. */
import { Api, ApiError } from "./api.js";
import { Database } from "./database.js";
import { openDialog, setUpDialogs } from "./dialogs.js";
import { Drafts } from "./drafts.js";
import { Keys } from "./keys.js";
import { Outbox } from "./outbox.js";
import { screenOfError } from "./outcomes.js";
import { parse, Runner } from "./runner.js";
import { fillIn, Screens } from "./screens.js";
import { notify, Status } from "./status.js";
import { Tabs } from "./tabs.js";
import { setWords, t } from "./words.js";
import "../elements/bh-count.js";
import "../elements/bh-groups.js";
import "../elements/bh-points.js";
import "../elements/bh-zoom.js";

const boot = JSON.parse(document.getElementById("boot")?.textContent ?? "{}");
setWords(boot.messages);
setUpDialogs();

const stage = /** @type {HTMLElement} */ (document.getElementById("stage"));
const screens = new Screens(stage);
const api = new Api(boot.api, boot.lang);
const database = await Database.open();
const outbox = new Outbox(database);
const drafts = new Drafts(database);
const status = new Status(outbox, database);
const seatKey = `${boot.api}|${boot.invite}`;

/** @type {{key: string, rater: string, token: string, code: string} | undefined} */
let seat = await database.get("seats", seatKey);
/** @type {Runner | null} */
let runner = null;
/** @type {Tabs | null} */
let tabs = null;

const keys = new Keys([
  { code: "Backspace", label: t("back"), run: () => void runner?.back() },
  { code: "KeyG", label: t("guideline"), run: () => openDialog("guideline") },
]);
keys.submit = () => runner?.submit();
keys.help = () => openDialog("keys");

document.addEventListener("opening", (event) => {
  const list = document.getElementById("key-list");
  if (/** @type {HTMLElement} */ (event.target).id === "keys" && list) keys.list(list);
});
document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("button[data-action]"));
  if (button) void actions[button.dataset.action ?? ""]?.();
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
addEventListener("pagehide", () => drafts.now());
addEventListener("pageshow", (event) => {
  // a page brought back from the browser's memory would show a trial that may be answered by now
  if (event.persisted) location.reload();
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") drafts.now();
});
addEventListener("beforeunload", (event) => {
  if (!database.lasting && outbox.waiting.length) event.preventDefault();
});
setInterval(() => outbox.waiting.length && !outbox.stuck && outbox.hurry(), 30_000);

/** @type {Record<string, () => unknown>} */
const actions = {
  join: () => sitDown({ invite: boot.invite || undefined }),
  retry: () => runner?.next(),
  back: () => runner?.back(),
  reload: () => location.reload(),
  "take-over": () => {
    tabs?.take();
    void work();
  },
  leave: async () => {
    closeDialogs();
    runner?.stop();
    outbox.hurry();
    await api.leave().catch(() => {});
    screens.show("left", { code: seat?.code ?? "", unsent: status.unsentWords() });
  },
  "someone-else": async () => {
    runner?.stop();
    await api.leave().catch(() => {});
    await database.remove("seats", seatKey);
    const address = new URL(location.href);
    address.searchParams.delete("i");
    location.replace(address);
  },
  withdraw: async () => {
    closeDialogs();
    try {
      await api.withdraw();
      runner?.stop();
      await database.remove("seats", seatKey);
      screens.show("withdrawn");
    } catch {
      notify(t("withdraw-failed"));
    }
  },
};

function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (dialog).close();
}

/** @param {string} problem on the welcome screen */
function say(problem) {
  const place = document.getElementById("join-problem");
  if (place) place.textContent = problem;
}

/** Takes a seat in the study, or the old one again by its code. @param {{invite?: string, resume_code?: string}} by */
async function sitDown(by) {
  say("");
  try {
    const joined = await api.join(by);
    if (seat?.rater === joined.rater) await outbox.renew(joined.rater, joined.token);
    seat = { key: seatKey, ...joined };
    await database.put("seats", seat).catch(() => {});
    await enter();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    say(error.passing ? t("join-unreachable") : [error.message, error.hint].filter(Boolean).join(". "));
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

/** Loads the study and runs it. */
async function work() {
  screens.show("loading");
  outbox.silent = false;
  await outbox.load();
  try {
    const session = await api.session();
    setWords(session.messages);
    await loadStyle(session.page.style);
    const module = session.page.script ? await import(session.page.script) : null;
    refreshGuideline(session.guideline);
    status.setProgress(session.progress);
    runner = new Runner({ stage, api, seat, session, module, outbox, drafts, keys, screens, status, version: boot.page_version ?? "" });
    if (!database.lasting) notify(t("storage-missing"));
    await runner.start();
  } catch (error) {
    const known = error instanceof ApiError ? error : new ApiError(0, { problem: String(error) });
    const name = screenOfError(known);
    screens.show(name, { unsent: status.unsentWords(), problem: known.message, hint: known.hint });
    if (name !== "offline") return;
    if (!(error instanceof ApiError)) console.error(error);
    setTimeout(() => tabs?.active && void work(), Math.min(30_000, 2_000 * attempt++));
  }
}

/** @param {string} address @returns {Promise<void>} */
function loadStyle(address) {
  if (!address || document.querySelector(`link[href="${address}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}

/** @param {{version: any, html: string} | undefined} guideline */
function refreshGuideline(guideline) {
  const text = document.getElementById("guideline-text");
  if (!text || !guideline?.html || text.dataset.version === String(guideline.version)) return;
  text.dataset.version = String(guideline.version);
  text.replaceChildren(parse(`<div>${guideline.html}</div>`));
}

void drafts.prune().catch(() => {});
if (seat) await enter();
else {
  void outbox.load();
  screens.show("welcome");
}
