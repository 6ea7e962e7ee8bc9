"""Every protocol's demo from the welcome to the code, by mouse in English and by touch in Chinese, and its coordinator."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from beholder.protocols import find_protocol, protocol_names
from beholder.testing import running_server

from .conftest import PHONE
from .demo_page import DEMOS, DemoPage, shorten
from .test_coordinator import Desk

MakeContext = Callable[..., BrowserContext]
QUESTION = "Does the <b>shadow</b> count? 影子算吗？"


@pytest.fixture
def open_desk(painted: Callable[[str], Path], tmp_path: Path) -> Iterator[Callable[[str], Desk]]:
    """The demo's study of a protocol, made short and served, and its coordinator's desk."""
    with ExitStack() as servers:

        def serve(protocol: str) -> Desk:
            folder = shorten(painted(protocol), tmp_path / protocol, DEMOS[protocol])
            return Desk(servers.enter_context(running_server(folder)), {})

        yield serve


@pytest.fixture
def rate(make_context: MakeContext) -> Callable[..., DemoPage]:
    """A rater's page of the study that is served."""

    def make(desk: Desk, protocol: str, *, touch: bool = False) -> DemoPage:
        page = make_context(**PHONE if touch else {}).new_page()
        page.set_default_timeout(30_000)
        return DemoPage(page, desk.server.rater_url(0), desk.server.folders[0], DEMOS[protocol], touch=touch)

    return make


def finish(rater: DemoPage) -> None:
    """The questions after, then the code, which is there again on return."""
    rater.screen("after")
    assert rater.page.locator(".finish:visible").count() == 0
    rater.choose("hard", "4")
    rater.submit()
    for _ in range(2):
        rater.screen("done")
        expect(rater.shown.locator("[data-fill=finish-code]")).to_have_text("DONE-77")
        way = rater.shown.locator("[data-finish=return]")
        expect(way).to_have_attribute("href", "https://platform.example/submit?cc=DONE-77")
        rater.page.reload()
    assert len(rater.stored()) == 4, "practice, qualification and two trials"
    assert rater.breaks, "a break was proposed"


def answer_the_question(desk: Desk, page: Page, rater: DemoPage) -> None:
    """A coordinator reads what the rater asked and replies; the rater is told."""
    desk.go(page, "inbox")
    asked = page.locator(".message", has_text=QUESTION)
    asked.locator("textarea").fill("No, it never does.")
    asked.locator("button", has_text="Reply to this rater").click()
    expect(page.locator("#nothing-waits")).to_be_visible()
    rater.page.reload()
    rater.wait()
    expect(rater.page.locator("#news")).to_have_text("1")
    rater.press(rater.page.locator("[data-open=help]"))
    expect(rater.page.locator("#message-list")).to_contain_text("No, it never does.")
    rater.press(rater.page.locator("#help [data-close]"))


def look_and_watch(desk: Desk, page: Page, raters: tuple[str, str]) -> None:
    """In English: both raters and their answers are there, and a look at the results is on record."""
    desk.go(page, "")
    expect(page.locator(".numbers dd").first).to_have_text(re.compile(r"^4 / \d+$"))
    desk.go(page, "raters")
    for name in raters:
        expect(page.locator("tbody th code", has_text=name)).to_be_visible()
    page.locator("tbody th a", has_text=raters[1]).click()
    expect(page.locator(".said")).to_contain_text("Do you see all colours?")
    expect(page.locator("table tbody tr")).to_have_count(4)
    page.locator("table tbody th a").first.click()
    expect(page.locator("table tbody th code", has_text=raters[1])).to_be_visible()
    desk.go(page, "results")
    expect(page.locator("table")).to_have_count(0)
    page.locator("#look-reason").fill("To try it")
    page.get_by_role("button", name="Take a look").click()
    expect(page.locator(".page-note")).to_be_visible()


def pause_close_and_export(desk: Desk, page: Page) -> None:
    """In Chinese, on a phone: pause, resume, close, open the names, take the data."""
    desk.go(page, "", "zh")
    page.get_by_role("button", name="暂停").tap()
    expect(page.locator(".badge.state-paused")).to_be_visible()
    page.get_by_role("button", name="继续").tap()
    expect(page.locator(".badge.state-open")).to_be_visible()
    page.get_by_role("button", name="结束").tap()
    expect(page.locator(".badge.state-closed")).to_be_visible()
    page.get_by_role("link", name="查看结果").tap()
    page.wait_for_url("**/results*")
    if page.locator("#unblind-reason").count():
        page.locator("#unblind-reason").fill("已经结束")
        page.locator("label:has(input[name=sure])").tap()
        page.get_by_role("button", name="揭盲").tap()
        expect(page.locator(".letters")).to_be_visible()
    desk.go(page, "exports", "zh")
    with page.expect_download() as taken:
        page.locator("button[value='ratings.csv']").tap()
    table = Path(taken.value.path()).read_text(encoding="utf-8-sig")
    assert "blinded" not in taken.value.suggested_filename or not page.locator("text=已揭盲").count()
    assert {line.split(",")[1] for line in table.splitlines()[1:]} <= set(DEMOS)
    desk.go(page, "audit", "zh")
    for told in ("查看结果", "改变状态", "导出"):
        expect(page.locator("tbody", has_text=told)).to_be_visible()


def test_every_protocol_with_a_demo_is_walked_through() -> None:
    assert {name for name in protocol_names() if find_protocol(name).example} == set(DEMOS)


@pytest.mark.variants(2)
@pytest.mark.parametrize("protocol", list(DEMOS))
def test_a_demo_from_the_welcome_to_the_export(
    protocol: str, open_desk: Callable[[str], Desk], rate: Callable[..., DemoPage], make_context: MakeContext
) -> None:
    desk = open_desk(protocol)
    english = rate(desk, protocol)
    english.to_the_trials(f"?PROLIFIC_PID=en-{protocol}&STUDY_ID=s&SESSION_ID=1")
    english.ask(QUESTION)
    page = desk.sit(make_context)
    answer_the_question(desk, page, english)
    for _ in range(2):
        english.rate_here()
    finish(english)
    chinese = rate(desk, protocol, touch=True)
    chinese.to_the_trials(f"?PROLIFIC_PID=zh-{protocol}&STUDY_ID=s&SESSION_ID=2", language="zh")
    for _ in range(2):
        chinese.rate_here()
    finish(chinese)
    look_and_watch(desk, page, (english.rater(), chinese.rater()))
    pause_close_and_export(desk, desk.sit(make_context, **PHONE))
    chinese.page.reload()
    expect(chinese.shown.locator("[data-fill=finish-code]")).to_have_text("DONE-77")


@pytest.mark.long
def test_who_does_not_qualify_leaves_with_a_code_of_their_own(
    open_desk: Callable[[str], Desk], rate: Callable[..., DemoPage]
) -> None:
    rater = rate(open_desk("naming"), "naming", touch=True)
    rater.to_the_trials("?PROLIFIC_PID=out&STUDY_ID=s&SESSION_ID=3", language="zh", well=False)
    for _ in range(2):
        rater.screen("screened-out")
        expect(rater.shown.locator("[data-fill=finish-code]")).to_have_text("OUT-12")
        rater.page.reload()
