/** Pictures fetched and decoded once, and handed to whoever shows them. */

const MOST_KEPT = 40;

/** A picture or clip that the server could not give now; the connection itself may be fine. */
export class PictureError extends Error {}

/** @type {Map<string, Promise<HTMLImageElement>>} */
const kept = new Map();
/** Bytes that have come, of all, while a picture is on its way. @type {Map<string, {come: number, all: number}>} */
const underWay = new Map();

/**
 * The decoded picture. A failure is not remembered, so that the next call tries again.
 * @param {string} address
 * @returns {Promise<HTMLImageElement>}
 */
export function picture(address) {
  const known = kept.get(address);
  if (known) {
    kept.delete(address);
    kept.set(address, known);
    return known;
  }
  const loading = load(address);
  kept.set(address, loading);
  loading.catch(() => kept.delete(address));
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return loading;
}

/** How much of these has come, from 0 to 1; null if nobody can say. @param {string[]} addresses */
export function shareCome(addresses) {
  const parts = addresses.flatMap((address) => underWay.get(address) ?? []);
  const all = parts.reduce((sum, part) => sum + part.all, 0);
  return all > 0 && parts.every((part) => part.all > 0) ? parts.reduce((sum, part) => sum + part.come, 0) / all : null;
}

/** @param {string} address */
async function load(address) {
  try {
    await fetchWhole(address);
    const image = new Image();
    image.decoding = "async";
    // from the browser's cache by now
    image.src = address;
    await image.decode();
    return image;
  } finally {
    underWay.delete(address);
  }
}

/** Reads the file part by part: an image element does not tell how far it is. @param {string} address */
async function fetchWhole(address) {
  const reply = await fetch(address, { credentials: "omit" });
  if (!reply.ok || !reply.body) throw new PictureError(`${address}: ${reply.status}`);
  const part = { come: 0, all: Number(reply.headers.get("content-length")) };
  underWay.set(address, part);
  const reader = reply.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) part.come += next.value.length;
}
