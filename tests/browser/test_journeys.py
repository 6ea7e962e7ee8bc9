"""Every protocol's demo from the welcome to the code, by mouse in English and by touch in Chinese, and its coordinator."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from beholder.protocols import find_protocol, protocol_names
from beholder.testing import running_server
from tests.prolific import prolific_id

from .conftest import LOOKS, PHONE
from .demo_page import DEMOS, DemoPage, shorten
from .test_access import OUT_OF_ORDER, violations
from .test_coordinator import Desk
from .waits import wait_until_uncovered

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

    def make(
        desk: Desk, protocol: str, *, touch: bool = False, page_of: type[DemoPage] = DemoPage, **look: Any
    ) -> DemoPage:
        page = make_context(**{**(PHONE if touch else {}), **look}).new_page()
        page.set_default_timeout(30_000)
        return page_of(page, desk.server.rater_url(0), desk.server.folders[0], DEMOS[protocol], touch=touch)

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
    rater.screen("done")
    rater.page.set_viewport_size({"width": 844, "height": 390})
    wait_until_uncovered(rater.shown.locator("[data-fill=finish-code]"))
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


@pytest.mark.parametrize(
    "protocol", [name if name == "counting" else pytest.param(name, marks=pytest.mark.long) for name in DEMOS]
)
def test_a_demo_from_the_welcome_to_the_export(
    protocol: str, open_desk: Callable[[str], Desk], rate: Callable[..., DemoPage], make_context: MakeContext
) -> None:
    desk = open_desk(protocol)
    english = rate(desk, protocol)
    english.to_the_trials(f"?PROLIFIC_PID={prolific_id('en-' + protocol)}&STUDY_ID=s&SESSION_ID=1")
    english.ask(QUESTION)
    page = desk.sit(make_context)
    answer_the_question(desk, page, english)
    for _ in range(2):
        english.rate_here()
    finish(english)
    chinese = rate(desk, protocol, touch=True)
    chinese.to_the_trials(f"?PROLIFIC_PID={prolific_id('zh-' + protocol)}&STUDY_ID=s&SESSION_ID=2", language="zh")
    for _ in range(2):
        chinese.rate_here()
    finish(chinese)
    look_and_watch(desk, page, (english.rater(), chinese.rater()))
    pause_close_and_export(desk, desk.sit(make_context, **PHONE))
    chinese.page.reload()
    expect(chinese.shown.locator("[data-fill=finish-code]")).to_have_text("DONE-77")


# who does not see the page hears which trial has come, and gets to Next without passing every control
_UNTOLD = """() => {
    const form = document.querySelector("form.trial.current");
    const stops = [...form.querySelectorAll("button, input, textarea, a[href], summary, [tabindex='0']")];
    const first = stops.find((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }));
    const faults = [];
    if (!form.contains(document.activeElement)) faults.push("the focus is not in the trial");
    if (!/\\d/.test(form.ariaLabel ?? "")) faults.push(`a trial is called “${form.ariaLabel}”`);
    if (first.dataset.action !== "to-next") faults.push("Next is many stops away");
    return faults;
}"""


class InspectedPage(DemoPage):
    """A rater for whom everything that comes on screen is held against the rules of accessibility, once."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.seen: set[str] = set()
        self.faults: list[str] = []
        self.came_from = ""

    def inspect(self, what: str) -> None:
        """Looks at what is on screen."""
        if what not in self.seen:
            self.faults += [f"{what}: {fault}" for fault in violations(self.page)]
        self.seen.add(what)

    def screen(self, name: str) -> None:
        super().screen(name)
        self.inspect(name)
        self.came_from = name

    def wait(self) -> None:
        super().wait()
        self.inspect(f"trial after {self.came_from}")
        self.faults += [*self.page.evaluate(_UNTOLD), *self.page.evaluate(OUT_OF_ORDER)]

    def feedback(self, language: str = "en", *, well: bool = True) -> Locator:
        box = super().feedback(language, well=well)
        self.inspect("feedback")
        return box

    def open_and_close(self, opener: Locator, dialog: str, *inside: str) -> None:
        """A dialog, with everything that can be chosen or opened in it."""
        self.press(opener)
        self.inspect(dialog)
        for one in inside:
            self.press(self.page.locator(f"#{dialog} {one}"))
            self.inspect(f"{dialog} {one}")
        self.page.keyboard.press("Escape")
        expect(self.page.locator("dialog[open]")).to_have_count(0)

    def look_behind_the_bar(self) -> None:
        """Guideline, keys, questions, menu with stopping and withdrawing, and the picture in the whole window."""
        bar = self.page.locator(".bar")
        self.open_and_close(bar.locator("[data-open=guideline]"), "guideline")
        kinds = [f"label:has(input[value={what}])" for what in ("skip", "broken", "ask")]
        self.open_and_close(bar.locator("[data-open=help]"), "help", *kinds)
        for way_out in ("someone-else", "withdraw"):
            self.open_and_close(bar.locator("[data-open=menu]"), "menu", f"[data-open={way_out}]")
        self.page.keyboard.press("?")
        self.inspect("keys")
        self.page.keyboard.press("Escape")
        # while a question takes the clicks on the picture, they mark it
        marking = self.trial.locator("[data-do=mark][aria-pressed=true]")
        if marking.count():
            self.press(marking)
        self.open_and_close(self.trial.locator("bh-zoom, .views-large").first, "viewer")

    def change_the_last_answer(self) -> None:
        """Back to the answer before, and on again without saving the change."""
        here = self.lease
        self.press(self.trial.locator("[data-action=back]"))
        expect(self.page.locator("form.trial.current.revising")).to_be_visible()
        self.settle()
        self.inspect("answer before")
        self.demo.answer(self, False)
        self.press(self.trial.locator("[data-action=onward]"))
        self.inspect("unsaved")
        self.press(self.page.locator("#unsaved [value=discard]"))
        expect(self.trial).to_have_attribute("data-lease", here)
        self.settle()


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("protocol", list(DEMOS))
def test_nothing_on_the_way_from_the_welcome_to_the_code_has_a_fault_of_any_level(
    protocol: str, look: dict[str, Any], open_desk: Callable[[str], Desk], rate: Callable[..., DemoPage]
) -> None:
    rater = rate(open_desk(protocol), protocol, touch="has_touch" in look, page_of=InspectedPage, **look)
    assert isinstance(rater, InspectedPage)
    language = {"light": "en", "dark": "zh"}[look["color_scheme"]]
    rater.to_the_trials(f"?PROLIFIC_PID={prolific_id('one')}&STUDY_ID=s&SESSION_ID=1", language=language)
    rater.look_behind_the_bar()
    rater.rate_here()
    rater.change_the_last_answer()
    rater.rate_here()
    finish(rater)
    assert rater.faults == []
    assert {
        "consent",
        "before",
        "reading",
        "practice",
        "feedback",
        "test",
        "counts",
        "break",
        "after",
        "done",
    } < rater.seen


@pytest.mark.long
def test_who_does_not_qualify_leaves_with_a_code_of_their_own(
    open_desk: Callable[[str], Desk], rate: Callable[..., DemoPage]
) -> None:
    rater = rate(open_desk("naming"), "naming", touch=True)
    rater.to_the_trials(f"?PROLIFIC_PID={prolific_id('out')}&STUDY_ID=s&SESSION_ID=3", language="zh", well=False)
    for _ in range(2):
        rater.screen("screened-out")
        expect(rater.shown.locator("[data-fill=finish-code]")).to_have_text("OUT-12")
        rater.page.reload()
