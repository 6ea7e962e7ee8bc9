/** The words of the page in the rater's language. */

/**
 * A text with `{name}` where a value stands, or such messages by the plural category of the number that `by` names.
 * @typedef {string | {by: string, [category: string]: Told}} Told
 */

/** @type {Record<string, Told>} */
let words = {};

/** @param {Record<string, Told>} messages */
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
  while (typeof text !== "string") text = chosen(text, values[text.by]);
  return text.replaceAll(/\{(\w+)\}/g, (whole, name) => (name in values ? written(values[name]) : whole));
}

/**
 * The form of a message for that number: the one for exactly this number if there is any, else by the language's rule.
 * @param {{by: string, [category: string]: Told}} forms
 * @param {string | number | undefined} value
 */
function chosen(forms, value) {
  if (typeof value !== "number") return forms.other;
  return forms[String(value)] ?? forms[new Intl.PluralRules(document.documentElement.lang).select(value)] ?? forms.other;
}

/**
 * A value as the page's language writes it; beside words from right to left it keeps its own direction.
 * @param {string | number} value
 */
function written(value) {
  const { lang, dir } = document.documentElement;
  const text = typeof value === "number" ? new Intl.NumberFormat(lang).format(value) : value;
  return dir === "rtl" ? `\u2068${text}\u2069` : text;
}

const KEY_NAMES = /** @type {Record<string, string>} */ ({
  ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Slash: "?", Enter: "↵",
  Escape: "Esc", "Shift+Backspace": "⇧ Backspace", Space: "␣", Minus: "−", Equal: "+", Comma: ",", Period: ".", NumpadDecimal: ".",
});

/**
 * What is printed on a key.
 * @param {string} code a `KeyboardEvent.code`
 */
export function keyName(code) {
  return KEY_NAMES[code] ?? code.replace(/^(Digit|Key|Numpad)/, "");
}
