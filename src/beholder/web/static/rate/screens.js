/** The screens that stand where a trial would: welcome, waiting, done, offline and the rest. */

export class Screens {
  /** @param {HTMLElement} stage */
  constructor(stage) {
    this.stage = stage;
    this.name = "loading";
  }

  /**
   * Shows one screen, or none. @param {string} name
   * @param {Record<string, string>} [fill] texts for its `data-fill` places
   */
  show(name, fill = {}) {
    this.name = name;
    document.body.dataset.screen = name;
    for (const screen of /** @type {NodeListOf<HTMLElement>} */ (this.stage.querySelectorAll(".screen"))) {
      screen.hidden = screen.dataset.screen !== name;
      if (screen.hidden) continue;
      fillIn(screen, fill);
      // a screen of words alone is scrolled by keyboard too
      if (!screen.querySelector("button, input, a[href], summary")) screen.tabIndex = 0;
    }
    if (name && name !== "loading") this.stage.focus({ preventScroll: true });
  }
}

/** @param {ParentNode} within @param {Record<string, string>} texts */
export function fillIn(within, texts) {
  for (const [key, text] of Object.entries(texts)) {
    for (const place of within.querySelectorAll(`[data-fill="${key}"]`)) place.textContent = text;
  }
}
