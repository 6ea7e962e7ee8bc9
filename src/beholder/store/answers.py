"""Answers and their payloads: append-only, but for the erasure a withdrawal asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.store.prepared import Prepared
from beholder.store.rows import AnswerRow, LeaseRow
from beholder.store.schema import answers, leases, payloads, raters

__all__ = [
    "AnswerWithPayload",
    "FullAnswer",
    "StoredAnswer",
    "add_answers",
    "answer_times",
    "answers_of_rater",
    "answers_to",
    "any_main",
    "check_results",
    "count_answers",
    "count_since",
    "erase_payloads",
    "exclude_answers",
    "full_answers",
    "last_answers",
    "load_answers",
    "load_payload",
    "newest_answers",
    "release_row",
    "release_rows",
    "stream_answers",
    "stream_stored",
    "under_guideline_before",
    "work_of_raters",
    "worked_since",
]

_COLUMNS = [answers.c[name] for name in AnswerRow._fields]
_SELECT = sa.select(*_COLUMNS)
_INSERT = Prepared(sa.insert(answers))
_INSERT_PAYLOAD = Prepared(sa.insert(payloads))


class AnswerWithPayload(NamedTuple):
    """An answer about to be stored."""

    row: AnswerRow
    payload: str
    meta: str
    salt: str


def add_answers(conn: Connection, study: int, new: Iterable[AnswerWithPayload]) -> None:
    """Stores answers with their payloads."""
    rows, texts = [], []
    for answer in new:
        rows.append({"study": study, **answer.row._asdict()})
        texts.append({"answer": answer.row.answer, "payload": answer.payload, "meta": answer.meta, "salt": answer.salt})
    _INSERT.many(conn, rows)
    _INSERT_PAYLOAD.many(conn, texts)


_BY_ID = Prepared(
    sa.select(answers.c.study, *_COLUMNS).where(answers.c.answer.in_(sa.bindparam("wanted", expanding=True)))
)
_TO = Prepared(_SELECT.where(answers.c.lease.in_(sa.bindparam("leases", expanding=True))).order_by(answers.c.revision))


def load_answers(conn: Connection, wanted: Sequence[str]) -> dict[str, tuple[int, AnswerRow]]:
    """Some answers by id, each with its study: ids are the client's, so they are looked up over all studies."""
    return {row[1]: (row[0], AnswerRow(*row[1:])) for row in _BY_ID.all(conn, wanted=list(wanted))}


def answers_to(conn: Connection, tokens: Sequence[str]) -> dict[str, list[AnswerRow]]:
    """All revisions given to some leases, oldest first."""
    found: dict[str, list[AnswerRow]] = {}
    for row in _TO.all(conn, leases=list(tokens)):
        answer = AnswerRow(*row)
        found.setdefault(answer.lease, []).append(answer)
    return found


def answers_of_rater(conn: Connection, study: int, rater: str) -> list[AnswerRow]:
    """Everything a rater has answered, in order."""
    query = _SELECT.where(answers.c.study == study, answers.c.rater == rater).order_by(answers.c.seq)
    return [AnswerRow(*row) for row in conn.execute(query)]


def last_answers(conn: Connection, study: int, rater: str, *, most: int) -> list[tuple[LeaseRow, str, int, str]]:
    """A rater's last answered trials in the order of showing: lease, newest answer, its revision and payload."""
    shown = [leases.c[name] for name in LeaseRow._fields]
    newest = (
        sa.select(answers.c.lease, sa.func.max(answers.c.revision).label("revision"))
        .where(answers.c.study == study, answers.c.rater == rater)
        .group_by(answers.c.lease)
        .subquery()
    )
    query = (
        sa.select(*shown, answers.c.answer, answers.c.revision, payloads.c.payload)
        .join(newest, newest.c.lease == leases.c.lease)
        .join(answers, sa.and_(answers.c.lease == newest.c.lease, answers.c.revision == newest.c.revision))
        .join(payloads, payloads.c.answer == answers.c.answer)
        .where(payloads.c.payload.is_not(None))
        .order_by(leases.c.sequence.desc())
        .limit(most)
    )
    found = [(LeaseRow(*row[:-3]), str(row[-3]), int(row[-2]), str(row[-1])) for row in conn.execute(query)]
    return found[::-1]


def load_payload(conn: Connection, answer: str) -> tuple[str | None, str | None, str | None]:
    """Payload, meta and salt of an answer; None where erased."""
    query = sa.select(payloads.c.payload, payloads.c.meta, payloads.c.salt).where(payloads.c.answer == answer)
    row = conn.execute(query).one()
    return row[0], row[1], row[2]


def exclude_answers(conn: Connection, wanted: Sequence[str], *, rule: str) -> None:
    """Marks answers as excluded by a rule; the record of it is made by the caller."""
    for start in range(0, len(wanted), 500):
        chunk = list(wanted[start : start + 500])
        conn.execute(sa.update(answers).where(answers.c.answer.in_(chunk)).values(excluded_by=rule))


