/** What was said of each candidate, written beside its letter at the picture. */

/**
 * Only where one question speaks of the candidates, by an element with `data-signs`: signs of two could not be told apart.
 * @param {HTMLElement} control the element of the question @param {string[]} signs one for each slot
 */
export function signCandidates(control, signs) {
  const form = control.closest("form");
  const figures = [...(form?.querySelectorAll("[data-candidate]") ?? [])];
  if (!form || figures.length !== signs.length || form.querySelectorAll("[data-signs]").length > 1) return;
  figures.forEach((figure, slot) => {
    const name = /** @type {HTMLElement | null} */ (figure.querySelector(".gallery-name"));
    if (!name) return;
    name.dataset.sign = signs[slot];
    figure.classList.toggle("signed", signs[slot] !== "");
  });
}
