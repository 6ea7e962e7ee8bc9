"""A kind of field from another package on the rater's page: its template, script and style are served and at work."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import MakePage


def test_a_kind_of_a_package_is_answered_by_mouse_and_keys_and_comes_back_as_it_was(open_page: MakePage) -> None:
    rater = open_page("tones")
    loaded: list[str] = []
    rater.page.on("response", lambda reply: loaded.append(reply.url.partition("/static/")[2].partition("/")[2]))
    rater.join()
    assert {"fields/colour/element.js", "fields/colour/element.css"} <= set(loaded)
    assert not any(path.startswith("fields/count/") for path in loaded), "only the kinds that are asked"
    trial = rater.trial
    expect(trial.locator("colour-field output")).to_have_text("no colour yet")
    trial.locator("button[type=submit]").click()
    expect(trial.locator("[data-field=tone] .field-error")).to_be_visible()
    trial.locator(".swatch").nth(1).click()
    expect(trial.locator(".swatch").nth(1)).to_have_css("background-color", "rgb(0, 0, 204)")
    expect(trial.locator("colour-field output")).to_have_text("#0000cc")
    rater.page.keyboard.press("Digit1")
    expect(trial.locator("colour-field output")).to_have_text("#cc0000")
    trial.locator(".any-colour").fill("#12ab34")
    rater.send()
    rater.state("saved")
    assert rater.stored()[0].payload == {"trial": {"tone": "#12ab34"}, "slots": []}
    rater.trial.locator("[data-action=back]").click()
    expect(rater.trial.locator("colour-field output")).to_have_text("#12ab34")
