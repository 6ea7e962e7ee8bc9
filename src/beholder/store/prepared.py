"""Statements of the hot path: compiled once, then run by the driver itself.

The general way of SQLAlchemy costs more than SQLite does for a look-up by key; these few statements run in every
transaction. They are written as all others are, on both databases, and raise the same errors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple, cast

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.sql import visitors

__all__ = ["PreparedStatement", "insert_many"]

# rows handed to the driver at once, so that memory stays flat
_CHUNK = 20_000


def insert_many(conn: Connection, table: sa.Table, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> int:
    """Inserts the rows inside the current transaction; how many there were."""
    driver: Any = conn.connection.dbapi_connection
    names = ", ".join(columns)
    count = 0
    if conn.dialect.name == "postgresql":
        with driver.cursor() as cursor, cursor.copy(f"COPY {table.name} ({names}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
                count += 1
        return count
    marks = ", ".join("?" for _ in columns)
    statement = f"INSERT INTO {table.name} ({names}) VALUES ({marks})"
    source = iter(rows)
    while chunk := list(islice(source, _CHUNK)):
        driver.executemany(statement, chunk)
        count += len(chunk)
    return count


_Statement = sa.Select[Any] | sa.Insert | sa.Update


class _Compiled(NamedTuple):
    """The driver's SQL, the order of its parameters (None: they go by name), and those that never change."""

    sql: str
    order: tuple[str, ...] | None
    constants: dict[str, Any]

    def fill(self, values: Mapping[str, Any]) -> Any:
        """The parameters as the driver wants them."""
        everything = {**self.constants, **values}
        return everything if self.order is None else tuple([everything[name] for name in self.order])


# SQLite takes 32,766 parameters (SQLITE_MAX_VARIABLE_NUMBER) and PostgreSQL's protocol 65,535
_MOST_LISTED = 8192


class PreparedStatement:
    """A statement with named parameters. One that is a list in `all` is written once per length, rounded up.

    A list that is too long for one statement is asked for in parts; its rows then come part by part.
    """

    def __init__(self, statement: _Statement) -> None:
        self.statement = statement
        self._compiled: dict[tuple[Any, ...], _Compiled] = {}

    def all(self, conn: Connection, **values: Any) -> list[Any]:
        """The rows, as plain tuples."""
        for name, value in values.items():
            if isinstance(value, list) and len(value) > _MOST_LISTED:
                parts = (value[start : start + _MOST_LISTED] for start in range(0, len(value), _MOST_LISTED))
                return [row for part in parts for row in self.all(conn, **{**values, name: part})]
        sizes = []
        flat: dict[str, Any] = {}
        for name, value in values.items():
            if isinstance(value, list):
                size = 1 << max(0, len(value) - 1).bit_length()
                sizes.append((name, size))
                # repeating a value changes nothing in an IN list; nothing is equal to NULL
                padded = value + [value[-1] if value else None] * (size - len(value))
                flat.update({f"{name}_{n}": one for n, one in enumerate(padded, start=1)})
            else:
                flat[name] = value
        compiled = self._compile(conn, tuple(sizes))
        # SQLite carries a query out while its rows are fetched, so errors come then too
        with _cursor(conn, compiled.sql) as cursor:
            cursor.execute(compiled.sql, compiled.fill(flat))
            return list(cursor.fetchall())

    def sql(self, conn: Connection, length: int) -> str:
        """What the driver is given where every list has that length."""
        binds = self.statement.compile(dialect=conn.dialect).binds
        lists = (name for name, bind in binds.items() if bind.expanding and bind.required)
        return self._compile(conn, tuple((name, length) for name in lists)).sql

    def run(self, conn: Connection, **values: Any) -> None:
        """Runs a change once."""
        compiled = self._compile(conn, ())
        with _cursor(conn, compiled.sql) as cursor:
            cursor.execute(compiled.sql, compiled.fill(values))

    def many(self, conn: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Runs a change once for each row."""
        if not rows:
            return
        compiled = self._compile(conn, ())
        with _cursor(conn, compiled.sql) as cursor:
            cursor.executemany(compiled.sql, [compiled.fill(row) for row in rows])

    def _compile(self, conn: Connection, sizes: tuple[tuple[str, int], ...]) -> _Compiled:
        key = (conn.dialect.name, *sizes)
        found = self._compiled.get(key)
        if found is None:
            statement = _with_literals(self.statement)
            columns = [column.name for column in statement.table.columns] if isinstance(statement, sa.Insert) else None
            compiled = statement.compile(dialect=conn.dialect, column_keys=columns)
            ours = {name: None for name, bind in compiled.binds.items() if bind.required}
            lists = {name: list(range(size)) for name, size in sizes}
            state = compiled.construct_expanded_state(ours | lists)
            given = {*ours, *(f"{name}_{n + 1}" for name, size in sizes for n in range(size))}
            constants = {name: value for name, value in state.parameters.items() if name not in given}
            order = None if state.positiontup is None else tuple(state.positiontup)
            found = self._compiled[key] = _Compiled(state.statement, order, constants)
        return found


def _with_literals(statement: _Statement) -> _Statement:
    """The statement with its constants written out.

    A database can tell that a partial index holds what is asked for only if it can read the condition; SQLite would
    compile the statement anew for each run to find out.
    """

    def written(element: Any, **_: Any) -> Any:
        if isinstance(element, sa.BindParameter) and not element.required and not element.expanding:
            return sa.bindparam(None, element.value, type_=element.type, unique=True, literal_execute=True)
        return None

    return cast("_Statement", visitors.replacement_traverse(statement, {}, written))


@contextmanager
def _cursor(conn: Connection, sql: str) -> Iterator[Any]:
    """A cursor of the driver whose errors are raised as SQLAlchemy would raise them."""
    cursor = conn.connection.cursor()
    try:
        yield cursor
    except conn.dialect.loaded_dbapi.Error as error:
        raise _translated(conn, sql, error) from error
    finally:
        cursor.close()


def _translated(conn: Connection, sql: str, error: Exception) -> Exception:
    """The error as SQLAlchemy would raise it, so that callers need know one kind only."""
    gone = conn.dialect.is_disconnect(error, conn.connection.driver_connection, None)  # type: ignore[arg-type]
    translated = sa.exc.DBAPIError.instance(
        sql, {}, error, conn.dialect.loaded_dbapi.Error, connection_invalidated=gone, dialect=conn.dialect
    )
    if gone:
        conn.invalidate()
    assert isinstance(translated, Exception), "a driver's error becomes an exception"
    return translated
