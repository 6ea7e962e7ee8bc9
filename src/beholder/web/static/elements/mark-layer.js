/** Points or boxes over a picture in a `bh-zoom`, set and moved by mouse, pen or finger; they go with the picture into the whole window. */

const SVG = "http://www.w3.org/2000/svg";
/** A press that moved less is a click. */
const STILL_PX = 6;
/** How near to a mark a press means the mark: a fingertip. */
const NEAR_PX = { mouse: 12, pen: 12, touch: 20 };
/** Half the width of a point, in pixels of the screen: what is marked is seen inside. */
const RING_PX = 12;
const BADGE_PX = 9;
/** A smaller box was drawn by a slip of the hand. */
const BOX_PX = 8;

/**
 * @typedef {{x: number, y: number, width?: number, height?: number}} Place as shares of the picture
 * @typedef {{
 *   active: () => boolean, add: (place: Place) => void, pick: (number: number) => void,
 *   grab: (number: number) => void, move: (number: number, place: Place) => void,
 * }} Told what the hand does; `grab` comes before the first `move` of a drag
 */

export class MarkLayer {
  /** @param {import("./bh-zoom.js").Zoom} zoom @param {{boxes: boolean, sort: number, signal: AbortSignal, told: Told}} how */
  constructor(zoom, { boxes, sort, signal, told }) {
    this.zoom = zoom;
    this.image = /** @type {HTMLImageElement} */ (zoom.querySelector("img"));
    this.boxes = boxes;
    this.told = told;
    /** @type {Place[]} */
    this.places = [];
    this.chosen = -1;
    /** The box that is being drawn. @type {Place | null} */
    this.drawn = null;
    /** The press that is under way. @type {{id: number, x: number, y: number, from: number[], number: number, moved: boolean, grabbed: Place | null} | null} */
    this.press = null;
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("class", `mark-layer mark-sort-${sort % 4}`);
    this.svg.setAttribute("aria-hidden", "true");
    this.svg.dataset.over = "";
    zoom.append(this.svg);
    const before = { signal, capture: true };
    zoom.addEventListener("pointerdown", (event) => this.#down(event), before);
    zoom.addEventListener("pointermove", (event) => this.#drag(event), before);
    zoom.addEventListener("pointerup", (event) => this.#up(event), before);
    zoom.addEventListener("pointercancel", () => this.#end(), before);
    // before the picture opens large, which is what a click does otherwise
    zoom.addEventListener("click", (event) => told.active() && event.stopImmediatePropagation(), before);
    zoom.addEventListener("enlarged", () => this.draw(), { signal });
    this.image.addEventListener("load", () => this.draw(), { signal });
    const watch = new ResizeObserver(() => this.draw());
    watch.observe(zoom);
    signal.addEventListener("abort", () => {
      watch.disconnect();
      this.svg.remove();
      zoom.classList.remove("marking", "drawing");
    });
  }

  get #size() {
    const { naturalWidth, naturalHeight, clientWidth, clientHeight } = this.image;
    return naturalWidth ? [naturalWidth, naturalHeight] : [clientWidth || 1, clientHeight || 1];
  }

  /** Where a place of the window lies, as shares of the picture; beside the picture it is the nearest place of its edge. @param {number} clientX @param {number} clientY */
  at(clientX, clientY) {
    const [wide, high] = this.#size;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.#matrix().inverse());
    return { inside: x >= 0 && y >= 0 && x <= wide && y <= high, x: within(x / wide), y: within(y / high) };
  }

  /** From the picture's own pixels to those of the window. */
  #matrix() {
    this.#fit();
    return this.svg.getScreenCTM() ?? new DOMMatrix();
  }

  #fit() {
    const [wide, high] = this.#size;
    this.svg.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  }

  /** The mark that a press means; -1 for none. @param {PointerEvent} event */
  #under(event) {
    const near = NEAR_PX[/** @type {keyof typeof NEAR_PX} */ (event.pointerType)] ?? NEAR_PX.mouse;
    const [wide, high] = this.#size;
    const matrix = this.#matrix();
    let [best, least] = [-1, near];
    this.places.forEach((place, number) => {
      const on = new DOMPoint(place.x * wide, place.y * high).matrixTransform(matrix);
      const to = new DOMPoint((place.x + (place.width ?? 0)) * wide, (place.y + (place.height ?? 0)) * high).matrixTransform(matrix);
      const away = Math.hypot(Math.max(on.x - event.clientX, 0, event.clientX - to.x), Math.max(on.y - event.clientY, 0, event.clientY - to.y));
      // inside of several boxes, the smallest is meant
      const far = away + (this.boxes ? (Math.hypot(to.x - on.x, to.y - on.y) / 1e5) : 0);
      if (far <= least) [best, least] = [number, far];
    });
    return best;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (this.press) return this.#end();
    if (!this.told.active() || event.button !== 0 || !event.isPrimary) return;
    const at = this.at(event.clientX, event.clientY);
    const number = this.#under(event);
    if (!at.inside && number < 0) return;
    this.press = { id: event.pointerId, x: event.clientX, y: event.clientY, from: [at.x, at.y], number, moved: false, grabbed: null };
    // a drag of a mark, or of a box that is drawn, is not one of the picture
    this.zoom.held = number >= 0 || this.boxes;
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const press = this.press;
    if (!press || event.pointerId !== press.id) return;
    press.moved ||= Math.hypot(event.clientX - press.x, event.clientY - press.y) >= STILL_PX;
    if (!press.moved || !this.zoom.held) return;
    this.zoom.setPointerCapture(press.id);
    const at = this.at(event.clientX, event.clientY);
    if (press.number < 0) {
      this.drawn = between(press.from, [at.x, at.y]);
      return this.draw();
    }
    if (!press.grabbed) {
      press.grabbed = { ...this.places[press.number] };
      this.told.grab(press.number);
    }
    const start = press.grabbed;
    this.told.move(press.number, { ...start, x: start.x + at.x - press.from[0], y: start.y + at.y - press.from[1] });
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.press;
    if (!press || event.pointerId !== press.id) return;
    const { drawn } = this;
    this.#end();
    if (drawn) {
      const [a, b] = [this.#onScreen(drawn.x, drawn.y), this.#onScreen(drawn.x + (drawn.width ?? 0), drawn.y + (drawn.height ?? 0))];
      if (b.x - a.x >= BOX_PX && b.y - a.y >= BOX_PX) this.told.add(drawn);
    } else if (press.moved) return;
    else if (press.number >= 0) this.told.pick(press.number);
    else if (!this.boxes) this.told.add({ x: press.from[0], y: press.from[1] });
  }

  #end() {
    this.press = this.drawn = null;
    this.zoom.held = false;
    this.draw();
  }

