/** Raters whom a crowd platform sends. */

/**
 * What the platform's link says, as far as the study asks for it; the rater's id comes first.
 * @param {string[]} names @returns {Record<string, string>}
 */
export function linkValues(names) {
  const given = new URLSearchParams(location.search);
  return Object.fromEntries(names.filter((name) => given.get(name)).map((name) => [name, (given.get(name) ?? "").slice(0, 200)]));
}
