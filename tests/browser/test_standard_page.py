"""The page of a protocol without one of its own: pictures that fit and compare fairly, keys that answer in turn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from beholder.testing import running_server

from .conftest import PHONE, MakePage
from .rater_page import RaterPage, tab_to
from .waits import wait_until_drawn

_DRAWN = """(image) => {
    const box = image.getBoundingClientRect();
    const fit = Math.min(box.width / image.naturalWidth, box.height / image.naturalHeight);
    const [width, height] = [image.naturalWidth * fit, image.naturalHeight * fit];
    const [left, top] = [box.left + (box.width - width) / 2, box.top + (box.height - height) / 2];
    return { left, top, right: left + width, bottom: top + height, width, height };
}"""


def _drawn(pictures: Locator) -> list[dict[str, Any]]:
    return [picture.evaluate(_DRAWN) for picture in pictures.all()]


def _box(one: Locator) -> dict[str, Any]:
    found: dict[str, Any] = one.evaluate("(one) => one.getBoundingClientRect().toJSON()")
    return found


@pytest.mark.parametrize("screen", [(1440, 900), (390, 844), (844, 390)], ids=["desk", "phone", "turned"])
def test_pictures_fit_their_stage_at_one_size_with_their_names_above(
    open_page: MakePage, screen: tuple[int, int]
) -> None:
    width, height = screen
    rater = open_page("pair", viewport={"width": width, "height": height}).join()
    stage = _box(rater.trial.locator(".plain-pictures"))
    assert stage["top"] >= _box(rater.page.locator("header.bar"))["bottom"]
    source, *made = _drawn(rater.trial.locator("bh-zoom img"))
    for one in (source, *made):
        assert one["left"] >= stage["left"]
        assert one["right"] <= stage["right"]
        assert one["top"] >= stage["top"]
        assert one["bottom"] <= min(stage["bottom"], height)
    assert (made[0]["width"], made[0]["height"]) == pytest.approx((made[1]["width"], made[1]["height"]))
    assert made[0]["width"] >= 60
    names = rater.trial.locator(".gallery-name")
    expect(names).to_have_text(["Source picture", "A", "B"])
    for name, one in zip(names.all(), (source, *made), strict=True):
        assert 0 <= one["top"] - _box(name)["bottom"] <= 12
    expect(rater.trial.locator(".facts dt")).to_have_text(["Wish"])
    sides = [_box(side) for side in rater.trial.locator("[data-field=follows] .option").all()]
    assert len({side["top"] for side in sides}) == 1
    expect(rater.trial.locator(".slot")).to_have_count(0)


def test_four_pictures_stand_two_by_two(open_page: MakePage) -> None:
    rater = open_page("four").join()
    drawn = _drawn(rater.trial.locator("bh-zoom img"))
    assert len({round(one["left"]) for one in drawn}) == 2
    assert len({round(one["top"]) for one in drawn}) == 2
    assert len({round(one["width"]) for one in drawn}) == 1
    for key in "2314":
        rater.page.keyboard.press(key)
    given = [rater.trial.locator(f"input[name='{slot}.good']:checked") for slot in range(4)]
    assert [one.input_value() for one in given] == ["2", "3", "1", "4"]


def test_three_wide_pictures_are_as_large_as_each_other_in_a_narrow_window(open_page: MakePage) -> None:
    rater = open_page("three", viewport={"width": 390, "height": 844}).join()
    drawn = _drawn(rater.trial.locator("bh-zoom img"))
    assert len({round(one["width"]) for one in drawn}) == 1
    assert drawn[0]["width"] > _box(rater.trial.locator(".plain-pictures"))["width"] * 0.4
    rater.page.set_viewport_size({"width": 1024, "height": 768})
    wait_until_drawn(rater.page)
    drawn = _drawn(rater.trial.locator("bh-zoom img"))
    assert len({round(one["width"]) for one in drawn}) == 1
    between = drawn[2]["top"] - drawn[0]["top"] - drawn[0]["height"]
    assert 0 < between < drawn[0]["height"] / 2, "rows stand close to each other"


@pytest.mark.parametrize(
    ("study", "least"), [("more", 180), ("wide", 220), ("single", 370)], ids=["two", "wide", "one"]
)
def test_a_phone_leaves_no_more_room_to_pictures_than_they_fill(open_page: MakePage, study: str, least: int) -> None:
    rater = open_page(study, viewport={"width": 390, "height": 844}).join()
    wait_until_drawn(rater.page)
    stage, drawn = _box(rater.trial.locator(".plain-pictures")), _drawn(rater.trial.locator("bh-zoom img"))
    assert min(one["width"] for one in drawn) >= least
    # names and edges are more than nothing
    assert drawn[0]["top"] - stage["top"] < 50
    assert stage["bottom"] - drawn[-1]["bottom"] < 30


# for longer than a picture takes to be fitted to a room that was fitted to it
_HEIGHTS = """async (stage) => {
    const seen = new Set();
    for (let n = 0; n < 30; n += 1) {
        await new Promise((drawn) => requestAnimationFrame(drawn));
        seen.add(stage.getBoundingClientRect().height);
    }
    return [...seen];
}"""


@pytest.mark.parametrize("width", [390, 393, 430])
def test_the_page_of_a_phone_comes_to_rest(open_page: MakePage, width: int) -> None:
    """What moves by a pixel on every frame cannot be read, nor tapped with care."""
    rater = open_page("broad", **{**PHONE, "viewport": {"width": width, "height": 844}}).join()
    stage = rater.trial.locator(".plain-pictures")
    assert len(stage.evaluate(_HEIGHTS)) == 1


def test_all_words_of_a_scale_are_in_sight_on_a_phone_that_is_turned(
    painted: Callable[[str], Path], make_context: Callable[..., BrowserContext]
) -> None:
    """What is out of sight is chosen less often."""
    with running_server(painted("opinion")) as server:
        page = make_context(**{**PHONE, "viewport": {"width": 844, "height": 390}}).new_page()
        rater = RaterPage(page, server.rater_url(0), painted("opinion")).join("?lang=en")
        foot = _box(rater.trial.locator(".actions"))["top"]
        points = [_box(one) for one in rater.trial.locator(".field-scale .point-face").all()]
        assert len(points) == 5
        assert points[-1]["bottom"] <= foot


def test_all_pictures_are_enlarged_together_by_wheel_and_by_key(open_page: MakePage) -> None:
    rater = open_page("pair").join()
    pictures = rater.trial.locator("bh-zoom img")
    before = _drawn(pictures)
    rater.page.mouse.move(before[1]["left"] + 20, before[1]["top"] + 20)
    rater.page.mouse.wheel(0, -600)
    expect(rater.trial.locator("bh-zoom.enlarged")).to_have_count(3)
    after = _drawn(pictures)
    grown = [now["width"] / then["width"] for now, then in zip(after, before, strict=True)]
    assert grown == pytest.approx([grown[0]] * 3)
    assert grown[0] > 2
    # the same corner of both is what is seen
    offsets = [then["left"] - now["left"] for now, then in zip(after[1:], before[1:], strict=True)]
    assert offsets[0] == pytest.approx(offsets[1], abs=1)
    for _ in range(12):
        rater.page.keyboard.press("-")
    expect(rater.trial.locator("bh-zoom.enlarged")).to_have_count(0)
    rater.page.keyboard.press("=")
    expect(rater.trial.locator("bh-zoom.enlarged")).to_have_count(3)


def _open_large(rater: RaterPage) -> Locator:
    rater.page.keyboard.press("f")
    viewer = rater.trial.locator("dialog.viewer[open]")
    expect(viewer).to_be_visible()
    return viewer


def test_in_full_screen_pictures_are_named_flipped_and_wiped(open_page: MakePage) -> None:
    rater = open_page("pair").join()
    viewer = _open_large(rater)
    name, picture = viewer.locator(".viewer-name"), viewer.locator(".viewer-stage img").first
    expect(name).to_have_text("A")
    first = picture.get_attribute("src")
    rater.page.keyboard.press("+")
    close = _box(picture)
    rater.page.keyboard.press("ArrowRight")
    expect(name).to_have_text("B")
    assert picture.get_attribute("src") != first
    assert _box(picture) == close, "the other picture is looked at as closely, at the same place"
    viewer.locator(".viewer-pick", has_text="A").first.click()
    expect(name).to_have_text("A")
    rater.page.keyboard.press("w")
    expect(name).to_have_text("A | B")
    room = _box(viewer.locator(".viewer-room"))
    rater.page.mouse.move(room["left"] + room["width"] / 4, room["top"] + room["height"] / 2)
    expect(viewer.locator(".viewer-behind")).to_have_css("--line", "25%")
    rater.page.keyboard.press("w")
    expect(viewer.locator(".viewer-behind")).to_be_hidden()
    assert rater.trial.locator("input:checked").count() == 0, "arrows in full screen answer nothing"
    viewer.locator(".viewer-close").click()
    expect(viewer).to_have_count(0)


def test_a_tap_opens_and_flips_on_a_phone(open_page: MakePage) -> None:
    rater = open_page("pair", **PHONE).join()
    rater.trial.locator("bh-zoom").last.tap()
    viewer = rater.trial.locator("dialog.viewer[open]")
    expect(viewer.locator(".viewer-name")).to_have_text("B")
    viewer.locator(".viewer-room").tap()
    expect(viewer.locator(".viewer-name")).to_have_text("Source picture")
    viewer.locator(".viewer-close").tap()
    expect(viewer).to_have_count(0)


def test_the_same_keys_answer_one_question_after_the_other(open_page: MakePage) -> None:
    rater = open_page("pair").join()
    field = {name: rater.trial.locator(f"[data-field={name}]") for name in ("follows", "looks")}

    def given() -> list[str]:
        found: list[str] = rater.trial.locator("input:checked").evaluate_all("(all) => all.map((one) => one.value)")
        return found

    expect(field["follows"].locator(".cap").first).to_be_visible()
    expect(field["looks"].locator(".cap").first).to_be_hidden()
    rater.page.keyboard.press("ArrowRight")
    assert given() == ["right"]
    expect(field["follows"].locator(".cap").first).to_be_hidden()
    expect(field["looks"].locator(".cap").first).to_be_visible()
    rater.page.keyboard.press("ArrowLeft")
    assert given() == ["right", "left"]
    rater.page.keyboard.press("ArrowDown")
    assert given() == ["right", "tie"], "when all are answered, the last is corrected"
    tab_to(field["follows"].locator("input:checked"))
    rater.page.keyboard.press("ArrowLeft")
    assert given() == ["tie", "tie"], "a question reached by Tab keeps the keys"


@pytest.mark.long
def test_the_badge_of_a_preview_leaves_room_for_how_far_one_is(open_page: MakePage) -> None:
    rater = open_page("pair", viewport={"width": 320, "height": 700}).join()
    places = """() => {
        const badge = document.createElement("p");
        badge.className = "badge";
        badge.textContent = "Preview: nothing is stored";
        document.querySelector("#phase").before(badge);
        const at = (selector) => document.querySelector(selector).getBoundingClientRect();
        return [badge.getBoundingClientRect().right, at("#progress-text").left, at("#progress-text").right, at(".bar-tools").left];
    }"""
    badge, start, end, tools = rater.page.evaluate(places)
    assert badge <= start < end <= tools
