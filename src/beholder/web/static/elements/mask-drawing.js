/** Geometry and paint of the five views: which part of the picture, what lies on it, and the prompt on top. */

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Region in pixels of the picture
 * @typedef {{point: [number, number] | null, box: [number, number, number, number] | null}} Prompt
 * @typedef {{image: CanvasImageSource, mask: CanvasImageSource, full: Region, zoom: Region, prompt: Prompt}} Scene
 * @typedef {"image" | "overlay" | "mask" | "zoom" | "zoom_overlay"} View
 * @typedef {{scale: number, x: number, y: number}} Look how much closer, and the middle in shares of the region
 */

/** @type {View[]} */
export const VIEWS = ["image", "overlay", "mask", "zoom", "zoom_overlay"];

/** @type {Look} */
export const WHOLE = { scale: 1, x: 0.5, y: 0.5 };

const RED = "#ff1f1f";
const YELLOW = "#fde725";
const PURPLE = "#440154";
const BLUE = "#1f5bff";
const OVERLAY_OPACITY = 0.55;
const STRIPE_ROWS = 256;
const SHARP_FROM = 3;
/** Large enough to tell parts from each other, small enough to be read within a frame. */
const COPY_SIDE = 256;
/** A part of less than this share of the largest is a stray, not where the close-up should look. */
const MAIN_SHARE = 0.05;

/**
 * The smallest region that holds the main parts of a mask; null if it has none. A stray pixel in a corner would make the
 * close-up as wide as the picture, and the boundary could not be judged.
 * @param {HTMLImageElement} mask
 * @returns {Promise<Region | null>}
 */
export async function maskBounds(mask) {
  const all = await allBounds(mask);
  return all && (mainBounds(mask, all) ?? all);
}

/**
 * The smallest region that holds every pixel. Reads stripe by stripe, so that a picture of any size needs little memory
 * and never blocks the page for long.
 * @param {HTMLImageElement} mask
 * @returns {Promise<Region | null>}
 */
async function allBounds(mask) {
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
 * The region of those connected parts that are not tiny beside the largest, read from a small copy.
 * @param {HTMLImageElement} mask @param {Region} all
 * @returns {Region | null}
 */
function mainBounds(mask, all) {
  const shrink = Math.min(1, COPY_SIDE / Math.max(all.width, all.height));
  const [width, height] = [Math.max(1, Math.round(all.width * shrink)), Math.max(1, Math.round(all.height * shrink))];
  const copy = new OffscreenCanvas(width, height);
  const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (copy.getContext("2d", { willReadFrequently: true }));
  pen.imageSmoothingQuality = "high";
  pen.drawImage(mask, all.x, all.y, all.width, all.height, 0, 0, width, height);
  const { data } = pen.getImageData(0, 0, width, height);
  const inside = Uint8Array.from({ length: width * height }, (_, at) => Number(data[4 * at + 3] > 0));
  const parts = connectedParts(inside, width);
  const largest = Math.max(0, ...parts.map((part) => part.size));
  const main = parts.filter((part) => part.size >= MAIN_SHARE * largest);
  if (!main.length) return null;
  const [left, top] = [Math.min(...main.map((part) => part.left)), Math.min(...main.map((part) => part.top))];
  const [right, bottom] = [Math.max(...main.map((part) => part.right)), Math.max(...main.map((part) => part.bottom))];
  const x = all.x + left / width * all.width;
  const y = all.y + top / height * all.height;
  return { x, y, width: (right + 1 - left) / width * all.width, height: (bottom + 1 - top) / height * all.height };
}

/**
 * @param {Uint8Array} inside 1 where the mask is; emptied on the way
 * @param {number} width
 * @returns {{size: number, left: number, top: number, right: number, bottom: number}[]}
 */
function connectedParts(inside, width) {
  const parts = [];
  for (let start = 0; start < inside.length; start += 1) {
    if (!inside[start]) continue;
    const part = { size: 0, left: width, top: inside.length, right: -1, bottom: -1 };
    const waiting = [start];
    inside[start] = 0;
    while (waiting.length) {
      const at = /** @type {number} */ (waiting.pop());
      const [x, y] = [at % width, Math.floor(at / width)];
      part.size += 1;
      part.left = Math.min(part.left, x);
      part.right = Math.max(part.right, x);
      part.top = Math.min(part.top, y);
      part.bottom = Math.max(part.bottom, y);
      for (const next of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
        if (!inside[next]) continue;
        inside[next] = 0;
        waiting.push(next);
      }
    }
    parts.push(part);
  }
  return parts;
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
 * The part of a region that is seen when one has come closer.
 * @param {Region} region @param {{width: number, height: number}} room @param {Look} look
 * @returns {Region}
 */
export function seenRegion(region, room, look) {
  const scale = look.scale * Math.min(room.width / region.width, room.height / region.height);
  const [width, height] = [Math.min(region.width, room.width / scale), Math.min(region.height, room.height / scale)];
  const [x, y] = [span(look.x * region.width, width, region.width)[0], span(look.y * region.height, height, region.height)[0]];
  return { x: region.x + x, y: region.y + y, width, height };
}

/**
 * Draws a view as large as it fits into the given room.
 * @param {HTMLCanvasElement} canvas
 * @param {View} view
 * @param {Scene} scene
 * @param {{width: number, height: number, dot: number}} room in CSS pixels; `dot` is the radius of the point
 * @param {Look} [look]
 */
export function drawView(canvas, view, scene, room, look = WHOLE) {
  const region = seenRegion(regionOf(view, scene), room, look);
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
  if (view === "overlay" || view === "zoom_overlay") lay(pen, scene.mask, region, scale, RED, OVERLAY_OPACITY, (ratio * room.dot) / 7);
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
 * @param {number} scale @param {string} colour @param {number} opacity @param {number} [line] width of the contour, if there is one
 */
function lay(pen, mask, region, scale, colour, opacity, line = 0) {
  const stencil = document.createElement("canvas");
  stencil.width = pen.canvas.width;
  stencil.height = pen.canvas.height;
  const cut = /** @type {CanvasRenderingContext2D} */ (stencil.getContext("2d"));
  paint(cut, mask, region, scale < 1);
  cut.globalCompositeOperation = "source-in";
  cut.fillStyle = colour;
  cut.fillRect(0, 0, stencil.width, stencil.height);
  // red on a red thing is not seen: a white line just outside the mask, and a black one around that, are on every ground
  if (line) for (const [shade, reach] of /** @type {[string, number][]} */ ([["#000", 2 * line], ["#fff", line]])) pen.drawImage(ring(stencil, shade, reach), 0, 0);
  pen.globalAlpha = opacity;
  pen.drawImage(stencil, 0, 0);
  pen.globalAlpha = 1;
}

/** What lies outside a shape within reach of it, in one colour. @param {HTMLCanvasElement} shape @param {string} colour @param {number} reach */
function ring(shape, colour, reach) {
  const made = document.createElement("canvas");
  made.width = shape.width;
  made.height = shape.height;
  const pen = /** @type {CanvasRenderingContext2D} */ (made.getContext("2d"));
  for (let turn = 0; turn < 8; turn += 1) pen.drawImage(shape, reach * Math.cos((turn * Math.PI) / 4), reach * Math.sin((turn * Math.PI) / 4));
  pen.globalCompositeOperation = "source-in";
  pen.fillStyle = colour;
  pen.fillRect(0, 0, made.width, made.height);
  pen.globalCompositeOperation = "destination-out";
  pen.drawImage(shape, 0, 0);
  return made;
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
