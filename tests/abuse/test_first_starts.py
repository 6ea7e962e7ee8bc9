"""Several servers that start at once on an empty database: all come up, and on one study."""

from __future__ import annotations

import multiprocessing
import traceback
from collections.abc import Iterator, Sequence
from contextlib import closing
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Barrier
from pathlib import Path

import psycopg
import pytest

from beholder.keeping.verify import verify_chain
from beholder.store import Database
from beholder.store.studies import studies_of_people
from beholder.testing import write_masks_study
from beholder.web import open_served

_LOADED = multiprocessing.get_context("forkserver")
_LOADED.set_forkserver_preload([__name__])
SERVERS, ROUNDS = 3, 2


@pytest.fixture
def empty_databases(postgres_server: str) -> Iterator[list[str]]:
    names = [f"first{number}" for number in range(ROUNDS)]
    with psycopg.connect(f"{postgres_server}postgres", autocommit=True) as conn:
        for name in names:
            conn.execute(f'CREATE DATABASE "{name}"'.encode())
    yield [f"{postgres_server}{name}" for name in names]
    with psycopg.connect(f"{postgres_server}postgres", autocommit=True) as conn:
        for name in names:
            conn.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


def start_each(
    folders: Sequence[Path], databases: Sequence[str], together: Barrier, results: SimpleQueue[tuple[int, str]]
) -> None:
    """What one server does: opens the study of each round at the moment at which the others do."""
    for number, (folder, database) in enumerate(zip(folders, databases, strict=True)):
        together.wait(60)
        try:
            with closing(open_served(folder, database=database)) as study:
                results.put((number, study.id))
        except Exception:  # noqa: BLE001 - whatever a server dies of
            results.put((number, traceback.format_exc()))


@pytest.mark.postgres
def test_servers_that_start_at_once_begin_one_study(tmp_path: Path, empty_databases: list[str]) -> None:
    folders = [write_masks_study(tmp_path / f"study{number}", trials=60, ratings=1) for number in range(ROUNDS)]
    together, results = _LOADED.Barrier(SERVERS), _LOADED.SimpleQueue()
    servers = [
        _LOADED.Process(target=start_each, args=(folders, empty_databases, together, results)) for _ in range(SERVERS)
    ]
    for server in servers:
        server.start()
    opened: dict[int, set[str]] = {number: set() for number in range(ROUNDS)}
    for _ in range(SERVERS * ROUNDS):
        number, study = results.get()
        opened[number].add(study)
    for server in servers:
        server.join()
    for number, database in enumerate(empty_databases):
        with closing(Database.open(database)) as looked_at, looked_at.read() as conn:
            ((row, _),) = studies_of_people(conn)
            assert opened[number] == {row.id}
            assert not verify_chain(conn, row.study).problems
