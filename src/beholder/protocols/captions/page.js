/** The captions page: one caption in focus, live totals, keys from caption to caption, points given by clicking words. */
import { addPart, takeInHand, typePoints } from "../../fields/points/element.js";
import "../../elements/bh-zoom.js";
import { WordMarks } from "../../elements/word-marks.js";

/** Below this height of the window two captions would be in view, so what earns points folds once it has been read. */
const SHORT = 820;

/** Whether the rules are folded: as the rater left them, else after the first trial in a short window. @type {boolean | null} */
let folded = null;
let read = false;

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
      const ticks = card.querySelectorAll(".caption-sum input:checked").length;
      const total = /** @type {HTMLOutputElement} */ (card.querySelector(".caption-total"));
      total.textContent = given.length || ticks ? String(given.reduce((sum, value) => sum + Number(value), ticks)) : "–";
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

  /** To another caption, with its first counter in hand. @param {number} place */
  function turnTo(place) {
    go(place);
    const own = counters(cards[focused]);
    takeInHand(form, own.find((one) => one.value === "") ?? own[0]);
  }

  /** A digit for the counter in hand. Its caption stays in focus until the next digit, so that its tick is still at hand. @param {string} digit */
  function type(digit) {
    const typed = typePoints(form, digit);
    if (!typed) return;
    go(placeOf(typed.given));
    typed.next?.closest(".caption-card")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} by */
  function stepTo(by) {
    const all = cards.flatMap(counters);
    const from = all.findIndex((one) => one.classList.contains("in-hand"));
    const next = all[from < 0 ? all.findIndex((one) => cards[focused].contains(one)) : from + by];
    if (!next) return;
    go(placeOf(next));
    takeInHand(form, next);
  }

  /** @param {Element} inside */
  const placeOf = (inside) => cards.findIndex((card) => card.contains(inside));

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
  const rules = /** @type {HTMLDetailsElement} */ (form.querySelector(".captions-rules"));
  rules.querySelector("summary")?.addEventListener("click", () => (folded = rules.open));
  settle(0);
  update();

  return {
    shown: () => {
      update();
      rules.open = !(folded ?? (read && innerHeight < SHORT));
      read = true;
      takeInHand(form, cards.flatMap(counters).find((one) => one.value === "") ?? null);
      // on a phone the whole page scrolls: it begins at its beginning, with what the points are for
      if (focused || !matchMedia("(max-width: 720px)").matches) go(focused);
      else cards[0]?.focus({ preventScroll: true });
    },
    hidden: () => words?.close(),
    told: (/** @type {import("../../rate/expected.js").Told} */ told) => cards.forEach((card, place) => tell(card, told.reasons[String.fromCharCode(65 + place)])),
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
      ...[..."0123456789"].map((digit) => ({ code: `Digit${digit}`, label: t("captions-type"), run: () => type(digit) })),
      ...["Period", "Comma", "NumpadDecimal"].map((code) => ({ code, label: t("captions-half"), run: () => addPart(form) })),
      { code: "ArrowRight", label: t("captions-next-box"), run: () => stepTo(1) },
      { code: "ArrowLeft", label: t("captions-previous-box"), run: () => stepTo(-1) },
      { code: "ArrowDown", label: t("captions-next"), run: () => turnTo(focused + 1) },
      { code: "ArrowUp", label: t("captions-before"), run: () => turnTo(focused - 1) },
      { code: "KeyF", label: t("open-large"), run: () => zoom.open() },
    ],
  };
}

/** Writes why a caption earns its points beneath it. @param {HTMLElement} card @param {string | undefined} reason */
function tell(card, reason) {
  if (!reason) return;
  const words = document.createElement("p");
  words.className = "caption-told";
  words.textContent = reason;
  card.append(words);
}
