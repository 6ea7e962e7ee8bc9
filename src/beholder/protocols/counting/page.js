/** The counting page: keys for both numbers, the picture at full size, and comments that must begin in a certain way. */
import { countInHand } from "../../fields/count/element.js";
import "../../elements/bh-zoom.js";
import { PictureMarks } from "../../elements/picture-marks.js";
import { leadTo } from "../../rate/focus.js";
import { Tally } from "../../elements/tally.js";

/** @param {{form: HTMLFormElement, params: {tally?: boolean}, t: (key: string, values?: any) => string}} given */
export function mount({ form, params, t }) {
  const zoom = /** @type {any} */ (form.querySelector("bh-zoom"));
  const image = /** @type {HTMLImageElement} */ (zoom.querySelector("img"));
  const look = watch(zoom);
  const count = /** @type {any} */ (form.querySelector('[data-field="count"] bh-count'));
  const tally = params.tally ? new Tally(form, zoom, count) : null;
  form.addEventListener("input", (event) => {
    leadOn(form, event.target);
    const flag = event.target;
    if (flag instanceof HTMLInputElement && flag.name === "flags") begin(form, flag);
  });

  const go = (/** @type {string} */ name) => {
    const question = /** @type {HTMLElement | null} */ (form.querySelector(`[data-field="${name}"]:not([hidden])`));
    if (question) leadTo(question);
  };
  const step = (/** @type {string} */ sign) => countInHand(form)?.press(sign);
  return {
    hidden: look.stop,
    state: () => ({ ...look.read(), dots: tally?.dots ?? [] }),
    restore: (/** @type {{opens: number, ms: number, dots?: number[][]}} */ state) => {
      look.restore(state);
      tally?.restore(state.dots ?? []);
    },
    told: (/** @type {import("../../rate/expected.js").Told} */ told) => tell(form, zoom, told.marks),
    meta: () => ({
      views: { large: look.read() },
      picture: { width: image.clientWidth, height: image.clientHeight },
      ...(tally?.dots.length ? { dots: tally.dots } : {}),
    }),
    keys: [
      { code: "Equal", label: t("counting-one-more"), run: () => step("+") },
      { code: "Minus", label: t("counting-one-less"), run: () => step("-") },
      { code: "KeyT", label: t("counting-go-count"), run: () => go("count") },
      { code: "KeyE", label: t("counting-go-clipped"), run: () => go("clipped") },
      { code: "KeyF", label: t("counting-large"), run: () => zoom.open() },
      ...(tally ? [{ code: "KeyK", label: t("counting-tally"), run: () => tally.toggle() }] : []),
    ],
  };
}

/** Shows on the picture what was to be counted. @param {HTMLFormElement} form @param {HTMLElement} zoom @param {import("../../elements/picture-marks.js").Ring[]} rings */
function tell(form, zoom, rings) {
  if (!rings.length) return;
  for (const old of zoom.querySelectorAll(".picture-marks")) old.remove();
  new PictureMarks(zoom).ring(rings);
  const sorts = new Set(rings.map((one) => one.sort));
  for (const part of form.querySelectorAll("[data-sort]")) {
    /** @type {HTMLElement} */ (part).hidden = !sorts.has(/** @type {HTMLElement} */ (part).dataset.sort ?? "");
  }
  form.querySelector(".counting-legend")?.removeAttribute("hidden");
}

/** On a phone the next question lies below the fold: once the number is given it comes into view. @param {HTMLFormElement} form @param {EventTarget | null} given */
function leadOn(form, given) {
  const next = /** @type {HTMLElement | null} */ (form.querySelector('[data-field="clipped"]:not([hidden])'));
  const blank = next?.querySelector("bh-count:not(.answered)");
  if (!blank || !(given instanceof Element) || !given.closest('[data-field="count"]')) return;
  if (matchMedia("(max-width: 720px)").matches) next?.scrollIntoView({ block: "nearest" });
}

/** Writes the required beginning of a comment when its flag is ticked, and takes it back if nothing was added. */
function begin(/** @type {HTMLFormElement} */ form, /** @type {HTMLInputElement} */ flag) {
  const place = /** @type {HTMLElement} */ (form.querySelector(".counting-comment"));
  const comment = /** @type {HTMLTextAreaElement} */ (place.querySelector("textarea"));
  /** That of the page's language first. @type {string[]} */
  const starts = JSON.parse(place.dataset.starts ?? "{}")[flag.value] ?? [];
  if (starts.length) {
    const text = comment.value.trim();
    if (!flag.checked && starts.includes(text)) comment.value = "";
    // a full-width colon has its space in it
    const gap = starts[0].endsWith("：") ? "" : " ";
    if (flag.checked && !starts.some((start) => text.toLowerCase().startsWith(start))) comment.value = `${starts[0]}${gap}${text}`;
  }
  const asked = !(/** @type {HTMLElement} */ (place.querySelector("[data-field]")).hidden);
  if (!flag.checked || !asked) return;
  // on a phone the screen keyboard would cover the picture unasked
  if (!matchMedia("(pointer: fine)").matches) return place.scrollIntoView({ block: "nearest" });
  comment.focus();
  comment.setSelectionRange(comment.value.length, comment.value.length);
}

/** How often and how long the picture was looked at in the whole window. @param {any} zoom */
function watch(zoom) {
  let opens = 0;
  let ms = 0;
  let since = 0;
  const stop = () => {
    if (since) ms += performance.now() - since;
    since = 0;
  };
  zoom.addEventListener("viewed", () => {
    opens += 1;
    since = performance.now();
  });
  zoom.dialog.addEventListener("close", stop);
  return {
    stop,
    read: () => ({ opens, ms: Math.round(ms + (since ? performance.now() - since : 0)) }),
    restore: (/** @type {{opens: number, ms: number}} */ state) => {
      ({ opens, ms } = state);
    },
  };
}
