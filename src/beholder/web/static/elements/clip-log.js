/** What was played of each clip: how often it was started and ended, and how much of it was seen at least once. */

/** As much as a browser's count of a clip's length may differ from ours; the server allows the same. */
const TOLERANCE_MS = 500;

/** @typedef {{plays: number, ended: number, played_ms: number}} Played */

export class ClipLog {
  /** @param {HTMLVideoElement[]} videos each with its length in `data-seconds` */
  constructor(videos) {
    this.videos = videos;
    this.counts = videos.map(() => ({ plays: 0, ended: 0 }));
    /** What was played before the page was loaded again. */
    this.before = videos.map(() => 0);
  }

  /** @param {number} n */
  began(n) {
    // after a pause it goes on; that is no new play
    if (this.videos[n].currentTime < 0.1) this.counts[n].plays += 1;
  }

  /** @param {number} n */
  ended(n) {
    this.counts[n].ended += 1;
  }

  /** The numbers of those that were not played from their beginning to their end. */
  unwatched() {
    const played = this.read();
    return this.videos.flatMap((video, n) => {
      const whole = 1000 * Number(video.dataset.seconds) - TOLERANCE_MS;
      return played[n].ended > 0 && played[n].played_ms >= whole ? [] : [n];
    });
  }

  /** @returns {Played[]} */
  read() {
    return this.videos.map((video, n) => ({ ...this.counts[n], played_ms: Math.max(this.before[n], seen(video)) }));
  }

  /** @param {Played[] | undefined} kept */
  restore(kept) {
    kept?.forEach(({ plays, ended, played_ms }, n) => {
      this.counts[n] = { plays, ended };
      this.before[n] = played_ms;
    });
  }
}

/** Milliseconds of a clip that were on the screen at least once. @param {HTMLVideoElement} video */
function seen({ played }) {
  let sum = 0;
  for (let n = 0; n < played.length; n += 1) sum += played.end(n) - played.start(n);
  return Math.round(1000 * sum);
}
