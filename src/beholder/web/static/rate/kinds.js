/**
 * What the page asks of a kind of field. The `element.js` in a kind's folder exports what differs from the plain controls
 * of HTML, which are served here; a kind without one has nothing but such controls.
 */

/**
 * @typedef {import("./api.js").FieldWire} FieldWire
 * @typedef {{codes: string[], words: string}} KeyLine
 * @typedef {HTMLElement & {value: string, press?: (key: string) => boolean, limit?: number | null, drafted?: any}} Control
 * @typedef {{
 *   parse: (texts: string[], field: FieldWire) => any,
 *   press: (controls: Control[], value: string) => boolean,
 *   clear: (controls: Control[]) => void,
 *   lacking?: (controls: Control[]) => string,
 *   keyLines: (field: FieldWire) => KeyLine[],
 *   sharedKeyLines?: (fields: FieldWire[]) => KeyLine[],
 *   type?: (form: HTMLFormElement, digit: string) => boolean,
 *   takeBack?: (form: HTMLFormElement) => boolean,
 *   goOn?: (form: HTMLFormElement) => boolean,
 *   expected?: (one: import("./expected.js").Expected, field: FieldWire) => import("./expected.js").Expected,
 *   told?: (value: any, field: FieldWire, form: HTMLFormElement) => string,
 * }} Kind
 * `parse`: what the submitted texts mean; null if there is no answer. `press`: gives a field the value of its key; whether it was
 * taken. `clear`: takes the answer back. `lacking`: what is missing, where an answer can be half given. `keyLines` and `sharedKeyLines`: what the sheet of keys says of one field, and of all of
 * the kind. `type`, `takeBack`, `goOn`: a digit, Backspace or Enter that nothing else used; whether it was. `expected`: the expected
 * answer of a practice trial in the terms of the page. `told`: an answer in words, where it is more than one value or a list of options.
 */

/** @type {Kind} */
const PLAIN = {
  parse: ([text = ""]) => (text.trim() === "" ? null : text),
  press(controls, value) {
    const own = controls.find((control) => control.press);
    if (own?.press) return own.press(value);
    const control = controls.find((one) => one.value === value);
    if (!(control instanceof HTMLInputElement)) return false;
    control.checked = control.type === "checkbox" ? !control.checked : true;
    // a ring that stays on another option would look like a second answer
    if (control.type === "radio" && document.activeElement?.getAttribute("name") === control.name) control.focus({ preventScroll: true });
    control.dispatchEvent(new Event("input", { bubbles: true }));
    return true;
  },
  clear: (controls) => fill(controls, null),
  keyLines: (field) => [{ codes: Object.keys(field.keys), words: field.label }],
};

/** @type {Map<string, Kind>} */
const loaded = new Map();

/** Loads the scripts of the kinds on this page. @param {Record<string, string>} addresses by kind */
export async function loadKinds(addresses) {
  const load = async (/** @type {[string, string]} */ [name, address]) => loaded.set(name, { ...PLAIN, ...(await import(address)) });
  await Promise.all(Object.entries(addresses).map(load));
}

/** @param {FieldWire} field @returns {Kind} */
export function kindOf(field) {
  return loaded.get(field.kind) ?? PLAIN;
}

/** The kinds on this page that have scripts. @returns {Kind[]} */
export function kindsLoaded() {
  return [...loaded.values()];
}

/** Puts a stored answer into the controls of a field; null empties them. @param {Control[]} controls @param {any} value */
export function fill(controls, value) {
  for (const control of controls) {
    if (control instanceof HTMLInputElement && control.type === "radio") control.checked = control.value === String(value);
    else if (control instanceof HTMLInputElement && control.type === "checkbox") control.checked = (value ?? []).includes(control.value);
    else control.value = value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
  }
}
