"""The rater's whole journey: every stage in its order, both languages, desktop and phone, and the end when it is the end."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Request, Route, expect

from beholder.store.study_home import Home
from beholder.testing import RunningServer, running_server
from tests.prolific import prolific_id

from .conftest import PHONE
from .journey_page import JourneyPage, journey_study
from .waits import wait_until_drawn, wait_until_uncovered

PLAIN = {"consent": None, "before": None, "after": None, "qualification": None, "crowd": None}
STUDIES: dict[str, dict[str, Any]] = {
    "whole": {},
    "checked": {**PLAIN, "max_per_rater": 2},
    "rest": {**PLAIN, "limits": {"break_every_minutes": 0.001, "break_minutes": 0.05}, "max_per_rater": None},
    "again": {**PLAIN, "qualification": {"at_least": 1.0, "attempts": 2}, "run_by": {"en": "Vision Lab"}},
    "asks": {
        **PLAIN,
        "before": {
            "must": {"kind": "text", "label": "Your field?", "required": True},
            "may": {"kind": "text", "label": "Anything else?", "required": False},
        },
    },
    "visits": {**PLAIN, "trials_per_visit": 4, "max_per_rater": None},
}
OpenJourney = Callable[..., JourneyPage]


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Studies with all or some of the stages."""
    root = tmp_path_factory.mktemp("journeys")
    return {name: journey_study(root / name, **changes) for name, changes in STUDIES.items()}


@pytest.fixture(scope="module")
def journeys(folders: dict[str, Path]) -> Iterator[RunningServer]:
    """One server for them."""
    with running_server(*folders.values()) as running:
        yield running


@pytest.fixture
def travel(
    make_context: Callable[..., BrowserContext], journeys: RunningServer, folders: dict[str, Path]
) -> OpenJourney:
    """A rater's page of one of the studies."""

    def make(study: str = "whole", *, context: BrowserContext | None = None, **options: Any) -> JourneyPage:
        page = (context or make_context(**options)).new_page()
        page.set_default_timeout(30_000)
        return JourneyPage(page, journeys.rater_url(list(folders).index(study)), folders[study])

    return make


def sheets(folder: Path, rater: str) -> dict[str, Any]:
    """What a rater filled in once."""
    conn = sqlite3.connect(f"file:{Home(folder).database}?mode=ro", uri=True)
    try:
        rows = conn.execute("SELECT name, payload FROM sheets WHERE rater = ?", [rater]).fetchall()
    finally:
        conn.close()
    return {name: json.loads(payload) for name, payload in rows}


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "device", "words"),
    [
        ("en", {}, ("Some pictures show insects.", "You may stop at any time", "Which do you mix up?", "6 to 10")),
        ("zh", PHONE, ("部分图片中有昆虫。", "可以随时停止", "哪些颜色分不清？", "6 到 10")),
    ],
    ids=["en-desktop", "zh-phone"],
)
def test_the_whole_journey(
    travel: OpenJourney, language: str, device: dict[str, Any], words: tuple[str, str, str, str]
) -> None:
    rater = travel(**device)
    asked: list[str] = []
    rater.page.on("request", lambda request: asked.append(request.url))
    rater.open(f"?lang={language}&PROLIFIC_PID={prolific_id('whole-' + language)}&STUDY_ID=s&SESSION_ID=n")
    rater.act("join")
    rater.screen("consent")
    expect(rater.shown.locator(".warning")).to_contain_text(words[0])
    expect(rater.shown.locator(".prose")).to_contain_text(words[1])
    assert not [url for url in asked if "/m/" in url or "/session" in url or "/leases" in url], "nothing before consent"
    assert "mask" not in rater.page.locator("#guideline-text").inner_html().lower()
    rater.act("agree")
    rater.screen("before")
    rater.shown.locator("button[type=submit]").click()
    expect(rater.shown.locator("[data-field=vision] .field-error")).to_be_visible()
    rater.choose("vision", "no")
    expect(rater.shown.locator("[data-field=kind_of_trouble]")).to_contain_text(words[2])
    rater.shown.locator("textarea").fill("red / 绿")
    rater.shown.locator("button[type=submit]").click()
    rater.screen("reading")
    assert rater.read_guideline() > 1
    expect(rater.page.locator("#phase")).to_be_visible()
    box = rater.practise(7)
    expect(box).to_have_class("feedback passed")
    expect(rater.trial.locator(".verdict-line")).to_contain_text(words[3])
    expect(box.locator(".feedback-why")).to_have_text(["The edge is right.", "Nothing is missing."])
    expect(rater.trial).to_be_visible()
    box.locator(".button").click()
    rater.wait()
    rater.page.reload()
    rater.wait()
    expect(rater.practise(2)).to_have_class("feedback")
    rater.page.locator(".feedback .button").click()
    rater.begin("test")
    rater.rate_one(8)
    rater.begin("counts")
    expect(rater.page.locator("#phase")).to_be_hidden()
    rater.rate_one(5)
    rater.wait()
    rater.rate_one(6)
    rater.screen("after")
    assert rater.page.locator(".finish:visible").count() == 0
    rater.page.reload()
    rater.screen("after")
    rater.choose("hard", "4")
    rater.shown.locator("button[type=submit]").click()
    for _ in range(2):
        rater.screen("done")
        expect(rater.shown.locator("[data-fill=finish-code]")).to_have_text("DONE-77")
        way = rater.shown.locator("[data-finish=return]")
        expect(way).to_have_attribute("href", "https://platform.example/submit?cc=DONE-77")
        rater.page.reload()
    stored = rater.stored()
    assert [one.payload["trial"]["quality"] for one in stored] == [7, 2, 8, 5, 6]
    filled = sheets(rater.folder, rater.rater())
    assert filled["before"] == {"vision": "no", "kind_of_trouble": "red / 绿"}
    assert filled["after"] == {"hard": 4}
    assert len(filled["consent"]["text"]) == 64


