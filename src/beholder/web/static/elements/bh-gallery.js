/** Pictures beside each other that are looked at together: enlarged at one of them, all show the same part. */
import { Zoom } from "./bh-zoom.js";
import { drawnSize } from "./look.js";

export class Gallery extends HTMLElement {
  connectedCallback() {
    this.following = false;
    this.addEventListener("enlarged", (event) => {
      if (!(event.target instanceof Zoom)) return;
      nameAt(event.target);
      this.#follow(event.target);
    });
    // how large a picture is drawn is known once it has come; its event does not bubble
    this.addEventListener("load", () => this.zooms.forEach(nameAt), { capture: true });
  }

  /** @returns {Zoom[]} */
  get zooms() {
    return [...this.querySelectorAll("bh-zoom")].filter((one) => one instanceof Zoom);
  }

  /** @param {number} factor */
  closer(factor) {
    this.zooms[0]?.look?.closer(factor);
  }

  /** @param {Zoom} first */
  #follow(first) {
    if (this.following || !first.look) return;
    this.following = true;
    for (const one of this.zooms) if (one !== first) one.look?.follow(first.look);
    this.following = false;
  }
}

/** Brings the name of a picture down to it, where the picture leaves room above. @param {Zoom} zoom */
function nameAt(zoom) {
  const name = /** @type {HTMLElement | null} */ (zoom.parentElement?.querySelector(".gallery-name"));
  const { height } = drawnSize(zoom.querySelector("img"));
  const free = height && zoom.look?.scale === 1 ? Math.max(0, (zoom.clientHeight - height) / 2) : 0;
  if (name) name.style.transform = `translateY(${free}px)`;
}

customElements.define("bh-gallery", Gallery);
