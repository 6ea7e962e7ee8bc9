"""Leases: which showing is promised to whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.declarations.states import LeaseState
from beholder.protocols import Showing
from beholder.store.prepared import PreparedStatement
from beholder.store.rows import LeaseRow
from beholder.store.schema import GIVEN_BACK, leases

__all__ = [
    "add_leases",
    "any_open",
    "begin_attempt",
    "count_leases",
    "count_open",
    "earlier_leases",
    "given_back",
    "held_places",
    "held_since",
    "leases_of",
    "load_leases",
    "may_come_free",
    "of_kind",
    "open_leases",
    "open_of_items",
    "pilot_leases",
    "reopen_leases",
    "repeatable",
    "set_lease_states",
    "set_place",
]

_COLUMNS = [leases.c[name] for name in LeaseRow._fields]
_SELECT = sa.select(*_COLUMNS)
_INSERT = PreparedStatement(sa.insert(leases))
# the study is compared here and not in SQL: without statistics SQLite takes the index on it, and reads the whole study
_BY_TOKEN = PreparedStatement(
    sa.select(leases.c.study, *_COLUMNS).where(leases.c.lease.in_(sa.bindparam("wanted", expanding=True)))
)
_OPEN = PreparedStatement(
    _SELECT.where(
        leases.c.study == sa.bindparam("key"),
        leases.c.rater.in_(sa.bindparam("raters", expanding=True)),
        leases.c.state == LeaseState.OPEN,
    ).order_by(leases.c.rater, leases.c.sequence)
)


def add_leases(conn: Connection, study: int, rows: Iterable[LeaseRow]) -> None:
    """Adds leases; the schema refuses a trial the rater has had on that occasion."""
    _INSERT.many(conn, [{"study": study, **row._asdict()} for row in rows])


def load_leases(conn: Connection, study: int, wanted: Sequence[str]) -> dict[str, LeaseRow]:
    """Some leases by token."""
    found = _BY_TOKEN.all(conn, wanted=list(wanted))
    return {row[1]: LeaseRow(*row[1:]) for row in found if row[0] == study}


def open_leases(conn: Connection, study: int, raters: Sequence[str]) -> dict[str, list[LeaseRow]]:
    """The open leases of some raters, each in the order of showing."""
    found: dict[str, list[LeaseRow]] = {rater: [] for rater in raters}
    for row in _OPEN.all(conn, key=study, raters=list(raters)):
        lease = LeaseRow(*row)
        found[lease.rater].append(lease)
    return found


def open_of_items(conn: Connection, study: int, items: Sequence[int]) -> list[LeaseRow]:
    """The open leases on some items."""
    wanted = set(items)
    found = conn.execute(_SELECT.where(leases.c.study == study, leases.c.state == LeaseState.OPEN))
    return [lease for lease in (LeaseRow(*row) for row in found) if lease.item in wanted]


def leases_of(conn: Connection, study: int, rater: str, states: Sequence[str]) -> list[LeaseRow]:
    """A rater's leases in some states, in the order of showing."""
    query = _SELECT.where(leases.c.study == study, leases.c.rater == rater, leases.c.state.in_(states)).order_by(
        leases.c.sequence
    )
    return [LeaseRow(*row) for row in conn.execute(query)]


_EARLIER = PreparedStatement(
    _SELECT.where(
        leases.c.study == sa.bindparam("key"),
        leases.c.rater == sa.bindparam("who"),
        leases.c.trial.in_(sa.bindparam("wanted", expanding=True)),
        leases.c.occasion == 0,
    )
)


def earlier_leases(conn: Connection, study: int, rater: str, trials: Sequence[int]) -> dict[int, LeaseRow]:
    """Leases on these trials that the rater held before and did not answer, by trial."""
    found = (LeaseRow(*row) for row in _EARLIER.all(conn, key=study, who=rater, wanted=list(trials)))
    return {lease.trial: lease for lease in found}


_BACK = PreparedStatement(
    _SELECT.where(
        leases.c.study == sa.bindparam("key"),
        leases.c.rater == sa.bindparam("who"),
        GIVEN_BACK,
        leases.c.kind.in_([sa.literal(kind) for kind in Showing.ALIKE]),
    )
    .order_by(leases.c.sequence.desc())
    .limit(sa.bindparam("most"))
)


def given_back(conn: Connection, study: int, rater: str, *, most: int) -> list[LeaseRow]:
    """The last trials, checks and repeats that a rater was given and handed back, in the order of showing."""
    return [LeaseRow(*row) for row in _BACK.all(conn, key=study, who=rater, most=most)][::-1]


_HELD_LONG = PreparedStatement(
    _SELECT.where(
        leases.c.study == sa.bindparam("key"),
        leases.c.state == LeaseState.OPEN,
        leases.c.held_at <= sa.bindparam("since"),
    )
)


def held_since(conn: Connection, study: int, since: int) -> list[LeaseRow]:
    """Open leases that their raters hold since then or longer."""
    return [LeaseRow(*row) for row in _HELD_LONG.all(conn, key=study, since=since)]


_REOPEN = (
    sa.update(leases)
    .where(leases.c.lease == sa.bindparam("token"))
    .values(
        state=LeaseState.OPEN,
        kind=sa.bindparam("new_kind"),
        flipped=sa.bindparam("new_flipped"),
        sequence=sa.bindparam("new_sequence"),
        adjacent=sa.bindparam("new_adjacent"),
        version=sa.bindparam("new_version"),
        held_at=sa.bindparam("new_held_at"),
    )
)


