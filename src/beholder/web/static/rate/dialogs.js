/** Dialogs that any button can open, the language switch and the theme switch. */

/** @param {string} id */
export function openDialog(id) {
  const dialog = document.getElementById(id);
  if (!(dialog instanceof HTMLDialogElement) || dialog.open) return;
  if (id === "guideline" && !dialog.querySelector(".sheet-body")?.firstElementChild) return;
  for (const other of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (other).close();
  dialog.dispatchEvent(new Event("opening", { bubbles: true }));
  dialog.showModal();
}

/** Asks something, and resolves with the value of the button that was pressed, or "" if none was. @param {string} id @returns {Promise<string>} */
export function ask(id) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById(id));
  dialog.returnValue = "";
  openDialog(id);
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true }));
}

/** Listens for `data-open`, `data-close`, a click beside a dialog, and the switches. */
export function setUpDialogs() {
  document.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const opener = /** @type {HTMLElement | null} */ (target.closest("[data-open]"));
    if (opener?.dataset.open) openDialog(opener.dataset.open);
    const dialog = target.closest("dialog");
    // a click on the backdrop has the dialog itself as its target; a click inside has a child
    if (dialog && (target.closest("[data-close]") || (target === dialog && dialog.classList.contains("sheet")))) dialog.close();
  });
  setUpSwitches();
}

function setUpSwitches() {
  const root = document.documentElement;
  const theme = root.dataset.theme ?? "auto";
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name=theme]"))) {
    input.checked = input.value === theme;
    input.addEventListener("change", () => {
      if (input.value === "auto") delete root.dataset.theme;
      else root.dataset.theme = input.value;
      remember("beholder.theme", input.value);
    });
  }
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name$=language]"))) {
    input.addEventListener("change", () => {
      remember("beholder.language", input.value);
      const address = new URL(location.href);
      address.searchParams.set("lang", input.value);
      location.replace(address);
    });
  }
}

/** @param {string} key @param {string} value */
function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // a browser that forbids storage still switches for this visit
  }
}
