/** One tab at a time works for a rater; a second one is told, and may take over. */
import { randomId } from "./outbox.js";

const ANSWER_WITHIN_MS = 120;

/** Events: `displaced` when another tab takes over. */
export class Tabs extends EventTarget {
  /** @param {string} seat */
  constructor(seat) {
    super();
    this.id = randomId();
    this.active = false;
    this.channel = new BroadcastChannel(`beholder:${seat}`);
    this.channel.onmessage = ({ data }) => this.#hear(data);
    addEventListener("pagehide", () => this.channel.postMessage({ type: "gone", from: this.id }));
  }

  /** Whether another tab is at work. Becomes the active one if none is. */
  async enter() {
    const taken = await new Promise((resolve) => {
      this.heard = () => resolve(true);
      this.channel.postMessage({ type: "anyone", from: this.id });
      setTimeout(() => resolve(false), ANSWER_WITHIN_MS);
    });
    this.active = !taken;
    return !taken;
  }

  /** Makes this the active tab. */
  take() {
    this.active = true;
    this.channel.postMessage({ type: "take", from: this.id });
  }

  close() {
    this.channel.close();
  }

  /** @param {{type: string, from: string}} message */
  #hear(message) {
    if (message.from === this.id) return;
    if (message.type === "anyone" && this.active) this.channel.postMessage({ type: "here", from: this.id });
    if (message.type === "here") this.heard?.();
    if (message.type === "take" && this.active) {
      this.active = false;
      this.dispatchEvent(new Event("displaced"));
    }
  }
}
