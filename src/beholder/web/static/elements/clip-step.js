/** Clips that run in step: each frame of the one that tells the time, the others are brought to where it is. */

/** Apart by less than this share of a frame, two clips show the same one. */
const SAME = 0.25;
/** Seconds: a clip so far behind, after a stall, is not caught up by playing a little faster. */
const FAR = 0.25;
/** A clip that is 5 % faster looks the same, and makes up for a frame in less than a second. */
const NUDGE = 0.05;

/**
 * @param {HTMLVideoElement} leader
 * @param {HTMLVideoElement[]} all
 * @param {{going: () => boolean, speed: () => number}} now
 */
export function keepInStep(leader, all, now) {
  const others = all.filter((video) => video !== leader);
  if (!others.length || leader.dataset.leads !== undefined) return;
  leader.dataset.leads = "";
  const frame = 1 / (Number(leader.dataset.rate) || 30);
  const look = () => {
    if (!now.going() || leader.ended) return void delete leader.dataset.leads;
    for (const video of others) if (!video.ended) bring(video, leader.currentTime, frame, now.speed());
    again(leader, look);
  };
  again(leader, look);
}

/** @param {HTMLVideoElement} video @param {number} to @param {number} frame @param {number} speed */
function bring(video, to, frame, speed) {
  const apart = video.currentTime - to;
  if (Math.abs(apart) > FAR) video.currentTime = to;
  const pace = Math.abs(apart) < SAME * frame ? 0 : -Math.sign(apart) * NUDGE;
  if (video.playbackRate !== speed * (1 + pace)) video.playbackRate = speed * (1 + pace);
}

/** With the next frame that is shown; a browser that does not tell is asked with the next picture of the screen. @param {HTMLVideoElement} video @param {() => void} run */
function again(video, run) {
  if ("requestVideoFrameCallback" in video) video.requestVideoFrameCallback(run);
  else requestAnimationFrame(run);
}
