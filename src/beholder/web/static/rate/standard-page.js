/** The page of a protocol that brings no script: which question its keys answer, and what they do to its pictures. */
import { Gallery } from "../elements/bh-gallery.js";
import { PictureMarks } from "../elements/picture-marks.js";
import { markKeys } from "./at-hand.js";

/**
 * @param {{form: HTMLFormElement, sheet: import("./form.js").Sheet, t: (key: string, values?: any) => string}} given
 * @returns {import("./trial.js").Page}
 */
export function mount({ form, sheet, t }) {
  const mark = () => markKeys(sheet);
  form.addEventListener("input", mark);
  const gallery = form.querySelector("bh-gallery");
  const zoom = /** @type {HTMLElement | null} */ (form.querySelector("[data-candidate] bh-zoom") ?? form.querySelector("bh-zoom"));
  /** Shows on the picture what was to be found. @param {import("./expected.js").Told} told */
  const tell = ({ marks }) => {
    if (zoom && marks.length) new PictureMarks(zoom).ring(marks);
  };
  return { shown: mark, told: tell, keys: gallery instanceof Gallery ? galleryKeys(gallery, sheet, t) : [] };
}

/** @param {Gallery} gallery @param {import("./form.js").Sheet} sheet @param {(key: string) => string} t */
function galleryKeys(gallery, sheet, t) {
  const taken = new Set([...sheet.wire.fields, ...sheet.wire.candidate_fields].flatMap((field) => Object.keys(field.keys)));
  const candidates = gallery.zooms.findIndex((one) => one.closest("[data-candidate]"));
  const keys = [
    { code: "Equal", label: t("pictures-closer"), run: () => gallery.closer(1.25) },
    { code: "Minus", label: t("pictures-farther"), run: () => gallery.closer(0.8) },
    { code: "KeyF", label: t("pictures-full-screen"), run: () => gallery.zooms[Math.max(candidates, 0)]?.open() },
  ];
  // what a protocol asks for comes first
  return keys.filter(({ code }) => !taken.has(code));
}
