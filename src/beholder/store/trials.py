"""Trials and their open places."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.declarations.states import Showing
from beholder.store.prepared import PreparedStatement, insert_many
from beholder.store.rows import TrialRow
from beholder.store.schema import GIVEN_BACK, leases, trials

__all__ = [
    "add_trials",
    "change_places",
    "count_trials",
    "extra_trials",
    "last_rank",
    "load_trials",
    "most_systems",
    "next_trials",
    "raise_quota",
    "resume",
    "stream_quotas",
    "stream_trials",
    "suspend",
    "trials_of_item",
]

_COLUMNS = [trials.c[name] for name in TrialRow._fields]


def add_trials(conn: Connection, study: int, rows: Iterable[TrialRow]) -> int:
    """Adds planned trials.

    They lie in the order in which they are served: a rater's next ones then stand in one page of the table, which is
    read and written as one, and not in as many as there are trials.
    """
    in_turn = sorted(rows, key=attrgetter("rank"))
    return insert_many(conn, trials, ("study", *TrialRow._fields), ((study, *row) for row in in_turn))


_TRIALS = PreparedStatement(
    sa.select(*_COLUMNS).where(
        trials.c.study == sa.bindparam("key"), trials.c.trial.in_(sa.bindparam("wanted", expanding=True))
    )
)


def load_trials(conn: Connection, study: int, wanted: Sequence[int]) -> dict[int, TrialRow]:
    """Some trials by number."""
    return {row[0]: TrialRow(*row) for row in _TRIALS.all(conn, key=study, wanted=list(wanted))}


def _next(*, new_item: bool) -> sa.Select[Any]:
    seen = (
        sa.select(sa.literal(1))
        .where(leases.c.study == trials.c.study, leases.c.rater == sa.bindparam("rater"))
        .where(leases.c.item == trials.c.item if new_item else leases.c.trial == trials.c.trial)
        .where(~GIVEN_BACK)
        .correlate(trials)
    )
    return (
        sa.select(*_COLUMNS)
        .where(
            trials.c.study == sa.bindparam("key"),
            trials.c.open > 0,
            trials.c.rank > sa.bindparam("after"),
            trials.c.rank <= sa.bindparam("until"),
            ~sa.exists(seen),
        )
        .order_by(trials.c.rank)
        .limit(sa.bindparam("most"))
    )


_NEXT = PreparedStatement(_next(new_item=False))
_NEXT_NEW_ITEM = PreparedStatement(_next(new_item=True))


def next_trials(
    conn: Connection, study: int, rater: str, *, after: int, until: int, most: int, new_item: bool
) -> list[TrialRow]:
    """Open trials in the plan's order that this rater has not had; with `new_item`, of items not had either."""
    statement = _NEXT_NEW_ITEM if new_item else _NEXT
    found = statement.all(conn, key=study, rater=rater, after=after, until=until, most=most)
    return [TrialRow(*row) for row in found]


_CHANGE = PreparedStatement(
    sa.update(trials)
    .where(trials.c.study == sa.bindparam("key"), trials.c.trial == sa.bindparam("number"))
    .values(open=trials.c.open + sa.bindparam("by"), open_flipped=trials.c.open_flipped + sa.bindparam("by_flipped"))
)


def change_places(conn: Connection, study: int, changes: dict[int, tuple[int, int]]) -> None:
    """Adds to the open places of trials: {trial: (all, flipped)}. The schema refuses a count below zero."""
    rows = [
        {"key": study, "number": trial, "by": by, "by_flipped": flipped}
        for trial, (by, flipped) in sorted(changes.items())
        if by or flipped
    ]
    _CHANGE.many(conn, rows)


def count_trials(conn: Connection, study: int) -> tuple[int, int, int]:
    """How many main trials there are, how many ratings they want, and the highest trial number of any kind."""
    main = trials.c.kind == Showing.MAIN
    query = sa.select(
        sa.func.count().filter(main),
        sa.func.coalesce(sa.func.sum(trials.c.quota).filter(main), 0),
        sa.func.coalesce(sa.func.max(trials.c.trial), -1),
    ).where(trials.c.study == study)
    count, wanted, last = conn.execute(query).one()
    return int(count), int(wanted), int(last)


