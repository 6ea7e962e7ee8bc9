// Browsers start no worker from a page that was opened as a file: the search then runs in a hidden frame instead.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    #inside;
    #waiting = [];

    constructor(address) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.srcdoc = "<!doctype html><title>search</title>";
      frame.addEventListener("load", () => this.#start(frame.contentWindow, new URL(address, location.href)), { once: true });
      document.body.append(frame);
    }

    postMessage(data) {
      if (this.#inside) this.#inside.dispatchEvent(new MessageEvent("message", { data }));
      else this.#waiting.push(data);
    }

    #start(inside, address) {
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = inside.document.createElement("script");
      script.src = address.href;
      script.addEventListener("load", () => {
        this.#inside = inside;
        for (const data of this.#waiting.splice(0)) this.postMessage(data);
      });
      inside.document.head.append(script);
    }
  };
}
