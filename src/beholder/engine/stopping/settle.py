"""Stops trials about which enough is known, and asks again about those of which it no longer is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from beholder.declarations.states import Showing
from beholder.engine.batch import Batch
from beholder.engine.stopping.ballot import Ballot, BallotReader
from beholder.engine.stopping.contrasts import Contrasts
from beholder.engine.stopping.pooled import PooledSpread
from beholder.store import StoppingRow, TrialRow
from beholder.store.stopping import VoteCast, load_stopping, put_stopping, stream_votes, votes_on
from beholder.store.trials import change_places, load_trials
from beholder.study import Definition
from beholder.study.stop_rule import AnswerSpread, RatingsUntilSure

__all__ = ["StopDesk", "contrasts_of", "settle"]


@dataclass(slots=True)
class StopDesk:
    """What is kept between transactions: the reader of answers, and sums over them as of a place in the chain.

    `pooled` says how far answers lie apart, where a rule asks for that; `contrasts` which systems are told apart, where
    showings are chosen by it.
    """

    rule: RatingsUntilSure | None
    reader: BallotReader
    chooses: bool = False
    head: str | None = None
    """Where the chain ended when the sums were made; None while a transaction is changing them."""

    pooled: PooledSpread | None = None
    contrasts: Contrasts | None = None

    @classmethod
    def of(cls, definition: Definition) -> StopDesk | None:
        """None where a study neither stops trials nor chooses pairs by what was answered."""
        rule = definition.stop_rule
        chooses = definition.settings.pairs.choose == "undecided" and definition.declaration.shows == "pair"
        return cls(rule, BallotReader(definition.declaration), chooses) if rule is not None or chooses else None

    @property
    def sums(self) -> bool:
        """Whether anything is kept from one transaction to the next."""
        return self.chooses or (self.rule is not None and self.rule.stop.half_width is not None)

    def forget(self) -> None:
        """Answers changed that no transaction tells of: the sums are made anew."""
        self.pooled = self.contrasts = None

    def follow(self, before: str, after: str, *, settled: bool) -> None:
        """The chain went on from one end to another; `settled` if the sums have what it says now."""
        if settled or self.head == before:
            self.head = after


def settle(batch: Batch) -> None:
    """Decides about the trials whose answers changed in this transaction, by the answers that count now.

    Whether a trial is stopped follows from its answers alone, however many of them came in one transaction: one that
    is corrected, taken out or withdrawn can make a trial be asked for again.
    """
    desk = batch.context.stopping
    if desk is None or not batch.voted_on:
        return
    touched = sorted(batch.voted_on)
    batch.voted_on.clear()
    batch.write_places()
    conn, key = batch.conn, batch.context.key
    given = votes_on(conn, key, touched)
    ballots = {trial: _read(desk, given.get(trial, ())) for trial in touched}
    spread = _spread(batch, desk, ballots)
    if desk.rule is None:
        return
    known, trials = load_stopping(conn, key, touched), load_trials(conn, key, touched)
    changed = []
    for number in touched:
        row, trial = known.get(number, StoppingRow(number)), trials[number]
        answers = given.get(number, ())
        # with all its ratings in, a trial is complete and there is nothing to decide
        if row.in_full or len(answers) >= trial.quota:
            continue
        met = desk.rule.met([ballot.label for ballot in ballots[number]], spread)
        if met != bool(row.stopped):
            changed.append(_change(batch, row, trial, _body(batch, answers, spread), stopped=met))
    put_stopping(conn, key, changed, known=known)


def _read(desk: StopDesk, votes: Sequence[VoteCast]) -> list[Ballot]:
    return [desk.reader.read(vote.slots, vote.payload) for vote in votes]


def _body(batch: Batch, votes: Sequence[VoteCast], spread: AnswerSpread | None) -> dict[str, Any]:
    """What goes on record: by which answers was decided, and never what they said, since a withdrawal must erase that."""
    told: dict[str, Any] = {"version": batch.row.version, "answers": sorted(vote.answer for vote in votes)}
    return told if spread is None else {**told, "sd": spread.sd, "df": spread.df}


def _change(batch: Batch, row: StoppingRow, trial: TrialRow, body: dict[str, Any], *, stopped: bool) -> StoppingRow:
    """Closes the places that are open, or opens those that are closed."""
    places = -trial.open if stopped else row.closed
    flipped = -trial.open_flipped if stopped else row.closed_flipped
    number = batch.chain.add("stop" if stopped else "ask-again", str(trial.trial), body, at=batch.now)
    change_places(batch.conn, batch.context.key, {trial.trial: (places, flipped)})
    batch.open_places += places
    return row._replace(
        stopped=number if stopped else 0, closed=row.closed - places, closed_flipped=row.closed_flipped - flipped
    )


def _spread(batch: Batch, desk: StopDesk, ballots: Mapping[int, list[Ballot]]) -> AnswerSpread | None:
    """How far answers lie apart with those of this transaction, where the rule asks for it.

    The sums are those of the last transaction if nothing was written since by anybody else; otherwise, and after one
    that failed, they are made anew.
    """
    if not desk.sums:
        return None
    pooled, contrasts = _sums(batch, desk)
    for trial, found in ballots.items():
        pooled.put((Showing.MAIN, trial), found)
        contrasts.put(trial, found)
    by_width = desk.rule is not None and desk.rule.stop.half_width is not None
    return pooled.spread if by_width else None


def contrasts_of(batch: Batch) -> Contrasts | None:
    """Which systems are told apart by now, where pairs are chosen by that."""
    desk = batch.context.stopping
    return _sums(batch, desk)[1] if desk is not None and desk.chooses else None


def _sums(batch: Batch, desk: StopDesk) -> tuple[PooledSpread, Contrasts]:
    pooled, contrasts = desk.pooled, desk.contrasts
    if pooled is None or contrasts is None or not (batch.settled or desk.head == batch.row.chain_head):
        pooled, contrasts = PooledSpread(), Contrasts()
        found: dict[tuple[str, int], list[Ballot]] = defaultdict(list)
        for vote in stream_votes(batch.conn, batch.context.key):
            found[vote.kind, vote.trial].append(desk.reader.read(vote.slots, vote.payload))
        for (kind, trial), ballots in found.items():
            pooled.put((kind, trial), ballots)
            if kind == Showing.MAIN:
                contrasts.put(trial, ballots)
        desk.pooled, desk.contrasts = pooled, contrasts
    # what a transaction that fails has added must not be taken for what is stored
    desk.head = None
    batch.settled = True
    return pooled, contrasts
