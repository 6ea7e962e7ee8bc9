"""Zip and tar archives, unpacked member by member: only regular files of known endings, only below one folder."""

from __future__ import annotations

import re
import shutil
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO

from beholder.imports.lab_files.lab_record import refuse
from beholder.imports.lab_files.scratch import Allowance, Scratch
from beholder.limits import MAX_ARCHIVE_HEADER_BYTES, MAX_UNPACKED_FILE_BYTES
from beholder.tabular.signatures import signature

_ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
_UNREADABLE = (OSError, EOFError, ValueError, NotImplementedError, zlib.error, zipfile.BadZipFile, tarfile.TarError)
_LONG_HEADERS = (
    tarfile.XHDTYPE,
    tarfile.XGLTYPE,
    tarfile.SOLARIS_XHDTYPE,
    tarfile.GNUTYPE_LONGNAME,
    tarfile.GNUTYPE_LONGLINK,
)


Member = tuple[str, int, str, partial[IO[bytes]]]
"""A file of an archive: its path in there, its bytes once unpacked, what it is if no regular file, and how to open it."""


def is_named_archive(path: Path) -> bool:
    """Whether a file is called as archives are that are unpacked."""
    return path.name.lower().endswith(_ENDINGS)


def is_archive(path: Path) -> bool:
    """Whether this is an archive that is unpacked; workbooks, arrays and model files are zip files, too."""
    kind = signature(path)
    return kind in ("zip", "tar") or (is_named_archive(path) and kind in ("", "gzip", "bzip2", "xz"))


def archive_stem(path: Path) -> str:
    """The name of an archive without its endings: `ours` for `ours.tar.gz`."""
    ending = next((one for one in _ENDINGS if path.name.lower().endswith(one)), path.suffix)
    return path.name[: len(path.name) - len(ending)] or path.name


def unpack(archives: Sequence[Path], scratch: Scratch, name: str, *, wanted: frozenset[str]) -> tuple[Path, list[str]]:
    """A folder called `name` with the files of these archives, and the names of those that were left out.

    A folder in which all members lie is left away, since it is mostly called as the archive is.
    """
    folder = scratch.folder_for(archives[0], name)
    left_out: list[str] = []
    done = 0
    for archive in archives:
        allowance = Allowance(archive.stat().st_size, str(archive))
        try:
            for name_inside, size, odd, opened in _members(archive):
                parts = _safe_parts(name_inside, archive)
                # what is not wanted is counted as well: a stream is unpacked to get past it
                allowance.spend(size, most=MAX_UNPACKED_FILE_BYTES, name=f'the member "{name_inside}"')
                if _is_hidden(parts):
                    continue
                if odd or PurePosixPath(parts[-1]).suffix.lower() not in wanted:
                    left_out.append("/".join(parts) + (f" ({odd})" if odd else ""))
                    continue
                target = folder.joinpath(*parts)
                target.parent.mkdir(parents=True, exist_ok=True)
                with opened() as source, target.open("wb") as copy:
                    shutil.copyfileobj(source, copy, 1 << 20)
                done += 1
                scratch.count(done)
        except _UNREADABLE as error:
            hint = "fetch it again; it may have been cut off"
            raise refuse(f"the archive cannot be read: {error!s:.200}", where=str(archive), hint=hint) from error
    return _below_wrappers(folder), left_out


def _below_wrappers(folder: Path) -> Path:
    """The folder with the content of the only folder in it in its place."""
    entries = list(folder.iterdir())
    while len(entries) == 1 and entries[0].is_dir():
        inner = entries[0].rename(folder.with_name(f"{folder.name}.inner"))
        folder.rmdir()
        inner.rename(folder)
        entries = list(folder.iterdir())
    return folder


def _members(archive: Path) -> Iterator[Member]:
    return _zip_members(archive) if signature(archive) == "zip" else _tar_members(archive)


def _zip_members(path: Path) -> Iterator[Member]:
    with zipfile.ZipFile(path) as archive:
        for entry in archive.infolist():
            if entry.flag_bits & 1:
                raise refuse("the archive has a password", where=str(path), hint="unpack it yourself")
            odd = "a link" if stat.S_ISLNK(entry.external_attr >> 16) else ""
            if not entry.is_dir():
                yield entry.filename, entry.file_size, odd, partial(archive.open, entry)


class _BoundedHeader(tarfile.TarInfo):
    """A header that is refused where its names and attributes are too long to be held, or its file has holes."""

    def _proc_member(self, archive: tarfile.TarFile) -> tarfile.TarInfo:
        if self.type in _LONG_HEADERS and self.size > MAX_ARCHIVE_HEADER_BYTES:
            raise tarfile.ReadError("the header of a member is too long")
        if self.type == tarfile.GNUTYPE_SPARSE:
            raise tarfile.ReadError("a member is a sparse file")
        return super()._proc_member(archive)  # type: ignore[misc, no-any-return]

    def _proc_gnusparse_10(self, *_: object) -> None:
        raise tarfile.ReadError("a member is a sparse file")

    _proc_gnusparse_00 = _proc_gnusparse_01 = _proc_gnusparse_10


def _tar_members(path: Path) -> Iterator[Member]:
    with tarfile.open(path, "r|*", tarinfo=_BoundedHeader) as archive:
        while (entry := archive.next()) is not None:
            # a stream is read once: what it has passed need not be remembered
            archive.members = []  # type: ignore[attr-defined]
            if entry.isdir():
                continue
            odd = "" if entry.isreg() else "a link" if entry.issym() or entry.islnk() else "a device or pipe"
            yield entry.name, entry.size, odd, partial(_extracted, archive, entry)


def _extracted(archive: tarfile.TarFile, entry: tarfile.TarInfo) -> IO[bytes]:
    stream = archive.extractfile(entry)
    if stream is None:
        raise tarfile.ReadError(f"{entry.name} has no content")
    return stream


def _safe_parts(name: str, archive: Path) -> tuple[str, ...]:
    """The parts of a member's path; refuses one that would lead out of the folder."""
    plain = "".join(letter if letter.isprintable() else "_" for letter in name.replace("\\", "/"))
    parts = tuple(part for part in plain.split("/") if part not in ("", "."))
    if plain.startswith("/") or re.match(r"[A-Za-z]:", plain) or ".." in parts or not parts:
        raise refuse(
            f"the member {name[:200]!r} leads outside the archive's own folder",
            where=str(archive),
            hint="no honest program writes such an archive: do not unpack it",
        )
    return parts


def _is_hidden(parts: Sequence[str]) -> bool:
    return parts[0] == "__MACOSX" or any(part.startswith(".") for part in parts)
