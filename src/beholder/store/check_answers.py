"""A rater's answers from which a score on checks is told."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.declarations.states import LeaseState, Showing
from beholder.store.answers import LATEST, FullAnswer, full_answers
from beholder.store.prepared import PreparedStatement
from beholder.store.schema import answers, leases, payloads

__all__ = ["CheckedAnswer", "checked_answers", "checked_sheets", "skipped_checks"]


class CheckedAnswer(NamedTuple):
    """The newest answer to one showing, and whether it is as expected where something is."""

    answer: str
    kind: str
    received_at: int
    passed: bool | None


_OF_RATER = PreparedStatement(
    sa.select(answers.c.answer, leases.c.kind, answers.c.received_at, answers.c.passed)
    .join_from(answers, leases, leases.c.lease == answers.c.lease)
    .where(
        answers.c.study == sa.bindparam("key"),
        answers.c.rater == sa.bindparam("who"),
        leases.c.kind.in_(sa.bindparam("kinds", expanding=True)),
        LATEST,
    )
    # not by the bare column: SQLite would follow the index on it through the whole study to spare itself the sorting
    .order_by(answers.c.seq + 0)
)
_SHEETS = PreparedStatement(
    full_answers().where(answers.c.answer.in_(sa.bindparam("wanted", expanding=True)), payloads.c.payload.is_not(None))
)


def checked_answers(conn: Connection, study: int, rater: str, *, kinds: Collection[str]) -> list[CheckedAnswer]:
    """A rater's newest answers to showings of these kinds, in order; excluded ones too."""
    return [CheckedAnswer(*row) for row in _OF_RATER.all(conn, key=study, who=rater, kinds=list(kinds))]


_SKIPPED = PreparedStatement(
    sa.select(sa.func.count()).where(
        leases.c.study == sa.bindparam("key"),
        leases.c.rater == sa.bindparam("who"),
        leases.c.kind == Showing.ATTENTION,
        leases.c.state == LeaseState.SKIPPED,
        leases.c.held_at > sa.bindparam("since"),
    )
)


def skipped_checks(conn: Connection, study: int, rater: str, *, since: int) -> int:
    """How many attention checks that a rater was given after that time they skipped."""
    return int(_SKIPPED.all(conn, key=study, who=rater, since=since)[0][0])


def checked_sheets(conn: Connection, wanted: Sequence[str]) -> list[FullAnswer]:
    """Some answers in full, but for erased ones."""
    return [FullAnswer(*row) for row in _SHEETS.all(conn, wanted=list(wanted))]
