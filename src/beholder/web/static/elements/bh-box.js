/**
 * A red box over the picture beside it, as wide on every screen and however close one looks.
 *
 * `<bh-box data-over box="left,top,right,bottom">` stands after an `<img>` in the same parent, which is positioned; the
 * corners are pixels of the picture. The line lies outside the box, so that it hides nothing of what it encloses.
 */

const LINE = 3;

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host { forced-color-adjust: none; position: absolute; pointer-events: none; box-sizing: border-box; }
  div { position: absolute; inset: calc(-${LINE}px / var(--closer, 1)); border: calc(${LINE}px / var(--closer, 1)) solid #f00;
    outline: calc(1px / var(--closer, 1)) solid #fff; box-shadow: inset 0 0 0 calc(1px / var(--closer, 1)) #fff; border-radius: 1px; }
`);

class Box extends HTMLElement {
  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    root.append(document.createElement("div"));
    this.watch = new ResizeObserver(() => this.#fit());
  }

  connectedCallback() {
    const image = this.parentElement?.querySelector("img");
    if (!image) return;
    this.image = image;
    this.watch.observe(image);
    image.addEventListener("load", () => this.#fit());
    this.#fit();
  }

  disconnectedCallback() {
    this.watch.disconnect();
  }

  /** Finds where the picture is drawn inside its element, and lays the box over it. */
  #fit() {
    const { image } = this;
    if (!image?.naturalWidth || !image.clientWidth) return;
    const [across, down] = [image.naturalWidth, image.naturalHeight];
    const scale = Math.min(image.clientWidth / across, image.clientHeight / down);
    const left = image.offsetLeft + (image.clientWidth - across * scale) / 2;
    const top = image.offsetTop + (image.clientHeight - down * scale) / 2;
    const given = (this.getAttribute("box") ?? "").split(",").map(Number);
    const [x0, y0, x1, y1] = given.map((value, n) => Math.min(n % 2 ? down : across, Math.max(0, value)));
    this.style.left = `${left + x0 * scale}px`;
    this.style.top = `${top + y0 * scale}px`;
    this.style.width = `${(x1 - x0) * scale}px`;
    this.style.height = `${(y1 - y0) * scale}px`;
  }
}

customElements.define("bh-box", Box);
