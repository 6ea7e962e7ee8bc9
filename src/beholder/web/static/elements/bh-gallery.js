/** Pictures or clips beside each other. Pictures are looked at together: enlarged at one of them, all show the same part. */
import { Zoom } from "./bh-zoom.js";
import { drawnSize } from "./look.js";

/** From here on a picture is wide; almost square ones are as large in any arrangement. */
const WIDE = 1.2;
/** By how much larger two must be above each other to be worth the height that this takes. */
const WORTH = 1.2;
/** Narrower than this, two beside each other are no larger than stamps: height is then worth less than width. */
const SMALL = 400;

export class Gallery extends HTMLElement {
  connectedCallback() {
    this.following = false;
    this.addEventListener("enlarged", (event) => {
      if (!(event.target instanceof Zoom)) return;
      nameAt(event.target);
      this.#follow(event.target);
    });
    // how large a picture or clip is drawn is known once it has come; its event does not bubble
    for (const come of ["load", "loadedmetadata"]) this.addEventListener(come, () => this.#fit(), { capture: true });
    const resized = new ResizeObserver(() => this.#fit());
    for (const one of [this, ...this.sets]) resized.observe(one);
  }

  /** Whether all candidates are wide or all are tall, by which the style sheet arranges them. */
  #tellShape() {
    const heights = [...this.querySelectorAll("[data-candidate] :is(img, video)")].map(heightOf);
    const ratios = heights.filter((one) => one > 0).map((one) => 1 / one);
    const shape = Math.min(...ratios) > WIDE ? "wide" : Math.max(...ratios) < 1 / WIDE ? "tall" : "";
    if (ratios.length && shape) this.dataset.shape = shape;
    else delete this.dataset.shape;
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
    // three are arranged by the height they have: less of it could turn them, and they would need less again
    const turns = rows > 1 && figures === 3;
    if (needed && !turns) page?.style.setProperty("--pictures-need", `${Math.ceil(rows * (needed + gap) - gap + this.#around)}px`);
    else page?.style.removeProperty("--pictures-need");
  }

  /** The height of what stands around it on the stage. */
  get #around() {
    return heightAround(this.parentElement, this);
  }

  /** Sets two above each other where that makes them clearly larger: in little room, and a source above what was made of it. */
  #arrangeTwo() {
    const page = /** @type {HTMLElement | null} */ (this.closest(".plain-page"));
    const figures = [...this.querySelectorAll(":scope > .gallery-figure")];
    const most = page ? Number.parseFloat(getComputedStyle(page).getPropertyValue("--pictures-most")) : Number.NaN;
    const phone = !Number.isNaN(most);
    const room = phone && page ? roomBeside(page) : 0;
    page?.style.setProperty("--pictures-room", `${room}px`);
    const height = phone ? Math.max((most / 100) * innerHeight, room) - this.#around : this.clientHeight;
    const shape = Math.max(...figures.map(shapeOf));
    const above = heightAround(figures[0], figures[0]?.querySelector(".frame, .together"));
    const [, gap] = columns(this);
    const beside = Math.min((this.clientWidth - gap) / 2, (height - above) / shape);
    const stacked = Math.min(this.clientWidth, ((height - gap) / 2 - above) / shape);
    const may = figures.length === 2 && shape > 0 && (phone || this.clientWidth < SMALL || this.matches(".has-source")) && !this.closest(".in-turn");
    this.toggleAttribute("data-stacked", may && stacked > WORTH * beside);
  }

  /** Rows of candidates, and the height that one needs with its pictures as wide as they can be; 0 where that is not known. */
  #measure() {
    const figures = [...this.querySelectorAll(":scope > .gallery-figure")];
    const [across, gap] = columns(this);
    const shapes = figures.map(shapeOf);
    const within = this.sets[0] ?? figures[0]?.querySelector(".frame");
    const above = heightAround(figures[0], within);
    // a source above several has a row of its own
    const known = shapes.every((one) => one > 0) && !(figures.length > 2 && this.matches(".has-source"));
    const needed = known ? above + Math.max(...shapes) * ((this.clientWidth - gap * (across - 1)) / across) : 0;
    // clips that are played in turn share one place
    const clips = this.closest(".in-turn") ? this.querySelectorAll("video").length : 0;
    const places = figures.length - Math.max(0, clips - 1);
    return { figures: places, rows: Math.ceil(places / across), gap, needed };
  }

  #fit() {
    this.#tellShape();
    this.#arrangeTwo();
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

/** The height that the questions below leave free on a phone. @param {HTMLElement} page */
function roomBeside(page) {
  const panel = /** @type {HTMLElement | null} */ (page.querySelector(":scope > .panel"));
  const trial = page.closest(".trial");
  if (!panel || !trial) return 0;
  // else it is as high as the window leaves it
  panel.style.alignSelf = "start";
  const free = trial.clientHeight - panel.offsetHeight;
  panel.style.alignSelf = "";
  return Math.max(0, free);
}

/**
 * What one element is higher than another in it. Of whole pixels, the difference would change by one as both are moved by a part
 * of one, and a page that follows it would never come to rest.
 * @param {Element | null | undefined} outer @param {Element | null | undefined} inner
 */
function heightAround(outer, inner) {
  return (outer?.getBoundingClientRect().height ?? 0) - (inner?.getBoundingClientRect().height ?? 0);
}

/** How many columns a grid has, and the gap between them. @param {HTMLElement} grid @returns {[number, number]} */
function columns(grid) {
  const { columnGap, gridTemplateColumns } = getComputedStyle(grid);
  return [gridTemplateColumns.split(" ").length, Number.parseFloat(columnGap) || 0];
}

/** How many times as high as wide a picture or clip is; 0 until that is known. @param {Element} one */
function heightOf(one) {
  if (one instanceof HTMLVideoElement) return one.videoHeight / one.videoWidth || 0;
  return one instanceof HTMLImageElement ? one.naturalHeight / one.naturalWidth || 0 : 0;
}

/** The same of what a figure shows, a picture, a clip, or all pictures that are one candidate. @param {Element} figure */
function shapeOf(figure) {
  const images = [...figure.querySelectorAll("img, video")];
  const ratio = Math.max(0, ...images.map(heightOf));
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
  const [rows, shape] = [Math.ceil(images.length / across), Math.max(...images.map(heightOf))];
  if (!shape) return;
  const room = (set.clientHeight - gap * (rows - 1)) / rows;
  const height = Math.min(room, ((set.clientWidth - gap * (across - 1)) / across) * shape);
  set.style.gridAutoRows = `${height}px`;
  const name = /** @type {HTMLElement | null | undefined} */ (set.parentElement?.querySelector(".gallery-name"));
  if (name) name.style.transform = `translateY(${((room - height) * rows) / 2}px)`;
}

customElements.define("bh-gallery", Gallery);
