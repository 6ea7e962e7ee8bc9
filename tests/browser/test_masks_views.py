"""The five views: how they are opened, what they show, what is recorded."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from beholder.testing import running_server
from tests.fonts import FONT_SETS

from .browser_studies import disk, one_mask_study
from .conftest import PHONE, MakePage
from .rater_page import GATE, VIEWS, RaterPage

YELLOW, PURPLE = [253, 231, 37], [68, 1, 84]


def is_red(colour: list[int]) -> bool:
    return colour[0] > 150 and colour[0] > 1.5 * colour[1] and colour[0] > 1.5 * colour[2]


def is_blue(colour: list[int]) -> bool:
    return colour[2] > 200 and colour[2] > 2 * colour[0]


@pytest.mark.long
def test_hover_shows_large_and_click_fills_the_window(open_page: MakePage) -> None:
    rater = open_page().join()
    names = {name: rater.view(name).get_attribute("data-name") for name in VIEWS}
    for name in VIEWS:
        rater.view(name).hover()
        expect(rater.trial.locator(".views-now")).to_have_text(names[name] or "")
        expect(rater.view(name)).to_have_attribute("aria-pressed", "true")
    dialog = rater.trial.locator("dialog.viewer")
    rater.view("mask").click()
    expect(dialog).to_be_visible()
    box = dialog.bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == (1440, 900)
    for key, name in (
        ("ArrowRight", "zoom"),
        ("ArrowRight", "zoom_overlay"),
        ("ArrowRight", "image"),
        ("ArrowLeft", "zoom_overlay"),
    ):
        rater.page.keyboard.press(key)
        expect(dialog.locator(".viewer-name")).to_have_text(names[name] or "")
    dialog.click()
    expect(dialog).to_be_hidden()
    rater.trial.locator(".views-large").click()
    expect(dialog).to_be_visible()
    rater.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


@pytest.mark.long
def test_colours_of_the_views(open_page: MakePage) -> None:
    rater = open_page("holes").join()
    rater.look("mask")
    assert rater.pixel(0.55, 0.4) == YELLOW
    assert rater.pixel(0.1, 0.9) == PURPLE
    assert rater.pixel(230 / 480, 150 / 320) == PURPLE, "a hole in the mask"
    assert rater.pixel(460.5 / 480, 20.5 / 320) == YELLOW, "a stray pixel is seen as sharply as the rest"
    assert is_blue(rater.pixel(240.5 / 480, 190.5 / 320)), "the point is drawn on every view"
    rater.look("overlay")
    assert is_red(rater.pixel(0.55, 0.4))
    assert not is_red(rater.pixel(0.1, 0.9))
    assert is_blue(rater.pixel(240.5 / 480, 190.5 / 320))
    rater.look("image")
    assert not is_red(rater.pixel(0.55, 0.4))
    assert is_blue(rater.pixel(240.5 / 480, 190.5 / 320))


@pytest.mark.long
@pytest.mark.parametrize("study", ["pixel", "empty", "edge", "off"])
def test_awkward_masks_are_shown(open_page: MakePage, study: str) -> None:
    covered_by_the_point = study == "pixel"
    _shown_and_rated(open_page(study).join(), yellow=study != "empty" and not covered_by_the_point)


@pytest.mark.long
def test_a_picture_of_24_million_pixels_is_shown(make_context: Callable[..., BrowserContext], tmp_path: Path) -> None:
    mask = disk(1500, 1000, 400, width=6000, height=4000)
    folder = one_mask_study(tmp_path / "large", mask, point=[1500, 1000])
    with running_server(folder) as server:
        page = make_context().new_page()
        _shown_and_rated(RaterPage(page, server.rater_url(0), folder).join(), yellow=True)


def _shown_and_rated(rater: RaterPage, *, yellow: bool) -> None:
    rater.look("mask")
    canvas = rater.trial.locator(".views-large canvas:not([hidden])")
    purple = """(canvas) => {
        const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
        let yellow = 0, purple = 0;
        for (let at = 0; at < data.length; at += 4) {
            if (data[at] > 200 && data[at + 2] < 120) yellow += 1;
            if (data[at] === 68 && data[at + 2] === 84) purple += 1;
        }
        return [yellow > 0, purple > 0];
    }"""
    yellow_there, purple_there = canvas.evaluate(purple)
    assert yellow_there is yellow
    assert purple_there
    rater.look("zoom", "zoom_overlay", "overlay")
    box = canvas.bounding_box()
    assert box is not None
    assert box["width"] > 100
    assert box["height"] > 100
    rater.rate(3)
    rater.send()
    rater.screen("done")
    rater.state("saved")
    assert [one.payload["trial"]["quality"] for one in rater.stored()] == [3]


def test_gate_names_the_views_still_to_open(open_page: MakePage) -> None:
    rater = open_page().join()
    lease = rater.lease
    rater.rate(6)
    rater.trial.locator("button[type=submit]").click()
    problem = rater.trial.locator(".problems")
    for name in GATE:
        expect(problem).to_contain_text(rater.view(name).get_attribute("data-name") or "?")
    # what is read aloud says as much as the messages do, though the thumbnail has room for less
    expect(rater.trial.get_by_role("button", name="Close-up + mask", exact=True)).to_have_text(
        re.compile(r"^\s*\+ mask")
    )
    rater.look("overlay", "mask")
    rater.trial.locator("button[type=submit]").click()
    expect(problem).to_contain_text("Close-up + mask")
    expect(problem).not_to_contain_text("Mask")
    assert rater.lease == lease
    rater.look("zoom_overlay")
    rater.send()
    rater.state("saved")
    assert [one.lease for one in rater.stored()] == [lease]


@pytest.mark.long
def test_passing_over_a_thumbnail_is_not_looking(open_page: MakePage) -> None:
    rater = open_page().join()
    # both in one go: between two movements of a real mouse a machine under load lets a look's time pass
    rater.view("mask").evaluate(
        """(view) => ["pointerover", "pointerenter", "pointermove", "pointerout", "pointerleave"].forEach((name) =>
            view.dispatchEvent(new PointerEvent(name, { bubbles: /over|out|move/.test(name), pointerType: "mouse", clientX: 9, clientY: 9 })))"""
    )
    # time passing is what is tried: longer than it takes until a look counts
    rater.page.wait_for_timeout(600)
    expect(rater.view("mask")).not_to_have_class("view wanted seen")


@pytest.mark.long
def test_views_opened_and_times_are_stored(open_page: MakePage) -> None:
    rater = open_page().join()
    rater.look("overlay", "mask", "overlay", "zoom_overlay")
    rater.rate(9)
    rater.send()
    rater.state("saved")
    (stored,) = rater.stored()
    views = stored.meta["views"]
    assert {name: views[name]["opens"] for name in GATE} == {"overlay": 2, "mask": 1, "zoom_overlay": 1}
    assert all(views[name]["ms"] >= 250 for name in GATE)
    assert stored.meta["display"] == {"width": 1440, "height": 900, "ratio": 1, "zoom": 1}
    assert stored.meta["device"] == "mouse"
    assert stored.meta["shown_at_ms"] > 0
    assert stored.active_ms >= 1000


def test_touch_tap_and_swipe(open_page: MakePage) -> None:
    rater = open_page(**PHONE)
    rater.open()
    rater.page.locator("[data-action=join]").tap()
    rater.get_ready()
    now = rater.trial.locator(".views-now")
    expect(now).to_have_text("Overlay")
    expect(rater.view("overlay")).to_have_class("view wanted seen")
    rater.view("mask").tap()
    expect(now).to_have_text("Mask")
    large = rater.trial.locator(".views-large")
    _swipe(rater.page, large, -160)
    expect(now).to_have_text("Close-up")
    _swipe(rater.page, large, 160)
    expect(now).to_have_text("Mask")
    expect(rater.view("mask")).to_have_class("view wanted seen")
    large.tap()
    dialog = rater.trial.locator("dialog.viewer")
    expect(dialog).to_be_visible()
    _swipe(rater.page, dialog, -160)
    expect(dialog.locator(".viewer-name")).to_have_text("Close-up")
    _swipe(rater.page, dialog, -160)
    expect(dialog.locator(".viewer-name")).to_have_text("Close-up + mask")
    expect(rater.view("zoom_overlay")).to_have_class("view wanted seen")
    dialog.tap()
    expect(dialog).to_be_hidden()
    rater.trial.locator(".point:has(input[value='10'])").tap()
    expect(rater.trial.locator(".band:has(:checked) .band-text")).to_have_text("Pixel-perfect")
    rater.trial.locator("button[type=submit]").tap()
    rater.state("saved")
    (stored,) = rater.stored()
    assert stored.payload["trial"]["quality"] == 10
    assert stored.meta["device"] == "touch"


@pytest.mark.parametrize(
    ("width", "height", "least"), [(1440, 900, 1000), (1280, 720, 880), (820, 1180, 700), (844, 390, 420)]
)
def test_the_picture_is_as_large_as_the_window_allows(open_page: MakePage, width: int, height: int, least: int) -> None:
    rater = open_page(viewport={"width": width, "height": height}).join()
    box = rater.trial.locator(".views-large canvas:not([hidden])").bounding_box()
    assert box is not None
    assert box["width"] >= least


def _seen(rater: RaterPage) -> list[float]:
    """The part of the picture that is on screen: left, top, width and height in its pixels."""
    place = """(views) => import(document.querySelector("link[href*='/style/tokens.css']").href.replace("style/tokens.css", "elements/mask-drawing.js"))
        .then(({ seenRegion, regionOf, WHOLE }) => {
            const region = regionOf(views.view, views.scene);
            const room = { width: views.large.clientWidth, height: views.large.clientHeight };
            const seen = seenRegion(region, room, views.looks.get(region) ?? WHOLE);
            return [seen.x, seen.y, seen.width, seen.height];
        })"""
    found: list[float] = rater.trial.locator("bh-mask-views").evaluate(place)
    return found


@pytest.mark.long
def test_wheel_and_keys_come_closer_at_one_place_in_all_views(open_page: MakePage) -> None:
    rater = open_page("holes").join()
    rater.look("overlay")
    large = rater.trial.locator(".views-large").bounding_box()
    assert large is not None
    whole = _seen(rater)
    assert whole == [0, 0, 480, 320]
    rater.page.mouse.move(large["x"] + large["width"] / 4, large["y"] + large["height"] / 2)
    rater.page.mouse.wheel(0, -600)
    rater.page.wait_for_function("document.querySelector('form.trial.current bh-mask-views').enlarged")
    closer = _seen(rater)
    assert closer[2] < 240
    assert closer[0] < 120 < closer[0] + closer[2], "what is pointed at stays in sight"
    rater.look("mask")
    assert _seen(rater) == closer, "another view of the same part shows the same place"
    rater.page.mouse.move(large["x"] + large["width"] / 4, large["y"] + large["height"] / 2)
    rater.page.mouse.down()
    rater.page.mouse.move(5000, 5000, steps=3)
    rater.page.mouse.up()
    moved = _seen(rater)
    assert moved[:2] == [0, 0], "it cannot be dragged out of sight"
    expect(rater.trial.locator("dialog.viewer")).to_be_hidden()
    rater.page.keyboard.press("Shift+ArrowRight")
    assert _seen(rater)[0] > 0
    for _ in range(12):
        rater.page.keyboard.press("-")
    assert _seen(rater) == whole
    rater.page.keyboard.press("=")
    assert _seen(rater)[2] == pytest.approx(480 / 1.25, abs=60)


@pytest.mark.long
def test_two_fingers_come_closer(open_page: MakePage) -> None:
    rater = open_page("holes", **PHONE).join()
    box = rater.trial.locator(".views-large").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = rater.page.context.new_cdp_session(rater.page)
    for kind, apart in (("touchStart", 30), ("touchMove", 60), ("touchMove", 90)):
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert _seen(rater)[2] < 250
    expect(rater.trial.locator("dialog.viewer")).to_be_hidden()


@pytest.mark.long
def test_the_close_up_leaves_stray_pixels_out(open_page: MakePage) -> None:
    rater = open_page("holes").join()
    rater.look("zoom_overlay")
    left, top, width, height = _seen(rater)
    assert left <= 180
    assert left + width >= 300
    assert left + width < 400, "a stray pixel at the edge would make the close-up the whole picture"
    assert top <= 100
    assert top + height >= 220


@pytest.mark.long
def test_the_mask_has_a_contour_that_is_seen_on_every_ground(open_page: MakePage) -> None:
    rater = open_page("holes").join()
    rater.look("overlay")
    across = """(canvas) => {
        const scale = canvas.width / 480;
        const row = canvas.getContext("2d").getImageData(Math.round(300 * scale), Math.round(160.5 * scale), Math.ceil(5 * devicePixelRatio), 1).data;
        return [...row].filter((_, n) => n % 4 !== 3);
    }"""
    shades = rater.trial.locator(".views-large canvas:not([hidden])").evaluate(across)
    brightness = [sum(shades[at : at + 3]) / 3 for at in range(0, len(shades), 3)]
    assert max(brightness) > 200
    assert min(brightness) < 40


@pytest.mark.long
def test_a_phone_shows_what_every_point_means(open_page: MakePage) -> None:
    rater = open_page(**PHONE).join()
    for band in rater.trial.locator(".band-text").all():
        expect(band).to_be_visible()


@pytest.mark.long
def test_masks_can_be_rated_in_full_screen_one_after_the_other(open_page: MakePage) -> None:
    rater = open_page().join()
    lease = rater.lease
    dialog = rater.trial.locator("dialog.viewer")
    rater.page.keyboard.press("f")
    expect(dialog).to_be_visible()
    rater.page.keyboard.press("8")
    rater.page.keyboard.press("Enter")
    expect(dialog.locator(".viewer-todo")).to_contain_text("Close-up + mask")
    assert rater.lease == lease
    for key, name in (("w", "overlay"), ("e", "mask"), ("s", "zoom_overlay")):
        rater.page.keyboard.press(key)
        expect(dialog.locator(f".viewer-place[data-view={name}]")).to_have_class(re.compile("seen"))
    expect(dialog.locator(".viewer-todo")).to_have_text("")
    rater.page.keyboard.press("Enter")
    expect(rater.page.locator(f"form.trial.current[data-lease='{lease}']")).to_have_count(0)
    rater.wait()
    expect(rater.trial.locator("dialog.viewer")).to_be_visible()
    rater.trial.locator(".viewer-close").click()
    expect(rater.trial.locator("dialog.viewer")).to_be_hidden()
    rater.state("saved")
    assert [one.payload["trial"]["quality"] for one in rater.stored()] == [8]


@pytest.mark.parametrize("fonts", FONT_SETS)
def test_everything_fits_on_a_phone(open_page: MakePage, fonts: str) -> None:
    rater = open_page(fonts=fonts, **PHONE).join()
    assert rater.page.evaluate("document.scrollingElement.scrollWidth") == 390
    sizes = rater.trial.evaluate(
        """(form) => [...form.querySelectorAll("button, .point, textarea")]
            .filter((one) => one.getBoundingClientRect().width)
            .map((one) => [one.className, one.getBoundingClientRect().width, one.getBoundingClientRect().height])"""
    )
    assert [size for size in sizes if min(size[1], size[2]) < 44] == []
    bottom = rater.trial.locator(".point:has(input[value='10'])").bounding_box()
    assert bottom is not None
    assert bottom["y"] + bottom["height"] < 844, "the rating is in reach without scrolling"


def _swipe(page: object, area: object, distance: int) -> None:
    from playwright.sync_api import Locator, Page

    assert isinstance(page, Page)
    assert isinstance(area, Locator)
    box = area.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (0.3, 0.6, 1.0):
        session.send(
            "Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + part * distance, "y": y}]}
        )
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()
