"""What the chain says there must be: collected record by record, to be held against tables or a release."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from beholder.declarations.states import ExcludedBy, LeaseState, RaterKind, Showing, StudyState
from beholder.store.records import Record

__all__ = ["Ledger", "Recorded", "adjudicator"]

# what became of a showing whose answer carries that mark, where the record does not say it
_STATE_OF_MARK = {
    "": LeaseState.ANSWERED,
    ExcludedBy.LATE: LeaseState.LATE,
    ExcludedBy.STOPPED: LeaseState.EXCLUDED,
}


def adjudicator(author: str) -> str:
    """The pseudonym under which somebody who runs the study decides."""
    return f"adjudicator-{author}"[:60]


@dataclass(slots=True)
class Recorded:
    """A record whose row is looked for: what its body says, when, and its salted digest."""

    body: Mapping[str, Any]
    at: int
    author: str
    digest: str


@dataclass
class Ledger:
    """The sum of all records. Records of earlier formats say less; what they are silent about is not compared."""

    answers: dict[str, Recorded] = field(default_factory=dict)
    excluded: dict[str, str] = field(default_factory=dict)
    withdrawn: set[str] = field(default_factory=set)
    raters: dict[str, Recorded] = field(default_factory=dict)
    adjudicators: set[str] = field(default_factory=set)
    sheets: dict[tuple[str, str], Recorded] = field(default_factory=dict)
    guidelines: dict[int, Recorded] = field(default_factory=dict)
    versions: dict[int, Recorded] = field(default_factory=dict)
    inventory: Mapping[str, Any] = field(default_factory=dict)
    start: Recorded | None = None
    state: str = StudyState.OPEN
    phase: str = Showing.MAIN
    showings: dict[str, str | None] = field(default_factory=dict)
    """What became of each showing that was answered; None where the records do not tell."""

    suspensions: list[tuple[int | str | None, bool]] = field(default_factory=list)
    """Items taken out of what is served (True) and back in, by number or id; None stands for all."""

    stopped: dict[int, Recorded] = field(default_factory=dict)
    """Trials that a rule stopped and that are not asked for again since."""

    answered: dict[str, dict[str, str]] = field(default_factory=dict)
    """The kinds of the showings that each rater answered."""

    judges: dict[str, Recorded] = field(default_factory=dict)
    judgments: dict[tuple[str, int, int], Recorded] = field(default_factory=dict)
    """What models said, by judge, trial and occasion."""

    calls: dict[int, Recorded] = field(default_factory=dict)
    """Requests to models by their number. Those of the first studies with models are in no record."""

    def kind_of(self, rater: str) -> str:
        """The kind of a rater; empty for somebody who never joined."""
        if rater in self.adjudicators:
            return RaterKind.ADJUDICATOR
        return str(self.raters[rater].body["kind"]) if rater in self.raters else ""

    def read(self, record: Record) -> None:
        """Takes one record in."""
        take = self._readers.get(record.kind)
        if take is not None:
            take(record, json.loads(record.body))

    @cached_property
    def _readers(self) -> dict[str, Callable[[Record, dict[str, Any]], None]]:
        return {
            "act": self._act,
            "answer": self._answer,
            "ask-again": self._ask_again,
            "call": self._call,
            "exclude": self._exclude,
            "inventory": self._inventory,
            "join": self._join,
            "judge": self._judge,
            "judgment": self._judgment,
            "qualification": self._qualification,
            "sheet": self._sheet,
            "start": self._version,
            "state": self._state,
            "stop": self._stop,
            "suspend": self._suspend,
            "version": self._version,
            "withdraw": self._withdraw,
        }

    def _answer(self, record: Record, body: dict[str, Any]) -> None:
        self.answers[record.subject] = Recorded(body | {"seq": record.seq}, record.at, record.subject, record.digest)
        self.answered.setdefault(body["rater"], {})[body["lease"]] = body["kind"]
        by_mark = _STATE_OF_MARK.get(body["excluded_by"])
        if "state" in body or body["revision"] == 1:
            self.showings[body["lease"]] = body.get("state", by_mark)

    def _exclude(self, record: Record, body: dict[str, Any]) -> None:
        self.excluded[record.subject] = body["rule"]
        if record.subject in self.answers:
            self.showings[self.answers[record.subject].body["lease"]] = body.get("state")

    def _withdraw(self, record: Record, body: dict[str, Any]) -> None:
        self.withdrawn.add(record.subject)
        for lease in self.answered.get(record.subject, ()):
            if self.showings[lease] in LeaseState.HAS_ANSWER:
                self.showings[lease] = LeaseState.WITHDRAWN

    def _qualification(self, record: Record, body: dict[str, Any]) -> None:
        if body.get("again", True):
            told = LeaseState.SET_ASIDE if "again" in body else None
            mine = self.answered.get(record.subject, {})
            self.showings.update((lease, told) for lease, kind in mine.items() if kind == Showing.QUALIFICATION)

    def _act(self, record: Record, body: dict[str, Any]) -> None:
        if body["what"] == "guideline":
            self.guidelines[body["number"]] = Recorded(body, record.at, record.subject, body.get("digest", ""))
        elif body["what"] == "adjudicate":
            self.adjudicators.add(adjudicator(record.subject))
        elif body["what"] in ("suspend", "resume", "resume-all"):
            self.suspensions.append((body.get("item"), body["what"] == "suspend"))
        elif body["what"] == "phase":
            self.phase = body["phase"]
            if self.phase == Showing.MAIN:
                self._end_pilot()

    def _end_pilot(self) -> None:
        for given in self.answered.values():
            for lease, kind in given.items():
                if kind == Showing.PILOT and self.showings[lease] in LeaseState.PILOTED:
                    self.showings[lease] = LeaseState.SET_ASIDE

    def _stop(self, record: Record, body: dict[str, Any]) -> None:
        self.stopped[int(record.subject)] = Recorded(body, record.at, record.subject, record.digest)

    def _ask_again(self, record: Record, body: dict[str, Any]) -> None:
        self.stopped.pop(int(record.subject), None)

    def _suspend(self, record: Record, body: dict[str, Any]) -> None:
        self.suspensions.append((int(record.subject), True))

    def suspended_items(self, numbers: Mapping[str, int]) -> set[int]:
        """The items that are not served at the end of the records; `numbers` are those of items by id."""
        out: set[int] = set()
        for named, suspended in self.suspensions:
            if named is None:
                out.clear()
                continue
            # an id that no item has is a fault that is told elsewhere
            number = numbers.get(named, -1) if isinstance(named, str) else named
            (out.add if suspended else out.discard)(number)
        return out

    def _version(self, record: Record, body: dict[str, Any]) -> None:
        found = Recorded(body, record.at, record.subject, body["digest"])
        self.versions[body["version"]] = found
        if record.kind == "start":
            self.start = found
        # a version of an earlier format may have added items, about which it is silent
        self.inventory = body if "format" in body else {}

    def _inventory(self, record: Record, body: dict[str, Any]) -> None:
        self.inventory = body

    def _join(self, record: Record, body: dict[str, Any]) -> None:
        self.raters[record.subject] = Recorded(body, record.at, record.subject, record.digest)

    def _judge(self, record: Record, body: dict[str, Any]) -> None:
        self.judges[record.subject] = Recorded(body, record.at, record.subject, record.digest)

    def _call(self, record: Record, body: dict[str, Any]) -> None:
        self.calls[body["call"]] = Recorded(body, record.at, record.subject, record.digest)

    def _judgment(self, record: Record, body: dict[str, Any]) -> None:
        place = (record.subject, body["trial"], body["occasion"])
        self.judgments[place] = Recorded(body | {"seq": record.seq}, record.at, record.subject, record.digest)

    def _sheet(self, record: Record, body: dict[str, Any]) -> None:
        self.sheets[record.subject, body["name"]] = Recorded(body, record.at, record.subject, record.digest)

    def _state(self, record: Record, body: dict[str, Any]) -> None:
        self.state = record.subject
