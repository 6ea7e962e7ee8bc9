/** Words of texts that can be clicked: a mark on a word gives its counter a point, or takes it away again. */

/** @typedef {{slot: number, word: number, text: string, field: string}} Mark */

export class WordMarks {
  /**
   * Needs a `.word-marks` bar with a `[data-mark]` button for each field, and a counter of points for it in each card.
   * @param {HTMLFormElement} form
   * @param {HTMLElement[]} cards
   * @param {string} text selects the text of a card
   */
  constructor(form, cards, text) {
    this.cards = cards;
    this.bar = /** @type {HTMLElement} */ (form.querySelector(".word-marks"));
    /** The word the bar speaks of. @type {HTMLElement | null} */
    this.open = null;
    for (const card of cards) split(card.querySelector(text));
    form.addEventListener("click", (event) => this.#click(event));
    form.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
    form.addEventListener("scroll", () => this.close(), { capture: true, passive: true });
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const button = /** @type {HTMLElement | null} */ (target.closest("[data-mark]"));
    if (button && this.open) {
      this.#toggle(this.open, button);
      return this.close();
    }
    const word = /** @type {HTMLElement | null} */ (target.closest(".word"));
    if (word && word !== this.open) this.#show(word);
    else this.close();
  }

  /** @param {HTMLElement} word */
  #show(word) {
    this.close();
    this.open = word;
    word.classList.add("open");
    for (const button of this.#buttons()) {
      button.setAttribute("aria-pressed", String(word.dataset[button.dataset.mark ?? ""] === "yes"));
    }
    this.bar.hidden = false;
    const page = /** @type {HTMLElement} */ (this.bar.offsetParent ?? document.body).getBoundingClientRect();
    const box = word.getBoundingClientRect();
    const left = Math.min(box.left - page.left, page.width - this.bar.offsetWidth - 8);
    const below = box.bottom + this.bar.offsetHeight + 8 < innerHeight;
    this.bar.style.left = `${Math.max(8, left)}px`;
    this.bar.style.top = `${below ? box.bottom - page.top + 4 : box.top - page.top - this.bar.offsetHeight - 4}px`;
  }

  close() {
    this.open?.classList.remove("open");
    this.open = null;
    this.bar.hidden = true;
  }

  /** @param {HTMLElement} word @param {HTMLElement} button */
  #toggle(word, button) {
    const field = button.dataset.mark ?? "";
    const on = word.dataset[field] !== "yes";
    this.#mark(word, field, on);
    const counter = /** @type {any} */ (word.closest("[data-slot]")?.querySelector(`[name$=".${field}"]`));
    counter.add(on ? 1 : -1);
  }

  /** @param {HTMLElement} word @param {string} field @param {boolean} on */
  #mark(word, field, on) {
    if (on) word.dataset[field] = "yes";
    else delete word.dataset[field];
    word.dataset.signs = this.#buttons().filter((one) => word.dataset[one.dataset.mark ?? ""]).map((one) => one.dataset.sign).join("");
  }

  #buttons() {
    return /** @type {HTMLElement[]} */ ([...this.bar.querySelectorAll("[data-mark]")]);
  }

  /** @returns {Mark[]} */
  read() {
    return this.cards.flatMap((card, slot) =>
      this.#words(card).flatMap((word, place) =>
        this.#buttons()
          .map((one) => one.dataset.mark ?? "")
          .filter((field) => word.dataset[field] === "yes")
          .map((field) => ({ slot, word: place, text: word.textContent ?? "", field })),
      ),
    );
  }

  /** @param {Mark[]} marks */
  restore(marks) {
    for (const { slot, word, field } of marks) {
      const element = this.cards[slot] && this.#words(this.cards[slot])[word];
      if (element) this.#mark(element, field, true);
    }
  }

  /** @param {HTMLElement} card */
  #words(card) {
    return /** @type {HTMLElement[]} */ ([...card.querySelectorAll(".word")]);
  }
}

/** Wraps each word of a text in an element; Chinese is cut into words, too, where the browser can. @param {HTMLElement | null} text */
function split(text) {
  if (!text) return;
  const whole = text.textContent ?? "";
  const cutter = "Segmenter" in Intl ? new Intl.Segmenter(text.lang || document.documentElement.lang, { granularity: "word" }) : null;
  const pieces = cutter
    ? [...cutter.segment(whole)].map((piece) => ({ text: piece.segment, word: Boolean(piece.isWordLike) }))
    : whole.split(/(\s+)/).map((piece) => ({ text: piece, word: piece.trim() !== "" }));
  text.replaceChildren(
    ...pieces.map((piece) => {
      if (!piece.word) return piece.text;
      const word = document.createElement("span");
      word.className = "word";
      word.textContent = piece.text;
      return word;
    }),
  );
}
