"""At every width of the window a whole answer can be read, everything can be reached, and nothing lies over anything else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from .actions import Point, Press
from .conftest import MakeWalker
from .model import PageModel
from .pages import PAGES

LAYOUT = Path(__file__).with_name("layout.js")
# phones, tablets, laptops and screens in use, and between them
WIDTHS = (
    320,
    360,
    390,
    430,
    480,
    540,
    600,
    660,
    768,
    820,
    912,
    960,
    1024,
    1060,
    1100,
    1130,
    1160,
    1240,
    1280,
    1366,
    1440,
)
WIDE = (1600, 1920, 2560)
TURNED = ((844, 390), (667, 375), (932, 430), (1180, 820), (820, 1180), (1280, 720), (1366, 640), (512, 384))


def _sizes(page: Page) -> Iterator[tuple[int, int]]:
    page.evaluate(f"() => {{ {LAYOUT.read_text(encoding='utf-8')} }}")
    known = page.evaluate("walk.breakpoints()")
    around = {at + step for at in known["widths"] for step in (-1, 0, 1)}
    yield from ((width, 900) for width in sorted({*WIDTHS, *WIDE, *(one for one in around if one >= 320)}))
    yield from ((1280, at + step) for at in known["heights"] for step in (0, 1))
    yield from TURNED


# the font of the pages; and, for those who have it not, a wide one, and that of Chinese with its wide quotation marks
FONTS = ("", '"DejaVu Sans"', '"Noto Sans CJK SC"')


# a phone that is turned, a small one, and windows in which the page is enlarged to 200 %
LOW = ((844, 390), (667, 375), (720, 450), (640, 360), (960, 540), (512, 384))
_BESIDE = """() => {
    const form = walk.form();
    const pictures = [...form.querySelectorAll(".surround :is(img, canvas, video)")].filter((one) => one.checkVisibility());
    const box = (one) => one.getBoundingClientRect();
    // several that are compared share the room
    const stage = pictures.length > 1 ? pictures[0].closest(".plain-pictures") : null;
    const largest = stage ? box(stage) : pictures.map(box).sort((a, b) => b.width * b.height - a.width * a.height)[0];
    const panels = [...form.querySelectorAll(".panel")].filter((one) => one.checkVisibility() && box(one).width);
    const beside = panels.every((one) => box(one).left >= largest.right - 1 || box(one).right <= largest.left + 1);
    return { width: largest.width / innerWidth, height: largest.height / innerHeight, beside };
}"""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: type(page).__name__)
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.long)], ids=["spread", "whole"])
def test_a_whole_answer_is_read_at_every_width_and_beside_the_picture_in_a_low_window(
    page: PageModel, whole: bool, make_walker: MakeWalker
) -> None:
    """At every size with one of the fonts in turn; in the long form with all of them."""
    walker = make_walker(page)
    walker.sit_down()
    for target in page.full:
        walker.step(Point(target))
        if target.part == "text":
            walker.step(Press("x"))
    walker.fill()
    assert walker.seen.complete
    found = []
    for number, (width, height) in enumerate(_sizes(walker.page)):
        walker.page.set_viewport_size({"width": width, "height": height})
        for font in FONTS if whole else (FONTS[number % len(FONTS)],):
            walker.page.evaluate("(font) => document.documentElement.style.setProperty('--font', font)", font)
            found += [f"{width}×{height} {font}: {one}" for one in walker.page.evaluate("walk.layout()")]
    walker.page.evaluate("document.documentElement.style.removeProperty('--font')")
    assert found == []
    for width, height in LOW:
        walker.page.set_viewport_size({"width": width, "height": height})
        walker.page.evaluate("walk.layout()")
        seen = walker.page.evaluate(_BESIDE)
        assert seen["beside"], (width, height)
        assert seen["width"] > 0.35 or seen["height"] > 0.6, (width, height, seen)
