"use strict";
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-copy]"))) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const source = /** @type {HTMLElement} */ (document.getElementById(button.dataset.copy ?? ""));
    const folded = /** @type {HTMLDetailsElement} */ (source.parentElement);
    let done = false;
    try {
      await navigator.clipboard.writeText(source.textContent ?? "");
      done = true;
    } catch {
      const open = folded.open;
      folded.open = true;
      getSelection()?.selectAllChildren(source);
      done = document.execCommand("copy");
      getSelection()?.removeAllRanges();
      folded.open = open;
    }
    if (done) {
      const words = button.textContent;
      button.textContent = button.dataset.done ?? "";
      setTimeout(() => { button.textContent = words; }, 1500);
    }
  });
}
