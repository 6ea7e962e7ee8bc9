"""Answers quicker than anybody can look: what raters are told of them, and when they have not completed the study."""

from __future__ import annotations

from dataclasses import dataclass

from beholder.declarations.states import MessageKind, RaterKind
from beholder.engine.batch import Batch
from beholder.engine.command import Command, handles
from beholder.engine.handlers.inbox import tell_of_rule
from beholder.engine.known_rater import load_rater
from beholder.store import RaterRow, messages

MIN_ANSWERS = 20
"""Answers from which on a share of quick ones says something about a rater."""

PACE_RULE = "max-fast-share"
"""The name of the rule in messages and in the log."""


def is_too_fast(batch: Batch, rater: RaterRow) -> bool:
    """Whether more of a rater's answers than the study allows came before anybody could have looked."""
    share = batch.context.definition.settings.max_fast_share
    enough = rater.kind == RaterKind.HUMAN and rater.answered >= MIN_ANSWERS
    return enough and share < 1 and rater.implausible > share * rater.answered


def warn_of_pace(batch: Batch, rater: RaterRow) -> bool:
    """Tells a rater once that they answer too fast; whether it was time to."""
    return is_too_fast(batch, rater) and _tell_once(batch, MessageKind.FAST, rater)


def _tell_once(batch: Batch, kind: str, rater: RaterRow) -> bool:
    if messages.list_messages(batch.conn, batch.context.key, rater=rater.rater, kinds=(kind,)):
        return False
    tell_of_rule(batch, kind, rater.rater, rule=PACE_RULE, share=(rater.implausible, rater.answered))
    return True


@dataclass(frozen=True, slots=True)
class NotePace(Command[bool]):
    """A rater has come to the end: if they answered too fast to have looked, that is on record from now on."""

    rater: str


@handles(NotePace)
def note_pace(batch: Batch, command: NotePace) -> bool:
    """Puts on record, once, that a rater has come to the end and answered too fast; whether they have."""
    rater = load_rater(batch, command.rater)
    too_fast = is_too_fast(batch, rater)
    if too_fast and _tell_once(batch, MessageKind.UNCOMPLETED, rater):
        most = batch.context.definition.settings.max_fast_share
        counts = {"most": most, "fast": rater.implausible, "answered": rater.answered}
        batch.record_act(PACE_RULE, "uncompleted", {"rule": PACE_RULE, "rater": rater.rater, **counts})
    return too_fast
