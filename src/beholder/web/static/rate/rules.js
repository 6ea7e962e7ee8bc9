/** The rules between fields, as the server judges them too: conditions, constraints, what counts as blank. */

/** Whether a field on its own has no answer; a set without flags is one. @param {any} value */
export function isBlank(value) {
  return value === null || value === undefined || (typeof value === "string" && value.trim() === "");
}

/** Whether rules between fields take the value for no answer; a set without flags is none there. @param {any} value */
function unanswered(value) {
  return isBlank(value) || (Array.isArray(value) && value.length === 0);
}

/** @param {any} one @param {any} other */
function equal(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Whether a `show_when` or `required_when` rule is met. An unanswered field meets none.
 * @param {{field: string, is?: any, not?: any, any_of?: any[], has?: string, has_any?: string[], answered?: boolean}} rule
 * @param {Record<string, any>} values
 */
function conditionHolds(rule, values) {
  const value = values[rule.field];
  if (unanswered(value)) return false;
  if (rule.is !== undefined && rule.is !== null && !equal(value, rule.is)) return false;
  if (rule.not !== undefined && rule.not !== null && equal(value, rule.not)) return false;
  if (rule.any_of?.length && !rule.any_of.some((one) => equal(value, one))) return false;
  if (rule.has_any?.length && !rule.has_any.some((one) => value.includes(one))) return false;
  return !(rule.has !== undefined && rule.has !== null && !value.includes(rule.has));
}

/** @param {any} rule a constraint of the form's wire @param {Record<string, any>} values */
function constraintBroken(rule, values) {
  const value = values[rule.field];
  if (rule.at_most) {
    const bound = values[rule.at_most];
    return typeof value === "number" && typeof bound === "number" && value > bound;
  }
  if (rule.either_or) return unanswered(value) === unanswered(values[rule.either_or]);
  if (!rule.required_when || !conditionHolds(rule.required_when, values)) return false;
  if (unanswered(value)) return true;
  const text = fold(String(value));
  const starts = rule.starts.map(fold);
  return starts.length > 0 && !starts.some((/** @type {string} */ start) => text.startsWith(start) && text !== start);
}

/**
 * The answers of one scope, without those that are not asked given the ones before them.
 * @param {import("./api.js").FieldWire[]} fields @param {(field: import("./api.js").FieldWire) => any} answer
 */
export function answersOf(fields, answer) {
  /** @type {Record<string, any>} */
  const values = {};
  for (const field of fields) if (!field.show_when || conditionHolds(field.show_when, values)) values[field.name] = answer(field);
  return values;
}

/**
 * What is missing, and which rules are broken.
 * @param {import("./api.js").FieldWire[]} fields @param {any[]} constraints @param {Record<string, any>} values
 */
export function faultsOf(fields, constraints, values) {
  const missing = fields.filter((field) => field.name in values && field.required && isBlank(values[field.name]));
  const names = fields.map((field) => field.name);
  const broken = constraints.filter((rule) => names.includes(rule.field) && rule.field in values && constraintBroken(rule, values));
  return { missing, broken };
}

/** Whether some candidate still lacks a required answer. @param {import("./api.js").FieldWire[]} fields @param {Record<string, any>[]} slots */
export function missingSlots(fields, slots) {
  return slots.some((values) => fields.some((field) => field.required && field.name in values && isBlank(values[field.name])));
}

/** @param {string} text */
function fold(text) {
  return text.trim().toLowerCase().replaceAll("：", ":").replaceAll(" ", "");
}
