/** A text that grows with what is written, and says when little room is left. */
import { t } from "../../rate/words.js";

/** From here on the rater is told. */
const SHARE_LEFT = 0.2;

for (const when of ["input", "focusin"]) {
  document.addEventListener(when, ({ target }) => {
    if (target instanceof HTMLTextAreaElement && target.closest(".field-text")) fit(target);
  });
}

/** @param {HTMLTextAreaElement} text */
function fit(text) {
  // by hand it may have been made higher than it needs to be
  if (text.scrollHeight > text.clientHeight) text.style.height = `${text.scrollHeight + text.offsetHeight - text.clientHeight}px`;
  const place = text.closest(".field-text")?.querySelector(".text-left");
  const left = text.maxLength - text.value.length;
  if (place) place.textContent = text.maxLength >= 0 && left <= SHARE_LEFT * text.maxLength ? t("characters-left", { n: left }) : "";
}
