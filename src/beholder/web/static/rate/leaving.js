/** The browser's Back: closes what is open, then goes back within the study, and leaves the page only where nothing comes before. */
import { notify } from "./status.js";
import { t } from "./words.js";

/** The entry of the browser's history that is gone back from while the page stays. */
const MARK = "beholder-trial";

/** Lays a page of history under the trial on screen, once. */
export function markHistory() {
  if (history.state !== MARK) history.pushState(MARK, "");
}

/** @param {() => import("./runner.js").Runner | null} running */
export function followHistory(running) {
  addEventListener("popstate", () => {
    const runner = running();
    if (history.state === MARK || !runner) return;
    const open = [.../** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll("dialog[open]"))].at(-1);
    if (!open && !runner.current) return history.back();
    if (!open && !runner.history.reachesBack) return notify(t("leave-again"), { seconds: 8 });
    markHistory();
    if (open) open.close();
    else void runner.back();
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? /** @type {HTMLAnchorElement | null} */ (event.target.closest('a[href^="#"]')) : null;
    if (link) follow(link, event);
  });
}

/** A link to a place on the page leaves no entry in the history: the browser would take it for a Back. @param {HTMLAnchorElement} link @param {Event} event */
function follow(link, event) {
  event.preventDefault();
  const place = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  place?.scrollIntoView();
  place?.focus({ preventScroll: true });
}
