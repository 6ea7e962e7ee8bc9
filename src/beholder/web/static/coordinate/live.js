/** Keeps the watching pages current: asks for the page again and puts in what has changed. Asks before what cannot be undone. */

const EVERY_MS = 8000;
const SLOWEST_MS = 120_000;

/** Regions of this page that may be replaced: none in which somebody is at work. @returns {HTMLElement[]} */
function regions() {
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-live]")]);
  return all.filter((region) => !region.contains(document.activeElement) || document.activeElement === region);
}

async function refresh() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" }, cache: "no-store", redirect: "error" });
  if (!answer.ok) throw new Error(String(answer.status));
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const region of regions()) {
    const other = fresh.querySelector(`[data-live="${region.dataset.live}"]`);
    if (other && !region.isEqualNode(other)) region.replaceChildren(...document.adoptNode(other).childNodes);
  }
  for (const list of document.querySelectorAll("[data-live-list]")) {
    const now = fresh.querySelector(`[data-live-list="${/** @type {HTMLElement} */ (list).dataset.liveList}"]`);
    if (now) merge(list, now);
  }
}

/** Puts new entries in and takes old ones out, leaving alone what somebody is writing in. @param {Element} list @param {Element} now */
function merge(list, now) {
  for (const old of [...list.children]) {
    const busy = old.contains(document.activeElement) || [...old.querySelectorAll("textarea")].some((box) => box.value);
    if (!busy && !now.querySelector(`#${CSS.escape(old.id)}`)) old.remove();
  }
  for (const entry of [...now.children]) if (!list.querySelector(`#${CSS.escape(entry.id)}`)) list.append(document.adoptNode(entry));
}

/** @param {number} wait */
function watch(wait) {
  setTimeout(async () => {
    let next = EVERY_MS;
    if (document.hidden) next = wait;
    else await refresh().catch(() => { next = Math.min(2 * wait, SLOWEST_MS); });
    watch(next);
  }, wait);
}

// a page that a form has brought cannot be asked for again
if (document.querySelector("[data-live]") && !document.querySelector("[data-once]")) watch(EVERY_MS);

// on a phone the navigation is wider than the screen
document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// browsers give the clipboard to safe addresses only; elsewhere the link is selected by hand
for (const button of document.querySelectorAll("[data-copy]")) {
  /** @type {HTMLElement} */ (button).hidden = !navigator.clipboard;
}

document.addEventListener("submit", (event) => {
  const words = /** @type {HTMLElement | null} */ (event.submitter)?.dataset.confirm;
  if (words && !confirm(words)) event.preventDefault();
});

document.addEventListener("click", async (event) => {
  const copied = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("[data-copy]"));
  if (!copied) return;
  await navigator.clipboard.writeText(copied.dataset.copy ?? "");
  copied.textContent = copied.dataset.copied ?? "";
});

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("[data-exclude]"));
  const chosen = /** @type {HTMLSelectElement | null} */ (document.getElementById("exclude-rater"));
  if (!button || !chosen) return;
  chosen.value = button.dataset.exclude ?? "";
  document.getElementById("exclude")?.scrollIntoView({ block: "center" });
  document.getElementById("exclude-reason")?.focus({ preventScroll: true });
});