def test_who_cannot_read_the_page_sees_the_other_languages_first(travel: OpenJourney) -> None:
    rater = travel(viewport={"width": 1280, "height": 600})
    rater.open("?lang=en")
    wait_until_uncovered(rater.shown.locator("label:has(input[name=welcome-language][value=zh])"))


def test_enter_sends_the_questions_that_were_clicked(travel: OpenJourney) -> None:
    rater = travel()
    rater.agree(f"?PROLIFIC_PID={prolific_id('enters')}")
    rater.page.keyboard.press("Enter")
    expect(rater.shown.locator("[data-field=vision] .field-error")).to_be_visible()
    rater.choose("vision", "yes")
    rater.page.keyboard.press("Enter")
    rater.screen("reading")
    assert sheets(rater.folder, rater.rater())["before"]["vision"] == "yes"


def test_a_fault_that_only_the_server_finds_is_told_in_the_language_of_the_page(travel: OpenJourney) -> None:
    rater = travel()
    rater.agree(f"?PROLIFIC_PID={prolific_id('odd')}&lang=zh")
    problem = {"code": "answer-bad-value", "problem": "vision: no such option", "hint": "", "where": "vision"}
    refusal = json.dumps({"error": {**problem, "problems": [problem]}})
    rater.page.route(
        "**/api/sheets/before",
        lambda route: route.fulfill(status=422, content_type="application/json", body=refusal),
        times=1,
    )
    rater.choose("vision", "yes")
    rater.shown.locator("button[type=submit]").click()
    expect(rater.shown.locator("[data-field=vision] .field-error")).to_have_text(
        "这项回答无法按原样保存，请再检查一下。"
    )


def test_who_declines_leaves_nothing_and_may_begin_again(travel: OpenJourney) -> None:
    rater = travel()
    rater.open(f"?PROLIFIC_PID={prolific_id('declines')}")
    rater.act("join")
    rater.screen("consent")
    name = rater.rater()
    rater.act("decline")
    rater.screen("declined")
    assert rater.stored(name) == []
    rater.act("reload")
    rater.act("join")
    rater.screen("consent")


