"""Items as stored: one row of JSON each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.store.prepared import PreparedStatement, insert_many
from beholder.store.schema import answers, items, leases, payloads

__all__ = ["add_items", "answered_items", "count_items", "load_items", "numbers_of", "stream_items"]

_DATA = sa.select(items.c.item, items.c.data).where(items.c.study == sa.bindparam("key"))
_SOME = PreparedStatement(_DATA.where(items.c.item.in_(sa.bindparam("wanted", expanding=True))))
# below the 999 parameters that SQLite took before 3.32
_AT_ONCE = 512


def add_items(conn: Connection, study: int, rows: Iterable[tuple[int, str, int, str]]) -> int:
    """Adds items given as (number, id, version, JSON)."""
    return insert_many(conn, items, ("study", "item", "id", "version", "data"), ((study, *row) for row in rows))


def count_items(conn: Connection, study: int) -> int:
    """How many items the study has."""
    return int(conn.execute(sa.select(sa.func.count()).select_from(items).where(items.c.study == study)).scalar_one())


def load_items(conn: Connection, study: int, wanted: Iterable[int]) -> dict[int, str]:
    """The JSON of some items by number."""
    numbers = list(wanted)
    parts = (numbers[start : start + _AT_ONCE] for start in range(0, len(numbers), _AT_ONCE))
    return {number: data for part in parts for number, data in _SOME.all(conn, key=study, wanted=part)}


def answered_items(conn: Connection, study: int) -> set[str]:
    """The ids of items to which there is an answer that was not erased."""
    query = (
        sa.select(items.c.id)
        .distinct()
        .join_from(answers, leases, leases.c.lease == answers.c.lease)
        .join(payloads, payloads.c.answer == answers.c.answer)
        .join(items, sa.and_(items.c.study == answers.c.study, items.c.item == leases.c.item))
        .where(answers.c.study == study, payloads.c.payload.is_not(None))
    )
    return {str(name) for name in conn.execute(query).scalars()}


def stream_items(conn: Connection, study: int) -> Iterator[tuple[int, str]]:
    """All items in their order, without holding them all."""
    result = conn.execution_options(yield_per=5000).execute(_DATA.order_by(items.c.item), {"key": study})
    for number, data in result:
        yield int(number), data


def numbers_of(conn: Connection, study: int) -> dict[str, int]:
    """The number of each item by its id."""
    query = sa.select(items.c.id, items.c.item).where(items.c.study == study)
    return {str(name): int(number) for name, number in conn.execute(query)}
