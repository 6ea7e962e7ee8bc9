/**
 * A picture that can be looked at closely: wheel or two fingers enlarge it where it stands, a click, Space or Enter opens
 * it in the whole window, with the other pictures of its gallery if it stands in one.
 */
import { reachedByTab } from "../rate/focus.js";
import { t } from "../rate/words.js";
import { Gestures } from "./gestures.js";
import { drawnSize, Look } from "./look.js";
import { Viewer } from "./viewer.js";

export class Zoom extends HTMLElement {
  constructor() {
    super();
    this.opens = 0;
    /** Whether a drag is somebody else's, such as that of a mark, and does not move the picture. */
    this.held = false;
  }

  connectedCallback() {
    if (this.viewer) return;
    this.tabIndex = 0;
    this.setAttribute("role", "button");
    this.setAttribute("aria-label", [t("open-large"), this.name].filter(Boolean).join(" · "));
    const look = new Look(() => this.getBoundingClientRect(), () => drawnSize(this.querySelector("img")), () => this.#draw());
    this.look = look;
    const gestures = new Gestures(this, {
      closer: (factor, x, y) => look.closer(factor, x, y),
      move: (dx, dy) => this.held || look.move(dx, dy),
      enlarged: () => look.scale > 1,
    });
    this.addEventListener("click", () => gestures.still && this.open());
    this.addEventListener("keydown", (event) => {
      if (event.code !== "Space" && !(event.code === "Enter" && reachedByTab(this))) return;
      event.preventDefault();
      this.open();
    });
    new ResizeObserver(() => look.set(1, 0, 0)).observe(this);
    this.viewer = new Viewer();
    this.after(this.viewer.dialog);
  }

  get dialog() {
    return this.viewer?.dialog;
  }

  /** What the picture is called; empty where it is the only one. */
  get name() {
    return this.dataset.name ?? "";
  }

  open() {
    if (!this.viewer || !this.querySelector("img") || this.viewer.dialog.open) return;
    const all = /** @type {Zoom[]} */ ([...(this.closest("bh-gallery")?.querySelectorAll("bh-zoom") ?? [this])]);
    this.opens += 1;
    this.viewer.open(all.map((one) => one.#seen()), all.indexOf(this));
    this.dispatchEvent(new CustomEvent("viewed", { bubbles: true }));
  }

  /** @returns {import("./viewer.js").Seen} */
  #seen() {
    const image = /** @type {HTMLImageElement} */ (this.querySelector("img"));
    // what lies over the picture, such as a box, is part of what is shown
    const over = [...this.querySelectorAll("[data-over]")].map((one) => /** @type {HTMLElement} */ (one.cloneNode(true)));
    for (const one of over) one.style.transform = one.style.transformOrigin = "";
    return { src: image.src, alt: image.alt, over, name: this.name };
  }

  /** Enlarged where it stands: everything within is moved about the same middle. */
  #draw() {
    const look = this.look;
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
}

customElements.define("bh-zoom", Zoom);
