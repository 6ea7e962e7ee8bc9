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
from beholder.store.prepared import Prepared


def _prepared() -> Iterator[tuple[str, Prepared]]:
    for found in pkgutil.iter_modules(beholder.store.__path__):
        module = importlib.import_module(f"beholder.store.{found.name}")
        for name, value in vars(module).items():
            if isinstance(value, Prepared) and not isinstance(value.statement, sa.Insert):
                yield f"{found.name}{name}", value


def _plan(conn: Connection, prepared: Prepared, length: int) -> list[str]:
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
