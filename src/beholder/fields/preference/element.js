/** Which of two is better. The table of ratings has an outcome for each candidate; the page asks for a side. */

/** @param {import("../../rate/expected.js").Expected} one */
export function expected(one) {
  if (!one.place) return one;
  const sides = one.place === "A" ? ["left", "right"] : ["right", "left"];
  return { ...one, place: "", is: { win: sides[0], loss: sides[1] }[/** @type {string} */ (one.is)] ?? one.is };
}
