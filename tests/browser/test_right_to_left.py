"""A language written from right to left, which a study brings itself: the page is mirrored, and nothing sticks out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from beholder.testing import RunningServer, running_server

from .browser_studies import photograph, write_study
from .conftest import PHONE
from .rater_page import RaterPage

_PROTOCOL = """
name: colours
title: {ar: الألوان}
shows: item
item: {image: {kind: image}}
form:
  fields:
    colour:
      kind: choice
      label: {ar: "ما اللون؟"}
      options: [{id: red, label: {ar: أحمر}, key: KeyR}, {id: blue, label: {ar: أزرق}, key: KeyB}]
    good: {kind: scale, label: {ar: "ما مدى الجودة؟"}, min: 1, max: 5}
"""

_MESSAGES = """
start = ابدأ
next = التالي
back = السابق
guideline = الإرشادات
progress = { $done ->
    [zero] لا إجابات من { $all }
    [one] إجابة واحدة من { $all }
    [two] إجابتان من { $all }
    [few] { $done } إجابات من { $all }
   *[other] { $done } إجابة من { $all }
}
"""

_WORDING = """
protocol: counting
languages: [ar]
wording:
  count: {label: {ar: "كم عدد الأشياء في الصورة؟"}}
  clipped: {label: {ar: "كم منها مقطوع عند الحافة؟"}}
  comment: {label: {ar: تعليق}}
params:
  object_types: {ball: {label: {ar: كرات}}}
"""


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    root = tmp_path_factory.mktemp("arabic")
    own = write_study(
        root / "own",
        [{"id": f"i{n}"} for n in range(3)],
        settings="protocol: protocol.yaml\nlanguages: [ar]\nmax_per_rater: 3\n",
        picture=photograph(),
    )
    (own / "protocol.yaml").write_text(_PROTOCOL, encoding="utf-8")
    (own / "messages.ar.ftl").write_text(_MESSAGES, encoding="utf-8")
    balls = [{"id": f"i{n}", "system": "s", "object_type": "ball"} for n in range(3)]
    return [own, write_study(root / "counting", balls, settings=_WORDING, picture=photograph())]


@pytest.fixture(scope="module")
def server(folders: list[Path]) -> Iterator[RunningServer]:
    with running_server(*folders) as running:
        yield running


@pytest.fixture
def rate(
    make_context: Callable[..., BrowserContext], server: RunningServer, folders: list[Path]
) -> Callable[..., RaterPage]:
    def make(study: int, **options: Any) -> RaterPage:
        page = make_context(**options).new_page()
        page.set_default_timeout(30_000)
        return RaterPage(page, server.rater_url(study), folders[study]).join()

    return make


def _sticks_out(rater: RaterPage) -> list[str]:
    """What reaches beyond the window to either side."""
    found: list[str] = rater.page.evaluate(
        """() => [document.documentElement, ...document.querySelectorAll("header.bar *, form.trial.current *")]
            .filter((one) => {
                const box = one.getBoundingClientRect();
                return box.width > 0 && box.height > 0 && (box.left < -1 || box.right > innerWidth + 1);
            }).map((one) => `${one.tagName}.${one.className}`)"""
    )
    wide = rater.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return [*found, *(["the page"] if wide > 0 else [])]


def _middle(rater: RaterPage, selector: str) -> float:
    box = rater.trial.locator(selector).first.bounding_box()
    assert box is not None, selector
    return box["x"] + box["width"] / 2


@pytest.mark.long
@pytest.mark.parametrize(
    ("study", "picture"), [(0, ".plain-pictures"), (1, ".counting-stage")], ids=["own", "counting"]
)
def test_the_page_is_mirrored_on_a_wide_screen(rate: Callable[..., RaterPage], study: int, picture: str) -> None:
    rater = rate(study, viewport={"width": 1280, "height": 720})
    expect(rater.page.locator("html")).to_have_attribute("dir", "rtl")
    assert _middle(rater, picture) > _middle(rater, ".panel"), "the picture comes first: on the right"
    assert _middle(rater, "[data-action=back]") > _middle(rater, "button[type=submit]")
    bar = rater.page.locator(".bar-tools").bounding_box()
    assert bar is not None
    assert bar["x"] < 640, "tools stand at the end of the line: on the left"
    assert _sticks_out(rater) == []


@pytest.mark.long
@pytest.mark.parametrize("study", [0, 1], ids=["own", "counting"])
def test_nothing_sticks_out_on_a_phone(rate: Callable[..., RaterPage], study: int) -> None:
    rater = rate(study, **PHONE)
    assert _sticks_out(rater) == []
    assert _middle(rater, "[data-action=back]") > _middle(rater, "button[type=submit]")


@pytest.mark.long
def test_numbers_choose_among_the_forms_of_the_language(rate: Callable[..., RaterPage]) -> None:
    rater = rate(0)
    expect(rater.trial.locator("button[type=submit]")).to_contain_text("التالي")
    for told in ("لا إجابات من", "إجابة واحدة من", "إجابتان من"):
        expect(rater.page.locator("#progress-text")).to_contain_text(told)
        rater.trial.locator(".option:has(input[value=red])").click()
        rater.trial.locator(".point:has(input[value='3'])").click()
        rater.send()
