"""The chain of a study read as a story: which stages each rater left behind, and what was done to the study when."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from beholder.declarations.states import LeaseState, RaterKind, Showing
from beholder.engine.ledger import Ledger
from beholder.store.records import Record

__all__ = ["LOOKS", "Chronicle", "Event", "MainAnswer", "read_chronicle"]

LOOKS = ("look", "unblinded-export")
"""Acts by which somebody saw results, or could have, before the study was closed."""


class Event(NamedTuple):
    """Something done to the study: the kind of its record, whose name it carries, and what it says.

    `answers` were in by then, and `looks` at results were on record.
    """

    at: int
    kind: str
    subject: str
    body: Mapping[str, Any]
    answers: int
    looks: int

    @property
    def what(self) -> str:
        """What an act was; otherwise the kind of the record."""
        return str(self.body["what"]) if self.kind == "act" else self.kind


class MainAnswer(NamedTuple):
    """The last answer to a rating trial: whose, to which, and by what it was taken out; `held` if it fills its place."""

    rater: str
    trial: int
    excluded_by: str
    held: bool


@dataclass
class Chronicle:
    """What the records tell. `passed` are the stages that each rater went on from, `stage` is where they are now."""

    ledger: Ledger = field(default_factory=Ledger)
    passed: dict[str, set[str]] = field(default_factory=dict)
    stage: dict[str, str] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)

    @cached_property
    def raters(self) -> tuple[str, ...]:
        """Everybody who joined, in that order. Adjudicators run the study and are not among them."""
        people = self.ledger.raters
        return tuple(name for name in people if self.ledger.kind_of(name) != RaterKind.ADJUDICATOR)

    @cached_property
    def main(self) -> tuple[MainAnswer, ...]:
        """One for each rating trial that somebody answered; of several revisions the last."""
        last: dict[str, str] = {}
        for answer, recorded in self.ledger.answers.items():
            if recorded.body["kind"] in Showing.COUNTED:
                last[recorded.body["lease"]] = answer
        return tuple(self._main(lease, answer) for lease, answer in last.items())

    def _main(self, lease: str, answer: str) -> MainAnswer:
        body = self.ledger.answers[answer].body
        out = self.ledger.excluded.get(answer, body["excluded_by"])
        if body["rater"] in self.ledger.withdrawn:
            out = LeaseState.WITHDRAWN.value
        state = self.ledger.showings.get(lease)
        # the first records did not say what became of a showing; what is not taken out fills its place
        held = state == LeaseState.ANSWERED if state is not None else not out
        return MainAnswer(str(body["rater"]), int(body["trial"]), str(out), held)

    @property
    def looks(self) -> list[Event]:
        """The looks at results that are on record."""
        return [event for event in self.events if event.what in LOOKS]


_TOLD = ("start", "version", "act", "state", "suspend")


def read_chronicle(records: Iterable[Record]) -> Chronicle:
    """Follows the chain once."""
    found = Chronicle()
    answers = looks = 0
    for record in records:
        found.ledger.read(record)
        if record.kind == "answer":
            body = found.ledger.answers[record.subject].body
            answers += body["kind"] in Showing.COUNTED and body["revision"] == 1
        elif record.kind == "stage":
            moved = json.loads(record.body)
            found.passed.setdefault(record.subject, set()).add(moved["from"])
            found.stage[record.subject] = moved["to"]
        elif record.kind in _TOLD:
            event = Event(record.at, record.kind, record.subject, json.loads(record.body), answers, looks)
            found.events.append(event)
            looks += event.what in LOOKS
    return found
