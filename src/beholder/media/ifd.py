"""The tag directories of TIFF, which EXIF uses too."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from beholder.media.containers import MalformedError

__all__ = ["Directory", "exif_orientation", "read_directories"]

_WIDTH = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8}
_INTEGER = {1: "B", 3: "H", 4: "I", 13: "I", 16: "Q"}
# no single value of metadata is larger unless it is made to exhaust memory
_VALUE_LIMIT = 16 * 1024 * 1024
# the tag of the orientation in TIFF and EXIF
ORIENTATION = 274


@dataclass(frozen=True, slots=True)
class Directory:
    """One image file directory: for each tag its type, and its raw value."""

    order: str
    entries: dict[int, tuple[int, bytes]]

    def integers(self, tag: int) -> tuple[int, ...]:
        """The values of an integer tag; empty if it is absent or of another type."""
        kind, raw = self.entries.get(tag, (0, b""))
        code = _INTEGER.get(kind)
        if code is None:
            return ()
        return struct.unpack(f"{self.order}{len(raw) // _WIDTH[kind]}{code}", raw)

    def integer(self, tag: int, default: int) -> int:
        """The first value of an integer tag."""
        return next(iter(self.integers(tag)), default)


def read_directories(data: bytes, limit: int = 2) -> list[Directory]:
    """The first `limit` directories of a TIFF stream; more are a second page and need not be read."""
    order = {b"II": "<", b"MM": ">"}.get(data[:2])
    if order is None:
        raise MalformedError("it does not begin as a TIFF does")
    if data[2:4] not in {b"\x2a\x00", b"\x00\x2a"}:
        raise MalformedError("it is not a classic TIFF")
    directories: list[Directory] = []
    try:
        (at,) = struct.unpack_from(f"{order}I", data, 4)
        while at and len(directories) < limit:
            directory, at = _read_directory(data, at, order)
            directories.append(directory)
    except struct.error as error:
        raise MalformedError("its tag directory points outside the file") from error
    return directories


def _read_directory(data: bytes, at: int, order: str) -> tuple[Directory, int]:
    (count,) = struct.unpack_from(f"{order}H", data, at)
    entries: dict[int, tuple[int, bytes]] = {}
    for offset in range(at + 2, at + 2 + 12 * count, 12):
        tag, kind, number = struct.unpack_from(f"{order}HHI", data, offset)
        size = _WIDTH.get(kind, 1) * number
        start = offset + 8
        if size > 4:
            (start,) = struct.unpack_from(f"{order}I", data, start)
        if size <= _VALUE_LIMIT and start + size <= len(data):
            entries.setdefault(tag, (kind, data[start : start + size]))
    (following,) = struct.unpack_from(f"{order}I", data, at + 2 + 12 * count)
    return Directory(order, entries), following


def exif_orientation(data: bytes) -> int:
    """The EXIF orientation 1–8; 1 where there is none or it cannot be read, as browsers do."""
    try:
        directories = read_directories(data.removeprefix(b"Exif\x00\x00"), limit=1)
    except MalformedError:
        return 1
    value = directories[0].integer(ORIENTATION, 1) if directories else 1
    return value if 1 <= value <= 8 else 1
