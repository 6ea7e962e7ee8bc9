"""The line that fills while a trial is looked at."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import MakePage
from .rater_page import GATE
from .waits import go_ahead

# what the line is on its way to, since it glides there
_FILLED = "() => new DOMMatrix(document.querySelector('form.trial.current .aim-bar').style.transform).a"


@pytest.mark.long
def test_it_stands_still_while_the_guideline_is_open_and_that_time_is_told_apart(open_page: MakePage) -> None:
    rater = open_page()
    rater.page.clock.install()
    rater.open()
    rater.page.locator("[data-action=join]").click()
    go_ahead(rater.page, until="form.trial.current")
    rater.page.clock.run_for(2_000)
    before = rater.page.evaluate(_FILLED)
    rater.page.keyboard.press("g")
    expect(rater.page.locator("#guideline")).to_be_visible()
    rater.page.clock.run_for(12_000)
    assert rater.page.evaluate(_FILLED) - before < 0.05, "twelve of thirty seconds would be far more"
    rater.page.keyboard.press("Escape")
    expect(rater.page.locator("#guideline")).to_be_hidden()
    rater.page.clock.run_for(6_000)
    assert rater.page.evaluate(_FILLED) - before > 0.1
    for name in GATE:
        rater.view(name).hover()
        rater.page.clock.run_for(1_000)
    rater.rate(6)
    rater.trial.locator("button[type=submit]").click()
    rater.page.clock.run_for(1_000)
    rater.state("saved")
    (stored,) = rater.stored()
    assert 11_000 <= stored.meta["aside_ms"] <= 14_000
