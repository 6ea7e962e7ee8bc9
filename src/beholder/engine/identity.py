"""Which stored study a folder is: `.beholder/id` says so, and a lost or mistaken id must not begin another one unnoticed."""

from __future__ import annotations

import os
import shlex
from itertools import islice
from pathlib import Path

from sqlalchemy.engine import Connection

from beholder.engine.mark import refuse_missing, refuse_vanished
from beholder.errors import BeholderError
from beholder.store import Database, StudyRow, studies
from beholder.store.database import sqlite_file
from beholder.store.study_home import Home
from beholder.study import Definition, Version, item_digest, load_definition
from beholder.tables.ratings import iso_time

# Items of a running study never change, so a hundred of them tell two studies apart, however large they are.
_SAMPLE = 100


def database_address(folder: Path, given: str | None = None) -> str | Path:
    """Where the study's data live: the address given, else BEHOLDER_DATABASE, else the study's own folder."""
    return given or os.environ.get("BEHOLDER_DATABASE") or Home(folder).database


def open_started(
    folder: Path, given: str | None = None, *, definition: Definition | None = None
) -> tuple[Database, StudyRow]:
    """The database and row of a study that `serve` or `simulate` has started; reading never creates a database."""
    address = database_address(folder, given)
    refuse_missing(address, folder)
    if not isinstance(address, Path) or address.exists():
        database = Database.open(address)
        try:
            row = find_stored(database, folder, definition)
        except BaseException:
            database.close()
            raise
        if row is not None:
            return database, row
        database.close()
    raise BeholderError(
        "the study has not been started: nothing has been answered yet",
        code="study-not-started",
        where=str(folder),
        hint="`beholder simulate` or `beholder serve` starts it",
    )


def find_stored(database: Database, folder: Path, definition: Definition | None = None) -> StudyRow | None:
    """The study as stored, if it has been started; creates nothing. Refuses where the folder's id is lost or mistaken.

    Whose study it is can be told from the items of a definition, if there is one.
    """
    known = Home(folder).known_id
    with database.read() as conn:
        row = None if known is None else studies.find_study(conn, known)
        if row is not None:
            refuse_foreign_id(conn, row, folder, definition)
            return row
        if known is not None:
            refuse_vanished(database, known)
        refuse_lost_id(conn, database, folder, definition)
    return None


def id_before_start(folder: Path, given: str | None = None) -> str:
    """The id under which the folder's study is stored, or will be: links may be made before the first start."""
    if Home(folder).known_id is None:
        try:
            open_started(folder, given, definition=readable_definition(folder))[0].close()
        except BeholderError as error:
            if error.code != "study-not-started":
                raise
    return Home(folder).study_id()


def readable_definition(folder: Path) -> Definition | None:
    """The folder's definition; None where it cannot be read, and what is stored must be looked at all the same."""
    try:
        return load_definition(folder)
    except BeholderError:
        return None


def refuse_lost_id(conn: Connection, database: Database, folder: Path, definition: Definition | None = None) -> None:
    """Refuses to begin a study where people's answers are stored that may be this folder's.

    In the folder's own file any study of people is. A database for many studies holds others too: there items tell.
    """
    home = Home(folder)
    if home.begins_anew:
        return
    if sqlite_file(database.address) == home.database.resolve():
        candidates = studies.studies_of_people(conn)
    else:
        candidates = _fitting(conn, definition)
    if candidates:
        known = home.known_id
        problem = "the folder has lost the id of its study"
        if known is not None:
            problem = f"the folder has the id {known}, and no study in the database has it"
        raise _refusal(home, candidates, problem, code="study-id-lost")


def refuse_foreign_id(conn: Connection, row: StudyRow, folder: Path, definition: Definition | None) -> None:
    """Refuses a study of people none of whose items is the folder's: the file with the id is another folder's.

    Where some are, the folder was edited, and what changed is told elsewhere.
    """
    if definition is None or row.simulated or _shared(conn, row, definition)[0]:
        return
    problem = f"the folder has the id {row.id}, which is that of a study with other items"
    raise _refusal(Home(folder), _fitting(conn, definition), problem, code="study-id-foreign")


def _fitting(conn: Connection, definition: Definition | None) -> list[tuple[StudyRow, int]]:
    if definition is None:
        return []
    return [(row, count) for row, count in studies.studies_of_people(conn) if _fits(conn, row, definition)]


def _fits(conn: Connection, row: StudyRow, definition: Definition) -> bool:
    """Whether the protocol and most items of a stored study are those of a folder."""
    same, of = _shared(conn, row, definition)
    return 2 * same > of


def _shared(conn: Connection, row: StudyRow, definition: Definition) -> tuple[int, int]:
    """How many of a sample of a stored study's items are those of a folder; none under another protocol."""
    frozen = Version(studies.load_versions(conn, row.study)[-1][2]).data
    if frozen["declaration"]["name"] != definition.declaration.name:
        return 0, 1
    sample = dict(islice(frozen["items"].items(), _SAMPLE))
    same = sum(item_digest(item) == sample[item.id] for item in definition.items if item.id in sample)
    return same, len(sample)


def _refusal(home: Home, candidates: list[tuple[StudyRow, int]], problem: str, *, code: str) -> BeholderError:
    file = shlex.quote(str(home.folder / "id"))
    listed = [f"{row.id} (started {iso_time(row.created_at)[:10]}, {count:,} answers)" for row, count in candidates]
    hint = "put .beholder/id and .beholder/secret back from your last backup"
    if candidates:
        problem += f"; it may be {' or '.join(listed)}"
        hint += f", or write the id alone: echo {candidates[0][0].id} > {file}"
        anew = shlex.quote(str(home.folder / home.NEW_STUDY))
        hint += f"; to begin another study in the same database on purpose: touch {anew}"
    return BeholderError(problem, code=code, where=str(home.folder / "id"), hint=hint)
