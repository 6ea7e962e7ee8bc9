/** The guideline in its dialog, and what the protocol's page looks like. */
import { parse } from "./markup.js";

/** @param {import("./api.js").Guideline | null} guideline */
export function refreshGuideline(guideline) {
  const text = document.getElementById("guideline-text");
  if (!text || !guideline?.html || text.dataset.version === guideline.version) return;
  text.dataset.version = guideline.version;
  text.replaceChildren(...parse(`<div>${guideline.html}</div>`).childNodes);
  for (const opener of document.querySelectorAll(".bar [data-open=guideline]")) opener.removeAttribute("hidden");
}

/** @param {string} address @returns {Promise<void>} */
export function loadStyle(address) {
  if (!address || document.querySelector(`link[href="${address}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}