def erase_payloads(conn: Connection, wanted: Sequence[str]) -> None:
    """Empties payloads and salts for good."""
    for start in range(0, len(wanted), 500):
        chunk = list(wanted[start : start + 500])
        conn.execute(sa.update(payloads).where(payloads.c.answer.in_(chunk)).values(payload=None, meta=None, salt=None))


def count_answers(conn: Connection, study: int, *, kinds: Sequence[str] = ()) -> dict[str, int]:
    """How many leases stand answered, open, late and so on, by state; of these kinds of showing if any are named."""
    query = sa.select(leases.c.state, sa.func.count()).where(leases.c.study == study).group_by(leases.c.state)
    if kinds:
        query = query.where(leases.c.kind.in_(list(kinds)))
    return {str(state): int(n) for state, n in conn.execute(query)}


def count_since(conn: Connection, study: int, *, since: int, until: int, step: int, kinds: Sequence[str]) -> list[int]:
    """How many showings of these kinds were answered in each step of time, oldest first."""
    place = (answers.c.received_at - since) // step
    query = (
        sa.select(place, sa.func.count())
        .join_from(answers, leases, leases.c.lease == answers.c.lease)
        .where(answers.c.study == study, answers.c.received_at >= since, answers.c.revision == 1)
        .where(leases.c.kind.in_(list(kinds)))
        .group_by(place)
    )
    counts = [0] * -(-(until - since) // step)
    for number, count in conn.execute(query):
        if 0 <= number < len(counts):
            counts[int(number)] = int(count)
    return counts


class FullAnswer(NamedTuple):
    """An answer with all that the ratings table needs of it."""

    answer: str
    seq: int
    revision: int
    rater: str
    rater_kind: str
    trial: int
    kind: str
    item: int
    slots: str
    sequence: int
    version: int
    started_at: int
    submitted_at: int
    active_ms: int
    guideline: str
    excluded_by: str
    payload: str | None


def full_answers() -> sa.Select[Any]:
    """The query for answers in full, of all studies."""
    return (
        sa.select(
            answers.c.answer,
            answers.c.seq,
            answers.c.revision,
            answers.c.rater,
            raters.c.kind,
            leases.c.trial,
            leases.c.kind,
            leases.c.item,
            leases.c.slots,
            leases.c.sequence,
            leases.c.version,
            answers.c.started_at,
            answers.c.submitted_at,
            answers.c.active_ms,
            answers.c.guideline,
            answers.c.excluded_by,
            payloads.c.payload,
        )
        .join(payloads, payloads.c.answer == answers.c.answer)
        .join(leases, leases.c.lease == answers.c.lease)
        .join(raters, sa.and_(raters.c.study == answers.c.study, raters.c.rater == answers.c.rater))
    )


def stream_answers(
    conn: Connection, study: int, *, all_revisions: bool = False, trial: int | None = None
) -> Iterator[FullAnswer]:
    """Answers in the order they were stored, of all trials or of one; by default the newest revision of each.

    Reads in chunks, so that a million answers need no more memory than a thousand.
    """
    query = full_answers().where(answers.c.study == study).order_by(answers.c.seq)
    if trial is not None:
        query = query.where(leases.c.trial == trial)
    if not all_revisions:
        later = answers.alias("later")
        query = query.where(
            ~sa.exists(
                sa.select(sa.literal(1))
                .where(later.c.lease == answers.c.lease, later.c.revision > answers.c.revision)
                .correlate(answers)
            )
        )
    for row in conn.execution_options(yield_per=2000).execute(query):
        yield FullAnswer._make(row)


StoredAnswer = tuple[dict[str, object], str | None, str | None, str | None]
"""Everything recorded of an answer by name; then payload, meta and salt, None where erased."""


def stream_stored(conn: Connection, study: int) -> Iterator[StoredAnswer]:
    """Every answer as stored, with what was shown, its payload, meta and salt: what the chain is held against."""
    shown = [leases.c.trial, leases.c.slots, leases.c.version, leases.c.kind]
    query = (
        sa.select(payloads.c.payload, payloads.c.meta, payloads.c.salt, *_COLUMNS, *shown)
        .join(payloads, payloads.c.answer == answers.c.answer)
        .join(leases, leases.c.lease == answers.c.lease)
        .where(answers.c.study == study)
        .order_by(answers.c.seq)
    )
    names = [*AnswerRow._fields, "trial", "slots", "version", "kind"]
    for row in conn.execution_options(yield_per=2000).execute(query):
        yield dict(zip(names, row[3:], strict=True)), row[0], row[1], row[2]


def work_of_raters(conn: Connection, study: int) -> dict[str, tuple[int, int]]:
    """Trials answered and milliseconds of active work, per rater."""
    query = (
        sa.select(answers.c.rater, sa.func.count(sa.distinct(answers.c.lease)), sa.func.sum(answers.c.active_ms))
        .where(answers.c.study == study)
        .group_by(answers.c.rater)
    )
    return {str(rater): (int(count), int(ms)) for rater, count, ms in conn.execute(query)}


_WORKED = sa.select(sa.func.coalesce(sa.func.sum(answers.c.active_ms), 0)).where(
    answers.c.study == sa.bindparam("key"),
    answers.c.rater == sa.bindparam("who"),
    answers.c.received_at >= sa.bindparam("since"),
)


def worked_since(conn: Connection, study: int, rater: str, *, since: int) -> int:
    """Milliseconds of active work of a rater since then."""
    return int(conn.execute(_WORKED, {"key": study, "who": rater, "since": since}).scalar_one())


_TIMES = (
    sa.select(answers.c.received_at)
    .where(answers.c.study == sa.bindparam("key"), answers.c.rater == sa.bindparam("who"), answers.c.revision == 1)
    .order_by(answers.c.received_at.desc())
    .limit(sa.bindparam("most"))
)


def answer_times(conn: Connection, study: int, rater: str, *, most: int) -> list[int]:
    """When a rater's answers came in, the newest first; a later revision of one is no further answer."""
    return [int(time) for time in conn.execute(_TIMES, {"key": study, "who": rater, "most": most}).scalars()]


def newest_answers(conn: Connection, tokens: Sequence[str]) -> dict[str, tuple[bool | None, str]]:
    """Whether the newest answer to each of some leases is as expected, and its payload."""
    found: dict[str, tuple[bool | None, str]] = {}
    query = (
        sa.select(answers.c.lease, answers.c.passed, payloads.c.payload)
        .join(payloads, payloads.c.answer == answers.c.answer)
        .where(answers.c.lease.in_(list(tokens)))
        .order_by(answers.c.revision)
    )
    for lease, passed, payload in conn.execute(query):
        found[str(lease)] = (passed, str(payload))
    return found


def any_main(conn: Connection, study: int) -> bool:
    """Whether the main study has an answer."""
    query = (
        sa.select(sa.literal(1))
        .join_from(answers, leases, leases.c.lease == answers.c.lease)
        .where(answers.c.study == study, leases.c.kind == "main")
        .limit(1)
    )
    return conn.execute(query).scalar_one_or_none() is not None


def under_guideline_before(conn: Connection, study: int, number: int) -> list[str]:
    """Answers that count and were given under a guideline older than this one."""
    query = (
        sa.select(answers.c.answer, answers.c.guideline)
        .join_from(answers, leases, leases.c.lease == answers.c.lease)
        .where(answers.c.study == study, answers.c.excluded_by == "", leases.c.kind == "main")
        .order_by(answers.c.seq)
    )
    return [str(answer) for answer, given in conn.execute(query) if given.isdigit() and int(given) < number]


def check_results(conn: Connection, study: int) -> dict[str, tuple[int, int]]:
    """Attention checks passed and given, per rater; a corrected answer counts as it was corrected."""
    later = answers.alias("later")
    newest = ~sa.exists(
        sa.select(sa.literal(1))
        .where(later.c.lease == answers.c.lease, later.c.revision > answers.c.revision)
        .correlate(answers)
    )
    query = (
        sa.select(answers.c.rater, answers.c.passed)
        .join_from(answers, leases, leases.c.lease == answers.c.lease)
        .where(answers.c.study == study, leases.c.kind == "attention", answers.c.passed.is_not(None), newest)
    )
    found: dict[str, tuple[int, int]] = {}
    for rater, passed in conn.execute(query):
        hits, of = found.get(str(rater), (0, 0))
        found[str(rater)] = (hits + bool(passed), of + 1)
    return found


_RELEASED = (
    *AnswerRow._fields,
    *("trial", "slots", "version", "kind", "item", "sequence", "rater_kind", "payload", "meta", "salt"),
)


def _released(study: int) -> sa.Select[Any]:
    shown = [leases.c.trial, leases.c.slots, leases.c.version, leases.c.kind, leases.c.item, leases.c.sequence]
    return (
        sa.select(*_COLUMNS, *shown, raters.c.kind, payloads.c.payload, payloads.c.meta, payloads.c.salt)
        .join(payloads, payloads.c.answer == answers.c.answer)
        .join(leases, leases.c.lease == answers.c.lease)
        .join(raters, sa.and_(raters.c.study == answers.c.study, raters.c.rater == answers.c.rater))
        .where(answers.c.study == study)
    )


def release_rows(conn: Connection, study: int) -> Iterator[dict[str, Any]]:
    """Every answer with all that was recorded of it, as the rows of a release."""
    query = _released(study).order_by(answers.c.seq)
    for row in conn.execution_options(yield_per=2000).execute(query):
        yield dict(zip(_RELEASED, row, strict=True))


def release_row(conn: Connection, study: int, answer: str) -> dict[str, Any] | None:
    """One answer with all that was recorded of it."""
    row = conn.execute(_released(study).where(answers.c.answer == answer)).one_or_none()
    return dict(zip(_RELEASED, row, strict=True)) if row else None
