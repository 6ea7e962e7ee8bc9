/** The masks page: views by key, the gate on views that must be opened, and the record of what was looked at. */
import "../../elements/bh-mask-views.js";
import { VIEWS } from "../../elements/mask-drawing.js";
import { openDialog } from "../../rate/dialogs.js";

/** The drawn examples of each criterion; those that start with ! are errors. */
const EXAMPLES = {
  object: ["valid", "!another-object", "!missing-part", "!two-things", "!collection-point", "collection-box"],
  boundary: ["!holes", "!stray-pixels", "!poor-edge", "!occluder-mixed", "occluder-consistent", "pixelated"],
  "prompt-both": ["!point-off", "point-any-size", "!box-wrong-object", "box-slightly-outside"],
};

const KEYS = { image: "KeyQ", overlay: "KeyW", mask: "KeyE", zoom: "KeyA", zoom_overlay: "KeyS" };

/**
 * @param {{form: HTMLFormElement, params: {views_required: string[]}, revising: boolean,
 *   t: (key: string, values?: any) => string}} given
 */
export function mount({ form, params, revising, t }) {
  const views = /** @type {any} */ (form.querySelector("bh-mask-views"));
  const todo = /** @type {HTMLElement} */ (form.querySelector(".views-todo"));
  // whoever comes back to change an answer has opened the views before
  const missing = () => (revising ? [] : params.views_required.filter((view) => !views.log.seen(view)));
  const names = (/** @type {string[]} */ list) => list.map((view) => views.thumbnail(view).dataset.name).join(t("list-comma"));

  function update() {
    const left = missing();
    todo.textContent = left.length ? t("masks-still-to-open", { views: names(left) }) : t("masks-all-opened");
    todo.hidden = revising;
    todo.classList.toggle("met", left.length === 0);
    const rated = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=quality]:checked"));
    views.tell(rated ? t("masks-rated", { n: rated.value }) : "", left.length ? t("masks-still-to-open", { views: names(left) }) : "");
  }

  addCriteria(t);
  form.addEventListener("viewed", update);
  form.addEventListener("input", update);
  update();

  return {
    ready: views.ready,
    shown: () => {
      update();
      views.start();
    },
    hidden: () => views.stop(),
    problems: () => {
      const left = missing();
      return left.length ? [{ where: "views", message: t("masks-open-first", { views: names(left) }), target: views.thumbnail(left[0]), stay: true }] : [];
    },
    state: () => views.log.read(),
    restore: (/** @type {any} */ state) => views.log.restore(state),
    meta: () => {
      const { clientWidth, clientHeight } = views.large;
      return { views: views.log.read(), picture: { width: clientWidth, height: clientHeight } };
    },
    keys: [
      ...VIEWS.map((view) => ({
        code: KEYS[view],
        label: views.thumbnail(view).dataset.name,
        inDialog: true,
        run: () => (views.view === view && !views.dialog.open ? views.enlarge() : views.show(view)),
      })),
      { code: "ArrowLeft", label: t("masks-view-before"), inDialog: true, run: () => views.cycle(-1) },
      { code: "ArrowRight", label: t("masks-view-after"), inDialog: true, run: () => views.cycle(1) },
      { code: "KeyF", label: t("masks-full-screen"), inDialog: true, run: () => (views.dialog.open ? views.shrink() : views.enlarge()) },
      { code: "Equal", label: t("masks-closer"), inDialog: true, run: () => views.closer(1.25) },
      { code: "Minus", label: t("masks-farther"), inDialog: true, run: () => views.closer(0.8) },
      { code: "KeyC", label: t("masks-examples"), run: () => openDialog("criteria") },
    ],
  };
}

/** The sheet of criteria is the same for every trial, so the page has it once. @param {(key: string) => string} t */
function addCriteria(t) {
  if (document.getElementById("criteria")) return;
  const dialog = make("dialog", "sheet wide", "");
  dialog.id = "criteria";
  const title = make("h2", "", t("masks-criteria"));
  title.id = "criteria-title";
  dialog.setAttribute("aria-labelledby", title.id);
  const close = make("button", "tool", `${t("close")} `, make("kbd", "cap", "Esc"));
  close.setAttribute("type", "button");
  close.dataset.close = "";
  const body = make("div", "sheet-body", "");
  body.tabIndex = 0;
  Object.entries(EXAMPLES).forEach(([criterion, names], place) => {
    const examples = make("div", "examples", "", ...names.map((name) => example(name, t)));
    body.append(make("section", "criterion", "", make("h3", "", `${place + 1}. ${t(`masks-criterion-${criterion}`)}`), examples));
  });
  dialog.append(make("div", "sheet-head", "", title, close), body);
  document.body.append(dialog);
}

/** @param {string} name @param {(key: string) => string} t */
function example(name, t) {
  const wrong = name.startsWith("!");
  const picture = new Image(240, 160);
  picture.alt = "";
  picture.loading = "lazy";
  picture.src = new URL(`pictures/${name.replace("!", "")}.svg`, import.meta.url).href;
  const verdict = make("b", "verdict", t(wrong ? "masks-error" : "masks-fine"));
  const words = make("figcaption", "", "", verdict, t(`masks-example-${name.replace("!", "")}`));
  return make("figure", `example ${wrong ? "example-x" : "example-ok"}`, "", picture, words);
}

/** @param {string} tag @param {string} className @param {string} text @param {(Node | string)[]} children */
function make(tag, className, text, ...children) {
  const element = document.createElement(tag);
  element.className = className;
  element.append(text, ...children);
  return element;
}
