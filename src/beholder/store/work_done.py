"""How much was answered, when and by whom, and how well on checks."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.declarations.states import LeaseState
from beholder.protocols import Showing
from beholder.store.answers import LATEST
from beholder.store.schema import answers, leases, trials

__all__ = [
    "answer_times",
    "check_results",
    "count_passed_over",
    "count_showings",
    "count_since",
    "counted_raters",
    "work_of_raters",
    "worked_since",
]


def count_showings(conn: Connection, study: int, *, kinds: Sequence[str]) -> dict[str, int]:
    """How many showings of these kinds are answered, open, late and so on."""
    query = (
        sa.select(leases.c.state, sa.func.count())
        .where(leases.c.study == study, leases.c.kind.in_(list(kinds)))
        .group_by(leases.c.state)
    )
    return {str(state): int(n) for state, n in conn.execute(query)}


def count_passed_over(conn: Connection, study: int, rater: str) -> tuple[int, int]:
    """How many trials a rater skipped or reported, and how many they met. Reports that suspended the item do not count.

    Checks and repeats count as what they are shown as.
    """
    query = (
        sa.select(leases.c.state, sa.func.count())
        .join_from(leases, trials, sa.and_(trials.c.study == leases.c.study, trials.c.trial == leases.c.trial))
        .where(leases.c.study == study, leases.c.rater == rater, leases.c.kind.in_(Showing.ALIKE))
        .where(leases.c.state.in_(LeaseState.MET))
        .where(~sa.and_(leases.c.state == LeaseState.REPORTED, trials.c.kind == Showing.MAIN, trials.c.rank < 0))
        .group_by(leases.c.state)
    )
    counts = {str(state): int(n) for state, n in conn.execute(query)}
    return sum(counts.get(state, 0) for state in LeaseState.PASSED_OVER), sum(counts.values())


def count_since(conn: Connection, study: int, *, since: int, until: int, step: int, kinds: Sequence[str]) -> list[int]:
    """How many showings of these kinds were answered in each step of time, oldest first."""
    step_index = (answers.c.received_at - since) // step
    query = (
        sa.select(step_index, sa.func.count())
        .join_from(answers, leases, leases.c.lease == answers.c.lease)
        .where(answers.c.study == study, answers.c.received_at >= since, answers.c.revision == 1)
        .where(leases.c.kind.in_(list(kinds)))
        .group_by(step_index)
    )
    counts = [0] * -(-(until - since) // step)
    for number, count in conn.execute(query):
        if 0 <= number < len(counts):
            counts[int(number)] = int(count)
    return counts


def counted_raters(conn: Connection, study: int) -> set[str]:
    """The raters who gave an answer that enters the results."""
    query = (
        sa.select(answers.c.rater)
        .distinct()
        .join_from(answers, leases, leases.c.lease == answers.c.lease)
        .where(answers.c.study == study, answers.c.excluded_by == "", leases.c.kind.in_(Showing.COUNTED), LATEST)
    )
    return {str(rater) for rater in conn.execute(query).scalars()}


def work_of_raters(conn: Connection, study: int) -> dict[str, tuple[int, int]]:
    """Trials answered and milliseconds of active work, per rater."""
    query = (
        sa.select(answers.c.rater, sa.func.count(sa.distinct(answers.c.lease)), sa.func.sum(answers.c.active_ms))
        .where(answers.c.study == study)
        .group_by(answers.c.rater)
    )
    return {str(rater): (int(count), int(ms)) for rater, count, ms in conn.execute(query)}


_AT_LEAST = sa.and_(answers.c.revision == 1, answers.c.active_ms < sa.bindparam("least"))
_COUNTED = sa.case((_AT_LEAST, sa.bindparam("least")), else_=answers.c.active_ms)
_WORKED = sa.select(sa.func.coalesce(sa.func.sum(_COUNTED), 0)).where(
    answers.c.study == sa.bindparam("key"),
    answers.c.rater == sa.bindparam("who"),
    answers.c.received_at >= sa.bindparam("since"),
)


def worked_since(conn: Connection, study: int, rater: str, *, since: int, least: int) -> int:
    """Milliseconds of active work of a rater since then; a trial counts as `least`, whatever time was claimed for it."""
    return int(conn.execute(_WORKED, {"key": study, "who": rater, "since": since, "least": least}).scalar_one())


_TIMES = (
    sa.select(answers.c.received_at)
    .where(answers.c.study == sa.bindparam("key"), answers.c.rater == sa.bindparam("who"), answers.c.revision == 1)
    .order_by(answers.c.received_at.desc())
    .limit(sa.bindparam("most"))
)


def answer_times(conn: Connection, study: int, rater: str, *, most: int) -> list[int]:
    """When a rater's answers came in, the newest first; a later revision of one is no further answer."""
    return [int(time) for time in conn.execute(_TIMES, {"key": study, "who": rater, "most": most}).scalars()]


def check_results(conn: Connection, study: int) -> dict[str, tuple[int, int]]:
    """Attention checks passed and given, per rater; a later correction changes nothing, a skipped check counts as missed."""
    of_check = sa.and_(leases.c.study == study, leases.c.kind == Showing.ATTENTION)
    answered = (
        sa.select(answers.c.rater, answers.c.passed)
        .join_from(answers, leases, leases.c.lease == answers.c.lease)
        .where(of_check, answers.c.passed.is_not(None), LATEST)
    )
    skipped = sa.select(leases.c.rater, sa.false()).where(of_check, leases.c.state == LeaseState.SKIPPED)
    found: dict[str, tuple[int, int]] = {}
    for rater, passed in (*conn.execute(answered), *conn.execute(skipped)):
        hits, of = found.get(str(rater), (0, 0))
        found[str(rater)] = (hits + bool(passed), of + 1)
    return found