def reopen_leases(conn: Connection, rows: Iterable[LeaseRow]) -> None:
    """Opens leases again that had been given back: the same showing, first issued when it was."""
    given = [
        {
            "token": row.lease,
            "new_kind": row.kind,
            "new_flipped": row.flipped,
            "new_sequence": row.sequence,
            "new_adjacent": row.adjacent,
            "new_version": row.version,
            "new_held_at": row.held_at,
        }
        for row in rows
    ]
    if given:
        conn.execute(_REOPEN, given)


def count_open(conn: Connection, study: int) -> int:
    """How many trials raters hold."""
    held = sa.and_(leases.c.study == study, leases.c.state == LeaseState.OPEN)
    return int(conn.execute(sa.select(sa.func.count()).select_from(leases).where(held)).scalar_one())


def count_leases(conn: Connection, study: int, rater: str, states: Sequence[str], *, kinds: Sequence[str]) -> int:
    """How many leases of a rater are of these kinds and in these states."""
    query = (
        sa.select(sa.func.count())
        .select_from(leases)
        .where(leases.c.study == study, leases.c.rater == rater, leases.c.state.in_(states), leases.c.kind.in_(kinds))
    )
    return int(conn.execute(query).scalar_one())


_OF_KIND = _SELECT.where(
    leases.c.study == sa.bindparam("key"), leases.c.rater == sa.bindparam("who"), leases.c.kind == sa.bindparam("what")
).order_by(leases.c.sequence)


def of_kind(conn: Connection, study: int, rater: str, kind: str) -> list[LeaseRow]:
    """A rater's leases of one kind, in the order of showing."""
    return [LeaseRow(*row) for row in conn.execute(_OF_KIND, {"key": study, "who": rater, "what": kind})]


_AGAIN = leases.alias("again")
_REPEATABLE = PreparedStatement(
    _SELECT.where(
        leases.c.study == sa.bindparam("key"),
        leases.c.rater == sa.bindparam("who"),
        leases.c.kind == Showing.MAIN,
        leases.c.state == LeaseState.ANSWERED,
        leases.c.sequence <= sa.bindparam("until"),
        ~sa.exists(
            sa.select(sa.literal(1))
            .where(
                _AGAIN.c.study == leases.c.study,
                _AGAIN.c.rater == leases.c.rater,
                _AGAIN.c.trial == leases.c.trial,
                _AGAIN.c.kind == Showing.REPEAT,
            )
            .correlate(leases)
        ),
    )
    .order_by(leases.c.sequence)
    .limit(sa.bindparam("most"))
)


def repeatable(conn: Connection, study: int, rater: str, *, until: int, most: int) -> list[LeaseRow]:
    """Trials the rater answered up to a place in their sequence and has not been shown again."""
    return [LeaseRow(*row) for row in _REPEATABLE.all(conn, key=study, who=rater, until=until, most=most)]


_STATE = PreparedStatement(
    sa.update(leases).where(leases.c.lease == sa.bindparam("token")).values(state=sa.bindparam("new_state"))
)


def set_lease_states(conn: Connection, states: Mapping[str, str]) -> None:
    """Sets the state of leases: {lease: state}."""
    _STATE.many(conn, [{"token": lease, "new_state": state} for lease, state in states.items()])


def set_place(conn: Connection, lease: str, *, flipped: bool) -> None:
    """Notes which kind of place a lease holds."""
    conn.execute(sa.update(leases).where(leases.c.lease == lease).values(flipped=flipped))


def held_places(conn: Connection, study: int, *, kinds: Iterable[str]) -> dict[int, tuple[int, int]]:
    """How many places of each trial showings of these kinds hold, and how many of them are flipped."""
    query = (
        sa.select(leases.c.trial, sa.func.count(), sa.func.count().filter(leases.c.flipped))
        .where(leases.c.study == study, leases.c.kind.in_(list(kinds)), leases.c.state.in_(LeaseState.HOLDING))
        .group_by(leases.c.trial)
    )
    return {int(trial): (int(count), int(flipped)) for trial, count, flipped in conn.execute(query)}


def any_open(conn: Connection, study: int) -> bool:
    """Whether anybody holds an open lease."""
    query = sa.select(sa.literal(1)).where(leases.c.study == study, leases.c.state == LeaseState.OPEN).limit(1)
    return conn.execute(query).scalar_one_or_none() is not None


def may_come_free(conn: Connection, study: int, rater: str) -> bool:
    """Whether another rater holds a trial that this one has not had, and could get if it is returned unanswered."""
    own = leases.alias()
    had = sa.select(sa.literal(1)).where(
        own.c.study == study,
        own.c.rater == rater,
        own.c.trial == leases.c.trial,
        own.c.state.not_in(LeaseState.GIVEN_BACK),
    )
    query = sa.select(sa.literal(1)).where(
        leases.c.study == study,
        leases.c.state == LeaseState.OPEN,
        leases.c.kind.in_(Showing.PLANNED),
        leases.c.rater != rater,
        ~sa.exists(had.correlate(leases)),
    )
    return conn.execute(query.limit(1)).scalar_one_or_none() is not None


def begin_attempt(conn: Connection, tokens: Sequence[str]) -> None:
    """Makes room for another attempt: the first lease of the new one will carry the next occasion."""
    conn.execute(sa.update(leases).where(leases.c.lease.in_(list(tokens))).values(state=LeaseState.SET_ASIDE))


def pilot_leases(conn: Connection, study: int) -> list[LeaseRow]:
    """What was shown in the pilot and has not been set aside."""
    query = _SELECT.where(
        leases.c.study == study,
        leases.c.kind == Showing.PILOT,
        leases.c.state.in_([LeaseState.OPEN, *LeaseState.PILOTED]),
    )
    return [LeaseRow(*row) for row in conn.execute(query)]