  /** @param {number} x @param {number} y */
  #onScreen(x, y) {
    const [wide, high] = this.#size;
    return new DOMPoint(x * wide, y * high).matrixTransform(this.#matrix());
  }

  /** Shows these marks. @param {Place[]} places @param {number} chosen */
  show(places, chosen) {
    this.places = places;
    this.chosen = chosen;
    this.draw();
  }

  draw() {
    const [wide, high] = this.#size;
    // as large on every screen and however close one looks
    const pixel = 1 / (Math.abs(this.#matrix().a) || 1);
    const active = this.told.active();
    this.svg.classList.toggle("active", active);
    const shapes = this.places.map((place, number) => this.#mark(place, String(number + 1), number === this.chosen, pixel, [wide, high]));
    if (this.drawn) shapes.push(this.#mark(this.drawn, "", true, pixel, [wide, high]));
    this.svg.replaceChildren(...shapes);
  }

  /** @param {Place} place @param {string} words @param {boolean} chosen @param {number} pixel @param {number[]} size */
  #mark(place, words, chosen, pixel, [wide, high]) {
    const group = make("g", { class: chosen ? "mark chosen" : "mark" });
    const [x, y] = [place.x * wide, place.y * high];
    for (const layer of ["halo", "line"]) {
      group.append(
        this.boxes
          ? make("rect", { class: layer, x, y, width: (place.width ?? 0) * wide, height: (place.height ?? 0) * high })
          : make("circle", { class: layer, cx: x, cy: y, r: RING_PX * pixel }),
      );
    }
    if (!this.boxes) group.append(make("circle", { class: "middle", cx: x, cy: y, r: 1.5 * pixel }));
    if (!words) return group;
    // the number stands outside of what is marked, and inside of the picture
    const aside = this.boxes ? 0 : RING_PX * pixel;
    const [bx, by] = [Math.min(x + aside, wide - BADGE_PX * pixel), Math.max(y - aside, BADGE_PX * pixel)];
    group.append(make("circle", { class: "badge", cx: bx, cy: by, r: BADGE_PX * pixel }));
    const text = make("text", { x: bx, y: by, "font-size": 1.3 * BADGE_PX * pixel });
    text.textContent = words;
    group.append(text);
    return group;
  }
}

/** The place moved so that all of it lies in the picture, as exact as is stored. @param {Place} place @returns {Place} */
export function inside(place) {
  const exact = (/** @type {number} */ share) => Math.round(share * 1e4) / 1e4;
  const fit = (/** @type {number} */ at, /** @type {number} */ side) => exact(Math.min(1 - side, Math.max(0, at)));
  const [width, height] = [Math.min(1, exact(place.width ?? 0)), Math.min(1, exact(place.height ?? 0))];
  const at = { x: fit(place.x, width), y: fit(place.y, height) };
  return place.width === undefined ? at : { ...at, width, height };
}

/** @param {number[]} one @param {number[]} other @returns {Place} */
function between([x0, y0], [x1, y1]) {
  return { x: Math.min(x0, x1), y: Math.min(y0, y1), width: Math.abs(x1 - x0), height: Math.abs(y1 - y0) };
}

/** @param {number} share */
function within(share) {
  return Math.min(1, Math.max(0, share));
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function make(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
