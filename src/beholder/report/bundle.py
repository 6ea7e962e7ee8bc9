"""A zip file that cannot be changed unseen: every file hashed, nothing beside them, nothing between them."""

from __future__ import annotations

import hashlib
import json
import os
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from beholder.errors import BeholderError

__all__ = ["Bundle", "BundleWriter", "open_bundle"]

MANIFEST = "release.json"
SEAL = "release.sha256"
# the earliest time that a zip can hold: the same content makes the same file whenever it is written
_TIME = (1980, 1, 1, 0, 0, 0)
# a plain file, readable by all: what is in a release must not depend on who made it
_MODE = 0o644 << 16
# read and hashed piece by piece, so that memory stays flat
_CHUNK = 1 << 20
# beyond these zipfile writes the larger records of the format
_LARGE = zipfile.ZIP64_LIMIT
_MOST_ENTRIES = zipfile.ZIP_FILECOUNT_LIMIT
# the version of the ZIP format that knows files above 4 GB
_LARGE_VERSION = 45
# Records hold a hash each, which does not shrink: releases unpack to 4 to 15 times their size.
_MOST_RATIO = 50
# small releases may pack better than that; 64 MB fit into any memory
_ALWAYS_ALLOWED = 64 << 20
# What the manifest says of one file beside its name, and of the study.
_MOST_PER_FILE = 256
# what the manifest says of the study takes a few kilobytes
_MOST_FACTS = 64 << 10
# A version names every item and picture, the analysis every finding, in one line; other lines are one row each.
_MOST_LINE = {"versions.jsonl": 128 << 20, "analysis.json": 128 << 20}
# the longest rows are items and answers with masks in them
_MOST_OTHER_LINE = 16 << 20


