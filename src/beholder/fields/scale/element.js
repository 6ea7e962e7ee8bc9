/** A point of the scale is a whole number. @param {string[]} texts */
export function parse([text = ""]) {
  return text === "" ? null : parseInt(text, 10);
}