@pytest.mark.long
def test_who_does_not_qualify_is_thanked_with_a_code_of_their_own(travel: OpenJourney) -> None:
    rater = travel()
    rater.agree(f"?PROLIFIC_PID={prolific_id('screened')}")
    rater.answer_before()
    rater.read_guideline()
    rater.practise_all()
    rater.begin("test")
    rater.rate_one(1)
    for _ in range(2):
        rater.screen("screened-out")
        expect(rater.shown.locator("[data-fill=finish-code]")).to_have_text("OUT-12")
        rater.page.reload()


def test_an_id_in_a_link_opens_nothing_that_was_done_before(travel: OpenJourney) -> None:
    first = travel()
    first.agree(f"?PROLIFIC_PID={prolific_id('twice')}")
    second = travel()
    second.open(f"?PROLIFIC_PID={prolific_id('twice')}")
    second.act("join")
    expect(second.page.locator("#join-problem")).to_contain_text("already started with this ID")
    preview = travel()
    preview.open("?PROLIFIC_PID=%7B%7B%25PROLIFIC_PID%25%7D%7D")
    expect(preview.page.locator("#join-problem")).to_contain_text("preview")
    expect(preview.page.locator("[data-action=join]")).to_be_disabled()
    assert "twice" not in second.page.content()


CUTS = ("before it is sent", "its reply is lost", "the next request", "the finish page")


@pytest.mark.long
@pytest.mark.parametrize("cut", CUTS)
def test_no_code_before_the_last_answer_is_stored_and_always_afterwards(travel: OpenJourney, cut: str) -> None:
    rater = travel("checked").join()
    rater.practise_all()
    rater.begin("counts")
    rater.rate_one(5)
    rater.wait()
    rater.state("saved")
    lost: list[str] = []

    def interrupt(route: Route) -> None:
        method, url = route.request.method, route.request.url
        answers = method == "PUT"
        if cut == "before it is sent":
            lost.append(url)
            return route.abort()
        if cut == "its reply is lost" and answers and not lost:
            lost.append(url)
            route.fetch()
            return route.abort()
        if cut == "its reply is lost" and lost:
            return route.abort()
        if (cut == "the next request" and "/leases" in url) or (cut == "the finish page" and "/finish" in url):
            lost.append(url)
            return route.abort()
        return route.continue_()

    rater.page.route("**/api/**", interrupt)
    rater.look_at_all()
    rater.rate(9)
    with rater.page.expect_event("requestfailed"):
        rater.trial.locator("button[type=submit]").click()
    wait_until_drawn(rater.page)
    assert lost
    assert rater.page.locator(".finish:visible").count() == 0
    if cut == "before it is sent":
        assert len(rater.stored()) == 3
    rater.page.unroute_all(behavior="wait")
    rater.page.reload()
    rater.screen("done")
    expect(rater.shown.locator("[data-fill=finish-code]")).to_be_visible()
    assert [one.payload["trial"]["quality"] for one in rater.stored()] == [7, 7, 5, 9]


@pytest.mark.long
def test_practice_feedback_survives_a_lost_reply(travel: OpenJourney) -> None:
    rater = travel("checked").join()
    lost: list[str] = []

    def lose_one(route: Route) -> None:
        if lost:
            return route.continue_()
        lost.append(route.request.url)
        route.fetch()
        return route.abort()

    rater.page.route("**/api/answers/*", lose_one)
    expect(rater.practise(3)).to_contain_text("Not quite")
    assert len(lost) == 1
    assert len(rater.stored()) == 1


@pytest.mark.parametrize("way", ["held", "pressed twice", "clicked twice"])
def test_what_practice_says_is_not_closed_unseen(travel: OpenJourney, way: str) -> None:
    rater = travel("checked").join()
    rater.look_at_all()
    rater.rate(2)
    rater.page.keyboard.down("Enter")
    told = rater.page.locator(".feedback .button")
    expect(told).to_be_attached()
    if way == "held":
        expect(told).to_be_enabled()
        rater.page.keyboard.down("Enter")
    rater.page.keyboard.up("Enter")
    if way == "pressed twice":
        rater.page.keyboard.press("Enter")
    if way == "clicked twice":
        told.click(force=True)
    expect(told).to_be_enabled()
    # looking again does not make Enter open the picture once more
    rater.trial.locator(".views-large").click()
    rater.page.keyboard.press("Escape")
    rater.page.keyboard.press("Enter")
    expect(told).to_have_count(0)


