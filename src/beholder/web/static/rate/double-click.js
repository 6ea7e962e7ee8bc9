/**
 * The second click of a double one belongs to what the first one hit. An answer may move the page under the mouse, as when
 * it mends the fault that was told below; what lies there now was not meant. Fingers have no such habit.
 */

const CONTROL = "button, a, summary, input, textarea, bh-zoom";

let byMouse = false;
/** @type {Element | null} */
let hit = null;

/** @param {MouseEvent} event */
function guard(event) {
  const target = event.target instanceof Element ? event.target : document.body;
  const control = target.closest("label") ?? target.closest(CONTROL) ?? target;
  if (event.type === "mousedown" && event.detail < 2) hit = control;
  if (!byMouse || event.detail < 2 || control === hit || !control.closest("form.trial")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

addEventListener("pointerdown", (event) => (byMouse = event.pointerType === "mouse"), { capture: true });
for (const type of /** @type {const} */ (["mousedown", "click"])) addEventListener(type, guard, { capture: true });
