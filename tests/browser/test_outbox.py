"""Answers survive a lost connection, a reload, a closed tab and a server that dies, and arrive once."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from beholder.testing import running_server

from .browser_studies import masks_study
from .conftest import MakePage
from .rater_page import RaterPage, read_stored
from .waits import trials_fetched


def test_five_answers_offline_then_each_stored_once(open_page: MakePage) -> None:
    rater = open_page().join()
    with trials_fetched(rater.page):
        rater.answer(1)
    rater.state("saved")
    rater.page.context.set_offline(True)
    given = []
    for points in (2, 3, 4, 5, 6):
        given.append((rater.answer(points), points))
        rater.state("waiting")
    expect(rater.page.locator("#save-state")).to_contain_text("Waiting to be sent (5)")
    assert len(rater.stored()) == 1
    rater.page.context.set_offline(False)
    rater.state("saved")
    rater.wait()
    stored = rater.stored()
    assert [(one.lease, one.payload["trial"]["quality"]) for one in stored[1:]] == given
    assert all(one.revision == 1 for one in stored)


@pytest.mark.long
def test_unsent_answers_outlive_the_tab(open_page: MakePage) -> None:
    first = open_page().join()
    name = first.rater()
    first.page.context.set_offline(True)
    lease = first.answer(8)
    first.state("waiting")
    first.page.close()
    first.page.context.set_offline(False)
    second = open_page(context=first.page.context)
    second.open()
    second.wait()
    second.state("saved")
    assert second.lease != lease
    assert [(one.lease, one.payload["trial"]["quality"]) for one in second.stored()] == [(lease, 8)]
    assert second.rater() == name


def test_a_reply_lost_on_the_way_stores_once(open_page: MakePage) -> None:
    rater = open_page().join()
    sent: list[str] = []

    def lose_first_reply(route: Route) -> None:
        sent.append(route.request.url)
        if len(sent) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    rater.page.route("**/api/answers/*", lose_first_reply)
    rater.answer(7)
    rater.state("waiting")
    rater.state("saved")
    assert len(sent) == 2
    assert sent[0] == sent[1]
    assert [one.payload["trial"]["quality"] for one in rater.stored()] == [7]


def test_an_answer_that_the_server_has_although_no_reply_came_is_counted_once(open_page: MakePage) -> None:
    rater = open_page().join()
    arrived: list[str] = []

    def lose_replies(route: Route) -> None:
        if not arrived:
            arrived.append(str(route.fetch().status))
        route.abort()

    rater.page.route("**/api/answers/*", lose_replies)
    rater.answer(7)
    rater.state("waiting")
    # trials are asked for meanwhile, as when somebody comes back to the tab
    with trials_fetched(rater.page):
        rater.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    rater.page.unroute("**/api/answers/*")
    rater.answer(6)
    rater.state("saved")
    expect(rater.page.locator("#progress-text")).to_have_text(re.compile(r"^2 of "))
    assert arrived == ["200"]


@pytest.mark.long
def test_an_answer_that_comes_too_fast_is_sent_again_by_itself(open_page: MakePage) -> None:
    rater = open_page().join()
    sent: list[str] = []

    def slow_down(route: Route) -> None:
        sent.append(route.request.url)
        if len(sent) == 1:
            error = {"code": "too-many-attempts", "problem": "too many attempts in a short time", "hint": ""}
            route.fulfill(status=429, headers={"retry-after": "1"}, json={"error": error})
        else:
            route.continue_()

    rater.page.route("**/api/answers/*", slow_down)
    rater.answer(7)
    rater.state("waiting")
    rater.state("saved")
    assert sent == [sent[0]] * 2
    assert [one.payload["trial"]["quality"] for one in rater.stored()] == [7]


class _Refused:
    """Answers to `leave`: too fast, as often as asked for; then the server's own."""

    def __init__(self, times: int) -> None:
        self.times = times
        self.passed: list[str] = []

    def __call__(self, route: Route) -> None:
        if self.times > 0:
            self.times -= 1
            error = {"code": "too-many-attempts", "problem": "too many attempts in a short time", "hint": ""}
            route.fulfill(status=429, headers={"retry-after": "1"}, json={"error": error})
        else:
            self.passed.append(route.request.headers["authorization"])
            route.continue_()


