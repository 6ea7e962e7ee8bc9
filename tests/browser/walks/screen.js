// What a rater sees, as data. Installed in every page of a walk as `walk`.
globalThis.walk = (() => {
  const CHOSEN_STYLE = ["backgroundColor", "color", "borderTopColor", "fontWeight"];
  const form = () => document.querySelector("form.trial.current");
  const dialog = () => [...document.querySelectorAll("dialog[open]")].at(-1) ?? null;
  const where = (element) => element?.closest("[data-field]")?.dataset.field ?? "";
  let reached = null;
  let touched = null;
  let changed = null;
  document.addEventListener("input", ({ target }) => (changed = target));

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

  /** Numbers of marks as exact as they are stored, and what was said of each. */
  const mark_text = ({ x, y, width, height, reason, note }) => [
    [x, y, width, height].filter((one) => one !== undefined).map((one) => String(Math.round(one * 1e4) / 1e4)).join(),
    reason ?? "", note?.trim() ?? "",
  ].join("|");

  /** What stands beside the letters of the candidates' pictures. */
  const signs = () => [...form().querySelectorAll(".gallery-name")].map((one) => one.dataset.sign).join();

  // How each kind displays its answer: the answer, the elements that display it, whether it can be told from the rest and
  // from what is displayed elsewhere, and whether it is `half` given, so that nothing of it would be sent.
  function written(box) {
    const control = box.querySelector("textarea, input");
    return { value: control.value, at: control.value ? [control] : [], clear: true };
  }

  function counted(box) {
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

  function grouped() {
    const rows = [...form().querySelectorAll(".name-row, .group-row")];
    const chips = rows.map((row) => [...row.querySelectorAll(".chip")].filter((chip) => !chip.hidden));
    const on = chips.map((row) => row.filter((chip) => chip.getAttribute("aria-checked") === "true"));
    const clear = on.every((row, n) => row.length < 2 && stands_out(row, chips[n].filter((chip) => !row.includes(chip))));
    const value = on.map((row) => row.map((chip) => chip.dataset.group).join());
    return { value, at: on.flat(), clear, half: value.includes("") };
  }

  function slid(box) {
    const [output, range] = [box.querySelector("output"), box.querySelector("input")];
    const value = output.textContent.trim().replace("–", "");
    // without an answer the line has no handle to see
    const clear = box.querySelector("bh-slider").matches(".answered") === (value !== "") && (value === "" || range.value === value);
    return { value, at: value ? [output] : [], clear };
  }

  function picked(box) {
    const rows = [...box.querySelectorAll(".pick-row")];
    const buttons = [...box.querySelectorAll(".pick")];
    const on = buttons.filter((one) => one.ariaPressed === "true");
    const of = (row) => on.filter((one) => row.contains(one));
    const value = rows.map((row) => of(row).map((one) => one.dataset.pick).join());
    const clear = stands_out(on, buttons.filter((one) => !on.includes(one) && !one.matches(":hover")))
      && signs() === rows.map((row) => of(row).map((one) => one.textContent).join()).join();
    return { value, at: on, clear, half: !value.includes("best") || !value.includes("worst") };
  }

  function ordered(box) {
    const rows = [...box.querySelectorAll(".rank-row")];
    const number = (row) => row.querySelector(".rank-number");
    const ranks = rows.map((row) => number(row).textContent);
    const sorted = [...ranks].sort((one, other) => (Number(one) || 99) - (Number(other) || 99));
    const value = [...rows].sort((one, other) => one.dataset.place - other.dataset.place).map((row) => number(row).textContent);
    const clear = ranks.join() === sorted.join() && signs() === value.join();
    return { value, at: rows.map(number).filter((one) => one.textContent), clear, half: value.includes("") };
  }

  function marked(box) {
    const none = box.querySelector(".regions-nothing");
    const rows = [...box.querySelectorAll(".mark-row")];
    const layer = document.querySelector(`form.trial.current .mark-layer.mark-sort-${box.querySelector("bh-regions").dataset.sort}`);
    const [, , wide, high] = layer.getAttribute("viewBox").split(" ").map(Number);
    const shapes = [...layer.querySelectorAll(".mark .line")].map((one) => {
      const of = (name) => Number(one.getAttribute(name));
      return one.tagName === "circle" ? { x: of("cx") / wide, y: of("cy") / high } : { x: of("x") / wide, y: of("y") / high, width: of("width") / wide, height: of("height") / high };
    });
    const reasons = rows.map((row) => row.querySelector("[type=radio]:checked")?.value);
    const value = rows.map((row, n) => mark_text({ ...shapes[n], reason: reasons[n], note: row.querySelector(".mark-note")?.value }));
    const numbers = (all) => all.map((one) => one.textContent).join();
    const clear = shapes.length === rows.length && !(none.checked && rows.length > 0)
      && numbers(rows.map((row) => row.querySelector(".mark-grip"))) === numbers([...layer.querySelectorAll("text")]);
    const half = rows.some((row, n) => row.querySelector("[type=radio]") && !reasons[n]) || (!rows.length && !none.checked);
    const at = none.checked ? [none.nextElementSibling] : rows.map((row) => row.querySelector(".mark-why"));
    return { value: none.checked ? ["none"] : value, at, clear, half };
  }

  function worded(box) {
    const none = box.querySelector(".word-nothing");
    const words = [...box.querySelectorAll(".word-button")];
    const ids = [...box.querySelectorAll(".word-class-name")].map((one) => one.dataset.mark);
    const value = words.map((one) => ids[Number(/mark-(\d)/.exec(one.className)?.[1] ?? 0) - 1] ?? "");
    const on = words.filter((_, n) => value[n]);
    const clear = stands_out(on, words.filter((one) => !on.includes(one))) && !(none.checked && on.length > 0);
    return { value: none.checked ? ["none"] : value, at: none.checked ? [none.nextElementSibling] : on, clear, half: !none.checked && on.length === 0 };
  }

  function chosen(box) {
    const kind = box.dataset.kind;
    const inputs = [...box.querySelectorAll("input")];
    const face = (input) => input.nextElementSibling;
    // the words of a grade may stand below the row of all
    const told = (input) => input.closest(".grade")?.querySelector(".option-text") ?? face(input);
    const on = inputs.filter((input) => input.checked);
    const clear = stands_out(on.map(face), inputs.filter((input) => !input.checked && !input.closest("label").matches(":hover")).map(face));
    const values = on.map((input) => input.value);
    return { value: kind === "flags" ? values.sort() : (values[0] ?? ""), at: on.map(told), clear: clear && (kind === "flags" || on.length < 2) };
  }

  const DISPLAYS = {
    text: written, name: written, count: counted, points: counted, groups: grouped, slider: slid,
    best_worst: picked, ranking: ordered, regions: marked, word_marks: worded,
  };
  const shown = (box) => ({ half: false, ...(DISPLAYS[box.dataset.kind] ?? chosen)(box) });

  // how kinds whose answers are sent as JSON say the same
  const SENT = {
    groups: (all) => all.map(String),
    best_worst: (all) => all,
    ranking: (all) => all.map((rank) => String(rank ?? "")),
    regions: (all) => (all.length ? all.map(mark_text) : ["none"]),
    word_marks: (all) => (all.some(([, mark]) => mark) ? all.map(([, mark]) => mark) : ["none"]),
  };

  /** What would be sent of a question now. */
  function held(box, data) {
    const { field, kind } = box.dataset;
    const values = data.getAll(field);
    if (kind === "flags") return values.sort();
    if (!(kind in SENT)) return values[0] ?? "";
    return values[0] ? SENT[kind](JSON.parse(values[0])) : null;
  }

  /** The control that has the focus, and how it got it. */
  function focus() {
    const at = document.activeElement ?? document.body;
    // one stop for Tab, through which arrows lead
    const group = (one) => one && (one.closest("[role=radiogroup], .word-text, .count-pad") ?? (one.type === "radio" ? one.closest("[data-field]") : one));
    const row = at.closest(".name-row, .group-row, .pick-row, .rank-row");
    const within = (rows) => [...(at.closest("[data-field]")?.querySelectorAll(rows) ?? [])].findIndex((one) => one.contains(at));
    const { step, number, group: chip, action, open, pick, move, do: does } = at.dataset;
    const named = { 1: "+", [-1]: "-" }[step] ?? step ?? number ?? chip ?? action ?? open ?? pick ?? move ?? does;
    const part = at.matches(".word-button") ? String(within(".word-button")) : at.matches(".regions-nothing, .word-nothing") ? "none" : named;
    return {
      tag: at.tagName.toLowerCase(),
      type: at.type ?? "",
      where: at.matches(".chip") ? "group" : where(at),
      row: row ? Number(row.dataset.place ?? row.dataset.slot) : within(".mark-row"),
      part: part ?? at.value ?? "",
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
      const { value, at, clear, half } = shown(box);
      const under = open || popup ? [] : at.filter(inView).map(covered).filter(Boolean);
      state.fields[box.dataset.field] = { kind: box.dataset.kind, value, clear, half, under, held: held(box, data) };
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
      hand: trial.querySelector(".at-hand")?.dataset.field ?? where(trial.querySelector("bh-points.in-hand, [data-do=mark][aria-pressed=true]")),
      undoes: trial.contains(changed) && changed.matches("bh-regions") && !changed.querySelector("[data-do=undo]").disabled,
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
