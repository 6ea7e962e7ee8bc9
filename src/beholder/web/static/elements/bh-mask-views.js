/**
 * One mask in five views, composed here from the picture and a stencil. The markup (thumbnails, large view, full-screen
 * dialog) is rendered by the server inside the element. Hover or tap shows a view large, click makes it full screen;
 * wheel, two fingers or + and − come closer, at the same place in every view of the same part of the picture.
 * Event `viewed`: a view has been looked at for the first time.
 */
import { reachedByTab } from "../rate/focus.js";
import { Gestures, keyFactor, keyMove } from "./gestures.js";
import { drawView, maskBounds, regionOf, seenRegion, VIEWS, WHOLE, zoomRegion } from "./mask-drawing.js";
import { picture } from "./pictures.js";
import { ViewLog } from "./view-log.js";

/** @typedef {import("./mask-drawing.js").View} View */

const HOVER_MS = 60;
const SWIPE_PX = 40;
const TAP_PX = 10;
const CLICK_AFTER_TOUCH_MS = 700;
/** A boundary is judged by single pixels, also of a large picture. */
const MOST = 16;
/** As in the style sheets: a window in which the picture stands above the questions. */
const NARROW = "(max-width: 499px), (max-width: 720px) and (max-aspect-ratio: 1 / 1)";

/** Whether the last trial was left in full screen: then the next one begins there. */
let inFullScreen = false;

const pointer = { x: NaN, y: NaN };
addEventListener("pointermove", (event) => Object.assign(pointer, { x: event.clientX, y: event.clientY }), { passive: true });

