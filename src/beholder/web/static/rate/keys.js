/** The one listener for keys. What they do comes from the fields, the page and the runner; the sheet is made from that. */
import { questionsOf } from "./at-hand.js";
import { reachedByTab, returnTo } from "./focus.js";
import { kindOf, kindsLoaded } from "./kinds.js";
import { keyName, t } from "./words.js";

/** @typedef {{code: string, label: string, run: () => void, inDialog?: boolean, yields?: boolean}} Action
 * one that `yields` leaves its key to any field that has it */

const TYPING = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=range], [type=button])";
const NATIVE = { radio: /^Arrow|^Space$/, checkbox: /^Space$/, range: /^Arrow|^Page|^Home$|^End$/ };

export class Keys {
  /** @param {Action[]} actions those that hold on every trial */
  constructor(actions) {
    this.actions = actions;
    /** @type {import("./trial.js").Trial | null} */
    this.trial = null;
    /** Called by Enter, and by Ctrl+Enter from a text. */
    this.submit = () => {};
    /** Whether there is anything to send: on the other screens Enter presses what is in focus. */
    this.sends = () => false;
    this.help = () => {};
    /** The key that answered last: while it is held down, it does nothing else. */
    this.held = "";
    addEventListener("keydown", (event) => this.#press(event));
    addEventListener("close", () => this.trial && !document.querySelector("dialog[open]") && returnTo(this.trial.form), { capture: true });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    // Chinese input uses every key for itself until a word is chosen; 229 is how older engines say so
    if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    const code = codeOf(event);
    if (target.matches(TYPING)) {
      const sends = code === "Enter" && (event.ctrlKey || event.metaKey || target.matches("input"));
      if (sends && target.closest("form.trial")) this.#act(event, this.submit);
      else if (code === "Escape" && !target.closest("dialog")) target.blur();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const dialog = /** @type {HTMLElement | null} */ (document.querySelector("dialog[open]"));
    const passes = !dialog || dialog.dataset.keys === "pass";
    if (event.key === "?" && passes) return this.#act(event, this.help);
    if (dialog && !passes) return;
    const [own, type] = [reachedByTab(target), target instanceof HTMLInputElement ? target.type : ""];
    // who has come to a button by Tab presses it, whatever else the key does
    if (own && code === "Space" && target.matches("button, a, summary")) return;
    if (own && NATIVE[/** @type {keyof typeof NATIVE} */ (type)]?.test(code)) return;
    if (code === "Backspace" && this.#used("takeBack")) return event.preventDefault();
    const action = [...(this.trial?.page.keys ?? []), ...this.#shared].find((one) => one.code === code);
    if (action && (!dialog || action.inDialog)) return this.#act(event, action.run, { repeats: code.startsWith("Arrow") });
    if (code === "Enter" && passes) {
      const presses = target.matches("button, a, summary") && (own || !this.sends());
      if (!presses) this.#act(event, () => this.#used("goOn") || this.submit());
      return;
    }
    // a rating that was clicked long ago would change with the eye on the picture
    const unasked = !own && this.trial && type === "radio" && code.startsWith("Arrow");
    if (!event.repeat) this.held = this.#answer(code) || unasked ? code : "";
    if (this.held === code) event.preventDefault();
  }

  /** @param {KeyboardEvent} event @param {() => void} run @param {{repeats?: boolean}} [how] */
  #act(event, run, how = {}) {
    event.preventDefault();
    if (event.repeat && !how.repeats) return;
    if (this.trial) this.trial.keysUsed += 1;
    run();
  }

  /** What holds on every trial, without what a field of this one has the key of. @returns {Action[]} */
  get #shared() {
    const { fields, candidate_fields } = this.trial?.session.form ?? { fields: [], candidate_fields: [] };
    const taken = new Set([...fields, ...candidate_fields].flatMap((field) => Object.keys(field.keys)));
    return this.actions.filter((action) => !action.yields || !taken.has(action.code));
  }

  /** Gives a key to the field that declares it. @param {string} code */
  #answer(code) {
    const trial = this.trial;
    if (!trial) return false;
    for (const { where, field } of questionsOf(trial.sheet, code)) {
      if (trial.sheet.press(where, field.keys[code])) return this.#count(trial);
    }
    const digit = /^Digit(\d)$/.exec(code)?.[1];
    return digit !== undefined && kindsLoaded().some((kind) => kind.type?.(trial.form, digit)) && this.#count(trial);
  }

  /** Whether some kind of field on the trial has a use for Backspace or Enter. @param {"takeBack" | "goOn"} what */
  #used(what) {
    const form = this.trial?.form;
    return form !== undefined && kindsLoaded().some((kind) => kind[what]?.(form));
  }

  /** @param {import("./trial.js").Trial} trial */
  #count(trial) {
    trial.keysUsed += 1;
    return true;
  }

  /** Writes the sheet of keys. @param {HTMLElement} into */
  list(into) {
    into.replaceChildren();
    if (this.trial) {
      const { fields, candidate_fields } = this.trial.session.form;
      const own = this.trial.page.keys ?? [];
      // a key that the page gives out itself is said once, in the page's words
      const taken = new Set(own.map((action) => action.code));
      for (const field of [...candidate_fields, ...fields]) {
        for (const { codes, words } of kindOf(field).keyLines(field)) line(into, codes.filter((code) => !taken.has(code)), words);
      }
      for (const label of new Set(own.map((action) => action.label))) {
        line(into, own.filter((action) => action.label === label).map((action) => action.code), label);
      }
    }
    const asked = this.trial?.session.form.fields ?? [];
    for (const kind of kindsLoaded()) {
      for (const { codes, words } of kind.sharedKeyLines?.(asked.filter((field) => kindOf(field) === kind)) ?? []) line(into, codes, words);
    }
    line(into, ["Enter"], t("next"));
    for (const action of this.#shared) line(into, [action.code], action.label);
    line(into, ["Slash"], t("keys"));
  }
}

/** The key, whichever of its kind it is; Shift makes another one of Backspace alone. @param {KeyboardEvent} event */
function codeOf(event) {
  if (event.code === "Backspace" && event.shiftKey) return "Shift+Backspace";
  return event.code.replace(/^Numpad(\d)$/, "Digit$1").replace("NumpadEnter", "Enter");
}

/** @param {HTMLElement} into @param {string[]} codes @param {string} words */
function line(into, codes, words) {
  if (codes.length === 0) return;
  const row = document.createElement("div");
  row.className = "key-row";
  const caps = document.createElement("span");
  caps.className = "key-caps";
  // keys of the number pad are named as those beside the letters
  for (const name of new Set(codes.map(keyName))) {
    const cap = document.createElement("kbd");
    cap.className = "cap";
    cap.textContent = name;
    caps.append(cap);
  }
  const text = document.createElement("span");
  text.textContent = words;
  row.append(caps, text);
  into.append(row);
}
