"""The statements that run in every transaction must cost the same however large the study has grown."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

import beholder.store
from beholder.store import Database
from beholder.store.leases import load_leases
from beholder.store.prepared import PreparedStatement
from beholder.store.schema import leases


def _prepared() -> Iterator[tuple[str, PreparedStatement]]:
    for found in pkgutil.iter_modules(beholder.store.__path__):
        module = importlib.import_module(f"beholder.store.{found.name}")
        for name, value in vars(module).items():
            if isinstance(value, PreparedStatement) and not isinstance(value.statement, sa.Insert):
                yield f"{found.name}{name}", value


def _plan(conn: Connection, prepared: PreparedStatement, length: int) -> list[str]:
    sql = prepared.sql(conn, length)
    return [row[3] for row in conn.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", (None,) * sql.count("?"))]


@pytest.mark.parametrize("length", [1, 16, 256])
def test_no_prepared_statement_reads_a_whole_study(tmp_path: Path, length: int) -> None:
    database = Database.open(tmp_path / "store.sqlite3")
    with database.read() as conn:
        steps = {(name, step) for name, prepared in _prepared() for step in _plan(conn, prepared, length)}
    database.close()
    reading = {(name, step) for name, step in steps if step.startswith(("SCAN", "SEARCH"))}
    assert len(reading) > 10
    assert {(name, step) for name, step in reading if step.startswith("SCAN") or step.endswith("(study=?)")} == set()


def test_constants_are_written_out_so_that_partial_indexes_serve(tmp_path: Path) -> None:
    database = Database.open(tmp_path / "store.sqlite3")
    with database.read() as conn:
        used = {
            step.partition(" INDEX ")[2].split()[0]
            for _, one in _prepared()
            for step in _plan(conn, one, 4)
            if " INDEX " in step
        }
    database.close()
    assert {"trials_open", "leases_open", "raters_active"} <= used


_LEASE = {
    "study": 1,
    "rater": "r",
    "occasion": 0,
    "kind": "main",
    "item": 0,
    "state": "answered",
    "flipped": False,
    "slots": "[]",
    "adjacent": False,
    "version": 1,
    "issued_at": 0,
}


def test_a_list_of_any_length_is_asked_for(database: Database) -> None:
    """SQLite and PostgreSQL each take a limited number of parameters in one statement."""
    wanted = [f"lease-{n}" for n in range(140_000)]
    with database.write() as conn:
        conn.execute(
            sa.insert(leases),
            [
                {**_LEASE, "lease": wanted[n], "sequence": n, "trial": n}
                for n in (0, 8191, 8192, 70_000, len(wanted) - 1)
            ],
        )
        found = load_leases(conn, 1, wanted)
    assert sorted(row.sequence for row in found.values()) == [0, 8191, 8192, 70_000, 139_999]


def test_an_error_of_the_driver_is_raised_as_any_other_also_while_rows_are_fetched(tmp_path: Path) -> None:
    database = Database.open(tmp_path / "store.sqlite3")
    # the first row is fine; the second has no absolute value
    rows = sa.text("(VALUES (1), (-9223372036854775807 - 1))")
    failing = PreparedStatement(sa.select(sa.func.abs(sa.literal_column("column1"))).select_from(rows))
    with database.read() as conn, pytest.raises(sa.exc.DBAPIError):
        failing.all(conn)
    database.close()
