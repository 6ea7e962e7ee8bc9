"""Models that judge: how each was set up, every call, and every judgment. Apart from all that people answered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.store.prepared import PreparedStatement
from beholder.store.schema import judge_calls, judges, judgments

__all__ = [
    "CallRow",
    "JudgeRow",
    "JudgeUsage",
    "JudgmentRow",
    "add_call",
    "add_judge",
    "add_judgment",
    "find_reply",
    "list_judges",
    "load_judgment",
    "showings_judged",
    "stream_calls",
    "stream_judgments",
    "usage_of",
]


class JudgeRow(NamedTuple):
    """A model with all that decides what it is asked; `setup` is canonical JSON."""

    judge: str
    name: str
    model: str
    guideline: str
    setup: str
    at: int


class CallRow(NamedTuple):
    """One request and its reply as received; `error` is empty where it is one."""

    call: int
    judge: str
    digest: str
    at: int
    ms: int
    status: int
    reply: str
    model: str
    fingerprint: str
    finish: str
    sent_tokens: int
    received_tokens: int
    estimated: bool
    error: str


class JudgmentRow(NamedTuple):
    """What a judge said to one showing: an answer, or what was wrong with its last reply."""

    judge: str
    trial: int
    occasion: int
    seq: int
    kind: str
    sample: int
    item: int
    slots: str
    version: int
    guideline: str
    at: int
    state: str
    payload: str | None
    reason: str
    error: str
    passed: bool | None
    repairs: int
    calls: str


class JudgeUsage(NamedTuple):
    """What the calls of a judge used up."""

    requests: int
    sent_tokens: int
    received_tokens: int


def add_judge(conn: Connection, study: int, row: JudgeRow) -> None:
    """Stores a judge."""
    conn.execute(sa.insert(judges).values(study=study, **row._asdict()))


def list_judges(conn: Connection, study: int) -> list[JudgeRow]:
    """All judges in the order in which they came."""
    query = sa.select(*(judges.c[name] for name in JudgeRow._fields)).where(judges.c.study == study)
    return [JudgeRow(*row) for row in conn.execute(query.order_by(judges.c.at, judges.c.judge))]


def add_call(conn: Connection, study: int, row: CallRow) -> int:
    """Stores a call under the next number, which it returns."""
    last = sa.select(sa.func.max(judge_calls.c.call)).where(judge_calls.c.study == study)
    number = (conn.execute(last).scalar() or 0) + 1
    conn.execute(sa.insert(judge_calls).values(study=study, **row._replace(call=number)._asdict()))
    return number


_CALL = [judge_calls.c[name] for name in CallRow._fields]
_REPLY = PreparedStatement(
    sa.select(*_CALL)
    .where(
        judge_calls.c.study == sa.bindparam("key"),
        judge_calls.c.digest == sa.bindparam("asked"),
        judge_calls.c.error == "",
    )
    .order_by(judge_calls.c.call)
    .limit(1)
)


def find_reply(conn: Connection, study: int, digest: str) -> CallRow | None:
    """The reply to a request that was asked before, if it was."""
    return next((CallRow(*row) for row in _REPLY.all(conn, key=study, asked=digest)), None)


def stream_calls(conn: Connection, study: int) -> Iterator[CallRow]:
    """Every call, in order."""
    query = sa.select(*_CALL).where(judge_calls.c.study == study).order_by(judge_calls.c.call)
    for row in conn.execution_options(yield_per=200).execute(query):
        yield CallRow(*row)


def usage_of(conn: Connection, study: int) -> dict[str, JudgeUsage]:
    """What the calls of each judge used up."""
    query = (
        sa.select(
            judge_calls.c.judge,
            sa.func.count(),
            sa.func.sum(judge_calls.c.sent_tokens),
            sa.func.sum(judge_calls.c.received_tokens),
        )
        .where(judge_calls.c.study == study)
        .group_by(judge_calls.c.judge)
    )
    return {str(judge): JudgeUsage(int(n), int(sent), int(back)) for judge, n, sent, back in conn.execute(query)}


_JUDGMENT = [judgments.c[name] for name in JudgmentRow._fields]
_INSERT = PreparedStatement(sa.insert(judgments))


def add_judgment(conn: Connection, study: int, row: JudgmentRow) -> None:
    """Stores a judgment."""
    _INSERT.many(conn, [{"study": study, **row._asdict()}])


def load_judgment(conn: Connection, study: int, judge: str, trial: int, occasion: int) -> JudgmentRow | None:
    """One judgment, if it was given."""
    query = sa.select(*_JUDGMENT).where(
        judgments.c.study == study,
        judgments.c.judge == judge,
        judgments.c.trial == trial,
        judgments.c.occasion == occasion,
    )
    return next((JudgmentRow(*row) for row in conn.execute(query)), None)


def showings_judged(conn: Connection, study: int, judge: str) -> set[tuple[int, int]]:
    """Trial and occasion of all that a judge has dealt with."""
    query = sa.select(judgments.c.trial, judgments.c.occasion).where(
        judgments.c.study == study, judgments.c.judge == judge
    )
    return {(int(trial), int(occasion)) for trial, occasion in conn.execute(query)}


def stream_judgments(conn: Connection, study: int) -> Iterator[JudgmentRow]:
    """All judgments by judge, trial and occasion: the same order however many were asked at once."""
    query = (
        sa.select(*_JUDGMENT)
        .where(judgments.c.study == study)
        .order_by(judgments.c.judge, judgments.c.trial, judgments.c.occasion)
    )
    for row in conn.execution_options(yield_per=2000).execute(query):
        yield JudgmentRow(*row)
