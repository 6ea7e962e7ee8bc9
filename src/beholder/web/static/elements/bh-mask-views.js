/**
 * One mask in five views, composed here from the picture and a stencil. The markup (thumbnails, large view, full-screen
 * dialog) is rendered by the server inside the element. Hover or tap shows a view large, click makes it full screen.
 * Event `viewed`: a view has been looked at for the first time.
 */
import { reachedByTab } from "../rate/focus.js";
import { drawView, maskBounds, VIEWS, zoomRegion } from "./mask-drawing.js";
import { picture } from "./pictures.js";
import { ViewLog } from "./view-log.js";

/** @typedef {import("./mask-drawing.js").View} View */

const HOVER_MS = 60;
const SWIPE_PX = 40;
const TAP_PX = 10;
const CLICK_AFTER_TOUCH_MS = 700;

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
    this.view = matchMedia("(max-width: 720px)").matches ? "overlay" : "image";
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
    this.log.start(this.view, { large: this.touch || matchMedia("(max-width: 720px)").matches });
  }

  stop() {
    clearTimeout(this.hover);
    this.log.stop();
    if (this.dialog?.open) this.dialog.close();
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
    this.show(view);
  }

  shrink() {
    this.dialog?.close();
  }

  /** A short text in the full-screen view, such as the rating given. */
  set note(/** @type {string} */ text) {
    const place = this.querySelector(".viewer-note");
    if (place) place.textContent = text;
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
    this.#strokes(large, () => this.enlarge());
    this.#strokes(dialog, () => dialog.close());
    addEventListener("resize", () => dialog.open && this.#drawFull(), { signal: this.ears.signal });
  }

  /**
   * Sideways strokes change the view; a tap or a click does what is asked. Taps are read from the touch itself, since
   * browsers drop the click of a tap that comes soon after a stroke.
   * @param {HTMLElement} area
   * @param {() => void} tapped
   */
  #strokes(area, tapped) {
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
      if (Math.hypot(dx, dy) < TAP_PX) tapped();
      else if (Math.abs(dx) > SWIPE_PX && Math.abs(dx) > 1.5 * Math.abs(dy)) this.cycle(dx < 0 ? 1 : -1);
    });
    area.addEventListener("click", () => {
      if (performance.now() - touchedAt > CLICK_AFTER_TOUCH_MS) tapped();
    });
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
      drawView(canvas, this.view, this.scene, { width: this.large.clientWidth, height: this.large.clientHeight, dot: 7 });
      this.drawn.set(this.view, canvas);
      this.large.append(canvas);
    }
    for (const [view, one] of this.drawn) one.hidden = view !== this.view;
    for (const view of VIEWS) this.thumbnail(view)?.setAttribute("aria-pressed", String(view === this.view));
    this.#name(this.querySelector(".views-now"));
  }

  #drawFull() {
    const canvas = /** @type {HTMLCanvasElement} */ (this.dialog?.querySelector("canvas"));
    if (!this.scene || !canvas) return;
    const bar = this.dialog?.querySelector(".viewer-bar")?.clientHeight ?? 0;
    drawView(canvas, this.view, this.scene, { width: innerWidth, height: innerHeight - bar, dot: 7 });
    this.#name(this.dialog?.querySelector(".viewer-name") ?? null);
    for (const mark of this.dialog?.querySelectorAll(".viewer-place") ?? []) {
      mark.classList.toggle("here", /** @type {HTMLElement} */ (mark).dataset.view === this.view);
    }
  }

  /** @param {Element | null} place */
  #name(place) {
    if (place) place.textContent = this.thumbnail(this.view)?.dataset.name ?? "";
  }

  #seen() {
    for (const view of VIEWS) this.thumbnail(view)?.classList.toggle("seen", this.log.seen(view));
    this.dispatchEvent(new Event("viewed", { bubbles: true }));
  }
}

/** @param {string} text @param {number} count @returns {number[] | null} */
function numbers(text, count) {
  const list = text.split(",").map(Number);
  return text && list.length === count && list.every(Number.isFinite) ? list : null;
}

customElements.define("bh-mask-views", MaskViews);
