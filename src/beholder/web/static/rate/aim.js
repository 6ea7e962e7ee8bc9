/** The gentle reminder of how long a trial is meant to take: a line that fills, and never turns red. */

const TICK_MS = 500;

/**
 * Keeps the line up to date while the trial is shown.
 * @param {HTMLFormElement} form
 * @param {import("./clock.js").Clock} clock
 * @returns {() => void} ends it
 */
export function showAim(form, clock) {
  const aim = /** @type {HTMLElement | null} */ (form.querySelector(".aim"));
  const bar = /** @type {HTMLElement | null} */ (aim?.querySelector(".aim-bar"));
  if (!aim || !bar) return () => {};
  const draw = () => {
    const share = Math.min(1, clock.read().active / 1000 / Number(aim.dataset.seconds));
    bar.style.transform = `scaleX(${share})`;
    aim.classList.toggle("reached", share >= 1);
  };
  draw();
  const timer = setInterval(draw, TICK_MS);
  return () => clearInterval(timer);
}
