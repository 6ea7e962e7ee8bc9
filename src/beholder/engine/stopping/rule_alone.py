"""What a rule asked for, and what was asked for only because a trial belongs to the random share that is rated in full."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy.engine import Connection

from beholder.analysis.stopping_plan import StoppingPlan
from beholder.declarations.states import Showing
from beholder.engine.stopping.tally import Tally
from beholder.protocols import Declaration
from beholder.store.answers import stream_stored
from beholder.store.records import Record, stream_records
from beholder.store.stopping import stream_stopping
from beholder.store.studies import load_versions
from beholder.study.stop_rule import RatingsUntilSure, ratings_from_version
from beholder.tables.rating_weights import ALIKE, RatingWeights
from beholder.tables.ratings import stream_ratings

__all__ = ["RuleAlone", "stopping_plan", "stored_stopping_plan", "stored_weights"]


class RuleAlone:
    """The study as it would have gone by the rule alone, read from its records.

    A place of a trial in full is taken by the rule as well if the rule was not met when its showing was given out. Answers
    that were erased say nothing about that.
    """

    def __init__(
        self,
        rule: RatingsUntilSure,
        declaration: Declaration,
        payloads: Mapping[str, str | None],
        in_full: frozenset[int],
    ) -> None:
        self.beyond: set[str] = set()
        """Answers that the rule alone would not have asked for."""

        self._rule = rule
        self._in_full = in_full
        self._tally = Tally(declaration, payloads)
        self._leases: dict[str, bool] = {}
        """Whether each showing of a trial in full lies beyond the rule."""

        self._changes: dict[int, list[tuple[int, bool]]] = defaultdict(list)
        """When it began, for each trial, that nobody more need be asked, and when that ended."""

    @property
    def clear(self) -> frozenset[int]:
        """Trials about which the rule asks nobody more."""
        return frozenset(trial for trial, changes in self._changes.items() if changes[-1][1])

    def read(self, record: Record) -> None:
        """Takes one record in."""
        if record.kind == "answer" and self._is_beyond(record, json.loads(record.body)):
            self.beyond.add(record.subject)
            return
        for kind, trial in self._tally.read(record):
            if kind == Showing.MAIN:
                self._note(trial, record.at)

    def _is_beyond(self, record: Record, body: Mapping[str, Any]) -> bool:
        trial, lease = int(body["trial"]), str(body["lease"])
        if trial not in self._in_full or body["kind"] != Showing.MAIN or not self._tally.counts(body):
            return False
        if lease not in self._leases:
            # records of earlier formats say only when work on it began
            since = int(body.get("issued_at", body["started_at"]))
            changes = self._changes.get(trial, [])
            # what a transaction decides comes after what it gave out
            self._leases[lease] = next((met for at, met in reversed(changes) if at < since), False)
        return self._leases[lease]

    def _note(self, trial: int, at: int) -> None:
        labels = [ballot.label for _, ballot in self._tally.votes(Showing.MAIN, trial) if ballot is not None]
        met = len(labels) >= self._rule.most or self._rule.met(labels)
        if met or trial in self._changes:
            self._changes[trial].append((at, met))


def stopping_plan(
    definition: Mapping[str, Any],
    in_full: Iterable[int],
    records: Iterable[Record],
    payloads: Iterable[tuple[str, str | None]],
) -> StoppingPlan | None:
    """What an analysis must know of the rule of a frozen version; None where it has none.

    Records and payloads are read only where the rule makes a difference to means: where it decides by what was answered,
    and a random share says what it left out.
    """
    rule, chosen = ratings_from_version(definition["settings"]), frozenset(in_full)
    if rule is None:
        return None
    if rule.stop.lead is None or not chosen:
        return StoppingPlan.of(definition["settings"], chosen)
    alone = RuleAlone(rule, Declaration.model_validate(definition["declaration"]), dict(payloads), chosen)
    for record in records:
        alone.read(record)
    return StoppingPlan.of(definition["settings"], chosen, clear=alone.clear, beyond=alone.beyond)


def stored_stopping_plan(conn: Connection, study: int) -> StoppingPlan | None:
    """The same of a study in a database."""
    return stopping_plan(
        json.loads(load_versions(conn, study)[-1][2]),
        (row.trial for row in stream_stopping(conn, study) if row.in_full),
        stream_records(conn, study),
        ((str(row["answer"]), payload) for row, payload, _, _ in stream_stored(conn, study)),
    )


def stored_weights(conn: Connection, study: int, declaration: Declaration) -> RatingWeights:
    """How much each rating of a study in a database counts."""
    plan = stored_stopping_plan(conn, study)
    if plan is None:
        return ALIKE
    rows = stream_ratings(conn, study, study="", protocol=declaration.name, form=declaration.form)
    return RatingWeights(plan, rows, compares=declaration.compares)
