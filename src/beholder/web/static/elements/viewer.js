/**
 * Pictures in the whole window. Of several, one is seen at a time and the others come to the same place when it is flipped;
 * or two stand there with a line between them that can be moved.
 */
import { t } from "../rate/words.js";
import { Gestures, keyFactor, keyMove } from "./gestures.js";
import { drawnSize, Look } from "./look.js";

/** @typedef {{src: string, alt: string, over: HTMLElement[], name: string}} Seen a picture, what lies over it, what it is called */

export class Viewer {
  constructor() {
    /** @type {Seen[]} */
    this.pictures = [];
    this.at = 0;
    /** Where the line stands, in shares of the room; null where one picture is seen. @type {number | null} */
    this.line = null;
    this.stage = make("div", "viewer-stage");
    this.other = make("div", "viewer-stage");
    this.behind = make("div", "viewer-behind", this.other);
    this.behind.hidden = true;
    this.room = make("div", "viewer-room", this.stage, this.behind);
    this.name = make("span", "viewer-name");
    this.name.setAttribute("aria-live", "polite");
    this.picks = make("span", "viewer-picks");
    this.hints = make("span", "viewer-hints");
    const close = make("button", "viewer-close", t("close"), make("kbd", "cap", "Esc"));
    close.setAttribute("type", "button");
    this.dialog = /** @type {HTMLDialogElement} */ (make("dialog", "viewer", this.room, make("div", "viewer-bar", this.name, this.picks, this.hints, close)));
    this.look = new Look(() => this.room.getBoundingClientRect(), () => drawnSize(this.stage.querySelector("img")), () => this.#draw());
    this.gestures = new Gestures(this.room, {
      closer: (factor, x, y) => this.look.closer(factor, x, y),
      move: (dx, dy) => this.look.move(dx, dy),
      enlarged: () => this.look.scale > 1,
    });
    // the second click of a double one belongs to the first, which has opened the picture
    this.room.addEventListener("click", (event) => this.gestures.still && event.detail < 2 && this.#click());
    this.room.addEventListener("pointermove", (event) => this.#point(event));
    close.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("keydown", (event) => this.#key(event));
  }

  get several() {
    return this.pictures.length > 1;
  }

  /** @param {Seen[]} pictures @param {number} at */
  open(pictures, at) {
    this.pictures = pictures;
    this.line = null;
    this.dialog.classList.toggle("several", this.several);
    this.dialog.setAttribute("aria-label", pictures[at].alt || t("picture"));
    this.hints.replaceChildren(
      make("span", "viewer-hint pointer-only", t(this.several ? "viewer-hint-several" : "viewer-hint")),
      make("span", "viewer-hint touch-only", t(this.several ? "viewer-hint-several-touch" : "viewer-hint-touch")),
    );
    this.#makePicks();
    this.dialog.showModal();
    this.show(at);
    this.look.set(1, 0, 0);
  }

  /** Shows one of the pictures as closely as the one before was looked at. @param {number} at */
  show(at) {
    this.at = (at + this.pictures.length) % this.pictures.length;
    fill(this.stage, this.pictures[this.at]);
    this.behind.hidden = this.line === null;
    const next = this.pictures[(this.at + 1) % this.pictures.length];
    if (this.line === null) this.other.replaceChildren();
    else fill(this.other, next);
    const names = this.line === null ? [this.pictures[this.at].name] : [this.pictures[this.at].name, next.name];
    this.name.textContent = names.join(" | ");
    this.#press();
    this.#draw();
  }

  /** A line between this picture and the next, or none. */
  wipe() {
    this.line = this.line === null ? 0.5 : null;
    this.show(this.at);
  }

  #makePicks() {
    this.picks.replaceChildren();
    if (!this.several) return;
    this.pictures.forEach((one, at) => this.picks.append(this.#pick(one.name, "", () => this.show(at))));
    this.picks.append(this.#pick(t("viewer-wipe"), "W", () => this.wipe()));
  }

  /** @param {string} words @param {string} key @param {() => void} run */
  #pick(words, key, run) {
    const button = make("button", "viewer-pick", words, ...(key ? [make("kbd", "cap", key)] : []));
    button.setAttribute("type", "button");
    button.addEventListener("click", run);
    return button;
  }

  #press() {
    const here = this.line === null ? [this.at] : [this.at, (this.at + 1) % this.pictures.length, this.pictures.length];
    [...this.picks.children].forEach((one, at) => one.setAttribute("aria-pressed", String(here.includes(at))));
  }

  #click() {
    if (!this.several) this.dialog.close();
    else if (this.line === null) this.show(this.at + 1);
  }

  /** The line follows the mouse, or the finger that is down. @param {PointerEvent} event */
  #point(event) {
    if (this.line === null || (event.pointerType === "mouse" && event.buttons) || this.gestures.fingers > 1) return;
    const room = this.room.getBoundingClientRect();
    this.#moveLine((event.clientX - room.left) / room.width);
  }

  /** @param {number} to */
  #moveLine(to) {
    this.line = Math.min(1, Math.max(0, to));
    this.#draw();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const [factor, move] = [keyFactor(event), keyMove(event)];
    const aside = move?.[0] && this.several && !event.shiftKey ? Math.sign(move[0]) : 0;
    if (event.code === "KeyW" && this.several && !event.ctrlKey && !event.metaKey) this.wipe();
    else if (factor) this.look.closer(factor);
    else if (aside && this.line !== null) this.#moveLine(this.line + 0.02 * aside);
    else if (aside) this.show(this.at + aside);
    else if (move) this.look.move(-move[0] * innerWidth, -move[1] * innerHeight);
    else return;
    event.preventDefault();
  }

  #draw() {
    const { x, y, scale } = this.look;
    for (const stage of [this.stage, this.other]) {
      stage.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
      stage.style.setProperty("--closer", String(scale));
    }
    this.behind.style.setProperty("--line", `${100 * (this.line ?? 0)}%`);
  }
}

/** @param {HTMLElement} stage @param {Seen} seen */
function fill(stage, { src, alt, over }) {
  const image = stage.querySelector("img") ?? new Image();
  image.draggable = false;
  image.src = src;
  image.alt = alt;
  stage.replaceChildren(image, ...over.map((one) => one.cloneNode(true)));
}

/** @param {string} tag @param {string} className @param {(Node | string)[]} children */
function make(tag, className, ...children) {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}
