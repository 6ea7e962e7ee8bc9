/** One trial's form as data: read, filled, checked, and its conditional fields shown or hidden. */
import { leadTo } from "./focus.js";
import { fill, kindOf } from "./kinds.js";
import { answersOf, faultsOf, missingSlots } from "./rules.js";
import { t } from "./words.js";

/**
 * @typedef {import("./api.js").FieldWire} FieldWire
 * @typedef {import("./api.js").FormWire} FormWire
 * @typedef {{trial: Record<string, any>, slots: Record<string, any>[]}} Payload
 * @typedef {{where: string, message: string, missing?: string, target?: HTMLElement, stay?: boolean, remote?: boolean}} Fault
 */

export class Sheet {
  /**
   * @param {HTMLFormElement} form
   * @param {FormWire} wire
   */
  constructor(form, wire) {
    this.form = form;
    this.wire = wire;
    /** @type {Fault[]} */
    this.faults = [];
    const places = [...form.querySelectorAll("[data-field]")].map((box) => parseInt(/** @type {HTMLElement} */ (box).dataset.field ?? "", 10));
    this.slots = Math.max(0, ...places.filter((place) => !Number.isNaN(place)).map((place) => place + 1));
  }

  /** @param {string} where @returns {HTMLElement | null} */
  box(where) {
    return this.form.querySelector(`[data-field="${where}"]`);
  }

