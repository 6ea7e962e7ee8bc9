"""Questions about all candidates at once: by keys, mouse and finger, half given, and what is still missing."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from playwright.sync_api import Locator, expect

from beholder.fields import Form

from .browser_studies import ORDER, PICK
from .conftest import DESKTOP, PHONE, MakePage
from .rater_page import RaterPage, tab_to


def _picked(rater: RaterPage) -> list[str]:
    pressed = rater.trial.locator(".pick[aria-pressed=true]")
    return [f"{one.get_attribute('aria-label')}" for one in pressed.all()]


def _signs(rater: RaterPage) -> list[str | None]:
    return [one.get_attribute("data-sign") for one in rater.trial.locator(".gallery-name").all()]


def test_best_and_worst_are_picked_by_keys_and_by_mouse(open_page: MakePage) -> None:
    rater = open_page("pick").join()
    buttons = rater.trial.locator(".pick")
    expect(buttons).to_have_text(["Sharpest", "Most blurred"] * 4)
    assert _picked(rater) == []
    rater.page.keyboard.press("3")
    assert _picked(rater) == ["C: Sharpest"]
    rater.page.keyboard.press("Enter")
    expect(rater.trial.locator(".field-error")).to_have_text("Still to pick: Most blurred")
    rater.page.reload()
    rater.wait()
    expect(buttons.nth(4)).to_have_attribute("aria-pressed", "true")
    rater.page.keyboard.press("1")
    assert _picked(rater) == ["A: Most blurred", "C: Sharpest"]
    assert _signs(rater) == ["Most blurred", "", "Sharpest", ""]
    # nothing is both, and a second press takes it back
    buttons.nth(0).click()
    assert _picked(rater) == ["A: Sharpest"]
    rater.page.keyboard.press("1")
    assert _picked(rater) == []
    buttons.nth(2).click()
    buttons.nth(7).click()
    rater.send()
    assert [one.payload["trial"] for one in rater.stored()] == [{"pick": ["", "best", "", "worst"]}]
    either, every = {"place": "C", "any_of": ["", "worst"]}, {"is": ["", "best", "worst", ""]}
    told = ["B as “Sharpest”", "C as “neither or Most blurred”", "B as “Sharpest”, C as “Most blurred”"]
    assert _told(rater, PICK, {"place": "B", "is": "best"}, either, every) == told


_EXPECTED = """async ([kind, field, all]) => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const { expected } = await import(loaded.find((name) => name.endsWith(`/${kind}/element.js`)));
    return all.map((one) => expected(one, field).told);
}"""


def _told(rater: RaterPage, protocol: str, *expected: dict[str, Any]) -> list[str]:
    """What practice says that it expected of the one question of a protocol."""
    ((name, declared),) = yaml.safe_load(protocol)["form"]["fields"].items()
    field = Form.model_validate({"fields": {name: declared}}).fields[name]
    told: list[str] = rater.page.evaluate(_EXPECTED, [field.kind, field.to_wire(name, "en"), list(expected)])
    return told


def _order(rater: RaterPage) -> list[tuple[str, str]]:
    rows = rater.trial.locator(".rank-row").all()
    return [(row.get_attribute("data-name") or "", row.locator(".rank-number").inner_text()) for row in rows]


def _row(rater: RaterPage, name: str) -> Locator:
    return rater.trial.locator(f".rank-row[data-name={name}]")


def test_an_order_is_given_by_keys_arrows_and_ties_and_what_lacks_is_named(open_page: MakePage) -> None:
    rater = open_page("order").join()
    assert _order(rater) == [("A", ""), ("B", ""), ("C", ""), ("D", "")]
    rater.page.keyboard.press("3")
    rater.page.keyboard.press("1")
    assert _order(rater) == [("C", "1"), ("A", "2"), ("B", ""), ("D", "")]
    rater.page.keyboard.press("Enter")
    expect(rater.trial.locator(".field-error")).to_have_text("Please put B, D in order too.")
    rater.page.reload()
    rater.wait()
    expect(_row(rater, "A").locator(".rank-number")).to_have_text("2")
    # whoever moves a row by arrows stays on it
    tab_to(_row(rater, "B").locator("[data-move=up]"))
    rater.page.keyboard.press("ArrowUp")
    rater.page.keyboard.press("ArrowUp")
    assert _order(rater)[:3] == [("C", "1"), ("B", "2"), ("A", "3")]
    expect(_row(rater, "B").locator("[data-move=up]")).to_be_focused()
    expect(rater.trial.locator("bh-ranking output")).to_have_text("B: number 2")
    _row(rater, "A").locator("[data-move=tie]").click()
    rater.page.keyboard.press("4")
    assert _order(rater) == [("C", "1"), ("B", "2"), ("A", "2"), ("D", "4")]
    assert _signs(rater) == ["2", "2", "1", "4"]
    rater.send()
    assert [one.payload["trial"] for one in rater.stored()] == [{"order": [2, 2, 1, 4]}]
    told = ["B as number 2", "A as number 2, B as number 1, C as number 3"]
    assert _told(rater, ORDER, {"place": "B", "is": 2}, {"is": [2, 1, 3, None]}) == told


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_an_order_is_tapped_and_dragged(open_page: MakePage, device: dict[str, object]) -> None:
    rater = open_page("order", **device).join()
    # the second of two quick clicks on one place is no answer: another row has come there
    for name in "ABD":
        number = _row(rater, name).locator(".rank-number")
        if device is PHONE:
            number.tap()
        else:
            number.click()
    assert _order(rater) == [("A", "1"), ("B", "2"), ("D", "3"), ("C", "")]
    grip, goal = _row(rater, "C").locator(".rank-grip"), _row(rater, "B")
    goal.scroll_into_view_if_needed()
    grip.scroll_into_view_if_needed()
    start, end = grip.bounding_box(), goal.bounding_box()
    assert start
    assert end
    rater.page.mouse.move(start["x"] + 5, start["y"] + 5)
    rater.page.mouse.down()
    rater.page.mouse.move(start["x"] + 5, end["y"] + 2, steps=4)
    rater.page.mouse.up()
    assert _order(rater) == [("A", "1"), ("C", "2"), ("B", "3"), ("D", "4")]
    expect(rater.trial.locator(".dragged, .drop-here")).to_have_count(0)
    _row(rater, "B").locator(".rank-number").click()
    assert _order(rater) == [("A", "1"), ("C", "2"), ("D", "3"), ("B", "")]
