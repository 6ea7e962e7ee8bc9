/** The naming page: one large text field in focus; a name and an opt-out exclude each other. */
import "../../elements/bh-box.js";
import "../../elements/bh-zoom.js";

/** A letter that follows a digit sooner than this belongs to one word, such as 3D; later, somebody thought again. */
const ONE_WORD_MS = 1000;

/** @param {{form: HTMLFormElement, sheet: any, t: (key: string, values?: any) => string}} given */
export function mount({ form, sheet, t }) {
  const input = /** @type {HTMLInputElement} */ (form.querySelector("input[name=name]"));
  const outs = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input[name=opt_out]")]);
  const picture = /** @type {HTMLElement} */ (form.querySelector(".naming-picture"));
  const zoom = /** @type {any} */ (picture.querySelector("bh-zoom"));
  const most = sheet.wire.fields.find((/** @type {any} */ field) => field.name === "name").max_chars;
  /** What was typed before an opt-out was chosen, so that taking it back costs nothing. */
  let typed = "";
  /** The digit that chose a reason last, and when. */
  let pressed = { digit: "", at: -Infinity };

  input.setAttribute("autofocus", "");
  // a browser would cut a long name without a word; here it is refused with a reason
  input.removeAttribute("maxlength");
  input.dir = "auto";

  input.addEventListener("keydown", (event) => {
    if (input.value || event.ctrlKey || event.metaKey || event.altKey) return;
    const composing = event.isComposing || event.keyCode === 229;
    const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1] ?? "";
    const out = composing || event.shiftKey ? undefined : outs[Number(digit) - 1];
    if (out) {
      event.preventDefault();
      if (!event.repeat) choose(out, digit);
    } else if ((composing || /^\S$/u.test(event.key)) && performance.now() - pressed.at < ONE_WORD_MS) {
      // the letter itself comes after it
      input.value = pressed.digit;
    }
  });
  input.addEventListener("input", () => {
    if (input.value.trim()) for (const out of outs) out.checked = false;
    update();
  });
  for (const out of outs) {
    let before = false;
    const face = /** @type {HTMLElement} */ (out.closest("label"));
    face.addEventListener("pointerdown", () => (before = out.checked));
    out.addEventListener("keydown", (event) => (before = event.code === "Space" && out.checked));
    out.addEventListener("click", () => before && takeBack(out));
    out.addEventListener("input", () => {
      if (out.checked && input.value) {
        typed = input.value;
        input.value = "";
      }
      update();
    });
  }

  /** Digits mean reasons only as long as there is no name they could be part of. */
  function update() {
    form.classList.toggle("named", input.value !== "");
  }

  /** @param {HTMLInputElement} out @param {string} digit */
  function choose(out, digit) {
    pressed = { digit, at: performance.now() };
    out.checked = true;
    out.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** @param {HTMLInputElement} out */
  function takeBack(out) {
    out.checked = false;
    input.value = input.value || typed;
    out.dispatchEvent(new Event("input", { bubbles: true }));
  }

  return {
    shown: update,
    problems: () => {
      const n = [...input.value].length;
      return n > most ? [{ where: "name", message: t("naming-too-long", { most, n }) }] : [];
    },
    state: () => ({ typed }),
    restore: (/** @type {any} */ state) => (typed = state.typed ?? ""),
    meta: () => {
      const { clientWidth, clientHeight } = /** @type {HTMLElement} */ (picture.querySelector("img"));
      return { picture: { width: clientWidth, height: clientHeight, opened: zoom.opens ?? 0 } };
    },
    keys: [
      { code: "KeyF", label: t("open-large"), run: () => zoom.open() },
      { code: "KeyN", label: t("naming-to-field"), run: () => input.focus() },
    ],
  };
}
