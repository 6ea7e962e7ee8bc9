"""Trials of a study with a rule: which are rated in full, which were stopped, and the answers by which that is decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.declarations.states import LeaseState, RaterKind, Showing
from beholder.store.answers import LATEST
from beholder.store.prepared import PreparedStatement, insert_many
from beholder.store.rows import StoppingRow
from beholder.store.schema import answers, leases, payloads, raters, stopping

__all__ = [
    "VoteCast",
    "add_in_full",
    "close_given_back",
    "count_stopped",
    "load_stopping",
    "put_stopping",
    "stream_stopping",
    "stream_votes",
    "votes_on",
]

_COLUMNS = [stopping.c[name] for name in StoppingRow._fields]


class VoteCast(NamedTuple):
    """An answer that a rule counts: to which trial, what stood where, and what was said."""

    trial: int
    kind: str
    answer: str
    slots: str
    payload: str


_VOTES = (
    sa.select(leases.c.trial, leases.c.kind, answers.c.answer, leases.c.slots, payloads.c.payload)
    .join_from(leases, answers, answers.c.lease == leases.c.lease)
    .join(payloads, payloads.c.answer == answers.c.answer)
    .join(raters, sa.and_(raters.c.study == leases.c.study, raters.c.rater == leases.c.rater))
    .where(
        leases.c.study == sa.bindparam("key"),
        answers.c.excluded_by == "",
        payloads.c.payload.is_not(None),
        raters.c.kind.in_([sa.literal(kind) for kind in RaterKind.PEOPLE]),
        LATEST,
    )
)
_VOTES_ON = PreparedStatement(
    _VOTES.where(
        leases.c.trial.in_(sa.bindparam("wanted", expanding=True)),
        leases.c.state == LeaseState.ANSWERED,
        leases.c.kind == Showing.MAIN,
    ).order_by(answers.c.seq)
)


def votes_on(conn: Connection, study: int, trials: Sequence[int]) -> dict[int, list[VoteCast]]:
    """The answers to some trials that count, of people and not of models, in the order in which they came."""
    found: dict[int, list[VoteCast]] = {}
    for row in _VOTES_ON.all(conn, key=study, wanted=list(trials)):
        vote = VoteCast(*row)
        found.setdefault(vote.trial, []).append(vote)
    return found


def stream_votes(conn: Connection, study: int) -> Iterator[VoteCast]:
    """All such answers of a study, and those of its pilot."""
    query = _VOTES.where(leases.c.kind.in_(Showing.PLANNED)).order_by(answers.c.seq)
    for row in conn.execution_options(yield_per=5000).execute(query, {"key": study}):
        yield VoteCast(*row)


_LOAD = PreparedStatement(
    sa.select(*_COLUMNS).where(
        stopping.c.study == sa.bindparam("key"), stopping.c.trial.in_(sa.bindparam("wanted", expanding=True))
    )
)


def load_stopping(conn: Connection, study: int, trials: Sequence[int]) -> dict[int, StoppingRow]:
    """Those of some trials that are rated in full, or were stopped at some time."""
    return {row[0]: _row(row) for row in _LOAD.all(conn, key=study, wanted=list(trials))}


def _row(row: Sequence[object]) -> StoppingRow:
    # a prepared statement hands out what the driver has, and SQLite has no truth values
    found = StoppingRow(*row)  # type: ignore[arg-type]
    return found._replace(in_full=bool(found.in_full))


def add_in_full(conn: Connection, study: int, trials: Iterable[int]) -> int:
    """Marks planned trials as rated in full, whatever the rule says; how many."""
    return insert_many(
        conn,
        stopping,
        ("study", *StoppingRow._fields),
        ((study, *StoppingRow(trial, in_full=True)) for trial in trials),
    )


_INSERT = PreparedStatement(sa.insert(stopping))
_UPDATE = PreparedStatement(
    sa.update(stopping)
    .where(stopping.c.study == sa.bindparam("key"), stopping.c.trial == sa.bindparam("number"))
    .values({name: sa.bindparam(f"new_{name}") for name in StoppingRow._fields[1:]})
)


def put_stopping(
    conn: Connection, study: int, rows: Iterable[StoppingRow], *, known: Mapping[int, StoppingRow]
) -> None:
    """Stores how trials stand; `known` are those that have a row already."""
    new, old = [], []
    for row in rows:
        if row.trial in known:
            changed = {f"new_{name}": value for name, value in row._asdict().items() if name != "trial"}
            old.append({"key": study, "number": row.trial, **changed})
        else:
            new.append({"study": study, **row._asdict()})
    _INSERT.many(conn, new)
    _UPDATE.many(conn, old)


def close_given_back(
    conn: Connection, study: int, changes: Mapping[int, tuple[int, int]]
) -> dict[int, tuple[int, int]]:
    """Closes places of stopped trials that are given back, {trial: (all, flipped)}; what is left are those of others."""
    back = [trial for trial, (by, _) in changes.items() if by > 0]
    known = load_stopping(conn, study, back) if back else {}
    closed = {
        trial: row._replace(
            closed=row.closed + changes[trial][0], closed_flipped=row.closed_flipped + changes[trial][1]
        )
        for trial, row in known.items()
        if row.stopped
    }
    put_stopping(conn, study, closed.values(), known=known)
    return {trial: by for trial, by in changes.items() if trial not in closed}


def stream_stopping(conn: Connection, study: int) -> Iterator[StoppingRow]:
    """Every such trial, in order."""
    query = sa.select(*_COLUMNS).where(stopping.c.study == study).order_by(stopping.c.trial)
    for row in conn.execute(query):
        yield _row(row)


def count_stopped(conn: Connection, study: int) -> tuple[int, int]:
    """How many trials are stopped now, and how many places are closed by that."""
    query = sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(stopping.c.closed), 0)).where(
        stopping.c.study == study, stopping.c.stopped > 0
    )
    trials, places = conn.execute(query).one()
    return int(trials), int(places)
