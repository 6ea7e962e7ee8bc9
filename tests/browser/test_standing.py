"""A score on checks that falls: the rater is told, then thanked and stopped, in both languages, by mouse and by touch."""

from __future__ import annotations

import copy
import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from beholder.store.study_home import Home
from beholder.testing import RunningServer, running_server
from tests.prolific import prolific_id

from .conftest import DESKTOP, PHONE
from .naming_pages import VerifyPage, write_verify_study
from .test_access import violations
from .test_coordinator import Desk
from .waits import to_the_first_trial

MakeContext = Callable[..., BrowserContext]
HIDDEN: tuple[dict[str, str], ...] = (
    {"control": "right"},
    {},
    {"planted": "typo", "copy_of": "n1"},
    {"planted": "other-object"},
)
REVIEW = 30
RULE = """checks: {warn_below: 0.9, stop_below: 0.7, after: 4}
limits: {break_every_minutes: 10}
max_fast_share: 1
crowd: {complete: "DONE-1", failed_checks: "CHECKS-9"}
"""


def watched_study(example: Path, folder: Path) -> Path:
    """Objects with four names each, of which three are controls, and with groups and names four checks."""
    write_verify_study(example, folder)
    items = folder / "items.jsonl"
    first = json.loads(items.read_text(encoding="utf-8").splitlines()[0])
    lines = [copy.deepcopy({**first, "id": f"object-{n}"}) for n in range(3 * REVIEW)]
    for line in lines:
        for candidate, more in zip(line["candidates"], HIDDEN, strict=True):
            candidate.update(more)
    items.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    study = folder / "study.yaml"
    text = study.read_text(encoding="utf-8")
    start = text.index("checks:")
    study.write_text(text[:start] + RULE + text[text.index("contact:") :], encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def server(painted: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A study that watches its raters closely."""
    folder = watched_study(painted("naming-verify"), tmp_path_factory.mktemp("watched") / "study")
    with running_server(folder) as running:
        yield running


def excluded_by(folder: Path, rater: str) -> list[str]:
    """By which rule each answer of the rater was taken out, in the order of the answers."""
    conn = sqlite3.connect(f"file:{Home(folder).database}?mode=ro", uri=True)
    try:
        found = conn.execute("SELECT excluded_by FROM answers WHERE rater = ? ORDER BY seq", [rater]).fetchall()
    finally:
        conn.close()
    return [str(rule) for (rule,) in found]


def judge(page: VerifyPage, press: str, faults: dict[str, tuple[str, str]]) -> None:
    """Judges the names as told, and sends."""
    groups: dict[bool, int] = {}
    for place, name in enumerate(page.names()):
        # a new group is offered once the one before it has a name
        group = groups.setdefault(name == "ball", len(groups) + 1)
        adequacy, fault = faults.get(name, ("perfect", ""))
        chosen = [page.option(place, "adequacy", adequacy)]
        chosen += [page.option(place, "inadequacy", fault)] if fault else []
        chosen.append(page.chip(place, group))
        for one in chosen:
            one.scroll_into_view_if_needed()
            getattr(one, press)()
    getattr(page.next, press)()


RIGHT = {"dgo": ("slight", "linguistic"), "ball": ("inadequate", "referential")}
WRONG = {"dog": ("inadequate", "visual"), "dgo": ("slight", "visual"), "ball": ("slight", "other")}


class SentBefore:
    """What the page sent first, so that a program can go on with it: nobody judges thirty objects by hand."""

    def __init__(self, page: Page) -> None:
        self.requests: list[Request] = []
        page.on("request", lambda request: self.requests.append(request) if request.method == "PUT" else None)

    def go_on(self, answers: int) -> None:
        """So many further answers, all the same, whatever stands where."""
        first = self.requests[0]
        base, headers = first.url.partition("/answers/")[0], {"authorization": first.headers["authorization"]}
        sent: dict[str, object] = first.post_data_json or {}
        with httpx.Client(base_url=base, headers=headers) as client:
            for _ in range(answers):
                lease = client.post("/leases", json={"want": 1}).json()["leases"][0]["lease"]
                reply = client.put(f"/answers/again-{lease}", json={**sent, "lease": lease})
                assert reply.json()["saved"] is True, reply.text
                assert "standing" not in reply.json()


@pytest.mark.long
@pytest.mark.parametrize(("way", "language"), [("mouse", "en"), ("touch", "zh")])
def test_warned_then_stopped(way: str, language: str, server: RunningServer, make_context: MakeContext) -> None:
    press, device = ("tap", PHONE) if way == "touch" else ("click", DESKTOP)
    page = VerifyPage(make_context(**device).new_page(), server.folders[0])
    sent = SentBefore(page.page)
    page.page.goto(f"{server.rater_url(0)}?lang={language}&PROLIFIC_PID={prolific_id(way + '-' + language)}")
    page.page.locator("[data-action=join]").click()
    to_the_first_trial(page.page)
    judge(page, press, WRONG)
    page.wait()
    sent.go_on(REVIEW - 2)
    page.page.reload()
    page.wait()
    judge(page, press, RIGHT)
    # the trial on screen is not interrupted; what is to be told stands before the one after it
    page.wait()
    judge(page, press, RIGHT)
    warned = page.page.locator(".screen[data-screen=warned]")
    expect(warned).to_be_visible()
    expect(warned).to_contain_text("70")
    assert violations(page.page) == []
    getattr(warned.locator("[data-action=warning-read]"), press)()
    # said once: reloading does not say it again
    page.wait()
    sent.go_on(REVIEW - 2)
    page.page.reload()
    page.wait()
    judge(page, press, WRONG)
    ended = page.page.locator(".screen[data-screen=failed-checks]")
    expect(ended).to_be_visible()
    expect(ended.locator("[data-fill=finish-code]")).to_have_text("CHECKS-9")
    assert violations(page.page) == []
    page.page.reload()
    expect(page.page.locator(".screen[data-screen=failed-checks] [data-fill=finish-code]")).to_have_text("CHECKS-9")
    expect(page.form).to_have_count(0)
    assert set(excluded_by(page.folder, page.stored()[0].rater)) <= {"check-score", "stopped"}


@pytest.mark.long
def test_stopped_by_a_person_while_at_work(server: RunningServer, make_context: MakeContext) -> None:
    page = VerifyPage(make_context().new_page(), server.folders[0])
    page.page.goto(f"{server.rater_url(0)}?PROLIFIC_PID={prolific_id('by-hand')}")
    page.page.locator("[data-action=join]").click()
    to_the_first_trial(page.page)
    judge(page, "click", RIGHT)
    page.wait()
    (given,) = page.stored()
    desk = Desk(server, {})
    coordinator = desk.sit(make_context)
    desk.go(coordinator, "raters")
    coordinator.locator("#exclude-rater").select_option(given.rater)
    coordinator.locator("#exclude-reason").fill("asked to")
    coordinator.locator("#exclude button").click()
    expect(coordinator.locator("table")).to_contain_text("stopped")
    judge(page, "click", RIGHT)
    ended = page.page.locator(".screen[data-screen=stopped]")
    expect(ended).to_be_visible()
    expect(ended.locator("[data-fill=finish-code]")).to_have_text("CHECKS-9")
    assert excluded_by(page.folder, given.rater) == ["by-hand", "stopped"]
