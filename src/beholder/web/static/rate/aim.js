/** The gentle reminder of how long a trial is meant to take: a line that fills and never turns red, and a word beyond the most. */

const TICK_MS = 500;

/**
 * Keeps the line up to date while the trial is shown. It stands still while something else is read; in practice there is none,
 * since whoever learns takes the time that takes.
 * @param {HTMLFormElement} form
 * @param {import("./clock.js").Clock} clock
 * @param {boolean} practice
 * @returns {() => void} ends it
 */
export function showAim(form, clock, practice) {
  const aim = /** @type {HTMLElement | null} */ (form.querySelector(".aim"));
  const bar = /** @type {HTMLElement | null} */ (aim?.querySelector(".aim-bar"));
  if (aim) aim.hidden = practice;
  if (!aim || !bar || practice) return () => {};
  const over = /** @type {HTMLElement | null} */ (aim.querySelector(".aim-over"));
  const draw = () => {
    const { active, aside } = clock.read();
    const seconds = (active - aside) / 1000;
    const share = Math.min(1, seconds / Number(aim.dataset.seconds));
    bar.style.transform = `scaleX(${share})`;
    aim.classList.toggle("reached", share >= 1);
    if (over && seconds >= Number(aim.dataset.most) && !over.textContent) {
      over.textContent = over.dataset.words ?? "";
      aim.classList.add("over");
    }
  };
  draw();
  const timer = setInterval(draw, TICK_MS);
  return () => clearInterval(timer);
}
