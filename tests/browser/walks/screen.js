// What a rater sees, as data. Installed in every page of a walk as `walk`.
globalThis.walk = (() => {
  const CHOSEN_STYLE = ["backgroundColor", "color", "borderTopColor", "fontWeight"];
  const form = () => document.querySelector("form.trial.current");
  const dialog = () => [...document.querySelectorAll("dialog[open]")].at(-1) ?? null;
  const where = (element) => element?.closest("[data-field]")?.dataset.field ?? "";
  let reached = null;
  let touched = null;

  /** Whether an element lies in the window and in every box that scrolls it. */
  function inView(element) {
    const box = element.getBoundingClientRect();
    if (!element.checkVisibility({ visibilityProperty: true }) || !box.width) return false;
    let [left, top, right, bottom] = [0, 0, innerWidth, innerHeight];
    for (let one = element.parentElement; one; one = one.parentElement) {
      if (getComputedStyle(one).overflow === "visible") continue;
      const clip = one.getBoundingClientRect();
      [left, top] = [Math.max(left, clip.left), Math.max(top, clip.top)];
      [right, bottom] = [Math.min(right, clip.right), Math.min(bottom, clip.bottom)];
    }
    return box.left >= left - 1 && box.right <= right + 1 && box.top >= top - 1 && box.bottom <= bottom + 1;
  }

  /** What holds an element in place while the rest is scrolled. */
  function pin(element) {
    let one = element;
    while (one && !["sticky", "fixed"].includes(getComputedStyle(one).position)) one = one.parentElement;
    return one;
  }

  /** The rectangle of the letters themselves, which may be wider than the element that holds them. */
  function ink(element) {
    const range = document.createRange();
    range.selectNodeContents(element);
    const box = range.getBoundingClientRect();
    return box.width ? box : element.getBoundingClientRect();
  }

  /** Whether something lies over an element, or it is cut: four points of its text must be its own. */
  function covered(element, { scrolled = true } = {}) {
    const own = element.closest("label") ?? element;
    const box = ink(element);
    for (const [x, y] of [[0.08, 0.5], [0.5, 0.5], [0.92, 0.5], [0.5, 0.3]]) {
      const hit = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
      if (hit && own.contains(hit)) continue;
      // what sticks to an edge of the window lies over what is scrolled below it
      if (scrolled && hit && pin(hit) !== pin(element)) return "";
      return hit ? `${hit.tagName.toLowerCase()}.${hit.className}` : "nothing";
    }
    return "";
  }

  const style = (element) => CHOSEN_STYLE.map((name) => getComputedStyle(element)[name]).join("|");

  /** Whether what is chosen looks unlike all that is not. */
  function stands_out(chosen, others) {
    const plain = new Set(others.filter((one) => !one.matches(":disabled")).map(style));
    return chosen.every((one) => !plain.has(style(one)));
  }

  /** The answer to one question as it is displayed, the element that displays it, and whether it can be told from the rest. */
  function shown(box) {
    const kind = box.dataset.kind;
    if (kind === "text" || kind === "name") {
      const control = box.querySelector("textarea, input");
      return { value: control.value, at: control.value ? [control] : [], clear: true };
    }
    if (kind === "count" || kind === "points") {
      const output = box.querySelector("output");
      const value = output.textContent.trim().replace("> ", ">").replace("–", "");
      const pad = [...box.querySelectorAll("[data-number]")];
      const pressed = pad.filter((one) => one.getAttribute("aria-pressed") === "true");
      const more = box.querySelector(".count-more");
      const agrees = (!pad.length || pressed.map((one) => one.dataset.number).join() === (/^\d+$/.test(value) ? value : ""))
        && (!more || more.checked === value.startsWith(">"));
      // a low window leaves the number out where the pad or the tick says it
      const displays = [output, ...pressed, ...(more?.checked ? [more.nextElementSibling] : [])];
      const at = displays.find((one) => one.checkVisibility({ visibilityProperty: true })) ?? output;
      return { value, at: value ? [at] : [], clear: agrees && stands_out(pressed, pad.filter((one) => !pressed.includes(one))) };
    }
    if (kind === "groups") {
      const rows = [...form().querySelectorAll(".name-row, .group-row")];
      const chips = rows.map((row) => [...row.querySelectorAll(".chip")].filter((chip) => !chip.hidden));
      const on = chips.map((row) => row.filter((chip) => chip.getAttribute("aria-checked") === "true"));
      const clear = on.every((row, n) => row.length < 2 && stands_out(row, chips[n].filter((chip) => !row.includes(chip))));
      return { value: on.map((row) => row.map((chip) => chip.dataset.group).join()), at: on.flat(), clear };
    }
    const inputs = [...box.querySelectorAll("input")];
    const face = (input) => input.nextElementSibling;
    const on = inputs.filter((input) => input.checked);
    const clear = stands_out(on.map(face), inputs.filter((input) => !input.checked && !input.closest("label").matches(":hover")).map(face));
    const values = on.map((input) => input.value);
    return { value: kind === "flags" ? values.sort() : (values[0] ?? ""), at: on.map(face), clear: clear && (kind === "flags" || on.length < 2) };
  }

  /** What would be sent of a question now. */
  function held(box, data) {
    const values = data.getAll(box.dataset.field);
    if (box.dataset.kind === "flags") return values.sort();
    if (box.dataset.kind !== "groups") return values[0] ?? "";
    return values[0] ? JSON.parse(values[0]).map(String) : null;
  }

  /** The control that has the focus, and how it got it. */
  function focus() {
    const at = document.activeElement ?? document.body;
    const group = (one) => one && (one.closest("[role=radiogroup]") ?? (one.type === "radio" ? one.closest("[data-field]") : one));
    return {
      tag: at.tagName.toLowerCase(),
      type: at.type ?? "",
      where: at.matches(".chip") ? "group" : where(at),
      row: [...(form()?.querySelectorAll(".name-row, .group-row") ?? [])].findIndex((row) => row.contains(at)),
      part: { 1: "+", [-1]: "-" }[at.dataset.step] ?? at.dataset.step ?? at.dataset.number ?? (at.dataset.group ?? at.dataset.action ?? at.dataset.open ?? at.value ?? ""),
      closes: "close" in at.dataset || at.matches(".viewer-close"),
      typing: at.matches("textarea, input[type=text]"),
      inDialog: Boolean(at.closest("dialog")),
      submits: at.matches("button[type=submit]"),
      reached: Boolean(reached) && group(reached) === group(at),
      touched: Boolean(touched) && touched === at && at.matches("button, input, textarea, bh-zoom, summary"),
    };
  }

  function read() {
    // a colour on its way is not yet seen
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
    const trial = form();
    const open = dialog();
    const state = {
      screen: document.querySelector(".screen:not([hidden])")?.dataset.screen ?? "",
      dialog: open ? open.id || open.className : "",
      passes: open?.dataset.keys === "pass",
      lease: trial?.dataset.lease ?? "",
      fields: {},
      focus: focus(),
    };
    if (!trial) return state;
    const data = new FormData(trial);
    const popup = [...trial.querySelectorAll("[role=toolbar]")].some((one) => !one.hidden);
    for (const box of trial.querySelectorAll("[data-field]")) {
      if (!box.checkVisibility({ visibilityProperty: true })) continue;
      const { value, at, clear } = shown(box);
      const under = open || popup ? [] : at.filter(inView).map(covered).filter(Boolean);
      state.fields[box.dataset.field] = { kind: box.dataset.kind, value, clear, under, held: held(box, data) };
    }
    const back = trial.querySelector("[data-action=back]");
    return {
      ...state,
      complete: trial.classList.contains("complete") && !trial.classList.contains("gated"),
      revising: trial.classList.contains("revising"),
      unchanged: trial.classList.contains("unchanged"),
      backward: back && !back.disabled,
      problems: trial.querySelector(".problems")?.textContent ?? "",
      slot: Number(trial.querySelector("[data-slot].in-focus")?.dataset.slot ?? document.activeElement?.closest("[data-slot]")?.dataset.slot ?? -1),
      counting: where(trial.querySelector("bh-count.typing")),
      hand: trial.querySelector(".at-hand")?.dataset.field ?? where(trial.querySelector("bh-points.in-hand")),
    };
  }

  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

  /** Where an element stands once nothing moves it any more. */
  async function still(element) {
    let box = element.getBoundingClientRect();
    for (let before = null; before?.x !== box.x || before?.y !== box.y; box = element.getBoundingClientRect()) {
      before = box;
      await frame();
      await frame();
    }
    return box;
  }

  /** What lies over the middle of an element, or nothing. */
  function over(element, { x, y, width, height }) {
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return hit && element.contains(hit) ? null : hit ?? document.body;
  }

  /** Where a person would point to reach an element; null if it is not there. */
  async function place(selector) {
    const found = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert]"));
    // behind a dialog nothing can be pointed at; the click beside it is what closes it
    if (dialog() && !dialog().contains(found ?? null)) return { x: 3, y: 3 };
    if (!found) return null;
    const face = found.matches("input") ? found.closest("label") ?? found : found;
    let box = await still(face);
    // a page that was sent on its way by a key may still scroll, and what just opened takes no click at first
    for (let n = 0; n < 10 && over(face, box); n += 1) {
      face.scrollIntoView({ block: "center" });
      box = await still(face);
      if (over(face, box)) await new Promise((done) => setTimeout(done, 100));
    }
    const hit = over(face, box);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, under: hit ? `${hit.tagName.toLowerCase()}.${hit.className}` : "" };
  }

  return {
    read, place, inView, covered, ink, shown, form,
    tabbed: () => ((reached = document.activeElement), (touched = null)),
    pointed: () => ((reached = null), (touched = document.activeElement)),
    forget: () => (reached = touched = null),
  };
})();
