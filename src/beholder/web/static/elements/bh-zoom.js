/** A picture that opens large: click or Enter for the whole window, wheel or + and − to come closer, drag to move. */
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
      if (event.code !== "Enter" && event.code !== "Space") return;
      event.preventDefault();
      this.open();
    });
    this.dialog = document.createElement("dialog");
    this.dialog.className = "viewer";
    this.dialog.setAttribute("aria-label", t("picture"));
    this.large = document.createElement("img");
    this.large.alt = "";
    this.large.draggable = false;
    this.dialog.append(this.large);
    this.after(this.dialog);
    this.#listen(this.dialog);
  }

  open() {
    const image = this.querySelector("img");
    if (!this.dialog || !this.large || !image || this.dialog.open) return;
    this.large.src = image.src;
    this.large.alt = image.alt;
    this.opens += 1;
    this.#look(1, 0, 0);
    this.dialog.showModal();
    this.dispatchEvent(new CustomEvent("viewed", { bubbles: true }));
  }

  /** @param {HTMLDialogElement} dialog */
  #listen(dialog) {
    let moved = 0;
    dialog.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.#look(this.scale * Math.exp(-event.deltaY / 400), this.x, this.y);
    }, { passive: false });
    dialog.addEventListener("keydown", (event) => {
      const factor = { Equal: 1.25, NumpadAdd: 1.25, Minus: 0.8, NumpadSubtract: 0.8 }[event.code];
      if (factor) this.#look(this.scale * factor, this.x, this.y);
    });
    dialog.addEventListener("pointerdown", (event) => {
      moved = 0;
      dialog.setPointerCapture(event.pointerId);
    });
    dialog.addEventListener("pointermove", (event) => {
      if (!event.buttons) return;
      moved += Math.abs(event.movementX) + Math.abs(event.movementY);
      if (this.scale > 1) this.#look(this.scale, this.x + event.movementX, this.y + event.movementY);
    });
    dialog.addEventListener("click", () => {
      if (moved < 6) dialog.close();
    });
  }

  /** @param {number} scale @param {number} x @param {number} y */
  #look(scale, x, y) {
    this.scale = Math.min(MOST, Math.max(1, scale));
    [this.x, this.y] = this.scale === 1 ? [0, 0] : [x, y];
    if (this.large) this.large.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
  }
}

customElements.define("bh-zoom", Zoom);
