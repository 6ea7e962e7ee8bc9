"""Places marked on a picture and words marked in a text: by mouse, keys and touch, at any zoom, and kept over a reload."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from .browser_studies import HEIGHT, WIDTH
from .conftest import PHONE, MakePage
from .rater_page import RaterPage, tab_to


def _on_screen(rater: RaterPage, x: float, y: float) -> tuple[float, float]:
    """Where a place of the picture is in the window, as it is drawn now."""
    at: dict[str, float] = rater.trial.locator("bh-zoom img").evaluate(
        """(image, [x, y, wide, high]) => {
            const box = image.getBoundingClientRect(), fit = Math.min(box.width / wide, box.height / high);
            return { x: box.left + (box.width - wide * fit) / 2 + x * wide * fit, y: box.top + (box.height - high * fit) / 2 + y * high * fit };
        }""",
        [x, y, WIDTH, HEIGHT],
    )
    return at["x"], at["y"]


def _field(rater: RaterPage, name: str) -> Locator:
    return rater.trial.locator(f"[data-field={name}]")


def _explain(rater: RaterPage, name: str, reason: str) -> None:
    _field(rater, name).locator(f".mark-row.chosen .option:has([value={reason}])").click()


def _answer_rest(rater: RaterPage) -> None:
    _field(rater, "things").locator(".regions-none").click()
    _field(rater, "words").locator(".word-none").click()


def _marks(rater: RaterPage, name: str) -> list[dict[str, Any]]:
    marks: list[dict[str, Any]] = rater.stored()[0].payload["trial"][name]
    return marks


def _near(mark: dict[str, Any], x: float, y: float) -> None:
    assert mark["x"] == pytest.approx(x, abs=0.006)
    assert mark["y"] == pytest.approx(y, abs=0.006)


@pytest.mark.parametrize("screen", ["mouse", "touch"])
def test_a_place_is_marked_explained_moved_and_kept(open_page: MakePage, screen: str) -> None:
    rater = open_page("marks", **(PHONE if screen == "touch" else {})).join()
    page, faults = rater.page, _field(rater, "faults")

    def press(x: float, y: float) -> None:
        at = _on_screen(rater, x, y)
        page.touchscreen.tap(*at) if screen == "touch" else page.mouse.click(*at)

    rater.trial.locator("button[type=submit]").click()
    expect(faults.locator(".field-error")).to_be_visible()
    press(0.25, 0.4)
    expect(rater.trial.locator("dialog.viewer").first).to_be_hidden()
    expect(faults.locator(".mark-row")).to_have_count(1)
    expect(faults.locator(".mark-why")).to_have_text("Choose a reason")
    expect(faults.locator(".regions-none")).to_be_hidden()
    # without its reason it is no answer yet, and survives a reload all the same
    expect(faults.locator(".field-error")).to_have_text("Choose a reason")
    page.reload()
    rater.wait()
    expect(faults.locator(".mark-row.chosen .mark-why")).to_have_text("Choose a reason")
    _explain(rater, "faults", "hand")
    press(0.7, 0.6)
    expect(faults.locator(".mark-row")).to_have_count(2)
    faults.locator("[data-do=undo]").click()
    expect(faults.locator(".mark-row")).to_have_count(1)
    press(0.9, 0.2)
    _explain(rater, "faults", "text")
    faults.locator(".mark-row.chosen .mark-note").fill("upside down")
    _answer_rest(rater)
    rater.send()
    rater.state("saved")
    first, second = _marks(rater, "faults")
    _near(first, 0.25, 0.4)
    _near(second, 0.9, 0.2)
    assert (first["reason"], second["reason"], second["note"]) == ("hand", "text", "upside down")
    stored = rater.stored()[0].payload["trial"]
    assert stored["things"] == []
    assert stored["words"] == [["a", ""], ["red", ""], ["dog", ""], ["说", ""], ["话", ""]]
    rater.trial.locator("[data-action=back]").click()
    expect(faults.locator(".mark-row .mark-why").last).to_contain_text("upside down")


def test_marks_are_set_moved_and_taken_away_by_keys_and_read_out(open_page: MakePage) -> None:
    rater = open_page("marks").join()
    page, faults = rater.page, _field(rater, "faults")
    page.keyboard.press("KeyA")
    grip = faults.locator(".mark-grip")
    expect(grip).to_be_focused()
    expect(grip).to_have_accessible_name("Mark 1, 50% across, 50% down: Choose a reason")
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "Shift+ArrowUp"):
        page.keyboard.press(key)
    page.keyboard.press("KeyT")
    expect(grip).to_have_accessible_name("Mark 1, 52% across, 49% down: Lettering")
    expect(grip).to_be_focused()
    page.keyboard.press("KeyA")
    expect(faults.locator(".mark-row")).to_have_count(2)
    page.keyboard.press("Delete")
    expect(faults.locator(".mark-row")).to_have_count(1)
    expect(grip).to_be_focused()
    page.keyboard.press("KeyB")
    box = _field(rater, "things").locator(".mark-grip")
    expect(box).to_be_focused()
    page.keyboard.press("+")
    page.keyboard.press("ArrowLeft")
    words = _field(rater, "words").locator(".word-button")
    tab_to(words.first)
    for key in ("ArrowRight", "Digit2", "ArrowRight", "ArrowRight", "Digit1", "ArrowRight", "Digit1", "Digit0"):
        page.keyboard.press(key)
    expect(words.nth(1)).to_have_accessible_name("red: wrong")
    expect(words.nth(4)).to_have_accessible_name("话: not marked")
    page.keyboard.press("Escape")
    rater.send()
    rater.state("saved")
    trial = rater.stored()[0].payload["trial"]
    assert trial["faults"] == [{"x": 0.52, "y": 0.488, "reason": "text"}]
    assert trial["things"] == [{"x": 0.38, "y": 0.39, "width": 0.22, "height": 0.22}]
    assert trial["words"] == [["a", ""], ["red", "wrong"], ["dog", ""], ["说", "missing"], ["话", ""]]


@pytest.mark.long
def test_an_enlarged_picture_is_marked_where_it_is_pointed_at(open_page: MakePage) -> None:
    rater = open_page("marks").join()
    page, faults, things = rater.page, _field(rater, "faults"), _field(rater, "things")
    page.mouse.move(*_on_screen(rater, 0.3, 0.3))
    page.mouse.wheel(0, -500)
    expect(rater.trial.locator("bh-zoom.enlarged")).to_have_count(1)
    page.mouse.click(*_on_screen(rater, 0.31, 0.28))
    _explain(rater, "faults", "hand")
    # a mark is moved by dragging it, the picture by dragging anything else
    page.mouse.move(*_on_screen(rater, 0.31, 0.28))
    page.mouse.down()
    page.mouse.move(*_on_screen(rater, 0.36, 0.33), steps=4)
    page.mouse.up()
    before = _on_screen(rater, 0, 0)
    page.mouse.move(*_on_screen(rater, 0.25, 0.25))
    page.mouse.down()
    page.mouse.move(*_on_screen(rater, 0.28, 0.28), steps=4)
    page.mouse.up()
    assert _on_screen(rater, 0, 0) != before
    expect(faults.locator(".mark-row")).to_have_count(1)
    things.locator("[data-do=mark]").click()
    start, end = _on_screen(rater, 0.3, 0.3), _on_screen(rater, 0.4, 0.38)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()
    expect(things.locator(".mark-row")).to_have_count(1)
    # turned off, a click opens the picture large as ever, with its marks on it
    things.locator("[data-do=mark]").click()
    page.mouse.click(*_on_screen(rater, 0.33, 0.45))
    viewer = rater.trial.locator("dialog.viewer[open]")
    expect(viewer.locator(".mark-layer .mark")).to_have_count(2)
    viewer.locator(".viewer-close").click()
    _field(rater, "words").locator(".word-button").nth(2).click()
    # a digit after a click is meant for another question
    page.keyboard.press("2")
    rater.send()
    rater.state("saved")
    trial = rater.stored()[0].payload["trial"]
    (moved,) = trial["faults"]
    _near(moved, 0.36, 0.33)
    (drawn,) = trial["things"]
    _near(drawn, 0.3, 0.3)
    assert drawn["width"] == pytest.approx(0.1, abs=0.006)
    assert trial["words"][2] == ["dog", "missing"]


def test_no_more_marks_than_declared_and_the_rater_is_told(open_page: MakePage) -> None:
    rater = open_page("marks").join()
    faults, things = _field(rater, "faults"), _field(rater, "things")
    # who has said that there is nothing turns to the next question, and so do their clicks
    faults.locator(".regions-none").click()
    expect(things.locator("[data-do=mark]")).to_have_attribute("aria-pressed", "true")
    faults.locator("[data-do=mark]").click()
    expect(things.locator("[data-do=mark]")).to_have_attribute("aria-pressed", "false")
    for x in (0.2, 0.4, 0.6, 0.8):
        rater.page.mouse.click(*_on_screen(rater, x, 0.5))
    expect(faults.locator(".mark-row")).to_have_count(3)
    expect(faults.locator(".regions-count")).to_have_text("At most 3 marks can be set. Remove one or move one.")
