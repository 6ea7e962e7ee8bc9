"""Answers taken out of the results by a rule that is named in each, their places open again where that is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from beholder.declarations.states import LeaseState
from beholder.engine.batch import Batch
from beholder.engine.command import Command, handles
from beholder.protocols import Showing
from beholder.store import answers, leases

__all__ = ["Exclude", "exclude", "set_aside"]


@dataclass(frozen=True, slots=True)
class Exclude(Command[int]):
    """Takes answers out of the results by a named rule; they are kept, and with `reissue` their places open again."""

    answers: Sequence[str]
    rule: str
    reissue: bool = True


@handles(Exclude)
def exclude_answers(batch: Batch, command: Exclude) -> int:
    """Takes answers out; how many showings that were in the results."""
    return exclude(batch, command.answers, rule=command.rule, reissue=command.reissue)


def exclude(batch: Batch, wanted: Sequence[str], *, rule: str, reissue: bool) -> int:
    """Takes the showings of these answers out of the results, each answer named by the rule; how many showings.

    A showing goes out with all its revisions: one of them left in would still count while its place is open to others.
    """
    conn, key = batch.conn, batch.context.key
    named = {row.lease for study, row in answers.load_answers(conn, wanted).values() if study == key}
    given = answers.answers_to(conn, list(named))
    live = {lease: rows for lease, rows in given.items() if not rows[-1].excluded_by}
    out = sorted((row for rows in live.values() for row in rows if not row.excluded_by), key=lambda row: row.seq)
    answers.exclude_answers(conn, [row.answer for row in out], rule=rule)
    held = leases.load_leases(conn, key, list(live))
    freed = [lease for lease in held.values() if lease.state == LeaseState.ANSWERED] if reissue else []
    batch.give_back(freed)
    batch.note_votes(held.values())
    states = {lease.lease: LeaseState.EXCLUDED for lease in freed}
    leases.set_lease_states(conn, states)
    for row in out:
        state = states.get(row.lease, held[row.lease].state)
        batch.chain.add("exclude", row.answer, {"rule": rule, "state": state}, at=batch.now)
    return len(live)


def set_aside(batch: Batch, rater: str, *, rule: str, reissue: bool) -> int:
    """Takes all answers of a rater that count out of the results, each named by the rule; how many."""
    conn, key = batch.conn, batch.context.key
    live = [row for row in answers.answers_of_rater(conn, key, rater) if not row.excluded_by]
    given = leases.load_leases(conn, key, [row.lease for row in live])
    live = [row for row in live if given[row.lease].kind in Showing.EXCLUDABLE]
    return exclude(batch, [row.answer for row in live], rule=rule, reissue=reissue)
