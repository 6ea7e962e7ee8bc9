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


def test_pictures_that_the_server_cannot_give_are_said_to_be_missing_and_come_by_themselves(
    open_page: MakePage,
) -> None:
    rater = open_page()
    rater.open()
    refused = {"status": 503, "content_type": "application/json", "body": "{}"}
    rater.page.route("**/m/**", lambda route: route.fulfill(**refused))
    rater.page.locator("[data-action=join]").click()
    rater.screen("reading")
    go_ahead(rater.page, until="[data-screen=pictures].screen:not([hidden])")
    rater.page.unroute("**/m/**")
    rater.wait()
    rater.answer(4)
    rater.state("saved")
