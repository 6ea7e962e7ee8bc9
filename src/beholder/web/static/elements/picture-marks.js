/** Marks over a picture in a `bh-zoom`: rings around its parts, and dots that count them. They go with it into the whole window. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {{box: number[], sort: string}} Ring left, top, right and bottom as shares of the picture */

export class PictureMarks {
  /** @param {HTMLElement} zoom around the picture */
  constructor(zoom) {
    this.image = /** @type {HTMLImageElement} */ (zoom.querySelector("img"));
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("class", "picture-marks");
    this.svg.setAttribute("aria-hidden", "true");
    this.svg.dataset.over = "";
    zoom.append(this.svg);
  }

  /** Whole numbers in which the picture is measured: its own pixels, else those it is shown in. */
  get #size() {
    const { naturalWidth, naturalHeight, clientWidth, clientHeight } = this.image;
    return naturalWidth ? [naturalWidth, naturalHeight] : [clientWidth || 1, clientHeight || 1];
  }

  /** Where in the picture an event was, as shares of its width and height; null beside it. @param {MouseEvent} event @returns {number[] | null} */
  at(event) {
    this.#fit();
    const [wide, high] = this.#size;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM()?.inverse());
    return x >= 0 && y >= 0 && x <= wide && y <= high ? [x / wide, y / high] : null;
  }

  /** @param {Ring[]} rings each is numbered among those that count, `left-out` ones are crossed out */
  ring(rings) {
    const [wide, high] = this.#fit();
    let number = 0;
    for (const { box, sort } of rings) {
      const [left, top, right, bottom] = [box[0] * wide, box[1] * high, box[2] * wide, box[3] * high];
      const [x, y, radius] = [(left + right) / 2, (top + bottom) / 2, Math.max(right - left, bottom - top) / 2 + 0.012 * wide];
      const group = this.#add(this.svg, "g", { class: `ring ${sort}` });
      for (const under of ["under", "over"]) this.#add(group, "circle", { class: under, cx: x, cy: y, r: radius });
      const out = sort === "left-out";
      if (!out) number += 1;
      this.#label(group, Math.min(wide * 0.97, Math.max(wide * 0.03, x)), Math.max(high * 0.035, y - radius), out ? "×" : String(number));
    }
  }

  /** Numbered dots in place of those before. @param {number[][]} dots as shares of the picture */
  dot(dots) {
    const [wide, high] = this.#fit();
    this.svg.replaceChildren();
    dots.forEach(([x, y], n) => this.#label(this.#add(this.svg, "g", { class: "dot" }), x * wide, y * high, String(n + 1)));
  }

  /** @param {Element} group @param {number} x @param {number} y @param {string} words */
  #label(group, x, y, words) {
    const size = 0.019 * this.#size[0];
    this.#add(group, "circle", { class: "badge", cx: x, cy: y, r: size });
    const text = this.#add(group, "text", { x, y, "font-size": 1.25 * size });
    text.textContent = words;
  }

  #fit() {
    const size = this.#size;
    this.svg.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
    return size;
  }

  /** @param {Element} into @param {string} name @param {Record<string, string | number>} attributes */
  #add(into, name, attributes) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    into.append(made);
    return made;
  }
}
