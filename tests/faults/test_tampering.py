"""Whoever changes the database, by hand or by a failing disk, changes no result unseen."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
import sqlalchemy as sa

from beholder.engine import Engine, open_study
from beholder.engine.handlers.suspension import SuspendItem
from beholder.facade import Study, load
from beholder.keeping.doctor import examine
from beholder.keeping.verify import verify_chain
from beholder.store import Database
from beholder.store.schema import metadata
from beholder.store.study_home import Home
from tests.faults.tampered import (
    Edit,
    Undone,
    contents,
    edits,
    everything_of,
    lived_study,
    simulated_study,
    tables_of,
    within,
)
from tests.study_maker import make_study

MAKERS: dict[str, Callable[[Path, Database], None]] = {"lived": lived_study, "simulated": simulated_study}
# what somebody with access to the database did in a study that was attacked, and nobody saw
ONCE_MISSED = (
    "raters: row",
    "raters.kind",
    "leases.item",
    "leases.sequence",
    "items.data",
    "sheets: row",
    "sheets.payload",
    "versions.definition",
    "guidelines: row",
    "guidelines: a row added",
    "raters: a row added",
    "sheets: a row added",
    "guidelines.texts",
    "platform_ids.external",
    "trials.systems",
    "studies.seed",
)


# a row that cannot be read ends the reading, and PostgreSQL's driver warns of what was not read to its end
@pytest.mark.variants(1)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("life", sorted(MAKERS))
def test_whatever_is_edited_in_any_column_is_found_or_changes_nothing(
    tmp_path: Path, database: Database, life: str
) -> None:
    folder = tmp_path / "study"
    MAKERS[life](folder, database)
    with load(folder, database=database.url.render_as_string(hide_password=False)) as study:
        with database.read() as conn:
            planned = list(edits(conn))
            before = _leaving(study, conn, tmp_path / "before")
        found = [edit for edit in planned if _is_found(database, study.key, edit)]
        harmless = [edit for edit in planned if edit not in found]
        if _after(database, study, harmless, tmp_path / "after") != before:
            guilty = [edit for edit in harmless if _after(database, study, [edit], tmp_path / "after") != before]
            pytest.fail(f"changed what leaves the study, and nobody sees it: {[edit.name for edit in guilty]}")
    names = [edit.name for edit in found]
    if life == "lived":
        assert {edit.name.partition(".")[0].partition(":")[0] for edit in planned} == set(metadata.tables)
        assert [one for one in ONCE_MISSED if not any(name.startswith(one) for name in names)] == []


@pytest.mark.parametrize("edited", ["taken back in", "taken out"])
def test_an_item_that_is_suspended_or_taken_back_in_past_the_records_is_found(tmp_path: Path, edited: str) -> None:
    """A suspended trial has a negative rank, and the rank that was planned follows from either."""
    folder = tmp_path / "study"
    Home(folder).make()
    database = Database.open(Home(folder).database)
    definition = make_study(folder, "one", items=3, ratings=1)
    engine = Engine(database, open_study(database, definition), definition)
    engine.run(SuspendItem("me", "i1"))
    engine.close()
    assert not [one for one in examine(folder).problems if not one.warning]
    trials = metadata.tables["trials"]
    out = trials.c.rank < 0 if edited == "taken back in" else trials.c.rank >= 0
    with database.write() as conn:
        one = conn.execute(sa.select(trials.c.trial).where(out, trials.c.kind == "main")).scalars().first()
        conn.execute(sa.update(trials).where(trials.c.trial == one).values(rank=-trials.c.rank - 2))
    database.close()
    problems = [problem.problem for problem in examine(folder).problems if not problem.warning]
    assert any(f"trial {one} is {'served' if edited == 'taken back in' else 'suspended'}" in one_ for one_ in problems)


def _is_found(database: Database, key: int, edit: Edit) -> bool:
    found = False
    with suppress(Undone), database.write(key) as conn:
        if edit.apply(conn):
            try:
                found = bool(verify_chain(conn, key).problems)
            except (ValueError, TypeError, KeyError, IndexError):
                # `doctor` tells of records that cannot be read
                found = True
        else:
            found = True
        raise Undone
    return found


def _leaving(study: Study, conn: sa.Connection, scratch: Path) -> dict[str, bytes]:
    scratch.mkdir()
    try:
        return everything_of(within(study, conn), scratch)
    finally:
        shutil.rmtree(scratch)


def _after(database: Database, study: Study, together: list[Edit], scratch: Path) -> dict[str, bytes]:
    left: dict[str, bytes] = {}
    with suppress(Undone), database.write(study.key) as conn:
        for edit in together:
            edit.apply(conn)
        left = _leaving(study, conn, scratch)
        raise Undone
    return left


@pytest.fixture
def lived(tmp_path: Path) -> Path:
    """A study in one SQLite file, with nothing left in the file beside it."""
    folder = tmp_path / "study"
    Home(folder).make()
    database = Database.open(Home(folder).database)
    lived_study(folder, database)
    assert database.drop_traces()
    database.close()
    return folder


def _flip_bits(folder: Path, scratch: Path, *, count: int, seed: int) -> tuple[int, int]:
    """Flips single bits of the database, each in a fresh copy; how many `doctor` found, and how many changed nothing."""
    place = Home(folder).database
    whole = place.read_bytes()
    with load(folder) as study, study.database.read() as conn:
        rows, before = contents(conn), _leaving(study, conn, scratch / "before")
    found = harmless = 0
    for number, bit in enumerate(np.random.default_rng(seed).integers(8 * len(whole), size=count)):
        changed = bytearray(whole)
        changed[bit // 8] ^= 1 << (bit % 8)
        for path in place.parent.glob("study.sqlite3*"):
            path.unlink()
        place.write_bytes(changed)
        if any(not problem.warning for problem in examine(folder).problems):
            found += 1
            continue
        with load(folder) as study, study.database.read() as conn:
            (scratch / f"{number}").mkdir()
            if contents(conn) == rows:
                # the same rows in the same tables: what follows from them need not be written to be the same
                left = tables_of(study, scratch / f"{number}")
                assert left == {name: before[name] for name in left}, bit
            else:
                assert _leaving(study, conn, scratch / f"{number}-all") == before, bit
        harmless += 1
    return found, harmless


@pytest.mark.long
def test_a_flipped_bit_that_changes_a_result_is_found(lived: Path, tmp_path: Path) -> None:
    found, harmless = _flip_bits(lived, tmp_path, count=80, seed=5)
    assert found + harmless == 80
    # in so small a study most of the file are empty pages of tables and indexes
    assert found >= 8


@pytest.mark.long
def test_a_thousand_flipped_bits(lived: Path, tmp_path: Path) -> None:
    found, harmless = _flip_bits(lived, tmp_path, count=1000, seed=6)
    assert found + harmless == 1000
    assert found >= 100
