"""Is everything safe? Looks at the machine, the database's settings and files, and the study's chain."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder._version import __version__
from beholder.engine.identity import database_address, find_stored, readable_definition
from beholder.engine.mark import refuse_missing
from beholder.engine.planning.freeze import judged_files
from beholder.errors import BeholderError, Problem
from beholder.keeping.verify import verify_chain
from beholder.media.digests import Journal
from beholder.media.stores import FolderStore, MediaStore, digest_of, open_store
from beholder.store import Database
from beholder.store.database import sqlite_version
from beholder.store.publications import find_publications, load_media
from beholder.store.studies import load_versions
from beholder.store.study_home import Home
from beholder.study import STUDY_FILE, Version, load_definition, media_digests

__all__ = ["Examined", "examine"]

# the first release without the fault that the warning tells of
_SQLITE_SOUND = (3, 51, 3)
# room for the write-ahead log, a backup and the answers of some days
_LOW_DISK = 1_000_000_000
_NETWORK_FILE_SYSTEMS = ("nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "9p")


@dataclass(frozen=True, slots=True)
class Examined:
    """What was found: facts that are fine, and problems."""

    facts: tuple[str, ...]
    problems: tuple[Problem, ...]


def examine(folder: Path | None, *, database: str | None = None) -> Examined:
    """Examines the machine and, if a folder is given, the study in it."""
    facts = [f"Beholder {__version__} on Python {sys.version.split()[0]}", f"SQLite {sqlite_version()}"]
    problems: list[Problem] = []
    if tuple(map(int, sqlite_version().split("."))) < _SQLITE_SOUND:
        problems.append(
            Problem(
                f"SQLite {sqlite_version()} can damage a file that several connections write at once",
                "doctor-sqlite-old",
                hint="Beholder writes through one connection only, which avoids it; do not open the file for writing with other programs",
                warning=True,
            )
        )
    if folder is not None:
        _examine_study(folder, database, facts, problems)
    return Examined(tuple(facts), tuple(problems))


def _examine_study(folder: Path, database: str | None, facts: list[str], problems: list[Problem]) -> None:
    if not folder.is_dir():
        problems.append(Problem("there is no such folder", "study-missing", str(folder)))
        return
    _examine_disk(folder, facts, problems)
    home = Home(folder)
    if not home.folder.exists() and isinstance(database_address(folder, database), Path):
        facts.append("the study has not been started")
        return
    try:
        refuse_missing(database_address(folder, database), folder)
        opened = Database.open(database_address(folder, database))
    except BeholderError as error:
        problems += error.problems
        return
    try:
        _examine_database(opened, folder, facts, problems)
    except BeholderError as error:
        problems += error.problems
    except (sa.exc.DBAPIError, ValueError, TypeError, KeyError) as error:
        # text in a damaged page is still read, and need not be what was written
        first = str(error).splitlines()[0]
        problems.append(Problem(f"the records cannot be read: {first}", "doctor-database-damaged", str(folder)))
    finally:
        opened.close()


def _examine_database(opened: Database, folder: Path, facts: list[str], problems: list[Problem]) -> None:
    facts.append("durable settings: " + ", ".join(f"{k} {v}" for k, v in opened.durability().items()))
    wrong = opened.integrity()
    problems += [
        Problem(f"the database file is damaged: {one}", "doctor-database-damaged", str(folder)) for one in wrong
    ]
    if not wrong:
        facts.append("the database file is sound")
    row = find_stored(opened, folder, readable_definition(folder))
    if row is None:
        facts.append("the study has not been started")
        return
    with opened.read() as conn:
        receipt = verify_chain(conn, row.study)
        problems += [Problem(one, "chain-broken", str(folder)) for one in receipt.problems]
        if not receipt.problems:
            facts.append(f"the chain is whole: {receipt}")
            _examine_media(conn, row.study, folder, facts, problems)
            _examine_delivered(conn, row.study, folder, facts, problems)


def _examine_media(conn: Connection, key: int, folder: Path, facts: list[str], problems: list[Problem]) -> None:
    """Reads every picture and mask again, whatever is remembered of it."""
    frozen: dict[str, str] = Version(load_versions(conn, key)[-1][2]).data.get("media", {})
    if not frozen or not (folder / STUDY_FILE).is_file():
        return
    definition = load_definition(folder)
    there = media_digests(definition)
    judged = judged_files(conn, key, definition)
    gone = sorted(name for name in frozen if name not in there)
    changed = sorted(name for name, digest in frozen.items() if there.get(name, digest) != digest)
    for name in changed:
        hint = "put it back as raters saw it" if name in judged else "the next start takes it as it is now"
        wrong = f"{name} is not the file that was recorded"
        problems.append(Problem(wrong, "media-changed", str(folder), hint, warning=name not in judged))
    if gone:
        wrong = f"{len(gone):,} files are not there, such as {gone[0]}"
        problems.append(Problem(wrong, "media-missing", str(folder), "raters cannot be shown them", warning=True))
    if not changed and not gone:
        facts.append(f"{len(frozen):,} pictures and masks are as they were recorded")


def _examine_delivered(conn: Connection, key: int, folder: Path, facts: list[str], problems: list[Problem]) -> None:
    """Reads every file that raters get: in the folder's cache, and in the store if the study is published."""
    cache = Home(folder).media
    receipts = [one for one in Journal(cache / "intake.jsonl").entries() if (cache / one.get("file", "?")).is_file()]
    local: Iterable[tuple[str, str, str]] = ((one["source"], one["file"], one.get("sha256", "")) for one in receipts)
    places: list[tuple[MediaStore, Iterable[tuple[str, str, str]], str]] = [
        (FolderStore(cache), local, "delete the file: the next start makes it anew from the original")
    ]
    for published in find_publications(conn):
        if published.study == key:
            listed = ((row.name, row.file, row.sha256) for row in load_media(conn, key))
            hint = "`beholder publish` puts back what is not as it was"
            places.append((open_store(published.media), listed, hint))
    for store, files, hint in places:
        checked, wrong = 0, len(problems)
        for name, file, sha256 in files:
            checked += 1
            with closing(store.open(file)[0]) as opened:
                if digest_of(opened) != sha256:
                    text = f"{file}, which raters get for {name}, is not the file on record"
                    problems.append(Problem(text, "media-altered", store.address, hint))
        if len(problems) == wrong:
            facts.append(f"{checked:,} files for raters in {store.address} are as they were recorded")


def _examine_disk(folder: Path, facts: list[str], problems: list[Problem]) -> None:
    free = shutil.disk_usage(folder).free
    if free < _LOW_DISK:
        problems.append(
            Problem(
                f"only {free / 1e6:,.0f} MB are free on this disk",
                "doctor-disk-low",
                str(folder),
                "make room before raters come",
                warning=True,
            )
        )
    else:
        facts.append(f"{free / 1e9:,.0f} GB free")
    kind = _file_system(folder)
    if kind in _NETWORK_FILE_SYSTEMS:
        problems.append(
            Problem(
                f"the study lies on a network file system ({kind}), on which SQLite is not safe",
                "doctor-network-disk",
                str(folder),
                "use a local disk, or PostgreSQL with --database",
            )
        )


def _file_system(folder: Path) -> str:
    mounts = Path("/proc/mounts")
    if not mounts.exists():
        return ""
    path = str(folder.resolve())
    best = ("", "")
    for line in mounts.read_text(encoding="utf-8", errors="replace").splitlines():
        _, mount, kind, *_ = line.split(" ")
        inside = path == mount or path.startswith(mount.rstrip("/") + "/")
        if inside and len(mount) >= len(best[0]):
            best = (mount, kind)
    return best[1]
