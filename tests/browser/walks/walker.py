"""Takes a walk on a page in a real browser and holds every step against the model and the server."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, ViewportSize
from playwright.sync_api import TimeoutError as Late

from ..rater_page import RaterPage
from ..waits import wait_until_settled
from .actions import FORM, SPOTS, Action, Point, Press, Reload, Resize, Target
from .model import PageModel, given, matches
from .screen import SCRIPT, Answers, Screen, Value

SIZE: ViewportSize = {"width": 1440, "height": 900}
# what must come comes within a moment; a machine that does much else at the same time may take seconds
PATIENCE_MS = 15_000
_TURNED = f"(lease) => document.querySelector('{FORM}')?.dataset.lease !== lease"
_HERE = (
    f"() => document.querySelector('{FORM}') || document.querySelector('.screen:not([hidden], [data-screen=loading])')"
)


@dataclass
class Walker:
    """A rater who walks. A new one sits down whenever a walk failed or the trials ran out."""

    model: PageModel
    address: str
    folder: Path
    make_context: Callable[[], BrowserContext]
    steps: int = 0
    walks: int = 0
    errors: list[str] = field(default_factory=list)
    context: BrowserContext | None = None
    kept: dict[str, Answers] = field(default_factory=dict)
    """The answers of every trial met: as they were left, or as they were sent."""

    def walk(self, actions: Iterable[Action]) -> None:
        """One walk, which ends with an answer sent; raises where the page does what nobody asked for."""
        done: list[Action] = []
        try:
            if self.context is None:
                self.sit_down()
            self.walks += 1
            for action in actions:
                done.append(action)
                self.step(action)
            self.finish()
            assert self.errors == [], f"errors of the page: {self.errors}"
        except BaseException as error:
            self.stand_up()
            error.add_note(f"after: {', '.join(map(repr, done))}")
            raise

    # beginning and end

    def sit_down(self) -> None:
        """A new rater with one answer behind them, so that there is something to go back to."""
        self.context = self.make_context()
        self.context.add_init_script(path=SCRIPT)
        self.errors, self.kept = [], {}
        self.context.on("weberror", lambda error: self.errors.append(str(error.error)))
        self.page = self.context.new_page()
        self.page.set_default_timeout(30_000)
        # who is asked whether to leave with an unsaved change says yes
        self.page.on("dialog", lambda asked: asked.accept())
        self.fingers = self.context.new_cdp_session(self.page)
        self.rater = RaterPage(self.page, self.address, self.folder).join("?lang=en")
        self.name = self.rater.rater()
        self.seen = self.look()
        self.finish()

    def stand_up(self) -> None:
        """Leaves the browser to the next."""
        if self.context:
            self.context.close()
        self.context = None

    def finish(self) -> None:
        """Goes to the open trial, answers by mouse what has no answer, sends it, and stands as at the beginning."""
        self._resize(**SIZE)
        for _ in range(3):
            if self.seen.dialog:
                self.step(Press("Escape"))
        if self.seen.revising:
            self.fill()
            self.step(Point("next"))
        self.fill()
        assert self.seen.complete, f"not complete with {self.seen.answers}: {self.seen.problems}"
        self.step(Point("next"))
        self.page.mouse.move(1, 1)
        self.page.evaluate("walk.forget()")
        if not self.seen.lease:
            self.stand_up()

    def fill(self) -> None:
        """Answers by mouse what has no answer; an answer may ask for another."""
        self.model.prepare(self.rater)
        for _ in range(4):
            for target in self.model.fill(self.look()):
                self.seen = self.look()
                self.step(Point(target))
                if target.part == "text":
                    self.step(Press("x"))
        self.seen = self.look()

    # one step

    def step(self, action: Action) -> None:
        """Does it and looks what came of it."""
        before = self.seen
        if not self._do(before, action):
            return
        self.steps += 1
        sends, backs = self.model.may_send(before, action), self.model.may_go_back(before, action)
        must = (sends and not before.dialog and (before.complete or before.unchanged)) or backs
        if must:
            self._await_turn(before, action)
        after = self.look()
        assert after.dialog in ("", before.dialog) or self.model.may_open(before, action), (
            f"{action} opened {after.dialog}"
        )
        if after.lease == before.lease:
            expected = self.model.outcomes(before, action)
            assert any(matches(after.answers, one) for one in expected), _told(action, before, after, expected)
            self._seen(after)
            return
        again = isinstance(action, Reload) and before.revising
        assert must or sends or again, f"{action} left the trial"
        saved = before.dialog == "unsaved" and before.focus.part == "save"
        dropped = again or (before.dialog == "unsaved" and not saved)
        self._left(before, sent=(sends and not backs) or saved, dropped=dropped)
        self._seen(self._arrive())

    def _do(self, before: Screen, action: Action) -> bool:
        """Whether there was anything to do."""
        if isinstance(action, Point):
            return self._point(action)
        if isinstance(action, Press):
            if _leads_away(before, action.key):
                return False
            self._press(action)
            if action.key.endswith("Tab"):
                self.page.evaluate("walk.tabbed()")
            return True
        if isinstance(action, Resize):
            self._resize(action.width, action.height)
            return True
        self.page.reload()
        self._arrive()
        return True

    def _point(self, action: Point) -> bool:
        selector = action.at.selector if isinstance(action.at, Target) else {**SPOTS, **self.model.spots}[action.at]
        place: Any = self.page.evaluate("(at) => walk.place(at)", selector)
        if place is None:
            return False
        under = place.get("under", "")
        if under:
            assert action.target is None or "word-marks" in under or "notice" in under, (
                f"{action.at} lies under {under}"
            )
            return False
        if action.way == "tap":
            self.fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [_at(place)]})
            self.fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        else:
            self.page.mouse.click(place["x"], place["y"], click_count=2 if action.way == "double" else 1)
        self.page.evaluate("walk.pointed()")
        return True

    def _press(self, action: Press) -> None:
        keyboard = self.page.keyboard
        if action.way == "held":
            for _ in range(4):
                keyboard.down(action.key)
            keyboard.up(action.key)
        else:
            for _ in range(2 if action.way == "twice" else 1):
                keyboard.press(action.key)

    def _resize(self, width: int, height: int) -> None:
        if self.page.viewport_size != {"width": width, "height": height}:
            self.page.set_viewport_size({"width": width, "height": height})

    # from trial to trial

    def _await_turn(self, before: Screen, action: Action) -> None:
        try:
            self.page.wait_for_function(_TURNED, arg=before.lease, timeout=PATIENCE_MS, polling=20)
        except Late:
            raise AssertionError(f"{action} did nothing, with {given(before.answers)}") from None

    def _arrive(self) -> Screen:
        self.page.wait_for_function(_HERE, polling=20)
        if self.page.query_selector(FORM):
            wait_until_settled(self.page)
        return self.look()

    def _left(self, before: Screen, *, sent: bool, dropped: bool) -> None:
        """What was left behind is kept as it was: sent, or put aside, unless a change was dropped."""
        if not dropped:
            self.kept[before.lease] = before.answers
        if not sent:
            return
        self.page.wait_for_selector("#save-state[data-state=saved]", state="attached")
        stored = [one.payload for one in self.rater.stored(self.name) if one.lease == before.lease]
        assert stored, f"nothing is stored of {given(before.answers)}"
        kept = as_shown(stored[-1], before.kinds)
        assert kept == _plain(before.answers), f"stored {kept}, shown {given(before.answers)}"

    def _seen(self, after: Screen) -> None:
        """Every answer can be read. A trial met again stands as it was left; a new one is empty."""
        assert not after.faults, "; ".join(after.faults)
        if after.lease and after.lease != self.seen.lease:
            expected = self.kept.get(after.lease, {})
            assert matches(_plain(after.answers), _plain(expected)), (
                f"came to {given(after.answers)}, left as {given(expected)}"
            )
        self.seen = after

    def look(self) -> Screen:
        """Reads the page."""
        return Screen.read(self.page)


def _leads_away(seen: Screen, key: str) -> bool:
    """At the controls of a dialog, keys do what the dialog is for: send a message, change the language, end the visit."""
    if seen.dialog == "unsaved" or seen.dialog.startswith("viewer"):
        return False
    return seen.focus.inDialog and not seen.focus.closes and (key in ("Enter", "Space") or key.startswith("Arrow"))


def _at(place: dict[str, Any]) -> dict[str, float]:
    return {"x": place["x"], "y": place["y"]}


def _told(action: Action, before: Screen, after: Screen, expected: list[Answers]) -> str:
    return f"{action}: {given(before.answers)} became {given(after.answers)}, not {' or '.join(str(given(one)) for one in expected)}"


def as_shown(payload: dict[str, Any], kinds: Mapping[str, str]) -> Answers:
    """A stored answer in the words of the page."""
    named = [
        *payload["trial"].items(),
        *((f"{n}.{k}", v) for n, one in enumerate(payload["slots"]) for k, v in one.items()),
    ]
    return _plain({where: _shown(value, kinds.get(where, "")) for where, value in named})


def _shown(value: Any, kind: str) -> Value:
    if value is None:
        return ""
    if kind == "regions":
        return tuple(map(_mark, value)) or ("none",)
    if kind == "word_marks":
        marks = tuple(mark for _, mark in value)
        return marks if any(marks) else ("none",)
    if isinstance(value, list):
        return tuple("" if one is None else str(one) for one in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def _mark(mark: dict[str, Any]) -> str:
    """Where a mark is, and what was said of it."""
    place = ",".join(f"{mark[side]:g}" for side in ("x", "y", "width", "height") if mark.get(side) is not None)
    return "|".join((place, mark.get("reason") or "", (mark.get("note") or "").strip()))


def _plain(answers: Answers) -> Answers:
    """Groups by the order of their first place, as they are stored; flags in the order of their names."""
    plain = dict(given(answers))
    if "group" in plain:
        order = list(dict.fromkeys(plain["group"]))
        plain["group"] = tuple(str(order.index(one) + 1) for one in plain["group"])
    if "flags" in plain:
        plain["flags"] = tuple(sorted(plain["flags"]))
    return plain
