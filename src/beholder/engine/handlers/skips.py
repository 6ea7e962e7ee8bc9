"""Trials that raters pass over: how many they may, what they are told before it is too many, and what is kept of it."""

from __future__ import annotations

import math
from typing import NamedTuple

from sqlalchemy.engine import Connection

from beholder.engine.acts import NoteSkips
from beholder.engine.batch import Batch
from beholder.store import messages
from beholder.store.messages import MessageRow
from beholder.store.work_done import count_passed_over

__all__ = ["Skips", "note_skips", "skips_of", "tell_of_rule", "warn_of_skips"]


def tell_of_rule(batch: Batch, kind: str, rater: str, *, rule: str, share: tuple[int, int]) -> None:
    """Leaves a message by the rule; `share` is how many of how many."""
    row = MessageRow(
        message=0,
        kind=kind,
        rater=rater,
        author=rule,
        lease="",
        item=-1,
        about=-1,
        state="done",
        at=batch.now,
        text=f"{share[0]}/{share[1]}",
    )
    messages.add_message(batch.conn, batch.context.key, row)


_RULE = "most-skipped"
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
    told = messages.list_messages(batch.conn, batch.context.key, rater=rater, kinds=("skips",))
    if told and told[-1].text and skips.skipped < 2 * int(told[-1].text.partition("/")[0]):
        return False
    tell_of_rule(batch, "skips", rater, rule=_RULE, share=(skips.skipped, skips.met))
    return True


def note_skips(batch: Batch, command: NoteSkips) -> bool:
    """Puts on record, once, that a rater has come to the end and passed over too much; whether they have."""
    share = batch.context.definition.settings.most_skipped
    skips = skips_of(batch.conn, batch.context.key, command.rater, share)
    known = messages.list_messages(batch.conn, batch.context.key, rater=command.rater, kinds=("uncompleted",))
    if skips.too_many and not known:
        tell_of_rule(batch, "uncompleted", command.rater, rule=_RULE, share=(skips.skipped, skips.met))
        body = {"what": "uncompleted", "rule": _RULE, "rater": command.rater, "most": share}
        batch.chain.add("act", _RULE, {**body, "skipped": skips.skipped, "met": skips.met}, at=batch.now)
    return skips.too_many
