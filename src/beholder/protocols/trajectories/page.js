/** The trajectories page: the question at hand, places on the picture, scrolling together, and what has been read. */
import "../../elements/bh-places.js";
import "../../elements/bh-zoom.js";
import { ReadingLog } from "../../elements/reading-log.js";
import { leadTo } from "../../rate/focus.js";

const PROCESS = ["coherence", "efficiency", "thoroughness"];
const LETTERS = ["A", "B"];
const LINGER_MS = 1500;
/** A second click that was meant for the last score must not answer the comparison that opens below it. */
const OPENING_MS = 400;
/** Whether the words of all points are unfolded on a narrow page; it stays so for the next pair. */
let unfolded = false;

/** @param {{form: HTMLFormElement, sheet: any, params: any, t: (key: string, values?: any) => string}} given */
export function mount({ form, sheet, params, t }) {
  const sides = /** @type {HTMLElement[]} */ ([...form.querySelectorAll(".traj-side")]);
  const lists = sides.map((side) => /** @type {HTMLElement} */ (side.querySelector(".traj-steps")));
  const questions = new Questions(form, params.ask_first === "process");
  const places = new StepPlaces(form, lists, t);
  const reading = new ReadingLog(lists, () => form.dispatchEvent(new Event("viewed")));
  const link = /** @type {HTMLButtonElement} */ (form.querySelector("[data-link]"));
  const wait = /** @type {HTMLElement} */ (form.querySelector(".traj-wait"));
  const compare = /** @type {HTMLElement} */ (form.querySelector(".traj-compare"));
  const folds = /** @type {HTMLButtonElement[]} */ ([...form.querySelectorAll("[data-fold]")]);
  const stage = /** @type {HTMLElement} */ (form.querySelector(".traj-stage"));
  const end = /** @type {HTMLElement} */ (form.querySelector(".traj-end"));
  // on a phone the picture stays in sight: what sticks below it must know its height. Next is the last stop of Tab, and
  // stands under the picture on a wide screen, where room is left for it
  const height = new ResizeObserver(() => {
    form.style.setProperty("--stage-height", `${stage.offsetHeight}px`);
    form.style.setProperty("--end-height", `${end.offsetHeight}px`);
  });
  let linked = false;

  function update() {
    questions.update();
    const open = sides.map((_, side) => questions.openOf(side));
    const done = open.every((count) => count === 0);
    wait.hidden = done;
    const words = open.map((count, side) => (count ? t("trajectories-open", { letter: LETTERS[side], n: count }) : "")).filter(Boolean);
    wait.textContent = t("trajectories-wait", { open: words.join(t("list-comma")) });
  }

  /** An answer was given. Who comes back to a comparison that is open may click at once. */
  function answered() {
    const waited = !wait.hidden;
    update();
    if (!waited || !wait.hidden) return;
    compare.classList.add("opening");
    setTimeout(() => compare.classList.remove("opening"), OPENING_MS);
  }

  /** Sides that must still be read. Who comes back to an answer has read them. */
  function unread() {
    return params.read_to_end && !form.classList.contains("revising") ? reading.unread() : [];
  }

  function toggleLink() {
    linked = !linked;
    link.setAttribute("aria-pressed", String(linked));
  }

  /** @param {boolean} open */
  function fold(open) {
    unfolded = open;
    form.classList.toggle("unfolded", open);
    for (const one of folds) one.setAttribute("aria-expanded", String(open));
  }

  for (const one of folds) one.addEventListener("click", () => fold(!unfolded));
  link.addEventListener("click", toggleLink);
  lists.forEach((list, side) => scrollTogether(list, () => (linked ? lists[1 - side] : null)));
  form.addEventListener("input", answered);
  form.addEventListener("viewed", update);
  update();

  /** @param {string} where @param {string} value */
  function answer(where, value) {
    questions.byArrow = false;
    sheet.press(where, value);
  }

  const digits = [1, 2, 3, 4, 5].map((point) => ({
    code: `Digit${point}`,
    label: t("trajectories-key-point"),
    run: () => questions.isScale && answer(questions.where, String(point)),
  }));
  const verdicts = [["KeyY", "yes"], ["KeyN", "no"]].map(([code, value]) => ({
    code,
    label: t(`trajectories-key-${value}`),
    run: () => questions.side !== null && questions.mayVerdict && answer(`${questions.side}.correct`, value),
  }));

  return {
    shown: () => {
      update();
      fold(unfolded);
      reading.start();
      height.observe(stage);
      height.observe(end);
    },
    hidden: () => {
      reading.stop();
      height.disconnect();
    },
    problems: () => unread().map((side) => ({ where: `steps-${side}`, message: t("trajectories-read-first", { letter: LETTERS[side] }), target: reading.next(side) })),
    // what the page itself scrolls to has not been read by that
    lead: () => void reading.pause(),
    state: () => ({ reading: reading.read(), looked: places.looked, linked }),
    restore: (/** @type {any} */ kept) => {
      reading.restore(kept.reading);
      places.looked = kept.looked ?? places.looked;
      if (kept.linked && !linked) toggleLink();
      update();
    },
    meta: () => ({
      steps: Object.fromEntries(sides.map((_, side) => [LETTERS[side], { ...reading.read()[side], places: places.looked[side] }])),
      scroll_linked: linked,
    }),
    keys: [
      ...digits,
      ...verdicts,
      { code: "KeyL", label: t("trajectories-link"), run: toggleLink },
    ],
  };
}

