"""The answers that count for a rule, as the chain goes on."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from beholder.declarations.states import RaterKind, Showing
from beholder.engine.stopping.ballot import Ballot, BallotReader
from beholder.protocols import Declaration
from beholder.store.records import Record

__all__ = ["Tally", "VotedOn"]

VotedOn = tuple[str, int]
"""The kind of a showing, and its trial."""


class _Given(NamedTuple):
    where: VotedOn
    lease: str
    rater: str


class Tally:
    """Reads records one by one. `payloads` are the raw answers by id; `unknown` counts those that were erased."""

    def __init__(self, declaration: Declaration, payloads: Mapping[str, str | None]) -> None:
        self.unknown = 0
        self._payloads = payloads
        self._reader = BallotReader(declaration)
        self._kinds: dict[str, str] = {}
        self._given: dict[str, _Given] = {}
        """Each answer that counted once."""
        self._counting: dict[VotedOn, dict[str, tuple[str, Ballot | None]]] = defaultdict(dict)
        """By lease the newest answer and what it said; None where it was erased."""
        self._read: Mapping[str, Callable[[Record, dict[str, Any]], Sequence[VotedOn]]] = {
            "join": self._join,
            "answer": self._answer,
            "exclude": self._exclude,
            "withdraw": self._withdraw,
        }

    def read(self, record: Record) -> Sequence[VotedOn]:
        """Takes one record in; the trials whose answers it changed."""
        take = self._read.get(record.kind)
        return () if take is None else take(record, json.loads(record.body))

    def votes(self, kind: str, trial: int) -> list[tuple[str, Ballot | None]]:
        """The answers to a trial that count by now, each with what it said."""
        return list(self._counting[kind, trial].values())

    def counts(self, body: Mapping[str, Any]) -> bool:
        """Whether the answer of this record counts for a rule: of people, about the study itself, and not taken out."""
        planned = body["kind"] in Showing.PLANNED and not body["excluded_by"]
        return planned and self._kinds.get(body["rater"]) in RaterKind.PEOPLE

    def _join(self, record: Record, body: dict[str, Any]) -> Sequence[VotedOn]:
        self._kinds[record.subject] = str(body["kind"])
        return ()

    def _answer(self, record: Record, body: dict[str, Any]) -> Sequence[VotedOn]:
        if not self.counts(body):
            return ()
        given = _Given((str(body["kind"]), int(body["trial"])), str(body["lease"]), str(body["rater"]))
        self._given[record.subject] = given
        payload = self._payloads.get(record.subject)
        ballot = None if payload is None else self._reader.read(str(body["slots"]), payload)
        self._take_out(given)
        self._counting[given.where][given.lease] = (record.subject, ballot)
        self.unknown += ballot is None
        return [given.where]

    def _take_out(self, given: _Given) -> VotedOn:
        before = self._counting[given.where].pop(given.lease, None)
        self.unknown -= before is not None and before[1] is None
        return given.where

    def _exclude(self, record: Record, body: dict[str, Any]) -> Sequence[VotedOn]:
        given = self._given.get(record.subject)
        return () if given is None else [self._take_out(given)]

    def _withdraw(self, record: Record, body: dict[str, Any]) -> Sequence[VotedOn]:
        return [self._take_out(given) for given in self._given.values() if given.rater == record.subject]
