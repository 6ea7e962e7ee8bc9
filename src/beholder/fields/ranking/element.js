/**
 * Candidates in order: tap them from the best on, drag them, or move them up and down. Those in order stand first, the
 * others below. Submits a list of ranks such as [2,1,3], null for those below the best `wanted`, once all wanted have one.
 * With `ties`, one may be as good as the one above it.
 */
import { signCandidates } from "../../elements/candidate-signs.js";
import { reachedByTab } from "../../rate/focus.js";
import { t } from "../../rate/words.js";

/** @param {string[]} texts */
export function parse([text = ""]) {
  return text === "" ? null : JSON.parse(text);
}

/** What has no rank yet. @param {import("../../rate/kinds.js").Control[]} controls */
export function lacking([control]) {
  const element = /** @type {Ranking} */ (/** @type {unknown} */ (control));
  const { rows, wanted, order } = element;
  if (wanted < rows.length) return t("ranking-lacking-top", { top: wanted, n: wanted - order.length });
  if (!order.length) return t("ranking-lacking-all");
  const names = rows.filter((_, slot) => !order.includes(slot)).map(nameOf);
  return t("ranking-lacking", { names: names.join(t("list-comma")) });
}

/** @param {import("../../rate/api.js").FieldWire} field */
export function keyLines(field) {
  return [{ codes: ["Digit1", "Digit2", "Digit3"], words: `${field.label} (${t("ranking-keys")})` }];
}

/** An expected rank is about one candidate, or all; the question is one. @param {import("../../rate/expected.js").Expected} one */
export function expected(one) {
  if (one.place) return { ...one, place: "", told: rankOf(one.place, one.is !== undefined ? [one.is] : one.any_of ?? []) };
  return Array.isArray(one.is) ? { ...one, told: told(one.is) } : one;
}

/** Which rank each was given. @param {(number | null)[]} ranks by slot */
export function told(ranks) {
  return ranks.flatMap((rank, slot) => (rank === null ? [] : rankOf(String.fromCharCode(65 + slot), [rank]))).join(t("list-comma"));
}

/** @param {string} name @param {any[]} ranks */
function rankOf(name, ranks) {
  return t("ranking-expected", { name, rank: ranks.join(t("list-or")) });
}

/** @param {HTMLElement} row */
function nameOf(row) {
  return row.dataset.name ?? "";
}

class Ranking extends HTMLElement {
  static formAssociated = true;

  constructor() {
    super();
    this.internals = this.attachInternals();
    /** Slots from the best on; equal ones together. @type {number[][]} */
    this.tiers = [];
    /** The rows by slot, wherever they stand. @type {HTMLElement[]} */
    this.rows = [];
    this.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("keydown", (event) => this.#arrow(event));
    this.addEventListener("pointerdown", (event) => this.#drag(event));
  }

  connectedCallback() {
    if (!this.rows.length) this.rows = [...this.querySelectorAll(".rank-row")].map((row) => /** @type {HTMLElement} */ (row));
    this.#draw();
  }

  get name() {
    return this.getAttribute("name") ?? "";
  }

  /** How many are to be in order. */
  get wanted() {
    return Number(this.getAttribute("wanted"));
  }

  /** The slots that are in order. */
  get order() {
    return this.tiers.flat();
  }

  /** The rank of each slot; equal ones share the better one. @returns {(number | null)[]} */
  get #ranks() {
    let before = 0;
    /** @type {(number | null)[]} */
    const ranks = this.rows.map(() => null);
    for (const tier of this.tiers) {
      for (const slot of tier) ranks[slot] = before + 1;
      before += tier.length;
    }
    return ranks;
  }

  get value() {
    return this.rows.length && this.order.length >= this.wanted ? JSON.stringify(this.#ranks) : "";
  }

  set value(text) {
    this.drafted = text ? JSON.parse(text) : [];
  }

  /** The ranks as far as they are given. */
  get drafted() {
    return this.#ranks;
  }

  set drafted(ranks) {
    /** @type {Map<number, number[]>} */
    const tiers = new Map();
    ranks.forEach((rank, slot) => rank !== null && tiers.set(rank, [...(tiers.get(rank) ?? []), slot]));
    this.tiers = [...tiers].sort(([one], [other]) => one - other).map(([, tier]) => tier);
    this.#tell();
  }

  formResetCallback() {
    this.value = "";
  }

  /** A digit: the candidate of that number comes next, or is taken out. @param {string} digit */
  press(digit) {
    const slot = Number(digit) - 1;
    return slot < this.rows.length && this.#toggle(slot);
  }

  /** Whether nobody more can be ranked. */
  get #full() {
    return this.order.length >= this.wanted;
  }

  /** @param {number} slot */
  #tierOf(slot) {
    return this.tiers.findIndex((tier) => tier.includes(slot));
  }

