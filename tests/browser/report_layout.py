"""What is wrong with the layout of a report on a screen or on paper."""

from __future__ import annotations

from playwright.sync_api import Page

__all__ = ["A4", "layout_faults"]

A4 = 669
"""Pixels between the margins of a page (177 mm)."""

_FAULTS = """() => {
  const width = document.documentElement.clientWidth, faults = [];
  const where = element => element.closest("[id]")?.id ?? element.className;
  if (document.documentElement.scrollWidth > width + 1) faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const scrolls = innerWidth < 1200 && !matchMedia("print").matches;
  for (const box of document.querySelectorAll(".scroll")) {
    if (!box.checkVisibility()) continue;
    const [table, room] = [box.scrollWidth, box.clientWidth];
    if (!scrolls && table > room + 1) faults.push(`${where(box)}: ${table} in ${room}`);
  }
  for (const svg of document.querySelectorAll(".drawing svg")) {
    if (!svg.checkVisibility()) continue;
    const whole = svg.getBoundingClientRect();
    if (whole.right > width + 1) faults.push(`${where(svg)} ends at ${whole.right}`);
    const texts = [...svg.querySelectorAll("text")].filter(text => text.textContent.trim() && getComputedStyle(text).opacity > 0);
    const boxes = texts.map(text => text.getBoundingClientRect());
    boxes.forEach((box, n) => {
      const outside = box.left < whole.left - 1 || box.right > whole.right + 1;
      if (outside) faults.push(`${where(svg)} cuts ${texts[n].textContent}`);
      for (let m = n + 1; m < boxes.length; m++) {
        const across = Math.min(box.right, boxes[m].right) - Math.max(box.left, boxes[m].left);
        const down = Math.min(box.bottom, boxes[m].bottom) - Math.max(box.top, boxes[m].top);
        if (across > 2 && down > 4) faults.push(`${where(svg)}: ${texts[n].textContent} on ${texts[m].textContent}`);
      }
    });
  }
  return faults;
}"""


def layout_faults(page: Page) -> list[str]:
    """Tables and figures that leave the page or are cut, and labels on each other, at 1440, on a phone and on A4."""
    found = []
    for name, width, medium in (("1440", 1440, "screen"), ("390", 390, "screen"), ("A4", A4, "print")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(media="print" if medium == "print" else "screen")
        found += [f"{name}: {fault}" for fault in page.evaluate(_FAULTS)]
    return found
