"""A picture is looked at closely, where it stands and in the whole window, and never gets out of sight."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

from .conftest import MakePage


def _box(picture: Locator) -> dict[str, Any]:
    found: dict[str, Any] = picture.evaluate("(image) => image.getBoundingClientRect().toJSON()")
    return found


def test_the_wheel_enlarges_a_picture_where_it_stands(open_page: MakePage) -> None:
    rater = open_page("kinds").join()
    picture = rater.trial.locator("bh-zoom img").first
    frame, before = _box(rater.trial.locator("bh-zoom").first), _box(picture)
    rater.page.mouse.move(frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2)
    rater.page.mouse.wheel(0, -600)
    expect(rater.trial.locator("bh-zoom.enlarged")).to_have_count(1)
    assert _box(picture)["width"] > 2 * before["width"]
    rater.page.mouse.down()
    rater.page.mouse.move(5000, 5000, steps=3)
    rater.page.mouse.up()
    moved = _box(picture)
    assert moved["left"] <= frame["left"] + frame["width"] / 2
    assert moved["top"] <= frame["top"] + frame["height"] / 2
    expect(rater.trial.locator("dialog.viewer")).to_be_hidden()
    rater.page.mouse.move(frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2)
    rater.page.mouse.wheel(0, 5000)
    expect(rater.trial.locator("bh-zoom.enlarged")).to_have_count(0)
    assert _box(picture) == before


def test_the_large_picture_is_used_by_keys_and_says_how(open_page: MakePage) -> None:
    rater = open_page("kinds").join()
    dialog = rater.trial.locator("dialog.viewer").first
    rater.trial.locator("bh-zoom").first.dblclick()
    expect(dialog).to_be_visible()
    expect(dialog.locator(".viewer-hint").first).to_contain_text("+ −")
    picture = dialog.locator("img")
    whole = _box(picture)
    for _ in range(8):
        rater.page.keyboard.press("+")
    closer = _box(picture)
    assert closer["width"] > 4 * whole["width"]
    rater.page.keyboard.press("ArrowRight")
    assert _box(picture)["left"] < closer["left"]
    for _ in range(60):
        rater.page.keyboard.press("ArrowRight")
    assert _box(picture)["right"] > 0
    room = _box(dialog.locator(".viewer-room"))
    drawn = picture.evaluate("(image) => image.naturalWidth / image.naturalHeight")
    assert (
        _box(picture)["right"] - max(0, (_box(picture)["width"] - drawn * _box(picture)["height"]) / 2)
        >= room["right"] - 1
    )
    dialog.locator(".viewer-close").click()
    expect(dialog).to_be_hidden()
