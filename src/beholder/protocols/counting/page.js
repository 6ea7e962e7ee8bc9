/** The counting page: keys for both numbers, the picture at full size, and comments that must begin in a certain way. */
import { countInHand } from "../../fields/count/element.js";
import "../../elements/bh-zoom.js";
import { leadTo } from "../../rate/focus.js";

/** @param {{form: HTMLFormElement, t: (key: string, values?: any) => string}} given */
export function mount({ form, t }) {
  const zoom = /** @type {any} */ (form.querySelector("bh-zoom"));
  const image = /** @type {HTMLImageElement} */ (zoom.querySelector("img"));
  const look = watch(zoom);
  form.addEventListener("input", (event) => {
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
    state: look.read,
    restore: look.restore,
    meta: () => ({ views: { large: look.read() }, picture: { width: image.clientWidth, height: image.clientHeight } }),
    keys: [
      { code: "Equal", label: t("counting-one-more"), run: () => step("+") },
      { code: "Minus", label: t("counting-one-less"), run: () => step("-") },
      { code: "KeyT", label: t("counting-go-count"), run: () => go("count") },
      { code: "KeyE", label: t("counting-go-clipped"), run: () => go("clipped") },
      { code: "KeyF", label: t("counting-large"), run: () => zoom.open() },
    ],
  };
}

/** Writes the required beginning of a comment when its flag is ticked, and takes it back if nothing was added. */
function begin(/** @type {HTMLFormElement} */ form, /** @type {HTMLInputElement} */ flag) {
  const place = /** @type {HTMLElement} */ (form.querySelector(".counting-comment"));
  const comment = /** @type {HTMLTextAreaElement} */ (place.querySelector("textarea"));
  const start = JSON.parse(place.dataset.starts ?? "{}")[flag.value];
  if (start) {
    const text = comment.value.trim();
    if (!flag.checked && text === start) comment.value = "";
    else if (flag.checked && !text.toLowerCase().startsWith(start)) comment.value = `${start} ${text}`;
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
