"""A mark beside a SQLite file that a study of people was started in it, so that a lost database is not taken for a new one."""

from __future__ import annotations

from pathlib import Path

from beholder.errors import BeholderError
from beholder.store import Database
from beholder.store.database import beside, sqlite_file
from beholder.store.durable import write_durably
from beholder.store.study_home import Home

__all__ = ["mark_started", "refuse_missing", "refuse_vanished"]


def mark_started(database: Database, study_id: str) -> None:
    """Notes that the study is in this database. PostgreSQL loses no files by itself, and has no place for a mark."""
    mark = _mark(database.address)
    if mark is not None and study_id not in _marked(mark):
        write_durably(mark, "".join(f"{one}\n" for one in sorted({*_marked(mark), study_id})))


def refuse_vanished(database: Database, study_id: str) -> None:
    """Refuses to go on with a database in which the study was and is no more."""
    _refuse(database.address, study_id)


def refuse_missing(address: str | Path, folder: Path) -> None:
    """Refuses where the database file itself is gone, before an empty one is made in its place."""
    file, known = sqlite_file(address), Home(folder).known_id
    if file is not None and known is not None and not file.exists():
        _refuse(address, known)


def _refuse(address: str | Path, study_id: str) -> None:
    mark = _mark(address)
    if mark is not None and study_id in _marked(mark):
        raise BeholderError(
            "people's answers were in this database, and it is empty now",
            code="database-lost",
            where=str(sqlite_file(address)),
            hint="restore your last backup with `beholder restore`; to begin again without those answers, "
            f"delete {mark.name} beside it",
        )


def _mark(address: str | Path) -> Path | None:
    file = sqlite_file(address)
    return None if file is None else beside(file, "started")


def _marked(mark: Path) -> set[str]:
    return set(mark.read_text(encoding="utf-8").split()) if mark.is_file() else set()
