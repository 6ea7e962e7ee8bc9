"""Every stop, decided again from the raw answers in the order of the chain: the same for a database and for a release."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from beholder.declarations.states import Showing
from beholder.engine.stopping.ballot import Ballot
from beholder.engine.stopping.pooled import PooledSpread
from beholder.engine.stopping.tally import Tally
from beholder.protocols import Declaration
from beholder.store import StoppingRow, TrialRow
from beholder.store.records import Record
from beholder.study.stop_rule import AnswerSpread, RatingsUntilSure, ratings_from_version

__all__ = ["Recount", "compare_stopping"]

# two machines add up in the same order, and yet the last digits may differ
_TOLERANCE = 1e-6


class Recount:
    """What the rule says of the answers that count at every stop, as the chain goes on.

    Stops that rest on an answer that was erased are checked by their numbers alone.
    """

    def __init__(
        self, rule: RatingsUntilSure, declaration: Declaration, payloads: Mapping[str, str | None], in_full: set[int]
    ) -> None:
        self.rule = rule
        self.in_full = in_full
        self.stopped: dict[int, int] = {}
        self.problems: list[str] = []
        self._tally = Tally(declaration, payloads)
        self._pooled = PooledSpread()

    def read(self, record: Record) -> None:
        """Takes one record in."""
        if record.kind in ("stop", "ask-again"):
            self._decide(record, json.loads(record.body), stopped=record.kind == "stop")
            return
        changed = self._tally.read(record)
        if self.rule.stop.half_width is not None:
            for place in changed:
                self._pooled.put(place, (ballot for _, ballot in self._tally.votes(*place) if ballot is not None))

    def votes(self, trial: int) -> list[tuple[str, Ballot | None]]:
        """The answers to a trial that count by now."""
        return self._tally.votes(Showing.MAIN, trial)

    def decided(self, trial: int) -> bool | None:
        """Whether the rule is met by the answers that count now; None where what they said was erased."""
        votes = self.votes(trial)
        known = [ballot for _, ballot in votes if ballot is not None]
        if len(known) < len(votes):
            return None
        return self.rule.met([ballot.label for ballot in known], self._pooled.spread)

    def _decide(self, record: Record, body: dict[str, Any], *, stopped: bool) -> None:
        trial = int(record.subject)
        self._check(record, body, trial, wanted=stopped)
        if not stopped:
            self.stopped.pop(trial, None)
            return
        if trial in self.in_full:
            self.problems.append(f"trial {trial} was stopped, and is one of those that are rated in full")
        self.stopped[trial] = record.seq

    def _check(self, record: Record, body: dict[str, Any], trial: int, *, wanted: bool) -> None:
        """One decision against the answers that counted then."""
        votes = self.votes(trial)
        if sorted(answer for answer, _ in votes) != body["answers"]:
            self.problems.append(f"record {record.seq}: trial {trial} had other answers when it was decided about")
            return
        spread = None
        if self.rule.stop.half_width is not None:
            spread = AnswerSpread(float(body["sd"]), int(body["df"]))
            now = self._pooled.spread
            same = now.df == spread.df and math.isclose(now.sd, spread.sd, rel_tol=_TOLERANCE)
            if not self._tally.unknown and not same:
                self.problems.append(f"record {record.seq}: answers lie {now.sd:g} apart, and not {spread.sd:g}")
        known = [ballot for _, ballot in votes if ballot is not None]
        met = self.rule.met([ballot.label for ballot in known], spread)
        if len(known) == len(votes) and met != wanted:
            what = "was stopped, and" if wanted else "was asked for again, and"
            self.problems.append(f"record {record.seq}: trial {trial} {what} by its answers it should not have been")


def compare_stopping(
    rows: Iterable[StoppingRow],
    trials: Sequence[TrialRow],
    records: Iterable[Record],
    versions: Sequence[tuple[int, str, str]],
    payloads: Callable[[], Iterable[tuple[str, str | None]]],
) -> Iterator[str]:
    """Stops that do not follow from the answers, that are missing, or that the table of trials has otherwise.

    `payloads` are asked for only where the study has a rule, which never changes while it runs.
    """
    stored = list(rows)
    definition = json.loads(versions[-1][2]) if versions else {"settings": {"ratings": 1}}
    rule = ratings_from_version(definition["settings"])
    if rule is None:
        if stored:
            yield "trials are stopped in a study that has no rule for it"
        return
    declaration = Declaration.model_validate(definition["declaration"])
    in_full = {row.trial for row in stored if row.in_full}
    recount = Recount(rule, declaration, dict(payloads()), in_full)
    for record in records:
        recount.read(record)
    yield from recount.problems
    yield from _compare_rows(stored, trials, recount)
    if rule.stop.half_width is None:
        yield from _missing(trials, recount)


def _compare_rows(stored: Sequence[StoppingRow], trials: Sequence[TrialRow], recount: Recount) -> Iterator[str]:
    open_places = {trial.trial: trial.open for trial in trials if trial.kind == Showing.MAIN}
    seen = set()
    for row in stored:
        seen.add(row.trial)
        if row.trial not in open_places:
            yield f"trial {row.trial} is none that is rated, and yet follows the rule for stopping"
        elif row.stopped != recount.stopped.get(row.trial, 0):
            yield f"trial {row.trial} is {'stopped' if row.stopped else 'asked for'}, the records say otherwise"
        elif row.stopped and open_places[row.trial]:
            yield f"trial {row.trial} was stopped and still has open places"
        elif not row.stopped and row.closed:
            yield f"trial {row.trial} is asked for and has closed places"
    yield from (f"trial {trial} was stopped and is not marked so" for trial in recount.stopped if trial not in seen)


def _missing(trials: Sequence[TrialRow], recount: Recount) -> Iterator[str]:
    """Where the rule is a lead, whether a trial is stopped follows from its answers alone."""
    for trial in trials:
        number = trial.trial
        undecided = trial.kind != Showing.MAIN or number in recount.in_full
        if undecided or len(recount.votes(number)) >= trial.quota:
            continue
        decided = recount.decided(number)
        if decided is not None and decided != (number in recount.stopped):
            yield f"trial {number} is {'asked for' if decided else 'stopped'}, and by its answers it should not be"
