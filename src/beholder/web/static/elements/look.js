/** How closely and where a picture is looked at. */

/** At eight times, a pixel of a photograph that fills the screen is seen as a square; closer shows nothing more. */
const MOST = 8;

/** How a picture is looked at in some room: how large, and moved how far from the middle. Never out of sight. */
export class Look {
  /** @param {() => DOMRect} room @param {() => {width: number, height: number}} size of what is drawn at scale 1 @param {() => void} changed */
  constructor(room, size, changed) {
    this.room = room;
    this.size = size;
    this.changed = changed;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
  }

  /** @param {number} scale @param {number} x @param {number} y */
  set(scale, x, y) {
    this.scale = Math.min(MOST, Math.max(1, scale));
    const [room, size] = [this.room(), this.size()];
    const within = (/** @type {number} */ at, /** @type {number} */ length, /** @type {number} */ all) => {
      const most = Math.max(0, (length * this.scale - all) / 2);
      return Math.min(most, Math.max(-most, at));
    };
    this.x = within(x, size.width, room.width);
    this.y = within(y, size.height, room.height);
    this.changed();
  }

  /** Comes closer to the place on screen that is pointed at. @param {number} factor @param {number} [x] @param {number} [y] */
  closer(factor, x, y) {
    const room = this.room();
    const across = x === undefined ? 0 : x - room.left - room.width / 2;
    const along = y === undefined ? 0 : y - room.top - room.height / 2;
    const scale = Math.min(MOST, Math.max(1, this.scale * factor));
    const grown = scale / this.scale;
    this.set(scale, across - (across - this.x) * grown, along - (along - this.y) * grown);
  }

  /** The same look at another picture, or in another room: as close, and at the same part of it. @param {Look} other */
  follow(other) {
    const [from, to] = [other.size(), this.size()];
    const share = (/** @type {number} */ at, /** @type {number} */ length) => (length ? at / length : 0);
    this.set(other.scale, share(other.x, from.width) * to.width, share(other.y, from.height) * to.height);
  }

  /** @param {number} dx @param {number} dy */
  move(dx, dy) {
    this.set(this.scale, this.x + dx, this.y + dy);
  }
}

/** How large a picture is drawn inside its element, which keeps its proportions. @param {HTMLImageElement | null} image */
export function drawnSize(image) {
  if (!image?.naturalWidth) return { width: 0, height: 0 };
  const fit = Math.min(image.clientWidth / image.naturalWidth, image.clientHeight / image.naturalHeight);
  return { width: image.naturalWidth * fit, height: image.naturalHeight * fit };
}