/** Which question the keys speak of. It moves on by itself, and follows the focus. */
class Questions {
  /** @param {HTMLFormElement} form @param {boolean} processFirst */
  constructor(form, processFirst) {
    this.form = form;
    this.processFirst = processFirst;
    const boxes = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-field]")]);
    const late = (/** @type {HTMLElement} */ box) => (processFirst && box.dataset.field?.endsWith(".correct") ? 1 : /\d\./.test(box.dataset.field ?? "") ? 0 : 2);
    this.boxes = boxes.filter((box) => box.dataset.kind !== "text").sort((a, b) => late(a) - late(b));
    this.now = this.boxes[0];
    this.byArrow = false;
    form.addEventListener("keydown", (event) => (this.byArrow = /^Arrow|^Space$/.test(event.code)), { capture: true });
    form.addEventListener("pointerdown", () => (this.byArrow = false), { capture: true });
    form.addEventListener("focusin", (event) => this.#follow(event.target));
    form.addEventListener("input", (event) => this.#answered(event.target));
    form.addEventListener("pointerover", (event) => this.#preview(event.target));
    this.about = /** @type {HTMLElement} */ (form.querySelector(".traj-anchors"));
  }

  get where() {
    return this.now.dataset.field ?? "";
  }

  get isScale() {
    return this.now.dataset.kind === "scale" && !this.now.hidden;
  }

  /** The side of the question at hand, or null when both are compared. */
  get side() {
    const place = parseInt(this.where, 10);
    return Number.isNaN(place) ? null : place;
  }

  get mayVerdict() {
    return !this.processFirst || this.#processDone();
  }

  /** Questions of a side still unanswered. @param {number} side */
  openOf(side) {
    return this.boxes.filter((box) => box.dataset.field?.startsWith(`${side}.`) && !value(box)).length;
  }

  update() {
    const done = this.mayVerdict;
    for (const verdict of /** @type {NodeListOf<HTMLElement>} */ (this.form.querySelectorAll(".traj-verdict"))) {
      verdict.inert = !done;
      verdict.classList.toggle("veiled", !done);
    }
    if (this.now.hidden) this.now = this.#firstOpen() ?? this.now;
    for (const box of this.boxes) box.classList.toggle("at-hand", box === this.now && !value(box));
    for (const side of /** @type {NodeListOf<HTMLElement>} */ (this.form.querySelectorAll("[data-slot]"))) {
      side.classList.toggle("in-focus", side.contains(this.now));
    }
    this.#describe(this.now, value(this.now));
  }

  #processDone() {
    return this.boxes.every((box) => !PROCESS.includes(box.dataset.field?.split(".")[1] ?? "") || value(box));
  }

  #firstOpen() {
    return this.boxes.find((box) => !box.hidden && !value(box));
  }

