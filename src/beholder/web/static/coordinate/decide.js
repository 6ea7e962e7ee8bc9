/** The decision on a disputed trial: the rater's form, filled in by an adjudicator and sent as one value. */
import { Sheet } from "../rate/form.js";
import { loadKinds } from "../rate/kinds.js";
import { setWords } from "../rate/words.js";

const boot = JSON.parse(document.getElementById("boot")?.textContent ?? "{}");
setWords(boot.messages);
await loadKinds(boot.kinds);
const form = /** @type {HTMLFormElement} */ (document.getElementById("decision"));
const sheet = new Sheet(form, boot.form);
if (boot.payload?.trial) sheet.fill({ slots: [], ...boot.payload });
sheet.update();

for (const kind of ["input", "change"]) form.addEventListener(kind, () => { sheet.update(); sheet.review(sheet.problems()); });

form.addEventListener("submit", (event) => {
  const faults = sheet.problems();
  if (faults.length) {
    event.preventDefault();
    sheet.show(faults);
    return;
  }
  /** @type {HTMLInputElement} */ (form.elements.namedItem("payload")).value = JSON.stringify(sheet.read());
});
