/** Masks on an item's page, painted as raters see them: the same red, the contour, and what the systems were asked for. */
import { drawView } from "../elements/mask-drawing.js";

/** @typedef {import("../elements/mask-drawing.js").Prompt} Prompt */

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".laid.masked"))) void show(place);

/** Puts a canvas where the pictures are, which stay as they are if one of them does not load. @param {HTMLElement} place */
async function show(place) {
  const pictures = [...place.querySelectorAll("img")];
  await Promise.all(pictures.map((one) => one.decode()));
  const [image, mask] = pictures;
  const full = { x: 0, y: 0, width: image.naturalWidth, height: image.naturalHeight };
  const scene = { image, mask: mask ?? image, full, zoom: full, prompt: prompt(place) };
  const canvas = document.createElement("canvas");
  canvas.role = "img";
  canvas.ariaLabel = (mask ?? image).alt;
  const draw = () => drawView(canvas, mask ? "overlay" : "image", scene, { width: place.clientWidth, height: (place.clientWidth * full.height) / full.width, dot: 7 });
  draw();
  for (const one of pictures) one.hidden = true;
  place.append(canvas);
  new ResizeObserver(draw).observe(place);
}

/** @param {HTMLElement} place @returns {Prompt} */
function prompt(place) {
  const numbers = (/** @type {string | undefined} */ text) => text?.split(",").map(Number) ?? null;
  return /** @type {Prompt} */ ({ point: numbers(place.dataset.point), box: numbers(place.dataset.box) });
}
