/** A picture that opens large: click or Enter for the whole window, wheel, two fingers or + and − to come closer, drag to move. */
import { reachedByTab } from "../rate/focus.js";
import { t } from "../rate/words.js";

const MOST = 8;

class Zoom extends HTMLElement {
  constructor() {
    super();
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.opens = 0;
  }

  connectedCallback() {
    if (this.dialog) return;
    this.tabIndex = 0;
    this.setAttribute("role", "button");
    this.setAttribute("aria-label", t("open-large"));
    this.addEventListener("click", () => this.open());
    this.addEventListener("keydown", (event) => {
      if (event.code !== "Space" && !(event.code === "Enter" && reachedByTab(this))) return;
      event.preventDefault();
      this.open();
    });
    this.dialog = document.createElement("dialog");
    this.dialog.className = "viewer";
    this.dialog.setAttribute("aria-label", t("picture"));
    this.large = document.createElement("img");
    this.large.alt = "";
    this.large.draggable = false;
    this.stage = document.createElement("div");
    this.stage.className = "viewer-stage";
    this.stage.append(this.large);
    this.dialog.append(this.stage);
    this.after(this.dialog);
    this.#listen(this.dialog);
  }

  open() {
    const image = this.querySelector("img");
    if (!this.dialog || !this.large || !image || this.dialog.open) return;
    this.large.src = image.src;
    this.large.alt = image.alt;
    // what lies over the picture, such as a box, is part of what is shown
    this.stage?.replaceChildren(this.large, ...[...this.querySelectorAll("[data-over]")].map((over) => over.cloneNode(true)));
    this.opens += 1;
    this.#look(1, 0, 0);
    this.dialog.showModal();
    this.dispatchEvent(new CustomEvent("viewed", { bubbles: true }));
  }

  /** @param {HTMLDialogElement} dialog */
  #listen(dialog) {
    let moved = 0;
    /** Fingers or pointers that are down, and where. @type {Map<number, {x: number, y: number}>} */
    const down = new Map();
    dialog.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.#closer(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
    }, { passive: false });
    dialog.addEventListener("keydown", (event) => {
      const factor = { Equal: 1.25, NumpadAdd: 1.25, Minus: 0.8, NumpadSubtract: 0.8 }[event.code];
      if (factor) this.#closer(factor, innerWidth / 2, innerHeight / 2);
    });
    dialog.addEventListener("pointerdown", (event) => {
      if (down.size === 0) moved = 0;
      down.set(event.pointerId, { x: event.clientX, y: event.clientY });
      dialog.setPointerCapture(event.pointerId);
    });
    dialog.addEventListener("pointermove", (event) => {
      const from = down.get(event.pointerId);
      if (!from) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      moved += Math.abs(dx) + Math.abs(dy);
      const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
      down.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (other) {
        const [before, after] = [Math.hypot(from.x - other.x, from.y - other.y), Math.hypot(event.clientX - other.x, event.clientY - other.y)];
        this.#closer(after / Math.max(before, 1), (event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
      } else if (this.scale > 1) this.#look(this.scale, this.x + dx, this.y + dy);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      dialog.addEventListener(end, (event) => down.delete(/** @type {PointerEvent} */ (event).pointerId));
    }
    dialog.addEventListener("click", () => {
      if (moved < 6) dialog.close();
    });
  }

  /** Comes closer to the place on screen that is pointed at. @param {number} factor @param {number} x @param {number} y */
  #closer(factor, x, y) {
    const scale = Math.min(MOST, Math.max(1, this.scale * factor));
    const [across, along] = [x - innerWidth / 2, y - innerHeight / 2];
    const grown = scale / this.scale;
    this.#look(scale, across - (across - this.x) * grown, along - (along - this.y) * grown);
  }

  /** @param {number} scale @param {number} x @param {number} y */
  #look(scale, x, y) {
    this.scale = Math.min(MOST, Math.max(1, scale));
    [this.x, this.y] = this.scale === 1 ? [0, 0] : [x, y];
    if (!this.stage) return;
    this.stage.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.stage.style.setProperty("--closer", String(this.scale));
  }
}

customElements.define("bh-zoom", Zoom);
