/** The verification page: one name in focus, judged by letters, grouped by digits; chips, drag and tap do the same. */
import "../../elements/bh-box.js";
import "../../fields/groups/element.js";
import "../../elements/bh-zoom.js";

/** @param {{form: HTMLFormElement, t: (key: string, values?: any) => string}} given */
export function mount({ form, t }) {
  const rows = /** @type {HTMLElement[]} */ ([...form.querySelectorAll(".name-row")]);
  const groups = /** @type {any} */ (form.querySelector("bh-groups"));
  const picture = /** @type {HTMLElement} */ (form.querySelector(".verify-picture"));
  const zoom = /** @type {any} */ (picture.querySelector("bh-zoom"));
  let focused = 0;
  let taller = false;

  /** @param {number} place */
  function settle(place) {
    focused = Math.max(0, Math.min(rows.length - 1, place));
    rows.forEach((row, n) => row.classList.toggle("in-focus", n === focused));
  }

  /** @param {number} place */
  function go(place) {
    settle(place);
    rows[focused]?.focus({ preventScroll: true });
    rows[focused]?.scrollIntoView({ block: "nearest" });
  }

  function update() {
    rows.forEach((row, n) => {
      const asked = [...row.querySelectorAll("fieldset.field:not([hidden])")];
      const judged = asked.every((field) => field.querySelector("input:checked"));
      row.classList.toggle("judged", judged && groups.drafted[n] !== null);
    });
  }

  /** @param {boolean} on */
  function setTaller(on) {
    taller = on;
    picture.classList.toggle("taller", on);
    const handle = picture.querySelector("[data-taller]");
    handle?.setAttribute("aria-expanded", String(on));
    handle?.setAttribute("aria-label", t(on ? "verify-smaller" : "verify-larger"));
  }

  form.addEventListener("input", () => setTimeout(update));
  form.addEventListener("focusin", (event) => {
    const row = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest(".name-row"));
    if (row) settle(rows.indexOf(row));
  });
  form.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("[data-taller]")) setTaller(!taller);
    const row = /** @type {HTMLElement | null} */ (target.closest(".name-row"));
    if (row) settle(rows.indexOf(row));
  });
  settle(0);
  update();

  const digits = Array.from({ length: Math.min(9, rows.length) }, (_, n) => ({
    code: `Digit${n + 1}`,
    label: t("verify-put"),
    run: () => groups.put(focused, n + 1),
  }));

  return {
    shown: () => {
      update();
      go(focused);
    },
    // the chips of a name without a group are in its row
    lead: (/** @type {string} */ where) => (where === "group" ? rows[groups.drafted.indexOf(null)] : null),
    state: () => ({ focused }),
    restore: (/** @type {any} */ state) => {
      settle(state.focused ?? 0);
      update();
    },
    meta: () => {
      const { clientWidth, clientHeight } = /** @type {HTMLElement} */ (picture.querySelector("img"));
      return { picture: { width: clientWidth, height: clientHeight, opened: zoom.opens ?? 0 } };
    },
    keys: [
      { code: "ArrowDown", label: t("verify-next"), run: () => go(focused + 1) },
      { code: "ArrowUp", label: t("verify-before"), run: () => go(focused - 1) },
      ...digits,
      { code: "KeyF", label: t("open-large"), run: () => zoom.open() },
    ],
  };
}
