"""Answers and their payloads: append-only, but for the erasure a withdrawal asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.protocols import Showing
from beholder.store.prepared import PreparedStatement
from beholder.store.rows import AnswerRow, LeaseRow
from beholder.store.schema import answers, leases, payloads, raters

__all__ = [
    "LATEST",
    "OF_CHOICE",
    "OF_SHOWING",
    "AnswerWithPayload",
    "ExportedAnswer",
    "FullAnswer",
    "StoredAnswer",
    "add_answers",
    "answers_of_rater",
    "answers_to",
    "answers_with",
    "any_main",
    "count_fast",
    "erase_payloads",
    "exclude_answers",
    "full_answers",
    "last_answers",
    "load_answers",
    "newest_answers",
    "release_row",
    "release_rows",
    "stream_answers",
    "stream_exported",
    "stream_stored",
    "under_guideline_before",
]


class ExportedAnswer(NamedTuple):
    """One revision of an answer. `state` is what became of its showing; payload and meta are None where erased."""

    answer: str
    revision: int
    latest: bool
    rater: str
    rater_kind: str
    trial: int
    kind: str
    item: int
    slots: str
    state: str
    sequence: int
    version: int
    started_at: int
    submitted_at: int
    received_at: int
    active_ms: int
    guideline: str
    excluded_by: str
    passed: bool | None
    payload: str | None
    meta: str | None


def stream_exported(conn: Connection, study: int) -> Iterator[ExportedAnswer]:
    """All answers with all their revisions, in the order they were stored; read in chunks."""
    query = answers_with(ExportedAnswer._fields).where(answers.c.study == study).order_by(answers.c.seq)
    for row in conn.execution_options(yield_per=2000).execute(query):
        yield ExportedAnswer._make(row)


_COLUMNS = [answers.c[name] for name in AnswerRow._fields]
_SELECT = sa.select(*_COLUMNS)
_INSERT = PreparedStatement(sa.insert(answers))
_INSERT_PAYLOAD = PreparedStatement(sa.insert(payloads))

_later = answers.alias("later")
LATEST = ~sa.exists(
    sa.select(sa.literal(1))
    .where(_later.c.lease == answers.c.lease, _later.c.revision > answers.c.revision)
    .correlate(answers)
)
"""Whether an answer is the newest revision of its showing, as a condition of a query."""

OF_SHOWING = ("trial", "slots", "version", "kind", "item", "sequence", "state")
"""What the record of an answer says of its showing; `state` is what became of the showing with this answer."""

OF_CHOICE = ("candidates", "probability", "issued_at")
"""What it says of how and when the showing was chosen, where a study has a rule that asks for it."""

_KNOWN: dict[str, sa.ColumnElement[Any]] = {
    **{column.name: column for column in _COLUMNS},
    **{name: leases.c[name] for name in (*OF_SHOWING, *OF_CHOICE)},
    **{name: payloads.c[name] for name in ("payload", "meta", "salt")},
    "rater_kind": raters.c.kind,
    "latest": LATEST,
}


def answers_with(names: Sequence[str]) -> sa.Select[Any]:
    """The query for answers of all studies, with these columns of theirs, of their showing, rater and payload."""
    query = (
        sa.select(*(_KNOWN[name] for name in names))
        .select_from(answers)
        .join(payloads, payloads.c.answer == answers.c.answer)
        .join(leases, leases.c.lease == answers.c.lease)
    )
    # raters only where asked for: verification must not miss an answer whose rater somebody deleted
    if "rater_kind" in names:
        query = query.join(raters, sa.and_(raters.c.study == answers.c.study, raters.c.rater == answers.c.rater))
    return query


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


_BY_ID = PreparedStatement(
    sa.select(answers.c.study, *_COLUMNS).where(answers.c.answer.in_(sa.bindparam("wanted", expanding=True)))
)
_TO = PreparedStatement(
    _SELECT.where(answers.c.lease.in_(sa.bindparam("leases", expanding=True))).order_by(answers.c.revision)
)


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


def _fast(study: int, rater: str, below_ms: int) -> sa.Select[tuple[str]]:
    """A rater's answers to trials that were given in less active time, and not corrected since."""
    of_rater = sa.and_(answers.c.study == study, answers.c.rater == rater)
    corrected = sa.select(answers.c.lease).where(of_rater, answers.c.revision > 1)
    return (
        sa.select(answers.c.answer)
        .join(leases, leases.c.lease == answers.c.lease)
        .join(payloads, payloads.c.answer == answers.c.answer)
        .where(of_rater, answers.c.active_ms < below_ms, payloads.c.payload.is_not(None))
        .where(leases.c.kind.in_(Showing.ALIKE), answers.c.lease.not_in(corrected))
    )


