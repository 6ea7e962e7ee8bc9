// What is wrong with the layout of a trial at this size of the window. Uses `walk` of screen.js.
walk.layout = async () => {
  // pictures are drawn anew for the new size, and some heights get there slowly
  for (let n = 0; n < 3; n += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
  }
  const form = walk.form();
  const found = [];
  const name = (one) => `${one.closest("[data-field]")?.dataset.field ?? ""} ${one.tagName.toLowerCase()}.${one.className} “${one.textContent.trim().slice(0, 20)}”`.trim();
  const scrolls = (one) => getComputedStyle(one).overflow !== "visible";
  const up = (one, is) => {
    for (let at = one.parentElement; at; at = at.parentElement) if (is(at)) return at;
    return null;
  };
  const pinned = (one) => up(one, (at) => ["sticky", "fixed", "absolute"].includes(getComputedStyle(at).position));

  /** Whether a person who scrolls gets an element to where it can be used; else what is in the way at last. */
  const reach = (one, hindrance) => {
    one.scrollIntoView({ block: "center" });
    const slid = document.getElementById("stage").scrollTop;
    if (slid) return `the page, which has moved up by ${slid} px`;
    const [scroller, start] = [up(one, (at) => at.scrollHeight > at.clientHeight && scrolls(at)), hindrance()];
    if (!start || !scroller) return start;
    const middle = scroller.scrollTop;
    for (let by = -240; by <= 240; by += 24) {
      scroller.scrollTop = middle + by;
      if (!hindrance()) return "";
    }
    return start;
  };

  for (const one of [document.documentElement, form, ...form.querySelectorAll("*")]) {
    if (one.scrollWidth > one.clientWidth + 1 && ["auto", "scroll", "hidden"].includes(getComputedStyle(one).overflowX) && getComputedStyle(one).textOverflow !== "ellipsis" && one.checkVisibility({ visibilityProperty: true }) && one.clientWidth > 1) {
      found.push(`${name(one).slice(0, 60)} is ${one.scrollWidth - one.clientWidth} px too wide`);
    }
  }

  // whatever is pressed, by the face that is seen; a handle may lie over a picture
  const controls = [...form.querySelectorAll("button, .option-face, .point-face, textarea, input[type=text], input[type=range], output, bh-zoom")]
    // a button to skip to another place stands outside the window until the keyboard gets to it
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("dialog") && !one.matches(".skip"));
  const boxes = controls.map((one) => ({ one, box: one.matches("output") ? walk.ink(one) : one.getBoundingClientRect(), clip: up(one, scrolls), pin: pinned(one) }));
  boxes.forEach((a, n) => {
    for (const b of boxes.slice(n + 1)) {
      if (a.one.matches("bh-zoom") || b.one.matches("bh-zoom") || a.clip !== b.clip || a.pin !== b.pin || a.one.contains(b.one) || b.one.contains(a.one)) continue;
      const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const along = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (across > 1 && along > 1) found.push(`${name(a.one)} and ${name(b.one)} overlap by ${Math.round(across)}×${Math.round(along)} px`);
    }
  });

  /** Where the words of an element itself stand, without those of what is in it. */
  const own = (one) => {
    const words = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const range = document.createRange();
    range.setStart(words[0], 0);
    range.setEnd(words.at(-1), words.at(-1).data.length);
    return range.getBoundingClientRect();
  };
  // no text lies over another, and none is cut off below
  const texts = [...form.querySelectorAll("p, legend, h1, h2, h3, dt, dd, li, label, figcaption, small, span, b, output, button")]
    .filter((one) => !one.closest("dialog, .skip, .places-layer") && [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()))
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && one.clientWidth !== 1 && getComputedStyle(one).clipPath === "none")
    .map((one) => ({ one, box: own(one), clip: up(one, scrolls), pin: pinned(one) }))
    .filter(({ box }) => box.width > 1 && box.height > 1);
  texts.forEach((a, n) => {
    for (const b of texts.slice(n + 1)) {
      if (a.clip !== b.clip || a.pin !== b.pin || a.one.contains(b.one) || b.one.contains(a.one)) continue;
      const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const along = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      // lines of neighbours may touch by their empty parts
      if (across > 2 && along > 4) found.push(`the texts ${name(a.one)} and ${name(b.one)} overlap by ${Math.round(across)}×${Math.round(along)} px`);
    }
  });
  for (const one of form.querySelectorAll("*")) {
    const { overflowY } = getComputedStyle(one);
    if (["hidden", "clip"].includes(overflowY) && one.clientWidth > 1 && one.textContent.trim() && one.scrollHeight > one.clientHeight + 2 && one.checkVisibility({ visibilityProperty: true })) {
      found.push(`${name(one).slice(0, 60)} is ${one.scrollHeight - one.clientHeight} px too high for its place`);
    }
  }

  // every answer is read whole, and everything can be pressed
  for (const box of form.querySelectorAll("[data-field]")) {
    if (!box.checkVisibility({ visibilityProperty: true })) continue;
    for (const one of walk.shown(box).at) {
      const hidden = reach(one, () => (walk.inView(one) ? walk.covered(one, { scrolled: false }) : "an edge"));
      if (hidden) found.push(`the answer ${name(one)} is hidden by ${hidden}`);
      const [ink, own] = [walk.ink(one), one.getBoundingClientRect()];
      if (!one.matches("textarea, input") && (ink.left < own.left - 1 || ink.right > own.right + 1)) found.push(`the text of ${name(one)} is wider than its place`);
    }
  }
  for (const one of controls.filter((one) => !one.matches("output"))) {
    const hidden = reach(one, () => {
      const { left, top, width, height } = one.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit && (one.closest("label") ?? one).contains(hit) ? "" : hit ? name(hit) : "an edge";
    });
    if (hidden) found.push(`${name(one)} cannot be reached for ${hidden}`);
  }
  return found;
};

// The widths and heights at which a rule of the page's styles begins or ends.
walk.breakpoints = () => {
  const of = (rules) => [...rules].flatMap((rule) => [rule.media?.mediaText ?? "", ...(rule.cssRules ? of(rule.cssRules) : [])]);
  const texts = [...document.styleSheets].flatMap((sheet) => of(sheet.cssRules));
  const found = (side) => [...new Set(texts.flatMap((text) => [...text.matchAll(new RegExp(`(?:min|max)-${side}: (\\d+)px`, "g"))].map((one) => Number(one[1]))))];
  return { widths: found("width"), heights: found("height") };
};
