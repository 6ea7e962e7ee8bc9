/** The captions page: one caption in focus, live totals, keys from caption to caption, points given by clicking words. */
import "../../fields/points/element.js";
import "../../elements/bh-zoom.js";
import { WordMarks } from "../../elements/word-marks.js";

/** @param {{form: HTMLFormElement, params: {mark_words: boolean}, t: (key: string, values?: any) => string}} given */
export function mount({ form, params, t }) {
  const cards = /** @type {HTMLElement[]} */ ([...form.querySelectorAll(".caption-card")]);
  const picture = /** @type {HTMLElement} */ (form.querySelector(".captions-picture"));
  const zoom = /** @type {any} */ (picture.querySelector("bh-zoom"));
  const words = params.mark_words ? new WordMarks(form, cards, ".caption-text:not(.caption-empty)") : null;
  let focused = 0;
  let taller = false;

  /** @param {HTMLElement} card @returns {any[]} */
  const counters = (card) => [...card.querySelectorAll("bh-points")];

  function update() {
    for (const card of cards) {
      const given = counters(card).map((one) => one.value).filter((value) => value !== "");
      const total = /** @type {HTMLOutputElement} */ (card.querySelector(".caption-total"));
      total.textContent = given.length ? String(given.reduce((sum, value) => sum + Number(value), 0)) : "–";
      card.classList.toggle("judged", given.length === counters(card).length);
    }
  }

  /** @param {number} place */
  function settle(place) {
    focused = Math.max(0, Math.min(cards.length - 1, place));
    cards.forEach((card, n) => card.classList.toggle("in-focus", n === focused));
  }

  /** @param {number} place */
  function go(place) {
    settle(place);
    cards[focused]?.focus({ preventScroll: true });
    cards[focused]?.scrollIntoView({ block: "nearest" });
  }

  /** Everything still empty in the caption in focus becomes 0: an answer the rater gives, not one that stands there. */
  function restIsZero() {
    for (const counter of counters(cards[focused])) if (counter.value === "") counter.press("-");
  }

  /** @param {boolean} on */
  function setTaller(on) {
    taller = on;
    picture.classList.toggle("taller", on);
    const handle = picture.querySelector("[data-taller]");
    handle?.setAttribute("aria-expanded", String(on));
    handle?.setAttribute("aria-label", t(on ? "captions-smaller" : "captions-larger"));
  }

  form.addEventListener("input", update);
  form.addEventListener("focusin", (event) => {
    const card = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest(".caption-card"));
    if (card) settle(cards.indexOf(card));
  });
  form.addEventListener("click", (event) => {
    if (/** @type {HTMLElement} */ (event.target).closest("[data-taller]")) setTaller(!taller);
  });
  settle(0);
  update();

  return {
    shown: () => {
      update();
      // on a phone the whole page scrolls: it begins at its beginning, with what the points are for
      if (focused || !matchMedia("(max-width: 720px)").matches) go(focused);
      else cards[0]?.focus({ preventScroll: true });
    },
    hidden: () => words?.close(),
    state: () => ({ focused, words: words?.read() ?? [] }),
    restore: (/** @type {any} */ state) => {
      words?.restore(state.words ?? []);
      settle(state.focused ?? 0);
      update();
    },
    meta: () => {
      const { clientWidth, clientHeight } = /** @type {HTMLElement} */ (picture.querySelector("img"));
      return { picture: { width: clientWidth, height: clientHeight, opened: zoom.opens ?? 0 }, words: words?.read() ?? [] };
    },
    keys: [
      { code: "ArrowDown", label: t("captions-next"), run: () => go(focused + 1) },
      { code: "ArrowUp", label: t("captions-before"), run: () => go(focused - 1) },
      { code: "Digit0", label: t("captions-rest-zero"), run: restIsZero },
      { code: "KeyF", label: t("open-large"), run: () => zoom.open() },
    ],
  };
}
