/** A showing of the past: the trial as it stood, with the answer filled in. It can be looked at, not changed. */
import "../elements/bh-gallery.js";
import { loadKinds } from "./kinds.js";
import { Trial } from "./trial.js";
import { setWords } from "./words.js";

const told = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("boot")).textContent ?? "{}");
const stage = /** @type {HTMLElement} */ (document.getElementById("stage"));
const form = /** @type {HTMLFormElement} */ (stage.querySelector("form.trial"));

setWords(told.messages);
await loadKinds(told.kinds);
const module = told.script ? await import(told.script) : null;
const trial = new Trial({ ...told.lease, lease: "" }, form, { session: told.session, module });
// whoever comes back to an answer has opened everything before
trial.revises = "replay";
await trial.prepare(stage, told.payload ? { payload: told.payload } : undefined);
// it may stand inside a page on which somebody is writing: nothing here takes the focus
stage.inert = true;
trial.reveal();
trial.clock.stop();
form.addEventListener("submit", (event) => event.preventDefault());
for (const box of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-field], button[type=submit]"))) box.inert = true;
// with every control off, nothing inside could be focused to scroll by keyboard
for (const region of form.querySelectorAll(".panel-scroll")) region.setAttribute("tabindex", "0");
stage.inert = false;
document.documentElement.dataset.replayed = "yes";
