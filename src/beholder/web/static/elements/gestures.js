/**
 * Wheel, two fingers and dragging on a picture, told as "come closer" and "move".
 *
 * @typedef {{
 *   closer: (factor: number, x: number, y: number) => void,
 *   move: (dx: number, dy: number) => void,
 *   enlarged: () => boolean,
 * }} Told `x` and `y` are places in the window; only what is enlarged can be dragged
 */

/** So many pixels of a wheel make the picture e times as large: a notch of a common mouse is a quarter more. */
const WHEEL_PX = 400;
/** A press that moved less is a click. */
const STILL_PX = 6;

export class Gestures {
  /** @param {HTMLElement} area @param {Told} told */
  constructor(area, told) {
    this.area = area;
    this.told = told;
    /** How far the last press moved, and the most fingers it had. */
    this.moved = 0;
    this.fingers = 0;
    /** Fingers or pointers that are down, and where. @type {Map<number, {x: number, y: number}>} */
    this.down = new Map();
    area.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    area.addEventListener("pointerdown", (event) => this.#press(event));
    area.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) {
      area.addEventListener(end, (event) => this.down.delete(/** @type {PointerEvent} */ (event).pointerId));
    }
  }

  /** Whether the last press was a click or a tap: it neither moved nor had two fingers. */
  get still() {
    return this.moved < STILL_PX && this.fingers < 2;
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    // with Ctrl, and so with two fingers on a touch pad, the browser would enlarge the whole page
    if (event.deltaY > 0 && !this.told.enlarged() && !event.ctrlKey) return;
    event.preventDefault();
    this.told.closer(Math.exp(-event.deltaY / (event.ctrlKey ? WHEEL_PX / 4 : WHEEL_PX)), event.clientX, event.clientY);
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (this.down.size === 0) this.moved = this.fingers = 0;
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.fingers = Math.max(this.fingers, this.down.size);
    // a drag goes on outside, however fast it begins
    if (this.told.enlarged()) this.area.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const from = this.down.get(event.pointerId);
    if (!from) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    this.moved += Math.abs(dx) + Math.abs(dy);
    const other = [...this.down].find(([id]) => id !== event.pointerId)?.[1];
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (other) {
      const apart = (/** @type {{x: number, y: number}} */ at) => Math.hypot(at.x - other.x, at.y - other.y);
      this.told.closer(apart({ x: event.clientX, y: event.clientY }) / Math.max(apart(from), 1), (event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
    } else if (this.told.enlarged()) this.told.move(dx, dy);
  }
}

/** How much closer a key brings, if it is one of those. @param {KeyboardEvent} event */
export function keyFactor(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return 0;
  return { "+": 1.25, "=": 1.25, "-": 0.8, "−": 0.8 }[event.key] ?? 0;
}

/** Where an arrow moves the eye, in shares of what is seen. @param {KeyboardEvent} event @returns {[number, number] | null} */
export function keyMove(event) {
  const moves = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, -0.15], ArrowDown: [0, 0.15] });
  return moves[event.key] ?? null;
}