  /** @param {EventTarget | null} target */
  #follow(target) {
    const box = boxOf(target);
    if (!box || !this.boxes.includes(box) || box === this.now) return;
    this.now = box;
    this.update();
  }

  /** @param {EventTarget | null} target */
  #answered(target) {
    const box = boxOf(target);
    if (!box || !this.boxes.includes(box)) return;
    this.now = box;
    // arrows go through the points of a scale one by one: only a definite choice moves on
    if (this.byArrow) return this.update();
    this.update();
    const from = this.boxes.indexOf(box);
    const next = [...this.boxes.slice(from + 1), ...this.boxes.slice(0, from)].find((one) => !one.hidden && !one.closest("[inert]") && !value(one));
    if (!next) return;
    this.now = next;
    this.update();
    if (matchMedia("(pointer: coarse)").matches) return;
    if (boxOf(document.activeElement)) leadTo(next);
    next.scrollIntoView({ block: "nearest" });
  }

  /** @param {EventTarget | null} target */
  #preview(target) {
    const box = boxOf(target);
    const input = target instanceof HTMLElement ? target.closest("label")?.querySelector("input") : null;
    if (box && input && this.boxes.includes(box)) this.#describe(box, input.value);
    else this.#describe(this.now, value(this.now));
  }

  /** @param {HTMLElement} box @param {string} point */
  #describe(box, point) {
    const name = box.dataset.field?.split(".").at(-1) ?? "";
    if (this.about.dataset.shown === `${name} ${point}`) return;
    this.about.dataset.shown = `${name} ${point}`;
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (this.about.querySelectorAll("[data-about]"))) {
      part.hidden = part.dataset.about !== name;
      for (const row of /** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll("[data-point-text]"))) row.classList.toggle("chosen", row.dataset.pointText === point);
    }
    const chosen = /** @type {HTMLElement | null} */ (this.about.querySelector("[data-about]:not([hidden]) .chosen"));
    if (chosen) this.about.scrollTop = chosen.offsetTop - this.about.clientHeight / 2;
    else this.about.scrollTop = 0;
  }
}

