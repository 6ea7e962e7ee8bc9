"use strict";
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy);
    let done = false;
    try {
      await navigator.clipboard.writeText(source.textContent);
      done = true;
    } catch {
      const open = source.parentElement.open;
      source.parentElement.open = true;
      getSelection().selectAllChildren(source);
      done = document.execCommand("copy");
      getSelection().removeAllRanges();
      source.parentElement.open = open;
    }
    if (done) {
      const words = button.textContent;
      button.textContent = button.dataset.done;
      setTimeout(() => { button.textContent = words; }, 1500);
    }
  });
}
