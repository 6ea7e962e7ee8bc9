"""Practice: what was expected, at each answer; and why, where nothing is covered."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from beholder.testing import running_server

from .captions_page import FIELDS, CaptionsPage
from .conftest import LOOKS, PHONE
from .journey_page import JourneyPage

_IN_SIGHT = """(line) => {
  const box = line.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return top !== null && (line.contains(top) || top.contains(line));
}"""


@pytest.fixture(scope="module")
def practice(painted: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example with one practice picture."""
    folder = shutil.copytree(painted("captions"), tmp_path_factory.mktemp("practice") / "study")
    path = folder / "items.jsonl"
    items = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    first = next(item for item in items if item.get("kind") == "practice")
    kept = [item for item in items if item.get("kind") != "practice"]
    path.write_text("\n".join(map(json.dumps, [first, *kept])) + "\n", encoding="utf-8")
    return folder


@pytest.mark.long
@pytest.mark.parametrize("device", LOOKS)
def test_what_was_expected_stands_at_each_answer_and_covers_neither_answers_nor_picture(
    practice: Path, make_context: Callable[..., BrowserContext], device: dict[str, object]
) -> None:
    with running_server(practice) as server:
        page = make_context(**device).new_page()
        JourneyPage(page, server.rater_url(0), practice).join("?lang=en")
        rater = CaptionsPage(page, practice)
        rater.wait()
        for place in range(rater.cards.count()):
            for field in FIELDS:
                rater.counter(place, field).locator("[data-step='+']").click()
        given = rater.counter(0, "objects").locator("output").inner_text()
        rater.form.locator("button[type=submit]").click()
        box = page.locator(".feedback")
        expect(box.locator(".button")).to_be_visible()
        expect(box.locator("h2")).to_have_text("Not quite")
        # where the first answer that was missed is out of sight, as on a phone, the box says what was expected too
        seen = rater.form.locator(".verdict-line.missed").first.evaluate(_IN_SIGHT)
        assert seen == (box.locator("table, dl").count() == 0)
        lines = rater.form.locator("[data-field] .verdict-line").all_inner_texts()
        assert len(lines) == rater.cards.count() * len(FIELDS)
        for line in lines:
            expected = re.findall(r"[\d.]+", line)
            fits = not expected or float(expected[0]) <= float(given) <= float(expected[-1])
            assert fits == line.startswith("Correct")
        assert {line.startswith("Correct") for line in lines} == {True, False}
        # and the reason for its points stands with each caption
        first = json.loads((practice / "items.jsonl").read_text(encoding="utf-8").splitlines()[0])
        why = first["reference"]["reasons"]
        reasons = {one["caption"]: why[one["system"]]["en"] for one in first["candidates"]}
        for place, caption in enumerate(rater.captions()):
            expect(rater.card(place).locator(".caption-told")).to_have_text(reasons[caption])
        assert box.evaluate("(e) => e.scrollWidth <= e.clientWidth")
        for kept in (rater.form.locator(".captions-picture"), rater.form.locator(".captions-scroll")):
            assert not _overlap(box, kept)


def test_marks_and_words_that_were_given_are_told_in_words(
    painted: Callable[[str], Path], make_context: Callable[..., BrowserContext]
) -> None:
    """The first practice picture has a red apple where a green one was asked for; this rater marks another word."""
    with running_server(painted("defects")) as server:
        page = make_context(**PHONE).new_page()
        JourneyPage(page, server.rater_url(0), painted("defects")).join("?lang=en")
        form = page.locator("form.trial.current")
        for nothing in form.locator(".option:has(.regions-nothing), .option:has(.word-nothing)").all():
            nothing.tap()
        form.locator(".word-button", has_text="cup").tap()
        for scale in form.locator(".field-scale").all():
            scale.locator(".point").nth(2).tap()
        form.locator("button[type=submit]").tap()
        box = page.locator(".feedback")
        expect(box.locator("h2")).to_have_text("Not quite")
        given = box.locator("small")
        expect(given).to_have_text(["you: Nothing to mark", re.compile("^you: cup: [a-z ]+$")])


def _overlap(one: Locator, other: Locator) -> bool:
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None
    assert b is not None
    apart = 1
    beside = a["x"] + a["width"] <= b["x"] + apart or b["x"] + b["width"] <= a["x"] + apart
    return not beside and a["y"] + a["height"] > b["y"] + apart and b["y"] + b["height"] > a["y"] + apart
