"""A complete copy of a study in one file, taken from one snapshot while raters go on working."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

import sqlalchemy as sa

from beholder._version import __version__
from beholder.engine.identity import open_started, readable_definition
from beholder.errors import BeholderError
from beholder.keeping.verify import Receipt, verify_chain
from beholder.store import Database
from beholder.store.database import DatabaseDamagedError
from beholder.store.studies import find_study
from beholder.store.study_copy import copy_study
from beholder.store.study_home import Home
from beholder.study import STUDY_FILE
from beholder.study.definition import read_definition

__all__ = ["read_backup", "write_backup"]

Progress = Callable[[int], None]

_MANIFEST = "backup.json"
_DATABASE = ".beholder/study.sqlite3"
_KEPT = ("id", "secret")
_OURS = frozenset({_DATABASE, *(f".beholder/{name}" for name in _KEPT)})
# a restored folder is somebody else's data: what no server would serve is not written either
_UNSAFE = frozenset({"folder-code", "file-outside"})
_DRIVE = re.compile(r"^[A-Za-z]:")
# a bound on what a backup from elsewhere may unpack, beyond any study with pictures
_MAX_FILES = 2_000_000
# a manifest has a dozen lines; more is no manifest
_MAX_MANIFEST = 64 * 1024
_OF_THE_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EPERM, errno.EROFS)


def write_backup(
    folder: Path, output: Path, *, database: str | None = None, media: bool = True, progress: Progress | None = None
) -> Receipt:
    """Writes the study's files and a snapshot of its data; verifies the copy before it takes its name."""
    opened, row = open_started(folder, database, definition=readable_definition(folder))
    temporary = output.with_name(f".{output.name}.{os.getpid()}")
    try:
        with tempfile.TemporaryDirectory(prefix="beholder-") as scratch:
            copied = Path(scratch) / "study.sqlite3"
            receipt = _copy(opened, row.study, copied, progress)
            # it holds the secret and whom platforms say the raters are
            temporary.touch(mode=0o600)
            with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED, allowZip64=True) as file:
                manifest = {"beholder": __version__, "study": row.id, "length": receipt.length, "head": receipt.head}
                file.writestr(_MANIFEST, json.dumps(manifest, indent=2))
                file.write(copied, _DATABASE)
                for path in _study_files(folder, media=media):
                    file.write(path, path.relative_to(folder).as_posix())
        temporary.replace(output)
    except OSError as error:
        raise BeholderError(
            f"cannot write the backup: {error.strerror or error}", code="file-unwritable", where=str(output)
        ) from None
    finally:
        temporary.unlink(missing_ok=True)
        opened.close()
    return receipt


def _copy(source: Database, key: int, path: Path, progress: Progress | None) -> Receipt:
    target = Database.open(path)
    try:
        with source.read() as old, target.write() as new:
            copied = copy_study(old, new, key, progress=progress)
        with target.read() as conn:
            receipt = verify_chain(conn, copied)
    finally:
        target.close()
    if receipt.problems:
        raise BeholderError(
            f"the study's records are damaged: {receipt.problems[0]}",
            code="chain-broken",
            hint="`beholder doctor DIR` lists everything",
        )
    return receipt


def _study_files(folder: Path, *, media: bool) -> Iterator[Path]:
    home = Home(folder).folder
    for name in _KEPT:
        if (home / name).is_file():
            yield home / name
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder).parts
        if inside[0] == ".beholder" or path.is_symlink() or not path.is_file():
            continue
        if media or len(inside) == 1:
            yield path


def read_backup(file: Path, folder: Path, *, database: str | None = None, progress: Progress | None = None) -> Receipt:
    """Restores a backup into a new folder and, if an address is given, into that database."""
    if folder.exists() and any(folder.iterdir()):
        raise BeholderError(
            "there is something here already", code="folder-not-empty", where=str(folder), hint="name a new folder"
        )
    if not file.is_file():
        raise BeholderError("there is no such file", code="backup-missing", where=str(file), hint="name a backup")
    before = folder.exists()
    try:
        with zipfile.ZipFile(file) as archive:
            manifest = _manifest(archive)
            _extract(archive, folder)
        return _adopt(folder, manifest, database, progress)
    except (
        zipfile.BadZipFile,
        zlib.error,
        sa.exc.DatabaseError,
        DatabaseDamagedError,
        KeyError,
        TypeError,
        ValueError,
        EOFError,
        RuntimeError,
        OSError,
    ) as error:
        _clean(folder, keep=before)
        if isinstance(error, OSError) and error.errno in _OF_THE_DISK:
            # the copy may be sound: it is the place for it that is not
            raise
        raise BeholderError(
            f"this is not a complete backup: {str(error).splitlines()[0] if str(error) else type(error).__name__}",
            code="backup-broken",
            where=str(file),
            hint="take another copy",
        ) from None
    except BaseException:
        _clean(folder, keep=before)
        raise


