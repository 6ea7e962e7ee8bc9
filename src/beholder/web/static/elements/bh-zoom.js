/**
 * A picture that can be looked at closely: wheel or two fingers enlarge it where it stands, a click, Space or Enter opens
 * it in the whole window, where + − and arrows do, too.
 */
import { reachedByTab } from "../rate/focus.js";
import { t } from "../rate/words.js";
import { Gestures, keyFactor, keyMove } from "./gestures.js";

/** At eight times, a pixel of a photograph that fills the screen is seen as a square; closer shows nothing more. */
const MOST = 8;

/** How a picture is looked at in some room: how large, and moved how far from the middle. Never out of sight. */
class Look {
  /** @param {() => DOMRect} room @param {() => {width: number, height: number}} size of what is drawn at scale 1 @param {() => void} changed */
  constructor(room, size, changed) {
    this.room = room;
    this.size = size;
    this.changed = changed;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
  }

  /** @param {number} scale @param {number} x @param {number} y */
  set(scale, x, y) {
    this.scale = Math.min(MOST, Math.max(1, scale));
    const [room, size] = [this.room(), this.size()];
    const within = (/** @type {number} */ at, /** @type {number} */ length, /** @type {number} */ all) => {
      const most = Math.max(0, (length * this.scale - all) / 2);
      return Math.min(most, Math.max(-most, at));
    };
    this.x = within(x, size.width, room.width);
    this.y = within(y, size.height, room.height);
    this.changed();
  }

  /** Comes closer to the place on screen that is pointed at. @param {number} factor @param {number} [x] @param {number} [y] */
  closer(factor, x, y) {
    const room = this.room();
    const across = x === undefined ? 0 : x - room.left - room.width / 2;
    const along = y === undefined ? 0 : y - room.top - room.height / 2;
    const scale = Math.min(MOST, Math.max(1, this.scale * factor));
    const grown = scale / this.scale;
    this.set(scale, across - (across - this.x) * grown, along - (along - this.y) * grown);
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    this.set(this.scale, this.x + dx, this.y + dy);
  }
}

class Zoom extends HTMLElement {
  constructor() {
    super();
    this.opens = 0;
  }

  connectedCallback() {
    if (this.dialog) return;
    this.tabIndex = 0;
    this.setAttribute("role", "button");
    this.setAttribute("aria-label", t("open-large"));
    this.here = new Look(() => this.getBoundingClientRect(), () => drawnSize(this.querySelector("img")), () => this.#drawHere());
    const gestures = this.#listen(this, this.here);
    this.addEventListener("click", () => gestures.still && this.open());
    this.addEventListener("keydown", (event) => {
      if (event.code !== "Space" && !(event.code === "Enter" && reachedByTab(this))) return;
      event.preventDefault();
      this.open();
    });
    new ResizeObserver(() => this.here?.set(1, 0, 0)).observe(this);
    this.#makeDialog();
  }

  open() {
    const image = this.querySelector("img");
    if (!this.dialog || !this.large || !image || this.dialog.open) return;
    this.large.src = image.src;
    this.large.alt = image.alt;
    // what lies over the picture, such as a box, is part of what is shown
    const over = [...this.querySelectorAll("[data-over]")].map((one) => /** @type {HTMLElement} */ (one.cloneNode(true)));
    for (const one of over) one.style.transform = one.style.transformOrigin = "";
    this.stage?.replaceChildren(this.large, ...over);
    this.opens += 1;
    this.dialog.showModal();
    this.there?.set(1, 0, 0);
    this.dispatchEvent(new CustomEvent("viewed", { bubbles: true }));
  }

  #makeDialog() {
    const dialog = document.createElement("dialog");
    dialog.className = "viewer";
    dialog.setAttribute("aria-label", t("picture"));
    this.large = document.createElement("img");
    this.large.alt = "";
    this.large.draggable = false;
    this.stage = document.createElement("div");
    this.stage.className = "viewer-stage";
    this.stage.append(this.large);
    const room = document.createElement("div");
    room.className = "viewer-room";
    room.append(this.stage);
    const bar = document.createElement("div");
    bar.className = "viewer-bar";
    const close = document.createElement("button");
    close.type = "button";
    close.className = "viewer-close";
    close.append(t("close"), Object.assign(document.createElement("kbd"), { className: "cap", textContent: "Esc" }));
    bar.append(hint("pointer-only", t("viewer-hint")), hint("touch-only", t("viewer-hint-touch")), close);
    dialog.append(room, bar);
    this.dialog = dialog;
    this.after(dialog);
    this.there = new Look(() => room.getBoundingClientRect(), () => drawnSize(this.large ?? null), () => this.#drawThere());
    const gestures = this.#listen(room, this.there);
    // the second click of a double one belongs to the first, which has opened the picture
    room.addEventListener("click", (event) => gestures.still && event.detail < 2 && dialog.close());
    close.addEventListener("click", () => dialog.close());
    dialog.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {HTMLElement} area @param {Look} look */
  #listen(area, look) {
    return new Gestures(area, {
      closer: (factor, x, y) => look.closer(factor, x, y),
      move: (dx, dy) => look.move(dx, dy),
      enlarged: () => look.scale > 1,
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const [look, factor, move] = [this.there, keyFactor(event), keyMove(event)];
    if (!look || (!factor && !move)) return;
    event.preventDefault();
    if (factor) look.closer(factor);
    else if (move) look.move(-move[0] * innerWidth, -move[1] * innerHeight);
  }

  /** Enlarged where it stands: everything within is moved about the same middle. */
  #drawHere() {
    const look = this.here;
    if (!look) return;
    this.classList.toggle("enlarged", look.scale > 1);
    this.style.setProperty("--closer", String(look.scale));
    const middle = { x: this.clientWidth / 2, y: this.clientHeight / 2 };
    for (const child of /** @type {Iterable<HTMLElement>} */ (this.children)) {
      child.style.transformOrigin = `${middle.x - child.offsetLeft}px ${middle.y - child.offsetTop}px`;
      child.style.transform = look.scale > 1 ? `translate(${look.x}px, ${look.y}px) scale(${look.scale})` : "";
    }
    this.dispatchEvent(new CustomEvent("enlarged", { bubbles: true }));
  }

  #drawThere() {
    if (!this.stage || !this.there) return;
    const { x, y, scale } = this.there;
    this.stage.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    this.stage.style.setProperty("--closer", String(scale));
  }
}

/** How large a picture is drawn inside its element, which keeps its proportions. @param {HTMLImageElement | null} image */
function drawnSize(image) {
  if (!image?.naturalWidth) return { width: 0, height: 0 };
  const fit = Math.min(image.clientWidth / image.naturalWidth, image.clientHeight / image.naturalHeight);
  return { width: image.naturalWidth * fit, height: image.naturalHeight * fit };
}

/** @param {string} className @param {string} text */
function hint(className, text) {
  return Object.assign(document.createElement("span"), { className: `viewer-hint ${className}`, textContent: text });
}

customElements.define("bh-zoom", Zoom);
