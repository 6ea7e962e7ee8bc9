/**
 * The bar by which the clips of a trial are played: in step, or one after the other. It also keeps the record of what was
 * played, on which the server insists where a study asks that clips are watched to their end.
 */
import { t } from "../rate/words.js";
import { ClipLog } from "./clip-log.js";
import { keepInStep } from "./clip-step.js";
import { PictureError } from "./pictures.js";

/** What a grey screen lasts between two clips: ITU-T P.910 asks for two seconds or less. */
const GREY_MS = 2_000;
/** Frames a second where the file does not say. */
const RATE = 30;

export class Clips extends HTMLElement {
  constructor() {
    super();
    /** @type {HTMLVideoElement[]} */
    this.videos = [];
    this.inTurn = false;
    this.gated = false;
    this.playing = false;
    /** Whether it plays again by itself, without anybody having asked. */
    this.looped = false;
    this.at = 0;
    this.timer = 0;
    this.speed = 1;
  }

  connectedCallback() {
    if (this.around) return;
    const around = /** @type {HTMLElement} */ (this.parentElement);
    this.around = around;
    this.videos = /** @type {HTMLVideoElement[]} */ ([...around.querySelectorAll("video")]);
    this.log = new ClipLog(this.videos);
    this.inTurn = this.dataset.play === "in-turn" && this.videos.length > 1;
    this.gated = this.dataset.watch === "once";
    around.classList.toggle("in-turn", this.inTurn);
    this.#listen();
    this.#show(0);
    this.ready = Promise.all(this.videos.map((video) => this.#come(video)));
  }

  disconnectedCallback() {
    this.pause();
  }

  /** Those that the bar moves now. */
  get moved() {
    return this.inTurn ? [this.videos[this.at]] : this.videos;
  }

  /** The longest of them tells the time. @returns {HTMLVideoElement} */
  get leader() {
    return this.moved.reduce((a, b) => (b.duration > a.duration ? b : a));
  }

  get unwatched() {
    return this.gated ? (this.log?.unwatched() ?? []) : [];
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    this.looped = false;
    if (this.inTurn && this.videos.every((video) => video.ended)) this.#show(0);
    this.#start();
  }

  #start() {
    if (this.moved.every((video) => video.ended)) for (const video of this.moved) video.currentTime = 0;
    this.playing = true;
    this.#hold();
    this.#draw();
  }

  pause() {
    clearTimeout(this.timer);
    this.playing = false;
    this.around?.classList.remove("grey");
    for (const video of this.videos) video.pause();
    this.#draw();
  }

  /** Goes to a moment of the clips. @param {number} seconds */
  seek(seconds) {
    for (const video of this.moved) video.currentTime = Math.min(Math.max(0, seconds), video.duration || 0);
    this.#draw();
  }

  /** One frame on or back. @param {1 | -1} by */
  step(by) {
    this.pause();
    const rate = Number(this.leader.dataset.rate) || RATE;
    // to the middle of the frame: at its edge, players disagree which one is shown
    this.seek((Math.floor(this.leader.currentTime * rate + 0.01) + by + 0.5) / rate);
  }

  /** In the whole window, with the bar. */
  fill() {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void this.around?.requestFullscreen?.();
  }

  /** Starts all once each of them can go on, so that none begins late. */
  #hold() {
    const ready = this.moved.every((video) => video.readyState >= video.HAVE_FUTURE_DATA || video.ended);
    if (!this.playing) return;
    if (!ready) {
      for (const video of this.moved) {
        if (video.readyState >= video.HAVE_FUTURE_DATA) video.pause();
        else if (asksToBePlayed(video)) this.#run(video);
      }
      return;
    }
    for (const video of this.moved) {
      video.playbackRate = this.speed;
      if (!video.ended) this.#run(video);
    }
    keepInStep(this.leader, this.moved, { going: () => this.playing, speed: () => this.speed });
  }

