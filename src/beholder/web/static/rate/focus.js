/**
 * How the focus came to where it is. A control reached by Tab keeps its own keys: arrows choose, Enter presses. One that
 * was clicked, or that the page led to, does not: the eye is elsewhere by then, and the keys are those of the page.
 */

const TOGETHER = "[role=radiogroup], fieldset";
const ACTING = "button, a, summary, [role=button], input:is([type=radio], [type=checkbox], [type=range], [type=button])";

let tabbing = false;
/** @type {Element | null} */
let reached = null;
/** What had been reached when a dialog came over it. @type {Element | null} */
let behind = null;

addEventListener("keydown", (event) => (tabbing = event.key === "Tab"), { capture: true });
addEventListener("pointerdown", () => {
  tabbing = false;
  reached = behind = null;
}, { capture: true });
// the capturing phase comes before the listeners of the element itself
addEventListener("focus", ({ target }) => target instanceof Element && follow(target), { capture: true });

/** @param {Element} target */
function follow(target) {
  if (tabbing || together(target, reached)) reached = target;
  else if (target !== reached) {
    const dialog = target.closest("dialog");
    if (dialog && !dialog.contains(reached)) behind = reached;
    reached = null;
  }
}

/** Whether both belong to one question, through which arrows lead. @param {Element} one @param {Element | null} other */
function together(one, other) {
  const group = one.closest(TOGETHER);
  return group !== null && group === other?.closest(TOGETHER);
}

/** @param {Element} element */
export function reachedByTab(element) {
  return element === reached;
}

/** The question in focus: one that was tabbed into or led to, not one of whose controls was clicked. @returns {Element | null} */
export function questionInFocus() {
  const active = document.activeElement;
  return active && (active === reached || !active.matches(ACTING)) ? active.closest("[data-field]") : null;
}

/** After a dialog: whoever tabbed to the button that opened it is back there; anyone else is back at the trial. @param {HTMLElement} trial */
export function returnTo(trial) {
  const active = document.activeElement;
  if (behind && active === behind) reached = behind;
  else if (!active || active === document.body || active.matches(ACTING)) trial.focus({ preventScroll: true });
  behind = null;
}

/** Leads to a question without touching its answer: into a text, else to what surrounds the controls. @param {HTMLElement} place */
export function leadTo(place) {
  const text = /** @type {HTMLElement | null} */ (place.querySelector("textarea, input[type=text]"));
  if (!text && place.tabIndex < 0) place.tabIndex = -1;
  (text ?? place).focus({ preventScroll: true });
  reached = null;
}
