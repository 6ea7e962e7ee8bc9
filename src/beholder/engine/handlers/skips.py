"""Trials that raters pass over: how many they may, what they are told before it is too many, and what is kept of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy.engine import Connection

from beholder.declarations.states import LeaseState, MessageKind
from beholder.engine.batch import Batch
from beholder.engine.command import Command, handles
from beholder.engine.handlers.inbox import plain_text, tell_of_rule, write_message
from beholder.engine.known_rater import load_rater, own_lease
from beholder.store import leases, messages
from beholder.store.work_done import count_passed_over

__all__ = ["SKIP_REASONS", "NoteSkips", "Skip", "Skips", "skips_of", "warn_of_skips"]


SKIP_REASONS = ("cannot-judge", "known", "disturbing")
"""Reasons that the page offers by name. Only these go into the chain, which no withdrawal can empty."""


@dataclass(frozen=True, slots=True)
class Skip(Command[bool]):
    """The rater passes a trial over, with one of `SKIP_REASONS` or words of their own; it goes to somebody else."""

    rater: str
    lease: str
    reason: str


@handles(Skip)
def skip(batch: Batch, command: Skip) -> bool:
    """Hands the trial to somebody else; this rater does not get it again. Whether they are told that it is too often.

    A named reason is on record; words of the rater's own are a message, which a withdrawal can erase.
    """
    lease = own_lease(batch, load_rater(batch, command.rater).rater, command.lease)
    reason = plain_text(command.reason)
    if lease.state != LeaseState.OPEN:
        return False
    batch.give_back([lease])
    leases.set_lease_states(batch.conn, {lease.lease: LeaseState.SKIPPED})
    named = reason in SKIP_REASONS
    if not named:
        write_message(
            batch,
            MessageKind.SKIP,
            rater=lease.rater,
            author=lease.rater,
            text=reason.removeprefix("other:"),
            lease=lease,
        )
    shown = {"trial": lease.trial, "lease": lease.lease, "kind": lease.kind}
    record = {**shown, "reason": reason if named else "other"}
    batch.chain.add("skip", lease.rater, record, at=batch.now)
    return warn_of_skips(batch, lease.rater)


_RULE = "most-skipped"
# one trial may always be passed over, so the second is the first to warn of
_FEW = 2


class Skips(NamedTuple):
    """How many of the trials a rater met they passed over, and how many they may."""

    skipped: int
    met: int
    allowed: int

    @property
    def too_many(self) -> bool:
        """Whether the rater has not completed the study, however little is left."""
        return self.skipped > self.allowed


def skips_of(conn: Connection, study: int, rater: str, share: float) -> Skips:
    """What a rater passed over by now, where this share of their trials may be. One trial always may."""
    skipped, met = count_passed_over(conn, study, rater)
    # 0.07 of 100 is seven, and for a computer a little more
    return Skips(skipped, met, max(1, math.ceil(share * met - 1e-9)))


def warn_of_skips(batch: Batch, rater: str) -> bool:
    """Tells a rater who could pass over no further trial now; whether it was time to. Said again at twice as many."""
    share = batch.context.definition.settings.most_skipped
    skips = skips_of(batch.conn, batch.context.key, rater, share)
    if share >= 1 or skips.skipped < _FEW or skips.skipped < skips.allowed:
        return False
    told = messages.list_messages(batch.conn, batch.context.key, rater=rater, kinds=(MessageKind.SKIPS,))
    if told and told[-1].text and skips.skipped < 2 * int(told[-1].text.partition("/")[0]):
        return False
    tell_of_rule(batch, MessageKind.SKIPS, rater, rule=_RULE, share=(skips.skipped, skips.met))
    return True


@dataclass(frozen=True, slots=True)
class NoteSkips(Command[bool]):
    """A rater has come to the end: if they passed over too many trials, that is on record from now on."""

    rater: str


@handles(NoteSkips)
def note_skips(batch: Batch, command: NoteSkips) -> bool:
    """Puts on record, once, that a rater has come to the end and passed over too much; whether they have."""
    share = batch.context.definition.settings.most_skipped
    skips = skips_of(batch.conn, batch.context.key, command.rater, share)
    known = messages.list_messages(batch.conn, batch.context.key, rater=command.rater, kinds=(MessageKind.UNCOMPLETED,))
    if skips.too_many and not known:
        tell_of_rule(batch, MessageKind.UNCOMPLETED, command.rater, rule=_RULE, share=(skips.skipped, skips.met))
        counted = {"most": share, "skipped": skips.skipped, "met": skips.met}
        batch.record_act(_RULE, "uncompleted", {"rule": _RULE, "rater": command.rater, **counted})
    return skips.too_many