@pytest.mark.long
def test_a_break_is_proposed_may_be_skipped_and_is_in_the_data(travel: OpenJourney) -> None:
    rater = travel("rest").join()
    rater.practise(7).locator(".button").click()
    rater.screen("break")
    expect(rater.shown.locator(".countdown")).to_contain_text("0:0")
    rater.act("end-break")
    rater.wait()
    rater.practise(7).locator(".button").click()
    rater.screen("break")
    expect(rater.shown.locator("[data-action=end-break]")).to_have_text("Continue")
    rater.act("end-break")
    rater.begin("counts")
    rater.look_at_all()
    rater.rate(5)
    rater.trial.locator("button[type=submit]").click()
    rater.screen("break")
    rater.state("saved")
    breaks: list[Any] = [one.meta.get("break") for one in rater.stored()]
    assert breaks[0] is None
    assert (breaks[1]["skipped"], breaks[2]["skipped"]) == (True, False)
    assert breaks[2]["ms"] >= 3_000


@pytest.mark.long
def test_a_visit_ends_after_so_many_trials(travel: OpenJourney) -> None:
    rater = travel("visits").join()
    rater.practise_all()
    rater.begin("counts")
    rater.rate_one()
    rater.wait()
    rater.rate_one()
    rater.screen("visit")
    rater.state("saved")
    assert len(rater.stored()) == 4
    rater.page.reload()
    rater.screen("visit")
    # another browser, joined by the code, is in the same visit
    elsewhere = travel("visits")
    elsewhere.open("")
    elsewhere.page.locator("details.resume summary").click()
    elsewhere.page.locator("#resume-code").fill(rater.shown.locator("[data-fill=code]").inner_text())
    elsewhere.page.locator(".resume-form button").click()
    elsewhere.screen("visit")


def test_skipping_reporting_and_asking(travel: OpenJourney) -> None:
    rater = travel("checked").join()
    first = rater.lease

    def help_with(what: str) -> None:
        rater.page.locator("[data-open=help]").click()
        rater.page.locator(f"#help label:has(input[value={what}])").click()

    help_with("skip")
    rater.page.locator("#help button[type=submit]").click()
    expect(rater.page.locator(".help-said")).to_contain_text("choose a reason")
    rater.page.locator("#help label:has(input[value=known])").click()
    rater.page.locator("#help button[type=submit]").click()
    expect(rater.page.locator(f"form.trial.current[data-lease='{first}']")).to_have_count(0)
    rater.wait()
    second = rater.lease
    help_with("broken")
    rater.page.locator("#help-words").fill("the picture is black")
    rater.page.locator("#help button[type=submit]").click()
    expect(rater.page.locator(f"form.trial.current[data-lease='{second}']")).to_have_count(0)
    rater.begin("counts")
    hostile = "<img src=x onerror=alert(1)> {{7*7}} **b**"
    help_with("ask")
    rater.page.locator("#help-words").fill(hostile)
    rater.page.locator("#help button[type=submit]").click()
    expect(rater.page.locator(".help-said")).to_contain_text("Sent")
    expect(rater.page.locator("#message-list .message-text").last).to_have_text(hostile)
    assert rater.page.locator("#message-list img").count() == 0


def change_replies(rater: JourneyPage, path: str, change: Callable[[dict[str, Any]], None]) -> None:
    """Lets the server say something else."""

    def changed(route: Route) -> None:
        reply = route.fetch()
        data = reply.json()
        change(data)
        route.fulfill(response=reply, json=data)

    rater.page.route(f"**/api/{path}", changed)