  /** @param {number} slot */
  #takeOut(slot) {
    this.tiers = this.tiers.map((tier) => tier.filter((one) => one !== slot)).filter((tier) => tier.length);
  }

  /** @param {number} slot */
  #toggle(slot) {
    const ranked = this.#tierOf(slot) >= 0;
    if (!ranked && this.#full) return false;
    if (ranked) this.#takeOut(slot);
    else this.tiers.push([slot]);
    this.#changed(slot);
    return true;
  }

  /** Puts a slot by itself before the tier at that place, the last ones making room. @param {number} slot @param {number} place */
  #put(slot, place) {
    this.tiers.splice(place, 0, [slot]);
    while (this.order.length - (this.tiers.at(-1)?.length ?? 0) >= this.wanted) this.tiers.pop();
    this.#changed(slot);
  }

  /** One step up or down; whoever was equal to another leaves it first. @param {number} slot @param {number} step */
  #move(slot, step) {
    const at = this.#tierOf(slot);
    if (at < 0) {
      if (step < 0 && !this.#full) this.#toggle(slot);
      return;
    }
    const tied = this.tiers[at].length > 1;
    if (!tied && (at + step < 0 || at + step >= this.tiers.length)) return;
    this.#takeOut(slot);
    this.#put(slot, tied ? at + (step > 0 ? 1 : 0) : at + step);
  }

  /** As good as the one above it, or just behind it again. @param {number} slot */
  #tie(slot) {
    const at = this.#tierOf(slot);
    if (at < 0) return;
    const tier = this.tiers[at];
    if (tier.length > 1 && tier[0] !== slot) {
      this.#takeOut(slot);
      this.#put(slot, at + 1);
    } else if (at > 0) {
      this.tiers.splice(at - 1, 2, [...this.tiers[at - 1], ...tier]);
      this.#changed(slot);
    }
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    const slot = this.#slotOf(button);
    // another row has come to where the first click of a double click was
    if (!button || slot < 0 || event.detail > 1) return;
    if (button.dataset.move === "toggle") this.#toggle(slot);
    if (button.dataset.move === "up") this.#move(slot, -1);
    if (button.dataset.move === "down") this.#move(slot, 1);
    if (button.dataset.move === "tie") this.#tie(slot);
  }

  /** @param {Element | null} inside */
  #slotOf(inside) {
    const row = /** @type {HTMLElement | null} */ (inside?.closest(".rank-row") ?? null);
    return row ? this.rows.indexOf(row) : -1;
  }

  /** Arrows move a row whose button was reached by Tab. @param {KeyboardEvent} event */
  #arrow(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.code];
    const slot = this.#slotOf(target);
    if (!step || slot < 0 || !reachedByTab(target)) return;
    event.preventDefault();
    this.#move(slot, step);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const grip = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest(".rank-grip"));
    const slot = this.#slotOf(grip);
    if (!grip || slot < 0 || event.button !== 0) return;
    event.preventDefault();
    grip.setPointerCapture(event.pointerId);
    const row = this.rows[slot];
    const start = event.clientY;
    const done = new AbortController();
    const { signal } = done;
    /** Those in order whose middle lies above the pointer. @param {number} y */
    const above = (y) => this.order.filter((one) => one !== slot && middle(this.rows[one]) < y);
    grip.addEventListener("pointermove", (move) => {
      row.classList.add("dragged");
      row.style.setProperty("--moved", `${move.clientY - start}px`);
      const next = this.order.filter((one) => one !== slot)[above(move.clientY).length];
      this.rows.forEach((one, place) => one.classList.toggle("drop-here", place === next));
    }, { signal });
    /** @param {number | null} y */
    const end = (y) => {
      done.abort();
      for (const one of this.rows) one.classList.remove("dragged", "drop-here");
      row.style.removeProperty("--moved");
      // a press without a drag is nobody's wish to move it
      if (y === null || Math.abs(y - start) < row.clientHeight / 3) return;
      const last = above(y).at(-1);
      this.#takeOut(slot);
      this.#put(slot, last === undefined ? 0 : this.#tierOf(last) + 1);
    };
    grip.addEventListener("pointerup", (up) => end(up.clientY), { signal });
    grip.addEventListener("pointercancel", () => end(null), { signal });
  }

  /** @param {number} slot */
  #changed(slot) {
    this.#tell();
    const output = this.querySelector("output");
    const rank = this.#ranks[slot];
    const name = nameOf(this.rows[slot]);
    if (output) output.textContent = rank === null ? t("ranking-said-none", { name }) : t("ranking-said", { name, rank });
    this.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #tell() {
    this.internals.setFormValue(this.value || null);
    this.#draw();
  }

  #draw() {
    const ranks = this.#ranks;
    this.#sort();
    this.rows.forEach((row, slot) => {
      const rank = ranks[slot];
      const at = this.#tierOf(slot);
      const behind = at >= 0 && this.tiers[at][0] !== slot;
      row.classList.toggle("ranked", rank !== null);
      row.classList.toggle("tied", behind);
      const number = /** @type {HTMLButtonElement} */ (row.querySelector(".rank-number"));
      const name = nameOf(row);
      number.textContent = rank === null ? "" : String(rank);
      number.ariaLabel = rank === null ? t("ranking-add", { name }) : t("ranking-remove", { name, rank });
      able(row, "toggle", rank !== null || !this.#full);
      const alone = at >= 0 && this.tiers[at].length === 1;
      able(row, "up", rank === null ? !this.#full : !(alone && at === 0));
      able(row, "down", rank !== null && !(alone && at === this.tiers.length - 1));
      able(row, "tie", rank !== null && (behind || at > 0));
      row.querySelector(".rank-tie")?.setAttribute("aria-pressed", String(behind));
    });
    signCandidates(this, ranks.map((rank) => (rank === null ? "" : String(rank))));
  }

  /** Those in order first, without losing the focus. */
  #sort() {
    const rest = this.rows.filter((_, slot) => this.#tierOf(slot) < 0);
    const sorted = [...this.order.map((slot) => this.rows[slot]), ...rest];
    const list = this.querySelector(".rank-rows");
    if (!list || sorted.every((row, place) => row === list.children[place])) return;
    const focus = /** @type {HTMLElement | null} */ (this.contains(document.activeElement) ? document.activeElement : null);
    list.append(...sorted);
    focus?.focus({ preventScroll: true });
  }
}

/** @param {HTMLElement} row @param {string} move @param {boolean} can */
function able(row, move, can) {
  const button = /** @type {HTMLButtonElement | null} */ (row.querySelector(`[data-move="${move}"]`));
  // a disabled button would lose the focus of whoever moves by keyboard
  button?.setAttribute("aria-disabled", String(!can));
}

/** @param {HTMLElement} row */
function middle(row) {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
}

customElements.define("bh-ranking", Ranking);