@pytest.mark.long
def test_leaving_is_sent_again_where_the_server_had_no_time(open_page: MakePage) -> None:
    rater = open_page().join()
    rater.page.route("**/api/leave", _Refused(2))
    rater.page.locator("[data-open=menu]").click()
    with rater.page.expect_response(lambda one: one.url.endswith("/api/leave") and one.status == 200):
        rater.page.locator("[data-action=leave]").click()
        rater.screen("left")
    # whoever takes the chair next sends it for the one who left
    rater.page.locator(".screen:visible [data-action=reload]").click()
    rater.wait()
    refused = _Refused(1000)
    rater.page.unroute_all()
    rater.page.route("**/api/leave", refused)
    rater.hand_over()
    expect(rater.page.locator("[data-action=join]")).to_be_visible()
    with rater.page.expect_response(lambda one: one.url.endswith("/api/leave") and one.status == 200):
        refused.times = 0


@pytest.mark.long
def test_whoever_is_back_before_leaving_was_sent_has_not_left(open_page: MakePage) -> None:
    rater = open_page().join()
    refused = _Refused(1000)
    rater.page.route("**/api/leave", refused)
    rater.page.locator("[data-open=menu]").click()
    rater.page.locator("[data-action=leave]").click()
    rater.screen("left")
    rater.page.locator(".screen:visible [data-action=reload]").click()
    rater.wait()
    refused.times = 0
    # an answer goes the same way and would come after it
    rater.answer(5)
    rater.state("saved")
    assert refused.passed == []
    assert [one.payload["trial"]["quality"] for one in rater.stored()] == [5]


def test_saved_is_said_only_after_the_server_said_so(open_page: MakePage) -> None:
    rater = open_page().join()
    held: list[Route] = []
    rater.page.route("**/api/answers/*", lambda route: held.append(route))
    rater.answer(7)
    rater.state("saving")
    # time passing without a reply is what is tried: nothing may take it for a yes
    rater.page.wait_for_timeout(700)
    expect(rater.page.locator("#save-state")).not_to_contain_text("Saved")
    assert rater.stored() == []
    held[0].continue_()
    rater.state("saved")
    assert len(rater.stored()) == 1


def test_the_next_rater_of_a_shared_computer_does_not_send_as_the_first(open_page: MakePage) -> None:
    first = open_page().join()
    alice = first.rater()
    first.page.route("**/api/answers/*", lambda route: route.abort())
    lease = first.answer(3)
    first.state("waiting")
    first.hand_over()
    first.page.unroute_all()
    first.page.locator("[data-action=join]").click()
    first.get_ready()
    bob = first.rater()
    assert bob != alice
    deadline = time.monotonic() + 20
    while not first.stored(alice) and time.monotonic() < deadline:
        first.page.wait_for_timeout(100)
    assert first.stored(bob) == []
    assert [(one.lease, one.payload["trial"]["quality"]) for one in first.stored(alice)] == [(lease, 3)]


@pytest.mark.long
def test_killed_server_loses_nothing(make_context: Callable[..., BrowserContext], tmp_path: Path) -> None:
    folder = masks_study(tmp_path / "study")
    with running_server(folder) as server:
        rater = RaterPage(make_context().new_page(), server.rater_url(), folder).join()
        name = rater.rater()
        with trials_fetched(rater.page):
            rater.answer(4)
        rater.state("saved")
        server.kill()
        rater.answer(5)
        rater.state("waiting")
        rater.answer(6)
        server.start()
        # where the start took long, the page looks again after half a minute
        saved = rater.page.locator("#save-state[data-state=saved]")
        expect(saved).to_be_visible(timeout=60_000)
        assert [one.payload["trial"]["quality"] for one in read_stored(folder, name)] == [4, 5, 6]


@pytest.mark.long
def test_running_out_offline_says_so_and_goes_on_by_itself(open_page: MakePage) -> None:
    rater = open_page("short").join()
    rater.answer(5)
    rater.state("saved")
    rater.page.route("**/api/**", lambda route: route.abort())
    rater.look("overlay", "mask", "zoom_overlay")
    rater.rate(6)
    rater.send()
    rater.screen("offline")
    expect(rater.page.locator(".screen:visible")).to_contain_text("1 answer is kept on this device")
    rater.page.unroute_all()
    rater.page.locator("[data-action=retry]:visible").click()
    rater.screen("done")
    rater.state("saved")
    assert [one.payload["trial"]["quality"] for one in rater.stored()] == [5, 6]