@pytest.mark.long
def test_a_changed_guideline_is_read_before_the_next_trial(travel: OpenJourney) -> None:
    rater = travel("checked").join()
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.method == "PUT":
            sent.append(str((request.post_data_json or {})["guideline"]))

    rater.page.on("request", note)
    new = {"version": "2", "html": "<h1>New rules</h1>", "changes": "<p>Shadows never count.</p>"}
    change_replies(rater, "leases*", lambda data: data.update(guideline="2"))
    change_replies(rater, "session*", lambda data: data.update(guideline=new))
    with rater.page.expect_response("**/api/leases*") as told:
        said = rater.practise(7)
    told.value.finished()
    rater.page.evaluate("() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
    said.locator(".button").click()
    rater.screen("changed")
    expect(rater.shown.locator(".changes")).to_have_text("Shadows never count.")
    rater.shown.locator("[data-open=guideline]").click()
    expect(rater.page.locator("#guideline-text h1")).to_have_text("New rules")
    rater.page.keyboard.press("Escape")
    rater.act("changed-read")
    rater.wait()
    rater.practise(7).locator(".button").click()
    rater.begin("counts")
    assert sent == ["1", "2"]


@pytest.mark.long
def test_news_are_marked_until_they_are_read(travel: OpenJourney) -> None:
    rater = travel("checked")
    said = [{"number": 3, "kind": "reply", "text": "<b>No</b>, it does not.", "mine": False, "about": 1}]
    said[0]["at"] = "2026-01-02T03:04:05Z"
    change_replies(rater, "messages", lambda data: data.update(messages=said))
    rater.join()
    expect(rater.page.locator("#news")).to_have_text("1")
    rater.page.locator("[data-open=help]").click()
    expect(rater.page.locator("#message-list .message-text")).to_have_text("<b>No</b>, it does not.")
    rater.page.keyboard.press("Escape")
    expect(rater.page.locator("#news")).to_be_hidden()
    rater.page.reload()
    rater.wait()
    expect(rater.page.locator("#news")).to_be_hidden()


@pytest.mark.long
@pytest.mark.parametrize("reason", ["session", "day"])
def test_a_limit_ends_the_work_and_the_page_does_not_keep_asking(travel: OpenJourney, reason: str) -> None:
    rater = travel("checked").join()
    asked: list[str] = []
    rater.page.on("request", lambda request: asked.append(request.url))
    change_replies(rater, "leases*", lambda data: data.update(leases=[], reason=reason))
    rater.page.reload()
    rater.screen(reason)
    assert [url for url in asked if "/leases" in url]
    wait_until_drawn(rater.page)
    asked.clear()
    # time passing is what is tried: a page that has not given up asks again after three seconds
    rater.page.wait_for_timeout(4_000)
    assert [url for url in asked if "/leases" in url] == []


@pytest.mark.long
def test_every_stage_says_what_it_is_and_enter_goes_on(travel: OpenJourney) -> None:
    rater = travel("again")
    rater.open()
    welcome = rater.shown.inner_text()
    assert "with about 2 trials" in welcome
    assert "Run by Vision Lab. Questions? lab@example.org" in welcome
    rater.act("join")
    rater.screen("reading")
    rater.turn_pages()
    rater.screen("practice")
    expect(rater.shown).to_contain_text("2 trials to get used to it")
    expect(rater.page.locator("#progress")).to_be_hidden()
    rater.act("begin")
    rater.wait()
    expect(rater.page.locator("#phase")).to_have_text("Practice 1 of 2")
    rater.practise_all()
    rater.screen("test")
    for words in ("one trial", "All your answers must match", "You have 2 tries."):
        expect(rater.shown).to_contain_text(words)
    rater.act("begin")
    rater.wait()
    expect(rater.page.locator("#phase")).to_have_text("Test 1 of 1")
    rater.rate_one(1)
    rater.screen("test-again")
    expect(rater.shown).to_contain_text("You have one more try")
    rater.page.reload()
    rater.begin("test-again")
    expect(rater.page.locator("#progress")).to_be_hidden()
    rater.rate_one(8)
    rater.screen("counts")
    expect(rater.shown).to_contain_text("You have passed the test.")
    expect(rater.shown).to_contain_text("about 2 trials, about 1 minute")
    while rater.page.locator("[data-screen=counts].screen").is_visible():
        rater.page.keyboard.press("Enter")
    rater.wait()
    expect(rater.page.locator("#progress-text")).to_have_text("0 of about 2")
    expect(rater.page.locator("#progress-left")).to_have_text("about 1 minute left")
    rater.page.reload()
    rater.wait()


@pytest.mark.long
def test_who_hands_over_the_browser_is_given_their_code_first(travel: OpenJourney) -> None:
    rater = travel("checked").join()
    name = rater.rater()
    rater.page.locator("[data-open=menu]").click()
    rater.page.locator("#menu [data-open=someone-else]").click()
    box = rater.page.locator("#someone-else")
    code = box.locator(".code").inner_text()
    assert len(code) > 6
    box.locator("[data-action=copy-code]").click()
    expect(box.locator(".copied")).not_to_be_empty()
    box.locator("[data-close]").click()
    rater.page.reload()
    rater.wait()
    assert rater.rater() == name
    rater.page.locator("[data-open=menu]").click()
    rater.page.locator("#menu [data-open=someone-else]").click()
    rater.page.locator("[data-action=someone-else]").click()
    rater.screen("welcome")
    rater.page.locator("summary").click()
    rater.page.locator("#resume-code").fill("KX4T-9Q2M")
    rater.page.locator(".resume-form button").click()
    expect(rater.page.locator("#code-problem")).to_contain_text("Nobody in this study has that code")
    expect(rater.page.locator("#join-problem")).to_be_empty()
    rater.page.locator("#resume-code").fill(code)
    rater.page.locator(".resume-form button").click()
    rater.get_ready()
    assert rater.rater() == name


@pytest.mark.long
def test_nobody_has_to_wait_for_what_others_hold(travel: OpenJourney) -> None:
    rater = travel("checked").join()
    asked: list[str] = []

    def nothing(data: dict[str, Any]) -> None:
        data.update(leases=[], reason="done" if asked else "wait")

    def ended(route: Route) -> None:
        if route.request.method == "POST":
            asked.append(route.request.url)
        end = {"outcome": "complete" if asked else "open", "answered": 2, "redirect": "", "minutes": 3}
        route.fulfill(json={**end, "code": "DONE-9" if asked else ""})

    change_replies(rater, "leases*", nothing)
    rater.page.route("**/api/finish", ended)
    rater.page.reload()
    rater.screen("wait")
    rater.act("finish-now")
    rater.screen("done")
    expect(rater.shown.locator("[data-fill=finish-code]")).to_have_text("DONE-9")
    expect(rater.shown).to_contain_text("2 trials answered in about 3 minutes of work.")
    expect(rater.shown).to_contain_text("You can close this page now.")


def test_no_place_left_is_told_on_the_first_page_with_the_code(travel: OpenJourney) -> None:
    rater = travel()
    said = {"code": "study-full", "problem": "no place", "hint": "", "where": ""}
    refusal = {"error": {**said, "problems": [said]}}
    end = {"outcome": "over_quota", "answered": 0, "code": "FULL-3", "redirect": "https://platform.example/?cc=FULL-3"}
    rater.page.route("**/api/join", lambda route: route.fulfill(status=409, json=refusal))
    rater.page.route("**/api/full*", lambda route: route.fulfill(json=end))
    rater.open(f"?PROLIFIC_PID={prolific_id('late')}")
    rater.act("join")
    rater.screen("full")
    expect(rater.shown.locator("[data-fill=finish-code]")).to_have_text("FULL-3")
    expect(rater.shown.locator("[data-finish=return]")).to_have_attribute("href", str(end["redirect"]))


def test_questions_that_need_no_answer_say_so(travel: OpenJourney) -> None:
    rater = travel("asks")
    rater.open()
    rater.act("join")
    rater.screen("before")
    expect(rater.shown.locator("[data-field=must] .field-label")).to_have_text("Your field?")
    expect(rater.shown.locator("[data-field=may] .field-label")).to_have_text("Anything else? (optional)")