  /** What is filled in now. A shown field left blank is null; a field that is not shown is absent. @returns {Payload} */
  read() {
    const data = new FormData(this.form);
    const slots = this.wire.candidate_fields.length
      ? Array.from({ length: this.slots }, (_, slot) => this.#readScope(data, this.wire.candidate_fields, `${slot}.`))
      : [];
    const judged = !missingSlots(this.wire.candidate_fields, slots);
    return { trial: this.#readScope(data, this.wire.fields.filter((f) => judged || !f.after_candidates), ""), slots };
  }

  /** @param {FormData} data @param {FieldWire[]} fields @param {string} prefix */
  #readScope(data, fields, prefix) {
    return answersOf(fields, (field) => kindOf(field).parse(data.getAll(prefix + field.name).map(String), field));
  }

  /** Puts stored answers into the controls. @param {Payload} payload */
  fill(payload) {
    const scopes = [
      { fields: this.wire.fields, values: payload.trial, prefix: "" },
      ...payload.slots.map((values, slot) => ({ fields: this.wire.candidate_fields, values, prefix: `${slot}.` })),
    ];
    for (const { fields, values, prefix } of scopes) {
      for (const field of fields) fill(this.#controls(prefix + field.name), values?.[field.name] ?? null);
    }
    this.update();
  }

  /** Native controls and elements of a kind's own, by the name under which they submit. @param {string} name @returns {any[]} */
  #controls(name) {
    return [...this.form.querySelectorAll(`[name="${name}"]`)];
  }

  /** Shows and hides conditional fields, and empties those that are no longer asked. */
  update() {
    const payload = this.read();
    this.#updateScope(this.wire.fields, payload.trial, "");
    payload.slots.forEach((values, slot) => this.#updateScope(this.wire.candidate_fields, values, `${slot}.`));
    for (const rule of this.wire.constraints.filter((one) => one.at_most)) {
      const bound = payload.trial[rule.at_most];
      const control = this.#controls(rule.field)[0];
      if (control && "limit" in control) control.limit = typeof bound === "number" ? bound : null;
    }
    this.form.classList.toggle("complete", this.problems().length === 0);
  }

  /** @param {FieldWire[]} fields @param {Record<string, any>} values @param {string} prefix */
  #updateScope(fields, values, prefix) {
    for (const field of fields) {
      const box = this.box(prefix + field.name);
      const asked = field.name in values;
      if (!box || box.hidden === !asked) continue;
      box.hidden = !asked;
      if (!asked) kindOf(field).clear(this.#controls(prefix + field.name));
    }
  }

  /** What is missing or breaks a rule, in the order of the page. @returns {Fault[]} */
  problems() {
    const payload = this.read();
    return [
      ...payload.slots.flatMap((values, slot) => this.#problemsOf(this.wire.candidate_fields, values, `${slot}.`)),
      ...this.#problemsOf(this.wire.fields, payload.trial, ""),
    ];
  }

  /** @param {FieldWire[]} fields @param {Record<string, any>} values @param {string} prefix @returns {Fault[]} */
  #problemsOf(fields, values, prefix) {
    const { missing, broken } = faultsOf(fields, this.wire.constraints, values);
    return [
      ...missing.map(({ name, label }) => ({ where: prefix + name, message: this.#lacking(prefix, name), missing: label })),
      ...broken.map((rule) => ({ where: prefix + rule.field, message: rule.message || t("breaks-rule") })),
    ];
  }

  /** What a field without an answer still wants. @param {string} prefix @param {string} name */
  #lacking(prefix, name) {
    const field = [...this.wire.fields, ...this.wire.candidate_fields].find((one) => one.name === name);
    const controls = this.#controls(prefix + name);
    return (field && controls.length && kindOf(field).lacking?.(controls)) || t("missing-here");
  }

  /** Writes each fault beside its field and goes to the first. @param {Fault[]} faults */
  show(faults) {
    this.form.classList.add("tried");
    this.#write(faults);
    const place = faults[0] && (faults[0].target ?? this.box(faults[0].where));
    if (!place) return;
    place.scrollIntoView({ block: "nearest" });
    if (!faults[0].stay) leadTo(place);
  }

  /**
   * Takes back the faults that are mended, and only these. What the server alone can find counts as mended once its field
   * has changed. @param {Fault[]} problems of the answer as it stands @param {string} [changed]
   */
  review(problems, changed) {
    const still = (/** @type {Fault} */ fault) => problems.find((one) => one.where === fault.where) ?? (fault.remote && fault.where !== changed ? fault : []);
    this.#write(this.faults.flatMap(still));
  }

  /** @param {Fault[]} faults */
  #write(faults) {
    this.faults = faults;
    for (const box of this.form.querySelectorAll(".has-error")) {
      box.classList.remove("has-error");
      box.querySelector(".field-error")?.setAttribute("hidden", "");
    }
    for (const fault of faults) {
      const box = this.box(fault.where);
      const slot = box?.querySelector(".field-error");
      if (!box || !slot || !slot.hasAttribute("hidden")) continue;
      slot.textContent = fault.message;
      slot.removeAttribute("hidden");
      box.classList.add("has-error");
    }
    this.#summarise();
  }

  /** All faults in a line: what has no answer is listed once, not one sentence each, and candidates by what they are called. */
  #summarise() {
    /** The candidates that lack it, by label. @type {Map<string, string[]>} */
    const lacking = new Map();
    for (const { where, missing } of this.faults) {
      if (missing === undefined) continue;
      const named = /^\d/.test(where) ? [called(parseInt(where, 10), this.form)] : [];
      lacking.set(missing, [...(lacking.get(missing) ?? []), ...named]);
    }
    // what the same candidates lack stands together
    /** @type {Map<string, string[]>} */
    const together = new Map();
    for (const [label, names] of lacking) {
      const list = names.join(t("list-comma"));
      together.set(list, [...(together.get(list) ?? []), label]);
    }
    const asked = [...together].map(([names, labels]) => (names ? t("missing-of", { fields: labels.join(" · "), names }) : labels.join(" · ")));
    const others = new Set(this.faults.flatMap((fault) => (fault.missing === undefined ? fault.message : [])));
    const words = this.form.querySelector(".problems");
    if (words) words.textContent = [...(asked.length ? [t("missing", { field: asked.join(" · ") })] : []), ...others].join("\n");
  }

  /** Answers a field by its key. @param {string} where @param {string} value */
  press(where, value) {
    const { fields, candidate_fields } = this.wire;
    const field = [...fields, ...candidate_fields].find((one) => one.name === where.replace(/^\d+\./, ""));
    const box = this.box(where);
    return field !== undefined && box !== null && !box.hidden && kindOf(field).press(this.#controls(where), value);
  }
}

/** What stands at a place of the page, where the page calls it by its own words; else the letter. @param {number} slot @param {HTMLFormElement} form */
export function called(slot, form) {
  const own = /** @type {HTMLElement | null} */ (form.querySelector(`[data-slot="${slot}"][data-called]`));
  return own?.dataset.called ?? String.fromCharCode(65 + slot);
}
