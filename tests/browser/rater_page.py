"""Drives the rater's page as a person would, and reads what the server stored."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import Locator, Page, expect

from beholder.store.study_home import Home

from .waits import to_the_first_trial, wait_until_settled

VIEWS = ("image", "overlay", "mask", "zoom", "zoom_overlay")
GATE = ("overlay", "mask", "zoom_overlay")
_LOOKED_AT = """(view) => {
    const { log } = document.querySelector("form.trial.current bh-mask-views");
    return log.now === view && log.counted && log.seen(view);
}"""


@dataclass(frozen=True)
class Stored:
    """One stored answer."""

    answer: str
    lease: str
    rater: str
    revision: int
    payload: dict[str, Any]
    meta: dict[str, Any]
    active_ms: int


def tab_to(target: Locator) -> None:
    """The focus as someone brings it by keyboard: from the control before, which differs from being led there."""
    target.focus()
    target.page.keyboard.press("Shift+Tab")
    target.page.keyboard.press("Tab")
    expect(target).to_be_focused()


class RaterPage:
    """One tab of one rater."""

    def __init__(self, page: Page, url: str, folder: Path) -> None:
        self.page = page
        self.url = url
        self.folder = folder

    @property
    def trial(self) -> Locator:
        """The trial on screen."""
        return self.page.locator("form.trial.current")

    def open(self, query: str = "") -> None:
        """Opens the address; what comes depends on who was here before."""
        self.page.goto(self.url + query)

    def join(self, query: str = "") -> Self:
        """A new rater, at the first trial."""
        self.open(query)
        self.page.locator("[data-action=join]").click()
        self.get_ready()
        return self

    def get_ready(self) -> None:
        """Through the guideline and the screens between two stages, to a trial that takes answers."""
        to_the_first_trial(self.page)

    def hand_over(self) -> None:
        """Leaves the browser to somebody else."""
        self.page.locator("[data-open=menu]").click()
        self.page.locator("#menu [data-open=someone-else]").click()
        self.page.locator("[data-action=someone-else]").click()

    def wait(self) -> None:
        """Until a trial is on screen and takes answers."""
        expect(self.trial).to_be_visible()
        self.settle()

    def settle(self) -> None:
        """Until the page no longer ignores a click as the second of a double click."""
        wait_until_settled(self.page)

    @property
    def lease(self) -> str:
        """Which showing is on screen."""
        return str(self.trial.get_attribute("data-lease"))

    def view(self, name: str) -> Locator:
        """A thumbnail."""
        return self.trial.locator(f".view[data-view={name}]")

    def look(self, *names: str) -> None:
        """Hovers over views until each counts as opened."""
        for name in names:
            self.view(name).hover()
            self.wait_for_look(name)
            expect(self.view(name)).to_have_class("view wanted seen" if name in GATE else "view seen")

    def wait_for_look(self, name: str) -> None:
        """Until a view on screen counts as looked at; a second look shows nowhere on the page."""
        self.page.wait_for_function(_LOOKED_AT, arg=name)

    def rate(self, points: int) -> None:
        """Clicks a rating."""
        self.trial.locator(f".point:has(input[name=quality][value='{points}'])").click()

    def send(self) -> None:
        """Clicks Next and waits for another trial or screen."""
        before = self.lease
        self.trial.locator("button[type=submit]").click()
        expect(self.page.locator(f"form.trial.current[data-lease='{before}']")).to_have_count(0)
        # while pictures are fetched another screen stands for a moment; a trial that follows it must settle, too
        come = "form.trial.current, .screen:visible:not([data-screen=loading])"
        expect(self.page.locator(come).first).to_be_visible()
        if self.trial.count():
            self.settle()

    def answer(self, points: int) -> str:
        """One whole trial by mouse; its lease."""
        lease = self.lease
        self.look(*GATE)
        self.rate(points)
        self.send()
        return lease

    def state(self, name: str) -> None:
        """Waits until the bar says so."""
        expect(self.page.locator("#save-state")).to_have_attribute("data-state", name)

    def screen(self, name: str) -> None:
        """Waits for a screen."""
        expect(self.page.locator(f"[data-screen={name}].screen")).to_be_visible()

    def rater(self) -> str:
        """The pseudonym in this browser."""
        script = """() => new Promise((resolve) => {
            const asked = indexedDB.open("beholder");
            asked.onsuccess = () => {
                const all = asked.result.transaction("seats").objectStore("seats").getAll();
                all.onsuccess = () => resolve(all.result.at(-1).rater);
            };
        })"""
        return str(self.page.evaluate(script))

    def stored(self, rater: str | None = None) -> list[Stored]:
        """What the server has of this rater, oldest first."""
        return read_stored(self.folder, rater or self.rater())

    def pixel(self, x: float, y: float, *, within: str = ".views-large") -> list[int]:
        """The colour of the shown view at a place given as shares of its width and height."""
        canvas = self.trial.locator(f"{within} canvas:not([hidden])")
        script = """(canvas, [x, y]) => [...canvas.getContext("2d").getImageData(
            Math.min(canvas.width - 1, Math.floor(x * canvas.width)),
            Math.min(canvas.height - 1, Math.floor(y * canvas.height)), 1, 1).data].slice(0, 3)"""
        colour: list[int] = canvas.evaluate(script, [x, y])
        return colour


def read_stored(folder: Path, rater: str) -> list[Stored]:
    """The answers of one rater straight from the store; what was withdrawn is gone."""
    conn = sqlite3.connect(f"file:{Home(folder).database}?mode=ro", uri=True)
    try:
        rows = conn.execute(
            "SELECT a.answer, a.lease, a.rater, a.revision, p.payload, p.meta, a.active_ms FROM answers a "
            "JOIN payloads p ON p.answer = a.answer WHERE a.rater = ? ORDER BY a.seq",
            [rater],
        ).fetchall()
    finally:
        conn.close()
    return [Stored(a, lease, r, n, json.loads(p), json.loads(m), ms) for a, lease, r, n, p, m, ms in rows if p]