def count_fast(conn: Connection, study: int, rater: str, *, below_ms: int) -> int:
    """How many trials a rater answered in less active time; corrected answers are left alone."""
    found = conn.execute(sa.select(sa.func.count()).select_from(_fast(study, rater, below_ms).subquery()))
    return int(found.scalar_one())


def last_answers(
    conn: Connection,
    study: int,
    rater: str,
    *,
    most: int,
    before: int | None = None,
    without: Sequence[str] = (),
    below_ms: int | None = None,
) -> list[tuple[LeaseRow, str, int, str]]:
    """A rater's last answered trials in the order of showing: lease, newest answer, its revision and payload.

    `before` names the place in the rater's sequence up to which they are wanted, `without` the kinds that are not. With
    `below_ms` only those that were answered in less active time.
    """
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
        .where(payloads.c.payload.is_not(None), leases.c.kind.not_in(without))
        .order_by(leases.c.sequence.desc())
        .limit(most)
    )
    if below_ms is not None:
        query = query.where(answers.c.answer.in_(_fast(study, rater, below_ms)))
    if before is not None:
        query = query.where(leases.c.sequence < before)
    found = [(LeaseRow(*row[:-3]), str(row[-3]), int(row[-2]), str(row[-1])) for row in conn.execute(query)]
    return found[::-1]


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
    passed: bool | None
    payload: str | None
    latest: bool = True


def full_answers(*, all_revisions: bool = False) -> sa.Select[Any]:
    """The query for answers in full, of all studies; `latest` is asked for only where superseded ones come too."""
    return answers_with(FullAnswer._fields if all_revisions else FullAnswer._fields[:-1])


def stream_answers(
    conn: Connection, study: int, *, all_revisions: bool = False, trial: int | None = None
) -> Iterator[FullAnswer]:
    """Answers in the order they were stored, of all trials or of one; by default the newest revision of each.

    Reads in chunks, so that a million answers need no more memory than a thousand.
    """
    query = full_answers(all_revisions=all_revisions).where(answers.c.study == study).order_by(answers.c.seq)
    if trial is not None:
        query = query.where(leases.c.trial == trial)
    if not all_revisions:
        query = query.where(LATEST)
    for row in conn.execution_options(yield_per=2000).execute(query):
        yield FullAnswer(*row)


StoredAnswer = tuple[dict[str, object], str | None, str | None, str | None]
"""Everything recorded of an answer by name; then payload, meta and salt, None where erased."""


def stream_stored(conn: Connection, study: int) -> Iterator[StoredAnswer]:
    """Every answer as stored, with what was shown, its payload, meta and salt: what the chain is held against."""
    names = (*AnswerRow._fields, *OF_SHOWING, *OF_CHOICE)
    query = answers_with(("payload", "meta", "salt", *names)).where(answers.c.study == study).order_by(answers.c.seq)
    for row in conn.execution_options(yield_per=2000).execute(query):
        yield dict(zip(names, row[3:], strict=True)), row[0], row[1], row[2]


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
        .where(answers.c.study == study, leases.c.kind == Showing.MAIN)
        .limit(1)
    )
    return conn.execute(query).scalar_one_or_none() is not None


def under_guideline_before(conn: Connection, study: int, number: int) -> list[str]:
    """Answers that count, as they were last corrected, and were given under a guideline older than this one."""
    query = (
        sa.select(answers.c.answer, answers.c.guideline)
        .join_from(answers, leases, leases.c.lease == answers.c.lease)
        .where(answers.c.study == study, answers.c.excluded_by == "", leases.c.kind.in_(Showing.COUNTED), LATEST)
        .order_by(answers.c.seq)
    )
    return [str(answer) for answer, given in conn.execute(query) if given.isdigit() and int(given) < number]


_RELEASED = (
    *AnswerRow._fields,
    *("trial", "slots", "version", "kind", "item", "sequence", "rater_kind", "payload", "meta", "salt"),
    *OF_CHOICE,
)


def _released(row: Sequence[Any]) -> dict[str, Any]:
    """A row of a release, which tells how a showing was chosen only where that is on record."""
    told = dict(zip(_RELEASED, row, strict=True))
    return told if told["probability"] is not None else {n: v for n, v in told.items() if n not in OF_CHOICE}


def release_rows(conn: Connection, study: int) -> Iterator[dict[str, Any]]:
    """Every answer with all that was recorded of it, as the rows of a release."""
    query = answers_with(_RELEASED).where(answers.c.study == study).order_by(answers.c.seq)
    for row in conn.execution_options(yield_per=2000).execute(query):
        yield _released(row)


def release_row(conn: Connection, study: int, answer: str) -> dict[str, Any] | None:
    """One answer with all that was recorded of it."""
    query = answers_with(_RELEASED).where(answers.c.study == study, answers.c.answer == answer)
    row = conn.execute(query).one_or_none()
    return _released(row) if row else None
