"""A rater's answers from which a score on checks is told."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.declarations.states import Showing
from beholder.store.answers import FullAnswer, full_answers
from beholder.store.prepared import PreparedStatement
from beholder.store.schema import answers, leases, payloads

__all__ = ["UNDO_MS", "CheckedAnswer", "checked_answers", "checked_sheets", "seq_of_answer"]

UNDO_MS = 10_000
"""How long after the first answer to a check another one replaces it: a slip of the hand, not a second thought."""


class CheckedAnswer(NamedTuple):
    """The answer to one showing that counts as a check, and whether it is as expected where something is.

    `first_seq` is where the first answer to that showing stands in the chain.
    """

    answer: str
    kind: str
    received_at: int
    passed: bool | None
    first_seq: int


_FIRST = answers.alias("first_answer")
_LATER = answers.alias("later_answer")
_IN_TIME = _FIRST.c.received_at + UNDO_MS
_OF_RATER = PreparedStatement(
    sa.select(answers.c.answer, leases.c.kind, answers.c.received_at, answers.c.passed, _FIRST.c.seq)
    .join_from(answers, leases, leases.c.lease == answers.c.lease)
    .join(_FIRST, sa.and_(_FIRST.c.lease == answers.c.lease, _FIRST.c.revision == 1))
    .where(
        answers.c.study == sa.bindparam("key"),
        answers.c.rater == sa.bindparam("who"),
        leases.c.kind.in_(sa.bindparam("kinds", expanding=True)),
        sa.or_(answers.c.revision == 1, answers.c.received_at <= _IN_TIME),
        ~sa.exists(
            sa.select(sa.literal(1))
            .where(
                _LATER.c.lease == answers.c.lease,
                _LATER.c.revision > answers.c.revision,
                _LATER.c.received_at <= _IN_TIME,
            )
            .correlate(answers, _FIRST)
        ),
        _FIRST.c.seq <= sa.bindparam("until"),
    )
    # not by the bare column: SQLite would follow the index on it through the whole study to spare itself the sorting
    .order_by(answers.c.seq + 0)
)
_SHEETS = PreparedStatement(
    full_answers().where(answers.c.answer.in_(sa.bindparam("wanted", expanding=True)), payloads.c.payload.is_not(None))
)


def checked_answers(
    conn: Connection, study: int, rater: str, *, kinds: Collection[str], until: int
) -> list[CheckedAnswer]:
    """A rater's answers to showings of these kinds, first given up to that place of the chain; excluded ones too.

    The first answer counts, or what replaced it within `UNDO_MS`: a failed check cannot be mended afterwards.
    """
    found = _OF_RATER.all(conn, key=study, who=rater, kinds=list(kinds), until=until)
    return [CheckedAnswer(*row) for row in found]


_FIRST_ANSWERS = PreparedStatement(
    sa.select(answers.c.seq)
    .join_from(answers, leases, leases.c.lease == answers.c.lease)
    .where(
        answers.c.study == sa.bindparam("key"),
        answers.c.rater == sa.bindparam("who"),
        answers.c.revision == 1,
        leases.c.kind.in_([sa.literal(kind) for kind in Showing.ALIKE]),
    )
    .order_by(answers.c.seq + 0)
    .limit(1)
    .offset(sa.bindparam("skipped"))
)


def seq_of_answer(conn: Connection, study: int, rater: str, number: int) -> int:
    """Where a rater's answer of that number, from 1, stands in the chain; 0 if there is none, practice not counted."""
    found = _FIRST_ANSWERS.all(conn, key=study, who=rater, skipped=number - 1) if number > 0 else []
    return int(found[0][0]) if found else 0


def checked_sheets(conn: Connection, wanted: Sequence[str]) -> list[FullAnswer]:
    """Some answers in full, but for erased ones."""
    return [FullAnswer(*row) for row in _SHEETS.all(conn, wanted=list(wanted))]
