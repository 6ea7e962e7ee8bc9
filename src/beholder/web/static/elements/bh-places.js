/** A picture with numbered places on it. One set of marks is shown at a time; one place can be brought out. */

/** @typedef {{id: string, set: string, text: string, point: number[] | null, box: number[] | null}} Place */

const SCALES = { fraction: 1, thousandths: 1000 };

class Places extends HTMLElement {
  constructor() {
    super();
    /** @type {Map<string, {place: Place, mark: HTMLElement, frame: HTMLElement}>} */
    this.places = new Map();
    this.watch = new ResizeObserver(() => this.#fit());
  }

  connectedCallback() {
    if (this.layer) return;
    this.image = /** @type {HTMLImageElement | null} */ (this.querySelector("img"));
    this.layer = document.createElement("div");
    this.layer.className = "places-layer";
    this.append(this.layer);
    if (this.image) this.watch.observe(this.image);
    this.watch.observe(this);
    this.addEventListener("enlarged", () => this.#fit());
    this.layer.addEventListener("pointerover", (event) => this.#point(event));
    this.layer.addEventListener("click", (event) => this.#point(event, "place-chosen"));
  }

  disconnectedCallback() {
    this.watch.disconnect();
  }

  /** @param {Place[]} list */
  set(list) {
    this.layer?.replaceChildren();
    this.places.clear();
    for (const place of list) {
      const mark = document.createElement("span");
      mark.className = `place-mark place-set-${place.set}`;
      mark.textContent = place.text;
      mark.dataset.place = place.id;
      mark.hidden = true;
      const frame = document.createElement("span");
      frame.className = place.box ? "place-frame" : "place-frame place-ring";
      frame.hidden = true;
      this.layer?.append(frame, mark);
      this.places.set(place.id, { place, mark, frame });
    }
    this.#fit();
  }

  /** Shows the marks of one set, or of none. @param {string} set @param {string} now the place to bring out, or "" */
  show(set, now) {
    for (const [id, { place, mark, frame }] of this.places) {
      mark.hidden = place.set !== set;
      mark.classList.toggle("now", id === now);
      frame.hidden = id !== now;
    }
  }

  /** Lays the layer over the picture as it is drawn, whatever room the page leaves for it. */
  #fit() {
    const { image, layer } = this;
    if (!image || !layer) return;
    const [own, drawn] = [this.getBoundingClientRect(), image.getBoundingClientRect()];
    layer.style.left = `${drawn.left - own.left}px`;
    layer.style.top = `${drawn.top - own.top}px`;
    layer.style.width = `${drawn.width}px`;
    layer.style.height = `${drawn.height}px`;
    const scale = SCALES[/** @type {keyof typeof SCALES} */ (this.getAttribute("coordinates") ?? "")];
    const [across, down] = scale ? [scale, scale] : [image.naturalWidth || image.width, image.naturalHeight || image.height];
    for (const { place, mark, frame } of this.places.values()) {
      const [left, top, right, bottom] = place.box ?? /** @type {number[]} */ (place.point);
      const [x, y] = [left / across, top / down];
      for (const one of [mark, frame]) {
        one.style.left = `${100 * x}%`;
        one.style.top = `${100 * y}%`;
      }
      mark.classList.toggle("at-corner", place.box !== null);
      mark.classList.toggle("near-top", y < 0.12);
      mark.classList.toggle("near-right", x > 0.92);
      if (place.box === null) continue;
      frame.style.width = `${(100 * (right - left)) / across}%`;
      frame.style.height = `${(100 * (bottom - top)) / down}%`;
    }
  }

  /** @param {Event} event @param {string} [name] */
  #point(event, name = "place-pointed") {
    const mark = event.target instanceof HTMLElement ? event.target.closest("[data-place]") : null;
    if (mark) this.#say(name, /** @type {HTMLElement} */ (mark).dataset.place ?? "");
  }

  /** @param {string} name @param {string} id */
  #say(name, id) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: id }));
  }
}

customElements.define("bh-places", Places);