  /** A browser that refuses says so by staying paused; being paused again before it began is no refusal. @param {HTMLVideoElement} video */
  #run(video) {
    void video.play().catch((error) => error.name !== "AbortError" && this.pause());
  }

  #listen() {
    const of = (/** @type {string} */ name) => /** @type {HTMLElement | null} */ (this.querySelector(`[data-clip=${name}]`));
    const [seek, speed] = [/** @type {HTMLInputElement} */ (of("seek")), /** @type {HTMLSelectElement} */ (of("speed"))];
    this.parts = { play: of("play"), seek, time: of("time"), told: of("told"), sound: of("sound"), speed };
    of("play")?.addEventListener("click", () => this.toggle());
    of("back")?.addEventListener("click", () => this.step(-1));
    of("forward")?.addEventListener("click", () => this.step(1));
    const fill = of("fill");
    // no phone of Apple's fills its screen with anything but a single clip
    if (fill) fill.hidden = !document.fullscreenEnabled;
    fill?.addEventListener("click", () => this.fill());
    this.parts.sound?.addEventListener("click", () => this.#turnSound());
    seek.addEventListener("input", (event) => {
      // it is no answer
      event.stopPropagation();
      this.seek((Number(seek.value) / 1000) * (this.leader.duration || 0));
    });
    speed.addEventListener("input", (event) => event.stopPropagation());
    speed.addEventListener("change", () => {
      this.speed = Number(speed.value);
      for (const video of this.videos) video.playbackRate = this.speed;
    });
    this.videos.forEach((video, n) => this.#follow(video, n));
  }

  /** @param {HTMLVideoElement} video @param {number} n */
  #follow(video, n) {
    video.addEventListener("click", () => this.toggle());
    video.addEventListener("waiting", () => this.#hold());
    video.addEventListener("canplay", () => this.#hold());
    video.addEventListener("timeupdate", () => {
      // whoever watches is at work; a clip that plays again by itself may have nobody before it
      if (this.playing && !this.looped) this.dispatchEvent(new CustomEvent("watching", { bubbles: true }));
      this.#draw();
    });
    for (const change of ["seeked", "loadedmetadata"]) video.addEventListener(change, () => this.#draw());
    const name = () => nameAt(video);
    video.addEventListener("loadedmetadata", name);
    new ResizeObserver(name).observe(video);
    video.addEventListener("play", () => this.log?.began(n));
    video.addEventListener("ended", () => {
      this.log?.ended(n);
      this.dispatchEvent(new CustomEvent("viewed", { bubbles: true }));
      this.#goOn();
    });
  }

  /** What comes after a clip that has ended. */
  #goOn() {
    if (!this.playing || !this.moved.every((video) => video.ended)) return this.#draw();
    const last = !this.inTurn || this.at === this.videos.length - 1;
    if (!last) {
      this.around?.classList.add("grey");
      this.timer = setTimeout(() => {
        this.#show(this.at + 1);
        this.#start();
      }, GREY_MS);
    } else if (this.dataset.loop !== undefined) {
      this.looped = true;
      this.#show(0);
      this.#start();
    } else this.pause();
  }

  /** Brings one of several that are played in turn before the rater. @param {number} at */
  #show(at) {
    this.at = at;
    this.around?.classList.remove("grey");
    if (this.inTurn) {
      this.videos.forEach((video, n) => video.closest("figure")?.classList.toggle("off", n !== at));
      this.videos[at].currentTime = 0;
    }
    this.#draw();
  }

  /** Sound off, or that of one clip: of two at once nothing is understood. */
  #turnSound() {
    const heard = this.videos.findIndex((video) => !video.muted);
    this.videos.forEach((video, n) => (video.muted = n !== heard + 1));
    this.#draw();
  }

  /** The file is there as far as it takes to begin; one that cannot be played says so in its place. @param {HTMLVideoElement} video */
  #come(video) {
    return new Promise((resolve, reject) => {
      if (video.readyState >= video.HAVE_CURRENT_DATA) return resolve(null);
      // some phones load nothing before somebody asks for it
      for (const enough of ["loadeddata", "suspend"]) video.addEventListener(enough, resolve, { once: true });
      video.addEventListener("error", async () => {
        if (video.error?.code === MediaError.MEDIA_ERR_NETWORK) return reject(new PictureError("a clip did not come"));
        // a refusal looks to the element like a file that it cannot play
        const refused = await fetch(video.currentSrc || video.src, { headers: { Range: "bytes=0-0" } }).then((reply) => !reply.ok, () => true);
        if (refused) return reject(new PictureError("a clip was refused"));
        video.closest("figure")?.setAttribute("data-unplayable", t("clip-unplayable"));
        resolve(null);
      }, { once: true });
    });
  }

  #draw() {
    const { parts } = this;
    if (!parts) return;
    const { currentTime, duration } = this.leader;
    const whole = Number.isFinite(duration) ? duration : 0;
    parts.play?.setAttribute("aria-label", t(this.playing ? "clip-pause" : "clip-play"));
    parts.play?.classList.toggle("playing", this.playing);
    if (document.activeElement !== parts.seek || this.playing) parts.seek.value = String(whole ? Math.round((1000 * currentTime) / whole) : 0);
    const time = `${clock(currentTime)} / ${clock(whole)}`;
    parts.seek.setAttribute("aria-valuetext", time);
    if (parts.time) parts.time.textContent = time;
    const left = this.unwatched;
    const names = left.flatMap((n) => this.videos[n].dataset.name ?? []);
    const told = !this.gated ? "" : left.length === 0 ? t("clips-watched") : names.length > 1 || !names.length ? t("clips-to-watch") : t("clips-to-watch-one", { name: names[0] });
    if (parts.told && parts.told.textContent !== told) parts.told.textContent = told;
    parts.told?.classList.toggle("done", this.gated && left.length === 0);
    // faster than life only once it was seen as it is
    for (const option of parts.speed.options) option.disabled = Number(option.value) > 1 && left.length > 0;
    const heard = this.videos.find((video) => !video.muted);
    const name = heard?.dataset.name;
    if (parts.sound) parts.sound.textContent = !heard ? t("clip-sound-off") : name ? t("clip-sound-of", { name }) : t("clip-sound-on");
  }
}

/** Whether the browser loads no more of a clip before it is played, as phones do to save data. @param {HTMLVideoElement} video */
function asksToBePlayed(video) {
  return video.readyState < video.HAVE_FUTURE_DATA && video.networkState === video.NETWORK_IDLE && video.paused;
}

/** Brings the name of a clip down to it, where the clip leaves room above. @param {HTMLVideoElement} video */
function nameAt(video) {
  const name = /** @type {HTMLElement | null | undefined} */ (video.closest("figure")?.querySelector(".gallery-name"));
  const fit = Math.min(video.clientWidth / video.videoWidth, video.clientHeight / video.videoHeight);
  const free = Number.isFinite(fit) ? Math.max(0, (video.clientHeight - video.videoHeight * fit) / 2) : 0;
  if (name) name.style.transform = `translateY(${free}px)`;
}

/** @param {number} seconds */
function clock(seconds) {
  const [minutes, rest] = [Math.floor(seconds / 60), (seconds % 60).toFixed(1)];
  return `${minutes}:${rest.padStart(4, "0")}`;
}

customElements.define("bh-clips", Clips);