class MaskViews extends HTMLElement {
  constructor() {
    super();
    this.log = new ViewLog(VIEWS, () => this.#seen());
    /** @type {View} */
    this.view = "image";
    /** @type {import("./mask-drawing.js").Scene | null} */
    this.scene = null;
    /** Canvases of the large view that are drawn for the present size. @type {Map<View, HTMLCanvasElement>} */
    this.drawn = new Map();
    /** How the whole picture, and the close-up, are looked at. @type {Map<import("./mask-drawing.js").Region, import("./mask-drawing.js").Look>} */
    this.looks = new Map();
    this.ready = new Promise((resolve, reject) => (this.settle = { resolve, reject }));
    this.ready.catch(() => {});
    this.touch = false;
    this.hover = 0;
    this.hovered = "";
    /** Where the pointer stood when the trial appeared. */
    this.rest = { x: NaN, y: NaN };
    this.resized = new ResizeObserver(() => this.#redraw());
    this.ears = new AbortController();
  }

  connectedCallback() {
    if (this.dialog) return;
    this.large = /** @type {HTMLElement} */ (this.querySelector(".views-large"));
    this.dialog = /** @type {HTMLDialogElement} */ (this.querySelector("dialog.viewer"));
    this.#listen(this.dialog, this.large);
    this.resized.observe(this.large);
    // a phone has one large view, and there the overlay tells most; with thumbnails beside it, the bare picture comes first
    this.view = matchMedia(NARROW).matches ? "overlay" : "image";
    this.#load().then(() => this.settle?.resolve(undefined), (error) => this.settle?.reject(error));
  }

  disconnectedCallback() {
    this.resized.disconnect();
    this.ears.abort();
    this.log.stop();
  }

  async #load() {
    const of = (/** @type {string} */ name) => this.getAttribute(name) ?? "";
    const [image, mask] = await Promise.all([picture(of("image")), picture(of("mask"))]);
    const full = { x: 0, y: 0, width: image.naturalWidth, height: image.naturalHeight };
    const prompt = /** @type {import("./mask-drawing.js").Prompt} */ ({ point: numbers(of("point"), 2), box: numbers(of("box"), 4) });
    const zoom = zoomRegion(await maskBounds(mask), prompt, full, Number(of("margin")) || 0);
    this.scene = { image, mask, full, zoom, prompt };
    this.#redraw();
  }

  /** Starts counting what is looked at. */
  start() {
    this.rest = { ...pointer };
    this.log.start(this.view, { large: this.touch || matchMedia(NARROW).matches });
    if (inFullScreen) this.enlarge();
  }

  stop() {
    clearTimeout(this.hover);
    this.log.stop();
    const open = this.dialog?.open ?? false;
    this.dialog?.close();
    inFullScreen = open;
  }

  /** Shows a view large. @param {View} view */
  show(view) {
    this.view = view;
    this.log.look(view);
    this.#showLarge();
    if (this.dialog?.open) this.#drawFull();
  }

  /** @param {number} step */
  cycle(step) {
    this.show(VIEWS[(VIEWS.indexOf(this.view) + step + VIEWS.length) % VIEWS.length]);
  }

  /** Fills the whole window with a view. @param {View} [view] */
  enlarge(view = this.view) {
    if (!this.dialog || this.dialog.open) return;
    this.dialog.showModal();
    inFullScreen = true;
    this.show(view);
  }

  shrink() {
    this.dialog?.close();
  }

  /** Two short texts in the full-screen view: the rating given, and what is still to be opened. @param {string} note @param {string} todo */
  tell(note, todo) {
    for (const [place, text] of [[".viewer-note", note], [".viewer-todo", todo]]) {
      const element = this.querySelector(place);
      if (element) element.textContent = text;
    }
  }

  /** Comes closer to a place of the window, or to the middle. @param {number} factor @param {number} [x] @param {number} [y] */
  closer(factor, x, y) {
    const [region, at] = [this.#region(), this.#place(x, y)];
    if (!region || !at) return;
    const look = this.#look();
    const scale = Math.min(MOST, Math.max(1, look.scale * factor));
    const before = seenRegion(region, at.room, look);
    const pointed = { x: before.x + at.x * before.width, y: before.y + at.y * before.height };
    const after = seenRegion(region, at.room, { ...look, scale });
    this.#turn(region, scale, pointed.x + (0.5 - at.x) * after.width, pointed.y + (0.5 - at.y) * after.height);
  }

  /** Moves what is seen, in shares of it. @param {number} across @param {number} along */
  move(across, along) {
    const [region, at] = [this.#region(), this.#place()];
    if (!region || !at) return;
    const seen = seenRegion(region, at.room, this.#look());
    this.#turn(region, this.#look().scale, seen.x + (0.5 + across) * seen.width, seen.y + (0.5 + along) * seen.height);
  }

  get enlarged() {
    return this.#look().scale > 1;
  }

  #region() {
    return this.scene && regionOf(this.view, this.scene);
  }

  #look() {
    return this.looks.get(/** @type {any} */ (this.#region())) ?? WHOLE;
  }

  /** The canvas in front, its room, and where on it a place of the window is, in shares. @param {number} [x] @param {number} [y] */
  #place(x, y) {
    const canvas = this.dialog?.open ? this.dialog.querySelector("canvas") : this.drawn.get(this.view);
    if (!canvas) return null;
    const drawn = canvas.getBoundingClientRect();
    const share = (/** @type {number | undefined} */ at, /** @type {number} */ from, /** @type {number} */ length) =>
      at === undefined ? 0.5 : Math.min(1, Math.max(0, (at - from) / length));
    return { room: this.#room(), x: share(x, drawn.left, drawn.width), y: share(y, drawn.top, drawn.height) };
  }

  #room() {
    if (!this.dialog?.open) return { width: this.large?.clientWidth ?? 0, height: this.large?.clientHeight ?? 0, dot: 7 };
    const bar = this.dialog.querySelector(".viewer-bar")?.clientHeight ?? 0;
    return { width: innerWidth, height: innerHeight - bar, dot: 7 };
  }

  /** @param {import("./mask-drawing.js").Region} region @param {number} scale @param {number} x @param {number} y the middle, in pixels of the picture */
  #turn(region, scale, x, y) {
    const look = { scale, x: (x - region.x) / region.width, y: (y - region.y) / region.height };
    // the middle is kept where it can be, so that moving back begins at once
    const seen = seenRegion(region, this.#room(), look);
    look.x = (seen.x + seen.width / 2 - region.x) / region.width;
    look.y = (seen.y + seen.height / 2 - region.y) / region.height;
    this.looks.set(region, scale > 1 ? look : WHOLE);
    this.drawn.clear();
    this.large?.classList.toggle("enlarged", scale > 1);
    this.large?.querySelectorAll("canvas").forEach((canvas) => canvas.remove());
    this.#showLarge();
    if (this.dialog?.open) this.#drawFull();
  }

  /** @param {View} view @returns {HTMLButtonElement | null} */
  thumbnail(view) {
    return this.querySelector(`.view[data-view="${view}"]`);
  }

  /** @param {HTMLDialogElement} dialog @param {HTMLElement} large */
  #listen(dialog, large) {
    this.addEventListener("pointerdown", (event) => (this.touch = event.pointerType === "touch"), { capture: true });
    for (const thumbnail of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".view"))) {
      const view = /** @type {View} */ (thumbnail.dataset.view);
      // a pointer at rest where the next trial appears has not asked for anything
      thumbnail.addEventListener("pointermove", (event) => {
        if (event.pointerType !== "mouse" || this.hovered === view) return;
        if (event.clientX === this.rest.x && event.clientY === this.rest.y) return;
        clearTimeout(this.hover);
        this.hovered = view;
        this.hover = setTimeout(() => this.show(view), HOVER_MS);
      });
      thumbnail.addEventListener("pointerleave", () => {
        clearTimeout(this.hover);
        this.hovered = "";
      });
      thumbnail.addEventListener("focus", () => reachedByTab(thumbnail) && this.show(view));
      thumbnail.addEventListener("click", () => {
        clearTimeout(this.hover);
        if (this.touch) this.show(view);
        else this.enlarge(view);
      });
    }
    const front = /** @type {HTMLElement} */ (dialog.querySelector(".viewer-room"));
    this.#strokes(large, () => this.enlarge());
    this.#strokes(front, () => dialog.close());
    dialog.querySelector(".viewer-close")?.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => (inFullScreen = false));
    // before the page's own keys: with Shift the arrows move what is seen, without it they change the view
    addEventListener("keydown", (event) => this.#key(event), { capture: true, signal: this.ears.signal });
    addEventListener("resize", () => dialog.open && this.#drawFull(), { signal: this.ears.signal });
  }

  /**
   * Sideways strokes change the view; a tap or a click does what is asked. Taps are read from the touch itself, since
   * browsers drop the click of a tap that comes soon after a stroke.
   * @param {HTMLElement} area
   * @param {() => void} tapped
   */
  #strokes(area, tapped) {
    const gestures = new Gestures(area, {
      closer: (factor, x, y) => this.closer(factor, x, y),
      move: (dx, dy) => this.move(-dx / this.#room().width, -dy / this.#room().height),
      enlarged: () => this.enlarged,
    });
    let from = { x: 0, y: 0 };
    let touchedAt = -Infinity;
    area.addEventListener("touchstart", (event) => {
      from = { x: event.changedTouches[0].clientX, y: event.changedTouches[0].clientY };
    }, { passive: true });
    area.addEventListener("touchend", (event) => {
      const dx = event.changedTouches[0].clientX - from.x;
      const dy = event.changedTouches[0].clientY - from.y;
      touchedAt = performance.now();
      if (event.cancelable) event.preventDefault();
      if (gestures.fingers > 1) return;
      if (Math.hypot(dx, dy) < TAP_PX) tapped();
      else if (this.enlarged) return;
      else if (Math.abs(dx) > SWIPE_PX && Math.abs(dx) > 1.5 * Math.abs(dy)) this.cycle(dx < 0 ? 1 : -1);
    });
    area.addEventListener("click", (event) => {
      // the second click of a double one belongs to the first
      if (performance.now() - touchedAt > CLICK_AFTER_TOUCH_MS && gestures.still && event.detail < 2) tapped();
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    // where + and − are on their common keys, they are keys of the page
    const factor = /^(Equal|Minus)$/.test(event.code) ? 0 : keyFactor(event);
    const move = event.shiftKey ? keyMove(event) : null;
    const typing = event.target instanceof HTMLElement && event.target.matches("textarea, input[type=text]");
    const elsewhere = document.querySelector("dialog[open]:not(.viewer)");
    if (!this.log.now || typing || elsewhere || (!factor && !(move && this.enlarged))) return;
    event.preventDefault();
    event.stopPropagation();
    if (factor) this.closer(factor);
    else if (move) this.move(...move);
  }

  #redraw() {
    if (!this.scene || !this.large?.clientWidth) return;
    this.drawn.clear();
    for (const view of VIEWS) {
      const frame = this.thumbnail(view)?.querySelector(".view-frame");
      const canvas = frame?.querySelector("canvas");
      if (canvas && frame) drawView(canvas, view, this.scene, { width: frame.clientWidth, height: frame.clientHeight, dot: 4 });
    }
    this.large.querySelectorAll("canvas").forEach((canvas) => canvas.remove());
    this.#showLarge();
  }

  #showLarge() {
    if (!this.scene || !this.large) return;
    let canvas = this.drawn.get(this.view);
    if (!canvas) {
      canvas = document.createElement("canvas");
      drawView(canvas, this.view, this.scene, { width: this.large.clientWidth, height: this.large.clientHeight, dot: 7 }, this.#look());
      this.drawn.set(this.view, canvas);
      this.large.append(canvas);
    }
    for (const [view, one] of this.drawn) one.hidden = view !== this.view;
    for (const view of VIEWS) this.thumbnail(view)?.setAttribute("aria-pressed", String(view === this.view));
    this.large.classList.toggle("enlarged", this.enlarged);
    this.#name(this.querySelector(".views-now"));
  }

  #drawFull() {
    const canvas = /** @type {HTMLCanvasElement} */ (this.dialog?.querySelector("canvas"));
    if (!this.scene || !canvas) return;
    drawView(canvas, this.view, this.scene, this.#room(), this.#look());
    for (const area of [this.dialog, this.large]) area?.classList.toggle("enlarged", this.enlarged);
    this.#name(this.dialog?.querySelector(".viewer-name") ?? null);
    for (const mark of this.dialog?.querySelectorAll(".viewer-place") ?? []) {
      const view = /** @type {View} */ (/** @type {HTMLElement} */ (mark).dataset.view);
      mark.classList.toggle("here", view === this.view);
    }
  }

  /** @param {Element | null} place */
  #name(place) {
    if (place) place.textContent = this.thumbnail(this.view)?.dataset.name ?? "";
  }

  #seen() {
    for (const view of VIEWS) {
      for (const mark of this.querySelectorAll(`[data-view="${view}"]`)) mark.classList.toggle("seen", this.log.seen(view));
    }
    this.dispatchEvent(new Event("viewed", { bubbles: true }));
  }
}

/** @param {string} text @param {number} count @returns {number[] | null} */
function numbers(text, count) {
  const list = text.split(",").map(Number);
  return text && list.length === count && list.every(Number.isFinite) ? list : null;
}

customElements.define("bh-mask-views", MaskViews);
