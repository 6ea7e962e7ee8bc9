/** What the loading screen says while the pictures of a trial come over a slow line. */
import { shareCome } from "../elements/pictures.js";
import { fillIn } from "./screens.js";
import { t } from "./words.js";

const TICK_MS = 250;
/** Most pictures are there before anybody wonders. */
const SLOW_MS = 3_000;

/**
 * Says how much has come, and after a while why it takes so long.
 * @param {HTMLElement} stage @param {string[]} media
 * @returns {() => void} ends it
 */
export function tellLoading(stage, media) {
  const since = performance.now();
  const draw = () => {
    const share = shareCome(media);
    fillIn(stage, {
      loading: share === null ? t("loading") : t("loading-share", { percent: Math.floor(100 * share) }),
      "loading-why": performance.now() - since > SLOW_MS ? t("loading-slow") : "",
    });
  };
  draw();
  const timer = setInterval(draw, TICK_MS);
  return () => {
    clearInterval(timer);
    fillIn(stage, { loading: t("loading"), "loading-why": "" });
  };
}
