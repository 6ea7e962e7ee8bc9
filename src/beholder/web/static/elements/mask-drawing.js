/** Geometry and paint of the five views: which part of the picture, what lies on it, and the prompt on top. */

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Region in pixels of the picture
 * @typedef {{point: [number, number] | null, box: [number, number, number, number] | null}} Prompt
 * @typedef {{image: CanvasImageSource, mask: CanvasImageSource, full: Region, zoom: Region, prompt: Prompt}} Scene
 * @typedef {"image" | "overlay" | "mask" | "zoom" | "zoom_overlay"} View
 */

/** @type {View[]} */
export const VIEWS = ["image", "overlay", "mask", "zoom", "zoom_overlay"];

const RED = "#ff1f1f";
const YELLOW = "#fde725";
const PURPLE = "#440154";
const BLUE = "#1f5bff";
const OVERLAY_OPACITY = 0.55;
const STRIPE_ROWS = 256;
const SHARP_FROM = 3;

/**
 * The smallest region that holds every pixel of the mask; null if it has none. Reads stripe by stripe, so that a
 * picture of any size needs little memory and never blocks the page for long.
 * @param {HTMLImageElement} mask
 * @returns {Promise<Region | null>}
 */
export async function maskBounds(mask) {
  const width = mask.naturalWidth;
  const height = mask.naturalHeight;
  const stripe = new OffscreenCanvas(width, Math.min(STRIPE_ROWS, height));
  const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (stripe.getContext("2d", { willReadFrequently: true }));
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += STRIPE_ROWS) {
    const rows = Math.min(STRIPE_ROWS, height - y);
    pen.clearRect(0, 0, width, rows);
    pen.drawImage(mask, 0, y, width, rows, 0, 0, width, rows);
    const pixels = new Uint32Array(pen.getImageData(0, 0, width, rows).data.buffer);
    for (let row = 0; row < rows; row += 1) {
      const from = row * width;
      let first = 0;
      while (first < width && pixels[from + first] === 0) first += 1;
      if (first === width) continue;
      let last = width - 1;
      while (pixels[from + last] === 0) last -= 1;
      left = Math.min(left, first);
      right = Math.max(right, last);
      top = Math.min(top, y + row);
      bottom = y + row;
    }
    if (y + STRIPE_ROWS < height && width * STRIPE_ROWS > 500_000) await new Promise((resume) => setTimeout(resume));
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * The surroundings of mask and prompt: never so small that single pixels fill the screen, never a thin strip.
 * @param {Region | null} bounds
 * @param {Prompt} prompt
 * @param {Region} full
 * @param {number} margin as a share of the longer side
 * @returns {Region}
 */
export function zoomRegion(bounds, prompt, full, margin) {
  const spans = [];
  if (bounds) spans.push([bounds.x, bounds.y, bounds.x + bounds.width, bounds.y + bounds.height]);
  if (prompt.point) spans.push([...prompt.point, ...prompt.point]);
  if (prompt.box) spans.push(prompt.box);
  if (!spans.length) return full;
  const left = Math.max(0, Math.min(...spans.map((span) => span[0])));
  const top = Math.max(0, Math.min(...spans.map((span) => span[1])));
  const right = Math.min(full.width, Math.max(...spans.map((span) => span[2])));
  const bottom = Math.min(full.height, Math.max(...spans.map((span) => span[3])));
  const longer = Math.max(right - left, bottom - top, 0);
  const smallest = Math.min(full.width, full.height, Math.max(32, Math.max(full.width, full.height) / (bounds ? 20 : 4)));
  const room = 2 * margin * longer;
  const width = Math.max(right - left + room, smallest, 0.6 * (bottom - top + room));
  const height = Math.max(bottom - top + room, smallest, 0.6 * (right - left + room));
  const x = span((left + right) / 2, width, full.width);
  const y = span((top + bottom) / 2, height, full.height);
  return { x: x[0], y: y[0], width: x[1], height: y[1] };
}

/** @param {number} middle @param {number} length @param {number} all @returns {[number, number]} start and length */
function span(middle, length, all) {
  const fits = Math.min(length, all);
  return [Math.min(Math.max(0, middle - fits / 2), all - fits), fits];
}

/** @param {View} view @param {Scene} scene */
export function regionOf(view, scene) {
  return view === "zoom" || view === "zoom_overlay" ? scene.zoom : scene.full;
}

/**
 * Draws a view as large as it fits into the given room.
 * @param {HTMLCanvasElement} canvas
 * @param {View} view
 * @param {Scene} scene
 * @param {{width: number, height: number, dot: number}} room in CSS pixels; `dot` is the radius of the point
 */
export function drawView(canvas, view, scene, room) {
  const region = regionOf(view, scene);
  const fit = Math.min(room.width / region.width, room.height / region.height);
  if (!(fit > 0)) return;
  const ratio = devicePixelRatio || 1;
  const scale = fit * ratio;
  canvas.width = Math.max(1, Math.round(region.width * scale));
  canvas.height = Math.max(1, Math.round(region.height * scale));
  canvas.style.width = `${canvas.width / ratio}px`;
  canvas.style.height = `${canvas.height / ratio}px`;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  if (view === "mask") {
    pen.fillStyle = PURPLE;
    pen.fillRect(0, 0, canvas.width, canvas.height);
  } else {
    paint(pen, scene.image, region, scale < SHARP_FROM);
  }
  if (view === "mask") lay(pen, scene.mask, region, scale, YELLOW, 1);
  if (view === "overlay" || view === "zoom_overlay") lay(pen, scene.mask, region, scale, RED, OVERLAY_OPACITY);
  drawPrompt(pen, scene.prompt, region, scale, ratio * room.dot);
}

/** @param {CanvasRenderingContext2D} pen @param {CanvasImageSource} source @param {Region} region @param {boolean} smooth */
function paint(pen, source, region, smooth) {
  pen.imageSmoothingEnabled = smooth;
  pen.imageSmoothingQuality = "high";
  pen.drawImage(source, region.x, region.y, region.width, region.height, 0, 0, pen.canvas.width, pen.canvas.height);
}

/**
 * Lays the mask on the picture in one colour. Magnified, its pixels stay sharp: the edge is what is judged.
 * @param {CanvasRenderingContext2D} pen @param {CanvasImageSource} mask @param {Region} region
 * @param {number} scale @param {string} colour @param {number} opacity
 */
function lay(pen, mask, region, scale, colour, opacity) {
  const stencil = document.createElement("canvas");
  stencil.width = pen.canvas.width;
  stencil.height = pen.canvas.height;
  const cut = /** @type {CanvasRenderingContext2D} */ (stencil.getContext("2d"));
  paint(cut, mask, region, scale < 1);
  cut.globalCompositeOperation = "source-in";
  cut.fillStyle = colour;
  cut.fillRect(0, 0, stencil.width, stencil.height);
  pen.globalAlpha = opacity;
  pen.drawImage(stencil, 0, 0);
  pen.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} pen @param {Prompt} prompt @param {Region} region @param {number} scale @param {number} dot */
function drawPrompt(pen, prompt, region, scale, dot) {
  const x = (/** @type {number} */ value) => (value - region.x) * scale;
  const y = (/** @type {number} */ value) => (value - region.y) * scale;
  if (prompt.box) {
    const [left, top, right, bottom] = prompt.box;
    const corners = /** @type {const} */ ([x(left), y(top), x(right) - x(left), y(bottom) - y(top)]);
    pen.lineJoin = "round";
    for (const [colour, width] of /** @type {[string, number][]} */ ([["#fff", 0.8], [BLUE, 0.4]])) {
      pen.strokeStyle = colour;
      pen.lineWidth = width * dot;
      pen.strokeRect(...corners);
    }
  }
  if (prompt.point) {
    // the middle of the pixel that was clicked
    const [centreX, centreY] = [x(prompt.point[0] + 0.5), y(prompt.point[1] + 0.5)];
    for (const [colour, radius] of /** @type {[string, number][]} */ ([["#fff", 1.25], [BLUE, 1]])) {
      pen.beginPath();
      pen.arc(centreX, centreY, radius * dot, 0, 2 * Math.PI);
      pen.fillStyle = colour;
      pen.fill();
    }
  }
}
