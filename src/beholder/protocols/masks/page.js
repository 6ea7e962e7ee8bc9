/** The masks page: views by key, the gate on views that must be opened, and the record of what was looked at. */
import "../../elements/bh-mask-views.js";
import { VIEWS } from "../../elements/mask-drawing.js";
import { openDialog } from "../../rate/dialogs.js";

const KEYS = { image: "KeyQ", overlay: "KeyW", mask: "KeyE", zoom: "KeyA", zoom_overlay: "KeyS" };

/** @param {{form: HTMLFormElement, params: {views_required: string[]}, t: (key: string, values?: any) => string}} given */
export function mount({ form, params, t }) {
  const views = /** @type {any} */ (form.querySelector("bh-mask-views"));
  const todo = /** @type {HTMLElement} */ (form.querySelector(".views-todo"));
  const missing = () => params.views_required.filter((view) => !views.log.seen(view));
  const names = (/** @type {string[]} */ list) => list.map((view) => views.thumbnail(view).dataset.name).join(t("list-comma"));

  function update() {
    const left = missing();
    todo.textContent = left.length ? t("masks-still-to-open", { views: names(left) }) : t("masks-all-opened");
    todo.classList.toggle("met", left.length === 0);
    form.classList.toggle("gated", left.length > 0);
    const rated = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=quality]:checked"));
    views.note = rated ? t("masks-rated", { n: rated.value }) : "";
  }

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
      return left.length ? [{ where: "views", message: t("masks-open-first", { views: names(left) }), target: views.thumbnail(left[0]) }] : [];
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
      { code: "KeyC", label: t("masks-examples"), run: () => openDialog(`t${form.dataset.number}-criteria`) },
    ],
  };
}