def _manifest(archive: zipfile.ZipFile) -> dict[str, object]:
    if _MANIFEST not in archive.namelist():
        raise zipfile.BadZipFile(f"it has no {_MANIFEST}, which every backup has")
    if archive.getinfo(_MANIFEST).file_size > _MAX_MANIFEST:
        raise zipfile.BadZipFile(f"its {_MANIFEST} is too large")
    found: dict[str, object] = json.loads(archive.read(_MANIFEST))
    return found


def _refuse_unsafe(entries: list[zipfile.ZipInfo], folder: Path) -> None:
    """Refuses, before anything is written, what points outside the folder, would replace another file or the study's own, or does not fit."""
    if len(entries) > _MAX_FILES:
        raise BeholderError("the backup has too many files", code="backup-broken")
    seen: set[PurePosixPath] = set()
    for entry in entries:
        path = PurePosixPath(entry.filename)
        is_link = (entry.external_attr >> 16) & 0o170000 == 0o120000
        drive = _DRIVE.match(entry.filename) is not None
        outside = path.is_absolute() or ".." in path.parts or "\\" in entry.filename or drive
        if outside or is_link or _is_foreign(path) or path in seen:
            raise BeholderError(f"the backup holds an unsafe path: {entry.filename!r}", code="backup-unsafe")
        seen.add(path)
    size, free = sum(entry.file_size for entry in entries), shutil.disk_usage(_existing(folder)).free
    if size > free:
        raise BeholderError(
            f"the backup unpacks to {size / 1e6:,.0f} MB, and {free / 1e6:,.0f} MB are free",
            code="backup-too-large",
            where=str(folder),
            hint="restore it on a larger disk",
        )


def _is_foreign(path: PurePosixPath) -> bool:
    """Whether a file would stand where one of Beholder's own does; capital letters do not count on every disk."""
    folded = str(path).casefold()
    ours = folded in {STUDY_FILE, _MANIFEST} or path.parts[0].casefold() == ".beholder"
    return ours and str(path) not in {STUDY_FILE, _MANIFEST, *_OURS}


def _existing(folder: Path) -> Path:
    return next(target_path for target_path in (folder, *folder.absolute().parents) if target_path.is_dir())


def _extract(archive: zipfile.ZipFile, folder: Path) -> None:
    entries = archive.infolist()
    _refuse_unsafe(entries, folder)
    Home(folder).make()
    for entry in entries:
        if entry.is_dir() or entry.filename == _MANIFEST:
            continue
        target_path = folder / entry.filename
        target_path.parent.mkdir(parents=True, exist_ok=True)
        try:
            # what is the server's own is nobody else's to read, not even while it is being written
            mode = 0o600 if entry.filename in _OURS else 0o666
            descriptor = os.open(target_path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
            with archive.open(entry) as source, os.fdopen(descriptor, "wb") as target:
                shutil.copyfileobj(source, target)
        except FileExistsError:
            raise BeholderError(
                f"the backup holds two files that this disk takes for one: {entry.filename!r}",
                code="backup-unsafe",
                hint="restore it on a disk that tells capital letters apart",
            ) from None


def _adopt(folder: Path, manifest: dict[str, object], database: str | None, progress: Progress | None) -> Receipt:
    if not (folder / STUDY_FILE).is_file():
        raise BeholderError(f"the backup has no {STUDY_FILE}", code="backup-broken", where=str(folder))
    _, problems = read_definition(folder, with_items=False)
    unsafe = [one for one in problems.listed() if one.code in _UNSAFE]
    if unsafe:
        raise BeholderError.of(unsafe)
    own = Database.open(Home(folder).database)
    try:
        with own.read() as conn:
            row = find_study(conn, str(manifest["study"]))
            if row is None:
                raise BeholderError("the backup's data are of another study", code="backup-broken")
            kept = Receipt(int(str(manifest["length"])), str(manifest["head"]))
            receipt = verify_chain(conn, row.study, kept=kept)
        if receipt.problems or (receipt.length, receipt.head) != (kept.length, kept.head):
            first = receipt.problems[0] if receipt.problems else "it is not the one on its receipt"
            raise BeholderError(f"the backup was changed: {first}", code="backup-broken")
        if database:
            _move(own, row.study, row.id, database, progress)
    finally:
        own.close()
    if database:
        for path in Home(folder).folder.glob("study.sqlite3*"):
            path.unlink()
    return receipt


def _move(own: Database, key: int, study_id: str, address: str, progress: Progress | None) -> None:
    target = Database.open(address)
    try:
        with target.read() as conn:
            if find_study(conn, study_id) is not None:
                raise BeholderError(
                    "that database holds this study already", code="study-exists", hint="restore into an empty database"
                )
        with own.read() as old, target.write() as new:
            copy_study(old, new, key, progress=progress)
    finally:
        target.close()


def _clean(folder: Path, *, keep: bool) -> None:
    if not folder.exists():
        return
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    if not keep:
        folder.rmdir()
