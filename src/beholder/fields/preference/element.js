/** Which of two is better, and by how much. The table of ratings has an outcome for each candidate; the page asks for a side. */

/** A grade is a whole number; sides and other answers are words. @param {string[]} texts */
export function parse([text = ""]) {
  return /^-?\d+$/.test(text) ? Number(text) : text.trim() === "" ? null : text;
}

/** @param {import("../../rate/expected.js").Expected} one @param {import("../../rate/api.js").FieldWire} field */
export function expected(one, field) {
  if (!one.place) return one;
  const left = one.place === "A";
  if (field.grades) return graded(one, field.grades, left ? -1 : 1);
  const sides = left ? ["left", "right"] : ["right", "left"];
  const side = (/** @type {any} */ is) => ({ win: sides[0], loss: sides[1] })[/** @type {string} */ (is)] ?? is;
  return { ...one, place: "", is: side(one.is), any_of: one.any_of?.map(side) };
}

/** Every grade of the page that would be as expected. @param {import("../../rate/expected.js").Expected} one @param {number[]} grades @param {number} sign */
function graded(one, grades, sign) {
  const { is, any_of: any, at_least: least = -Infinity, at_most: most = Infinity } = one;
  const turned = (/** @type {any} */ value) => (typeof value === "number" ? sign * value : value);
  const bounded = one.at_least !== undefined || one.at_most !== undefined;
  const within = grades.filter((grade) => sign * grade >= least && sign * grade <= most);
  return { ...one, place: "", is: turned(is), any_of: bounded ? within : any?.map(turned), at_least: undefined, at_most: undefined };
}
