"""What a rater sees on a page, read from the page itself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import Page

SCRIPT = Path(__file__).with_name("screen.js")

Value = str | tuple[str, ...]
Answers = dict[str, Value]


@dataclass(frozen=True)
class Focus:
    """The control that has the focus. `reached` by Tab, `touched` by a pointer, or put there by the page."""

    tag: str
    type: str
    where: str
    row: int
    part: str
    closes: bool
    typing: bool
    inDialog: bool
    submits: bool
    reached: bool
    touched: bool


@dataclass(frozen=True)
class Screen:
    """One look at the page. Keys may speak of a `slot`, of the question at `hand`, or of the number they are `counting`."""

    screen: str
    dialog: str
    passes: bool
    lease: str
    answers: Answers
    kinds: dict[str, str]
    faults: tuple[str, ...]
    focus: Focus
    complete: bool = False
    revising: bool = False
    unchanged: bool = False
    backward: bool = False
    problems: str = ""
    slot: int = -1
    counting: str = ""
    hand: str = ""
    undoes: bool = False
    """Whether Backspace takes back the last change of a question about places."""

    @property
    def changed(self) -> bool:
        """Whether an earlier answer has been changed and not saved."""
        return self.revising and not self.unchanged

    @classmethod
    def read(cls, page: Page) -> Self:
        """Looks at the page; `faults` are answers that cannot be read, or are not what would be sent."""
        seen: dict[str, Any] = page.evaluate("walk.read()")
        fields: dict[str, dict[str, Any]] = seen.pop("fields")
        focus = Focus(**seen.pop("focus"))
        return cls(
            answers={where: _value(one["value"]) for where, one in fields.items()},
            kinds={where: one["kind"] for where, one in fields.items()},
            faults=tuple(text for where, one in fields.items() for text in _faults(where, one)),
            focus=focus,
            **seen,
        )


def _value(found: Any) -> Value:
    return tuple(found) if isinstance(found, list) else str(found)


def _faults(where: str, one: dict[str, Any]) -> list[str]:
    faults = [f"{where} = {one['value']!r} is covered by {under}" for under in one["under"]]
    if not one["clear"]:
        faults.append(f"{where} = {one['value']!r} cannot be told from what is not chosen")
    sent = one["held"]
    if sent != one["value"] and not (sent is None and one["half"]):
        faults.append(f"{where} shows {one['value']!r} and would send {sent!r}")
    return faults