/** Steps and their places: hover, focus or tap a step and its place is shown; hover a mark and its step is. */
class StepPlaces {
  /** @param {HTMLFormElement} form @param {HTMLElement[]} lists @param {(key: string, values?: any) => string} t */
  constructor(form, lists, t) {
    this.lists = lists;
    this.t = t;
    /** How many different steps of each side were looked at on the picture. */
    this.looked = lists.map(() => 0);
    this.seen = new Set();
    this.pinned = "";
    this.timer = 0;
    this.picture = /** @type {any} */ (form.querySelector("bh-places"));
    this.words = /** @type {HTMLElement} */ (form.querySelector(".traj-now"));
    /** @type {Map<string, HTMLElement>} */
    this.steps = new Map();
    lists.forEach((list, side) => {
      for (const step of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(".traj-step"))) this.steps.set(`${side}-${step.dataset.step}`, step);
      list.addEventListener("pointerover", (event) => event.pointerType !== "touch" && this.show(idOf(event.target, side), side));
      list.addEventListener("pointerenter", () => clearTimeout(this.timer));
      list.addEventListener("pointerleave", () => this.#soon());
      list.addEventListener("focusin", (event) => this.#pin(idOf(event.target, side), side));
      list.addEventListener("click", (event) => this.#pin(idOf(event.target, side), side));
      list.addEventListener("keydown", (event) => this.#walk(event, list));
    });
    this.picture.set([...this.steps].flatMap(([id, step]) => placeOf(id, step)));
    this.picture.addEventListener("place-pointed", (/** @type {CustomEvent} */ event) => this.show(event.detail));
    this.picture.addEventListener("pointerenter", () => clearTimeout(this.timer));
    this.picture.addEventListener("pointerleave", () => this.#soon());
    form.addEventListener("focusin", (event) => boxOf(event.target) && this.#pin(""));
    this.picture.addEventListener("place-chosen", (/** @type {CustomEvent} */ event) => {
      this.#pin(event.detail);
      this.steps.get(event.detail)?.scrollIntoView({ block: "nearest" });
    });
    this.show("");
  }

  /** @param {string} id of a step, or "" @param {number} [side] whose marks to show all the same */
  show(id, side) {
    const [of] = id ? id.split("-") : [side === undefined ? "" : String(side)];
    this.picture.show(of, id);
    for (const [one, step] of this.steps) step.classList.toggle("now", one === id);
    const step = this.steps.get(id);
    if (step?.classList.contains("has-place") && !this.seen.has(id)) {
      this.seen.add(id);
      this.looked[Number(of)] += 1;
    }
    const touch = matchMedia("(pointer: coarse)").matches;
    const hint = (touch ? this.words.dataset.hintTouch : this.words.dataset.hint) ?? "";
    const what = step?.querySelector(".traj-call")?.textContent?.trim() ?? "";
    const where = step && !step.classList.contains("has-place") ? this.t("trajectories-no-place") : what;
    this.words.textContent = step ? `${LETTERS[Number(of)]} ${step.dataset.step} · ${where}` : hint;
    this.words.classList.toggle("quiet-words", !step);
  }

  /** The marks stay for the time it takes to move from a step to the picture. */
  #soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(this.pinned), LINGER_MS);
  }

  /** @param {string} id @param {number} [side] */
  #pin(id, side) {
    this.pinned = id;
    this.show(id, side);
  }

  /** @param {KeyboardEvent} event @param {HTMLElement} list */
  #walk(event, list) {
    const steps = /** @type {HTMLElement[]} */ ([...list.querySelectorAll(".traj-step")]);
    const at = steps.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: steps.length - 1 }[event.code];
    if (at < 0 || to === undefined || !steps[to]) return;
    event.preventDefault();
    steps[at].tabIndex = -1;
    steps[to].tabIndex = 0;
    steps[to].focus();
  }
}

/** @param {HTMLElement} list @param {() => HTMLElement | null} other the list to move along, if any */
function scrollTogether(list, other) {
  let before = list.scrollTop;
  list.addEventListener("scroll", () => {
    const moved = list.scrollTop - before;
    before = list.scrollTop;
    const follower = other();
    // the one under the hand leads; what it moves must not move it back
    if (follower && moved && !list.dataset.led) {
      follower.dataset.led = "1";
      follower.scrollTop += moved;
      requestAnimationFrame(() => requestAnimationFrame(() => delete follower.dataset.led));
    }
  });
}

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
function boxOf(target) {
  return target instanceof HTMLElement ? target.closest("[data-field]") : null;
}

/** @param {HTMLElement} box */
function value(box) {
  return /** @type {HTMLInputElement | null} */ (box.querySelector("input:checked"))?.value ?? "";
}

/** @param {EventTarget | null} target @param {number} side */
function idOf(target, side) {
  const step = target instanceof HTMLElement ? /** @type {HTMLElement | null} */ (target.closest(".traj-step")) : null;
  return step ? `${side}-${step.dataset.step}` : "";
}

/** @param {string} id @param {HTMLElement} step */
function placeOf(id, step) {
  const [point, box] = [step.dataset.point, step.dataset.box].map((text) => (text ? text.split(",").map(Number) : null));
  return point || box ? [{ id, set: id.split("-")[0], text: step.dataset.step ?? "", point, box }] : [];
}
