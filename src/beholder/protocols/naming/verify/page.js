/** The verification page: one name in focus, judged by letters, grouped by digits; chips, drag and tap do the same. */
import "../../elements/bh-box.js";
import "../../fields/groups/element.js";
import "../../elements/bh-zoom.js";

/** @param {{form: HTMLFormElement, params: any, t: (key: string, values?: any) => string}} given */
export function mount({ form, params, t }) {
  const rows = /** @type {HTMLElement[]} */ ([...form.querySelectorAll(".name-row")]);
  const groups = /** @type {any} */ (form.querySelector("bh-groups"));
  const picture = /** @type {HTMLElement} */ (form.querySelector(".verify-picture"));
  const zoom = /** @type {any} */ (picture.querySelector("bh-zoom"));
  const chips = rows.map((row) => /** @type {HTMLElement[]} */ ([...row.querySelectorAll(".chip")]));
  const names = rows.map((row) => row.dataset.called ?? "");
  /** Names whose group nobody chose: they fit perfectly and so went with the others that do. @type {Set<number>} */
  const given = new Set();
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

  /** @param {number} place */
  function complete(place) {
    const asked = [...rows[place].querySelectorAll("fieldset.field:not([hidden])")];
    return groups.drafted[place] !== null && asked.every((field) => field.querySelector("input:checked"));
  }

  function update() {
    const drafted = groups.drafted;
    rows.forEach((row, n) => {
      row.classList.toggle("judged", complete(n));
      row.classList.toggle("by-default", given.has(n));
      for (const chip of chips[n]) nameChip(chip, n, drafted);
    });
  }

  /** Groups are known by the names in them. @param {HTMLElement} chip @param {number} place @param {(number | null)[]} drafted */
  function nameChip(chip, place, drafted) {
    const n = Number(chip.dataset.group);
    const inside = names.filter((_, other) => drafted[other] === n);
    const others = names.filter((_, other) => drafted[other] === n && other !== place);
    const list = inside.join(t("list-comma"));
    chip.classList.toggle("fresh", inside.length === 0);
    chip.title = list;
    chip.setAttribute("aria-label", inside.length ? t("verify-group-with", { n, names: list }) : t("verify-group-new", { n }));
    const words = /** @type {HTMLElement} */ (chip.querySelector(".chip-of"));
    words.textContent = inside.length ? (others[0] ?? "") : t("verify-new");
  }

  /** @param {number} place */
  function fits(place) {
    return rows[place].querySelector("[data-field$='.adequacy'] input:checked")?.getAttribute("value") === "perfect";
  }

  /**
   * A name that fits perfectly goes with the others that do, as long as these are one group; the rater sees it at once and
   * may change it. Once the name fits no longer, what nobody chose is taken back.
   * @param {number} place
   */
  function suggest(place) {
    const drafted = groups.drafted;
    if (!fits(place)) {
      if (given.delete(place)) regroup(place, null);
    } else if (params.group_perfect && drafted[place] === null) {
      const theirs = new Set(rows.flatMap((_, other) => (other !== place && drafted[other] !== null && fits(other) ? [drafted[other]] : [])));
      if (theirs.size > 1) return;
      given.add(place);
      regroup(place, [...theirs][0] ?? groups.fresh());
      // on a phone the chips may lie under the picture: nothing is answered for anybody out of sight
      rows[place].scrollIntoView({ block: "nearest" });
    }
  }

  /** @param {number} place @param {number | null} group */
  function regroup(place, group) {
    groups.drafted = groups.drafted.map((/** @type {number | null} */ one, /** @type {number} */ n) => (n === place ? group : one));
    groups.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** A digit says which group; with it the name is done, and the next is in hand. @param {number} group */
  function put(group) {
    if (!groups.put(focused, group)) return;
    given.delete(focused);
    update();
    // whoever went into a name by Tab leaves it by Tab
    const inside = document.activeElement !== rows[focused] && rows[focused].contains(document.activeElement);
    if (complete(focused) && focused < rows.length - 1 && !inside) go(focused + 1);
  }

  /** @param {boolean} on */
  function setTaller(on) {
    taller = on;
    picture.classList.toggle("taller", on);
    const handle = picture.querySelector("[data-taller]");
    handle?.setAttribute("aria-expanded", String(on));
    handle?.setAttribute("aria-label", t(on ? "verify-smaller" : "verify-larger"));
  }

  const note = /** @type {HTMLElement} */ (form.querySelector("[data-default]"));
  note.hidden = !params.group_perfect;
  form.addEventListener("input", (event) => {
    const asked = /^(\d+)\.adequacy$/.exec(/** @type {HTMLInputElement} */ (event.target).name ?? "");
    if (asked) suggest(Number(asked[1]));
    setTimeout(update);
  });
  // a chip that is clicked or dropped onto is chosen, whatever was given before
  form.addEventListener("grouped", (event) => given.delete(/** @type {CustomEvent} */ (event).detail));
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
    run: () => put(n + 1),
  }));

  return {
    shown: () => {
      update();
      go(focused);
    },
    // the chips of a name without a group are in its row
    lead: (/** @type {string} */ where) => (where === "group" ? rows[groups.drafted.indexOf(null)] : null),
    // "please answer" would not say what to do
    worded: (/** @type {{where: string, message: string}} */ fault) => {
      const without = names.filter((_, n) => groups.drafted[n] === null).join(t("list-comma"));
      return fault.where === "group" ? { where: "group", message: t("verify-no-group", { names: without }) } : fault;
    },
    state: () => ({ focused, given: [...given] }),
    restore: (/** @type {any} */ state) => {
      for (const place of state.given ?? []) given.add(place);
      settle(state.focused ?? 0);
      update();
    },
    meta: () => {
      const { clientWidth, clientHeight } = /** @type {HTMLElement} */ (picture.querySelector("img"));
      const shown = { picture: { width: clientWidth, height: clientHeight, opened: zoom.opens ?? 0 } };
      return params.group_perfect ? { ...shown, grouped_by_default: [...given].sort((one, other) => one - other) } : shown;
    },
    keys: [
      { code: "ArrowDown", label: t("verify-next"), run: () => go(focused + 1) },
      { code: "ArrowUp", label: t("verify-before"), run: () => go(focused - 1) },
      ...digits,
      { code: "KeyF", label: t("open-large"), run: () => zoom.open() },
    ],
  };
}
