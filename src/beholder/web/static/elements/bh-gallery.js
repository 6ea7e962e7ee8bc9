/** Pictures beside each other that are looked at together: enlarged at one of them, all show the same part. */
import { Zoom } from "./bh-zoom.js";
import { drawnSize } from "./look.js";

/** From here on a picture is wide; almost square ones are as large in any arrangement. */
const WIDE = 1.2;
/** From here on two are a fifth larger above each other on a phone, which is worth the height that this takes. */
const LONG = 1.6;

export class Gallery extends HTMLElement {
  connectedCallback() {
    this.following = false;
    this.addEventListener("enlarged", (event) => {
      if (!(event.target instanceof Zoom)) return;
      nameAt(event.target);
      this.#follow(event.target);
    });
    // how large a picture is drawn is known once it has come; its event does not bubble
    this.addEventListener("load", () => this.#fit(), { capture: true });
    const resized = new ResizeObserver(() => this.#fit());
    for (const one of [this, ...this.sets]) resized.observe(one);
  }

  /** Whether all candidates are wide or all are tall, by which the style sheet arranges them. */
  #tellShape() {
    const images = [...this.querySelectorAll("[data-candidate] img")].filter((one) => one instanceof HTMLImageElement);
    const ratios = images.filter((one) => one.naturalWidth).map((one) => one.naturalWidth / one.naturalHeight);
    const shape = Math.min(...ratios) > WIDE ? "wide" : Math.max(...ratios) < 1 / WIDE ? "tall" : "";
    if (ratios.length && shape) this.dataset.shape = shape;
    else delete this.dataset.shape;
    this.toggleAttribute("data-long", ratios.length > 0 && Math.min(...ratios) > LONG);
  }

  /** @returns {Zoom[]} */
  get zooms() {
    return [...this.querySelectorAll("bh-zoom")].filter((one) => one instanceof Zoom);
  }

  /** Pictures that are one candidate. @returns {HTMLElement[]} */
  get sets() {
    return [...this.querySelectorAll(".together")].filter((one) => one instanceof HTMLElement);
  }

  /** Brings rows of candidates close to each other: none is higher than the highest picture drawn. */
  #closeRows() {
    this.style.gridAutoRows = "";
    const { rows, gap, needed } = this.#measure();
    // a set fits itself into its place
    if (rows > 1 && needed && !this.sets.length && needed < (this.clientHeight - gap * (rows - 1)) / rows) this.style.gridAutoRows = `${needed}px`;
  }

  /** Tells the page how much height its pictures can use, so that a phone leaves the rest to the questions. */
  #tellNeed() {
    const page = /** @type {HTMLElement | null} */ (this.closest(".plain-page"));
    const { figures, rows, gap, needed } = this.#measure();
    // two or three are arranged by the height they have: less of it could turn them, and they would need less again
    const turns = rows > 1 && figures < 4;
    const around = (this.parentElement?.offsetHeight ?? 0) - this.clientHeight;
    if (needed && !turns) page?.style.setProperty("--pictures-need", `${Math.ceil(rows * (needed + gap) - gap + around)}px`);
    else page?.style.removeProperty("--pictures-need");
  }

  /** Rows of candidates, and the height that one needs with its pictures as wide as they can be; 0 where that is not known. */
  #measure() {
    const figures = [...this.querySelectorAll(":scope > .gallery-figure")];
    const [across, gap] = columns(this);
    const shapes = figures.map(shapeOf);
    const within = this.sets[0] ?? this.zooms[0];
    const above = (figures[0]?.clientHeight ?? 0) - (within?.clientHeight ?? 0);
    // a source above several has a row of its own
    const known = shapes.every((one) => one > 0) && !(figures.length > 2 && this.matches(".has-source"));
    const needed = known ? above + Math.max(...shapes) * ((this.clientWidth - gap * (across - 1)) / across) : 0;
    return { figures: figures.length, rows: Math.ceil(figures.length / across), gap, needed };
  }

  #fit() {
    this.#tellShape();
    this.#tellNeed();
    this.#closeRows();
    this.sets.forEach(gather);
    this.zooms.forEach(nameAt);
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

/** How many columns a grid has, and the gap between them. @param {HTMLElement} grid @returns {[number, number]} */
function columns(grid) {
  const { columnGap, gridTemplateColumns } = getComputedStyle(grid);
  return [gridTemplateColumns.split(" ").length, Number.parseFloat(columnGap) || 0];
}

/** How many times as high as wide a picture, or all that are one candidate, is drawn; 0 where that is not known. @param {Element} figure */
function shapeOf(figure) {
  const images = [...figure.querySelectorAll("img")];
  const ratio = Math.max(0, ...images.map((one) => one.naturalHeight / one.naturalWidth || 0));
  const set = /** @type {HTMLElement | null} */ (figure.querySelector(".together"));
  const across = set ? columns(set)[0] : 1;
  return (ratio * Math.ceil(images.length / across)) / across;
}

/** Brings the name of a picture down to it, where the picture leaves room above. @param {Zoom} zoom */
function nameAt(zoom) {
  const name = /** @type {HTMLElement | null} */ (zoom.parentElement?.querySelector(".gallery-name"));
  const { height } = drawnSize(zoom.querySelector("img"));
  const free = height && zoom.look?.scale === 1 ? Math.max(0, (zoom.clientHeight - height) / 2) : 0;
  if (name) name.style.transform = `translateY(${free}px)`;
}

/** Brings pictures that are one candidate close to each other, each as high as it is drawn. @param {HTMLElement} set */
function gather(set) {
  const images = [...set.querySelectorAll("img")];
  const [across, gap] = columns(set);
  const [rows, shape] = [Math.ceil(images.length / across), Math.max(...images.map((one) => one.naturalHeight / one.naturalWidth || 0))];
  if (!shape) return;
  const room = (set.clientHeight - gap * (rows - 1)) / rows;
  const height = Math.min(room, ((set.clientWidth - gap * (across - 1)) / across) * shape);
  set.style.gridAutoRows = `${height}px`;
  const name = /** @type {HTMLElement | null | undefined} */ (set.parentElement?.querySelector(".gallery-name"));
  if (name) name.style.transform = `translateY(${((room - height) * rows) / 2}px)`;
}

customElements.define("bh-gallery", Gallery);
