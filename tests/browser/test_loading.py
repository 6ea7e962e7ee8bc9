"""A picture that takes its time."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import MakePage
from .waits import go_ahead


@pytest.mark.long
def test_a_slow_line_shows_how_much_of_the_picture_has_come_and_why_it_takes_long(open_page: MakePage) -> None:
    rater = open_page()
    rater.open()
    expect(rater.page.locator("[data-action=join]")).to_be_visible()
    line = rater.page.context.new_cdp_session(rater.page)

    def bytes_per_second(most: int) -> None:
        conditions = {"offline": False, "latency": 0, "downloadThroughput": most, "uploadThroughput": -1}
        line.send("Network.emulateNetworkConditions", conditions)

    rater.page.locator("[data-action=join]").click()
    rater.screen("reading")
    bytes_per_second(15_000)
    go_ahead(rater.page, until="[data-screen=loading].screen:not([hidden])")
    told = rater.page.locator("[data-screen=loading] [data-fill=loading]")
    expect(told).to_have_text(re.compile(r"Loading… [1-9]\d? %"))
    expect(rater.page.locator("[data-fill=loading-why]")).to_contain_text("large for this connection")
    bytes_per_second(-1)
    rater.wait()
    rater.answer(4)
    rater.state("saved")