class BundleWriter:
    """Writes files into a zip with fixed times and modes, so that the same content makes the same file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._temporary = path.with_name(f".{path.name}.{os.getpid()}")
        self._zip = zipfile.ZipFile(self._temporary, "w", allowZip64=True)
        self._digests: dict[str, str] = {}

    def add_lines(self, name: str, lines: Iterator[str]) -> int:
        """Adds a text file line by line; how many lines."""
        count = 0
        digest = hashlib.sha256()
        with self._zip.open(_info(name), "w") as file:
            for count, line in enumerate(lines, start=1):
                data = (line + "\n").encode()
                digest.update(data)
                file.write(data)
        self._digests[name] = digest.hexdigest()
        return count

    def add_file(self, name: str, source: Path) -> str:
        """Adds a file as it is; its digest."""
        digest = hashlib.sha256()
        with source.open("rb") as stream, self._zip.open(_info(name), "w") as file:
            while chunk := stream.read(_CHUNK):
                digest.update(chunk)
                file.write(chunk)
        self._digests[name] = digest.hexdigest()
        return self._digests[name]

    def finish(self, facts: Mapping[str, Any]) -> None:
        """Writes manifest and seal; only then the file gets its name."""
        manifest = json.dumps({**facts, "files": self._digests}, ensure_ascii=False, indent=1, sort_keys=True)
        self._zip.writestr(_info(MANIFEST), manifest)
        self._zip.writestr(_info(SEAL), hashlib.sha256(manifest.encode()).hexdigest() + "\n")
        self._zip.close()
        self._temporary.replace(self._path)

    def discard(self) -> None:
        """Leaves nothing behind, also where a full disk keeps the zip from being ended."""
        with suppress(OSError, ValueError):
            self._zip.close()
        self._temporary.unlink(missing_ok=True)


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _TIME)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = _MODE
    info.create_system = 3
    return info


@dataclass(frozen=True)
class Bundle:
    """An opened bundle and what is wrong with it."""

    path: Path
    facts: Mapping[str, Any]
    problems: tuple[str, ...]

    def lines(self, name: str) -> Iterator[dict[str, Any]]:
        """A file of JSON lines; the content must be sound. A line is bounded, since each is held whole."""
        most = _MOST_LINE.get(name, _MOST_OTHER_LINE)
        with zipfile.ZipFile(self.path) as archive, archive.open(name) as file:
            while line := file.readline(most + 1):
                if len(line) > most:
                    raise BeholderError(
                        f"{name} has a line of more than {most / 1e6:,.0f} MB",
                        code="release-broken",
                        where=str(self.path),
                        hint="no release that Beholder writes has one; ask for another copy",
                    )
                yield json.loads(line)

    def extract(self, name: str, target: Path) -> None:
        """Writes one file of the bundle to a path."""
        with zipfile.ZipFile(self.path) as archive, archive.open(name) as source, target.open("wb") as file:
            while chunk := source.read(_CHUNK):
                file.write(chunk)

    def has(self, name: str) -> bool:
        """Whether the bundle has that file."""
        return name in self.facts["files"]


def open_bundle(path: Path) -> Bundle:
    """Opens a bundle and checks that it is whole and unchanged, down to the bytes between its files."""
    if not path.is_file():
        raise BeholderError("there is no such file", code="release-missing", where=str(path), hint="name a release")
    try:
        with zipfile.ZipFile(path) as archive:
            _refuse_bombs(archive, path)
            facts, problems = _read_manifest(archive)
            problems += _check_structure(archive, path)
            problems += _check_files(archive, facts, path)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, OSError, ValueError) as error:
        raise BeholderError(
            f"this is not a sound release: {str(error).splitlines()[0] if str(error) else type(error).__name__}",
            code="release-broken",
            where=str(path),
            hint="take another copy of the file",
        ) from None
    return Bundle(path, facts, tuple(problems))


def _read_manifest(archive: zipfile.ZipFile) -> tuple[dict[str, Any], list[str]]:
    names = archive.namelist()
    if MANIFEST not in names or SEAL not in names:
        raise zipfile.BadZipFile(f"it has no {MANIFEST} and {SEAL}, which every release has")
    text = archive.read(MANIFEST)
    facts = json.loads(text)
    if not isinstance(facts, dict) or not isinstance(facts.get("files"), dict):
        raise zipfile.BadZipFile(f"{MANIFEST} does not list the files")
    problems = []
    if archive.read(SEAL).decode("ascii", "replace") != hashlib.sha256(text).hexdigest() + "\n":
        problems.append(f"{MANIFEST} was changed: it does not fit {SEAL}")
    return facts, problems


def _check_structure(archive: zipfile.ZipFile, path: Path) -> list[str]:
    """Headers and directory must be, byte for byte, what this module writes; no byte belongs to nothing."""
    problems = []
    end = 0
    infos = sorted(archive.infolist(), key=lambda one: one.header_offset)
    with path.open("rb") as file:
        for info in infos:
            expected = _as_written(info).FileHeader()
            file.seek(info.header_offset)
            if info.header_offset != end or file.read(len(expected)) != expected:
                problems.append(f"{info.filename}: its entry was changed")
            end = info.header_offset + len(expected) + info.compress_size
        file.seek(end)
        if file.read() != _directory(infos, start=end):
            problems.append("the directory of the zip file was changed, or something was added to the file")
    return problems


def _as_written(info: zipfile.ZipInfo) -> zipfile.ZipInfo:
    fresh = _info(info.filename)
    fresh.CRC, fresh.compress_size, fresh.file_size = info.CRC, info.compress_size, info.file_size
    fresh.header_offset = info.header_offset
    return fresh


def _directory(infos: list[zipfile.ZipInfo], *, start: int) -> bytes:
    """The zip format's central directory and end record, as Python's zipfile writes them."""
    entries = b"".join(_directory_entry(_as_written(info)) for info in infos)
    count, size, large = len(infos), len(entries), b""
    if count > _MOST_ENTRIES or max(start, size) > _LARGE:
        numbers = (44, _LARGE_VERSION, _LARGE_VERSION, 0, 0, count, count, size, start)
        large = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", *numbers)
        large += struct.pack("<4sLQL", b"PK\x06\x07", 0, start + size, 1)
        count, size, start = min(count, 0xFFFF), min(size, 0xFFFFFFFF), min(start, 0xFFFFFFFF)
    return entries + large + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, count, count, size, start, 0)


def _directory_entry(info: zipfile.ZipInfo) -> bytes:
    name = info.filename.encode()
    year, month, day, hour, minute, second = info.date_time
    date, time = (year - 1980) << 9 | month << 5 | day, hour << 11 | minute << 5 | second // 2
    flags = 0 if info.filename.isascii() else 0x800
    offset, extra, version = info.header_offset, b"", 20
    if offset > _LARGE:
        # where the entry begins stands apart once it has outgrown its field
        offset, extra, version = 0xFFFFFFFF, struct.pack("<HHQ", 1, 8, offset), _LARGE_VERSION
    sizes = (
        info.CRC,
        info.compress_size,
        info.file_size,
        len(name),
        len(extra),
        0,
        0,
        0,
        info.external_attr,
        offset,
    )
    head = (b"PK\x01\x02", version, info.create_system, version, 0, flags, info.compress_type, time, date)
    return struct.pack("<4s4B4HL2L5H2L", *head, *sizes) + name + extra


def _check_files(archive: zipfile.ZipFile, facts: Mapping[str, Any], path: Path) -> list[str]:
    problems = []
    listed: dict[str, str] = facts["files"]
    there = Counter(name for name in archive.namelist() if name not in (MANIFEST, SEAL))
    problems += [f"{name} is not on the list of files" for name in there if name not in listed]
    problems += [f"{name} is there twice" for name, times in there.items() if times > 1]
    for name, digest in listed.items():
        if name not in there:
            problems.append(f"{name} is missing")
        elif _inflated_digest(path, archive.getinfo(name)) != digest:
            problems.append(f"{name} was changed")
    for name in (MANIFEST, SEAL):
        if _inflated_digest(path, archive.getinfo(name)) is None:
            problems.append(f"{name} was changed")
    return problems


def _inflated_digest(path: Path, info: zipfile.ZipInfo) -> str | None:
    """SHA-256 of a file of the bundle; None unless its stream ends where its entry says, to the bit."""
    digest, size = hashlib.sha256(), 0
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    with path.open("rb") as file:
        file.seek(info.header_offset + len(_as_written(info).FileHeader()))
        left = info.compress_size - 1
        while left > 0 and size <= info.file_size:
            data = file.read(min(left, _CHUNK))
            if not data:
                return None
            left -= len(data)
            while data and size <= info.file_size:
                # a kilobyte can hold a megabyte: what comes out is bounded as well
                out = inflate.decompress(data, _CHUNK)
                size += len(out)
                digest.update(out)
                data = inflate.unconsumed_tail
        last = file.read(1)
    if not last or inflate.eof or _loose_bits(inflate, last[0]):
        return None
    end = inflate.copy()
    out = end.decompress(last)
    digest.update(out)
    whole = end.eof and not end.unused_data and size + len(out) == info.file_size
    return digest.hexdigest() if whole else None


def _loose_bits(inflate: zlib._Decompress, last: int) -> bool:
    """Whether bits behind the end of the stream are set: nobody reads them, so they could be changed unseen."""
    bit = 0x80
    while bit and _decoded(inflate, last ^ bit) == _decoded(inflate, last):
        if last & bit:
            return True
        bit >>= 1
    return False


def _decoded(inflate: zlib._Decompress, last: int) -> tuple[bool, bytes] | None:
    attempt = inflate.copy()
    try:
        out = attempt.decompress(bytes([last]))
    except zlib.error:
        return None
    return attempt.eof, out


def _refuse_bombs(archive: zipfile.ZipFile, path: Path) -> None:
    """Refuses what would fill memory or disk before anything is unpacked."""
    unpacked, size = sum(info.file_size for info in archive.infolist()), path.stat().st_size
    if unpacked > _ALWAYS_ALLOWED + _MOST_RATIO * size:
        raise zipfile.BadZipFile(f"{size / 1e6:,.1f} MB that unpack to {unpacked / 1e6:,.0f} MB are no data of a study")
    named = sum(len(info.filename) + _MOST_PER_FILE for info in archive.infolist())
    for info in archive.infolist():
        if info.filename in (MANIFEST, SEAL) and info.file_size > _MOST_FACTS + named:
            raise zipfile.BadZipFile(f"its {info.filename} is too large")
