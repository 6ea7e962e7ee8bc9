/** Pictures fetched and decoded once, and handed to whoever shows them. */

const MOST_KEPT = 40;

/** @type {Map<string, Promise<HTMLImageElement>>} */
const kept = new Map();

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
  const image = new Image();
  image.decoding = "async";
  image.src = address;
  const loading = image.decode().then(() => image);
  kept.set(address, loading);
  loading.catch(() => kept.delete(address));
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return loading;
}