_RAISE = PreparedStatement(
    sa.update(trials)
    .where(
        trials.c.study == sa.bindparam("key"),
        trials.c.trial == sa.bindparam("number"),
        trials.c.quota < sa.bindparam("wanted"),
    )
    .values(
        quota=sa.bindparam("wanted"),
        open=trials.c.open + sa.bindparam("wanted") - trials.c.quota,
        open_flipped=trials.c.open_flipped + sa.bindparam("flipped"),
    )
)


def raise_quota(conn: Connection, study: int, trial_quotas: Iterable[tuple[int, int, int]]) -> int:
    """Raises quotas: (trial, new quota, how many of the added places are flipped). Returns the places added."""
    places = sa.select(sa.func.coalesce(sa.func.sum(trials.c.open), 0)).where(trials.c.study == study)
    before = int(conn.execute(places).scalar_one())
    _RAISE.many(
        conn,
        [
            {"key": study, "number": trial, "wanted": quota, "flipped": flipped}
            for trial, quota, flipped in trial_quotas
        ],
    )
    return int(conn.execute(places).scalar_one()) - before


def last_rank(conn: Connection, study: int) -> int:
    """The end of the plan's order; -1 if there are no trials."""
    query = sa.select(sa.func.coalesce(sa.func.max(sa.func.abs(trials.c.rank)), -1)).where(
        trials.c.study == study, trials.c.kind == Showing.MAIN
    )
    return int(conn.execute(query).scalar_one())


def stream_quotas(conn: Connection, study: int) -> Iterator[tuple[int, int]]:
    """Every main trial with its quota."""
    query = (
        sa.select(trials.c.trial, trials.c.quota)
        .where(trials.c.study == study, trials.c.kind == Showing.MAIN)
        .order_by(trials.c.trial)
    )
    for trial, quota in conn.execute(query):
        yield int(trial), int(quota)


def extra_trials(conn: Connection, study: int) -> dict[str, list[TrialRow]]:
    """Trials that are no part of the results, by kind: practice, qualification, attention checks."""
    query = sa.select(*_COLUMNS).where(trials.c.study == study, trials.c.kind != Showing.MAIN).order_by(trials.c.trial)
    found: dict[str, list[TrialRow]] = {}
    for row in conn.execute(query):
        trial = TrialRow(*row)
        found.setdefault(trial.kind, []).append(trial)
    return found


def trials_of_item(conn: Connection, study: int, item: int) -> list[TrialRow]:
    """The trials of one item, of every kind, in order."""
    query = sa.select(*_COLUMNS).where(trials.c.study == study, trials.c.item == item).order_by(trials.c.trial)
    return [TrialRow(*row) for row in conn.execute(query)]


def suspend(conn: Connection, study: int, item: int) -> None:
    """Takes an item's trials out of the order in which trials are served: a suspended trial has a negative rank."""
    conn.execute(
        sa.update(trials)
        .where(trials.c.study == study, trials.c.item == item, trials.c.kind == Showing.MAIN, trials.c.rank >= 0)
        .values(rank=-trials.c.rank - 2)
    )


def resume(conn: Connection, study: int, item: int) -> None:
    """Puts an item's trials back where they stood."""
    conn.execute(
        sa.update(trials)
        .where(trials.c.study == study, trials.c.item == item, trials.c.kind == Showing.MAIN, trials.c.rank < 0)
        .values(rank=-trials.c.rank - 2)
    )


def suspended_items(conn: Connection, study: int) -> set[int]:
    """The items that are not served for now."""
    query = (
        sa.select(trials.c.item)
        .where(trials.c.study == study, trials.c.kind == Showing.MAIN, trials.c.rank < 0)
        .distinct()
    )
    return {int(item) for item in conn.execute(query).scalars()}


def count_items(conn: Connection, study: int) -> int:
    """How many items have trials that are rated."""
    query = sa.select(sa.func.count(sa.distinct(trials.c.item))).where(
        trials.c.study == study, trials.c.kind == Showing.MAIN
    )
    return int(conn.execute(query).scalar_one())


def most_systems(conn: Connection, study: int) -> int:
    """How many systems a trial has at most; 0 where there are no trials."""
    query = sa.select(trials.c.systems).distinct().where(trials.c.study == study)
    return max((len(json.loads(systems)) for systems in conn.execute(query).scalars()), default=0)


def stream_trials(conn: Connection, study: int) -> Iterator[TrialRow]:
    """Every trial of every kind, in order."""
    query = sa.select(*_COLUMNS).where(trials.c.study == study).order_by(trials.c.trial)
    for row in conn.execution_options(yield_per=5000).execute(query):
        yield TrialRow(*row)
