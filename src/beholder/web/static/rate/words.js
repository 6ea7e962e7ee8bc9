/** The words of the page in the rater's language. */

/** @type {Record<string, string>} */
let words = {};

/** @param {Record<string, string>} messages */
export function setWords(messages) {
  words = { ...words, ...messages };
}

/**
 * The text of a key with its `{placeholders}` filled; the key itself if it is not known.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  let text = words[key] ?? key;
  for (const [name, value] of Object.entries(values)) text = text.replaceAll(`{${name}}`, String(value));
  return text;
}

const KEY_NAMES = /** @type {Record<string, string>} */ ({
  ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Slash: "?", Enter: "↵",
  Escape: "Esc", Space: "␣", Minus: "−", Equal: "+", Comma: ",", Period: ".",
});

/**
 * What is printed on a key.
 * @param {string} code a `KeyboardEvent.code`
 */
export function keyName(code) {
  return KEY_NAMES[code] ?? code.replace(/^(Digit|Key|Numpad)/, "");
}
