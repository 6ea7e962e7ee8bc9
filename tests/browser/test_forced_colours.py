"""Where the system gives the colours, what is chosen, how far one is and what a box marks can still be told."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from .conftest import MakePage


def _drawn(element: Locator, pseudo: str = "") -> str:
    """What the element's ground and edge look like."""
    drawn: str = element.evaluate(
        "(one, pseudo) => { const { backgroundColor, outline } = getComputedStyle(one, pseudo || null); return `${backgroundColor} ${outline}`; }",
        pseudo,
    )
    return drawn


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_rating_a_view_and_the_progress_can_be_told(open_page: MakePage, scheme: str) -> None:
    rater = open_page("short", forced_colors="active", color_scheme=scheme).join()
    faces = rater.trial.locator(".point-face")
    assert _drawn(faces.nth(3)) == _drawn(faces.nth(4))
    rater.rate(4)
    expect(rater.trial.locator("input[name=quality][value='4']")).to_be_checked()
    assert _drawn(faces.nth(3)) != _drawn(faces.nth(4))
    frames = rater.trial.locator(".view-frame")
    rater.look("mask")
    assert _drawn(frames.nth(2)) != _drawn(frames.nth(0))
    names = rater.trial.locator(".view-name")
    assert _drawn(names.nth(2), "::before") != _drawn(names.nth(1), "::before"), "opened and still to open"
    track, bar = rater.trial.locator(".aim-track"), rater.trial.locator(".aim-bar")
    assert _drawn(track) != _drawn(bar)


@pytest.mark.parametrize(
    ("study", "controls"),
    [("kinds", ".count-pad button"), ("kinds", ".field-choice .option-face"), ("groups", ".group-row .chip")],
)
def test_what_is_chosen_of_every_kind_can_be_told(open_page: MakePage, study: str, controls: str) -> None:
    rater = open_page(study, forced_colors="active").join()
    control = rater.trial.locator(controls).nth(1)
    before = _drawn(control)
    # the control that takes the click may lie over its face
    control.click(force=True)
    rater.page.mouse.move(0, 0)
    assert _drawn(control) != before


def test_the_red_box_stays_red(open_page: MakePage) -> None:
    rater = open_page(forced_colors="active").join()
    rater.page.evaluate(
        """() => {
            const link = document.querySelector("link[href*='/style/tokens.css']").href;
            return import(link.replace("style/tokens.css", "elements/bh-box.js")).then(() => {
                const box = Object.assign(document.createElement("bh-box"), { id: "box" });
                document.querySelector("form.trial.current").append(box);
            });
        }"""
    )
    line = rater.page.locator("#box").evaluate(
        "(box) => getComputedStyle(box.shadowRoot.querySelector('div')).borderTopColor"
    )
    assert line == "rgb(255, 0, 0)"
