/** The page of a protocol that brings no script: which question its keys answer, and what they do to its pictures. */
import { Clips } from "../elements/bh-clips.js";
import { Gallery } from "../elements/bh-gallery.js";
import { PictureMarks } from "../elements/picture-marks.js";
import { markKeys } from "./at-hand.js";

/**
 * @param {{form: HTMLFormElement, sheet: import("./form.js").Sheet, t: (key: string, values?: any) => string, revising: boolean}} given
 * @returns {import("./trial.js").Page}
 */
export function mount({ form, sheet, t, revising }) {
  const mark = () => markKeys(sheet);
  form.addEventListener("input", mark);
  const gallery = form.querySelector("bh-gallery");
  const zoom = /** @type {HTMLElement | null} */ (form.querySelector("[data-candidate] bh-zoom") ?? form.querySelector("bh-zoom"));
  /** Shows on the picture what was to be found. @param {import("./expected.js").Told} told */
  const tell = ({ marks }) => {
    if (zoom && marks.length) new PictureMarks(zoom).ring(marks);
  };
  const keys = gallery instanceof Gallery && gallery.zooms.length ? galleryKeys(gallery, t) : [];
  const clips = form.querySelector("bh-clips");
  const page = clips instanceof Clips ? clipPage(clips, t, revising) : {};
  // what a protocol asks for comes first
  const taken = new Set([...sheet.wire.fields, ...sheet.wire.candidate_fields].flatMap((field) => Object.keys(field.keys)));
  return { ...page, shown: mark, told: tell, keys: [...keys, ...(page.keys ?? [])].filter(({ code }) => !taken.has(code)) };
}

/**
 * What a page with clips adds: their keys, their record, and that each is watched before an answer is given.
 * @param {Clips} clips @param {(key: string) => string} t @param {boolean} revising
 * @returns {import("./trial.js").Page}
 */
function clipPage(clips, t, revising) {
  // whoever corrects an answer has watched them before
  if (revising) clips.gated = false;
  const unwatched = () => ({ where: "clips", message: t("clips-unwatched"), target: clips.parts?.play ?? clips });
  return {
    ready: clips.ready,
    hidden: () => clips.pause(),
    problems: () => (clips.unwatched.length ? [unwatched()] : []),
    meta: () => ({ clips: clips.log?.read() ?? [] }),
    state: () => clips.log?.read(),
    restore: (kept) => clips.log?.restore(kept),
    keys: [
      { code: "Space", label: t("clip-play-pause"), run: () => clips.toggle() },
      { code: "Comma", label: t("clip-frame-back"), run: () => clips.step(-1) },
      { code: "Period", label: t("clip-frame-on"), run: () => clips.step(1) },
    ],
  };
}

/** @param {Gallery} gallery @param {(key: string) => string} t */
function galleryKeys(gallery, t) {
  const candidates = gallery.zooms.findIndex((one) => one.closest("[data-candidate]"));
  return [
    { code: "Equal", label: t("pictures-closer"), run: () => gallery.closer(1.25) },
    { code: "Minus", label: t("pictures-farther"), run: () => gallery.closer(0.8) },
    { code: "KeyF", label: t("pictures-full-screen"), run: () => gallery.zooms[Math.max(candidates, 0)]?.open() },
  ];
}
