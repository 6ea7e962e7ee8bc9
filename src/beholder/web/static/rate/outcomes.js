/** What an error means for the rater: the screen it leads to, or the sentence that tells it. */
import { ApiError } from "./api.js";
import { PictureError } from "../elements/pictures.js";
import { t } from "./words.js";

/** The screen for a request that failed; anything that may pass is treated as a lost connection. @param {unknown} error */
export function screenOfError(error) {
  if (error instanceof PictureError) return "pictures";
  if (!(error instanceof ApiError) || error.passing) return "offline";
  if (error.status === 401) return "welcome";
  return error.code === "rater-withdrawn" ? "withdrawn" : "failed";
}

/** What went wrong, in the rater's language where there are words for it. @param {ApiError} error */
export function wordsOfError(error) {
  const own = `refused-${error.code}`;
  if (t(own) !== own) return t(own);
  if (error.passing) return t("join-unreachable");
  return t("refused-otherwise", { code: error.code || String(error.status), problem: error.message });
}

/** What became of an answer the server would not take. @param {ApiError} error */
export function wordsOfRefusal(error) {
  const keys = /** @type {Record<string, string>} */ ({
    "answer-already-given": "already-given",
    "study-closed": "closed-late",
  });
  return t(keys[error.code] ?? "not-taken", { problem: wordsOfError(error) });
}
