"""Pictures and clips inside cells of a table, as bytes or base64: written into files, once each."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections import Counter
from pathlib import Path
from typing import Any

from beholder.imports.lab_files.scratch import Allowance, Scratch
from beholder.limits import MAX_EMBEDDED_BYTES

_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", ".png"),
    (b"\xff\xd8\xff", ".jpg"),
    (b"GIF8", ".gif"),
    (b"II\x2a\x00", ".tif"),
    (b"MM\x00\x2a", ".tif"),
    (b"\x1a\x45\xdf\xa3", ".webm"),
)
_BRANDS = {b"avif": ".avif", b"avis": ".avif", b"heic": ".heic", b"mif1": ".heic", b"qt  ": ".mov"}
_BASE64 = re.compile(
    r"(?:data:(?:image|video)/[\w.+-]+;base64,)?(/9j/|iVBORw0KGgo|UklGR|R0lGOD|AAAA[\w+/]{4}Z0eX|GkXfo)"
)
# no name of a file is that long, and no picture that short
_MIN_BASE64 = 120


class EmbeddedFile(str):
    """The path of a file that was inside a cell. It goes into the study as any other file, and is never written down."""

    __slots__ = ()


def media_ending(data: bytes) -> str:
    """The ending of a picture or clip with these bytes; empty if they are neither."""
    if data[:4] == b"RIFF":
        return {b"WEBP": ".webp", b"AVI ": ".avi"}.get(data[8:12], "")
    if data[4:8] == b"ftyp":
        return _BRANDS.get(data[8:12], ".mp4")
    if data[:2] == b"BM" and data[6:10] == bytes(4):
        return ".bmp"
    return next((ending for mark, ending in _SIGNATURES if data.startswith(mark)), "")


def embedded_bytes(value: Any) -> tuple[bytes, str] | None:
    """The bytes of a file in a cell and the name it had; None if the cell holds no file."""
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value), ""
    if isinstance(value, dict) and value.keys() == {"bytes", "path"} and isinstance(value["bytes"], bytes | bytearray):
        return bytes(value["bytes"]), str(value["path"] or "")
    if isinstance(value, str) and len(value) > _MIN_BASE64 and _BASE64.match(value):
        try:
            return base64.b64decode(value[value.find(",", 0, 60) + 1 :], validate=True), ""
        except (binascii.Error, ValueError):
            return None
    return None


class EmbeddedMedia:
    """Files out of the cells of one table. Equal bytes are one file, so that rows about one picture name the same."""

    def __init__(self, scratch: Scratch, table: Path, allowance: Allowance) -> None:
        self._scratch, self._table = scratch, table
        self._folder: Path | None = None
        self._allowance = allowance
        self._stored: dict[bytes, EmbeddedFile] = {}
        self._names: Counter[str] = Counter()
        self.other: Counter[str] = Counter()
        """How many cells of each column hold bytes that are neither picture nor clip."""

    def lift(self, value: Any, title: str, *, nested: bool = False) -> Any:
        """The cell with paths of files in place of their bytes."""
        if value is None or isinstance(value, int | float) or (isinstance(value, str) and len(value) <= _MIN_BASE64):
            return value
        found = None if nested and isinstance(value, str) else embedded_bytes(value)
        if found is not None:
            return self._store(*found, title)
        if isinstance(value, dict):
            if value.keys() == {"bytes", "path"}:
                return value["path"]
            return {name: self.lift(inner, title, nested=True) for name, inner in value.items()}
        if isinstance(value, list):
            return [self.lift(inner, title, nested=nested) for inner in value]
        return value

    def _store(self, data: bytes, name: str, title: str) -> EmbeddedFile | None:
        self._allowance.spend(len(data), most=MAX_EMBEDDED_BYTES, name=f'a cell of the column "{title}"')
        ending = media_ending(data)
        if not ending:
            self.other[title] += 1
            return None
        digest = hashlib.sha256(data).digest()
        if digest not in self._stored:
            # the name that it had is kept as far as it is one: items are called by it
            stem = re.sub(r"[^\w.-]+", "-", Path(name.replace("\\", "/")).stem)[:80].strip(".-")
            stem = stem or f"{len(self._stored) + 1:06}"
            self._names[stem.lower()] += 1
            number = self._names[stem.lower()]
            self._folder = self._folder or self._scratch.folder_for(self._table, "files")
            path = self._folder / f"{stem}{f'~{number}' if number > 1 else ''}{ending}"
            path.write_bytes(data)
            self._stored[digest] = EmbeddedFile(path)
        return self._stored[digest]


def holds_embedded(value: Any) -> bool:
    """Whether there is a file from a cell in this value, however deep."""
    if isinstance(value, list):
        return any(map(holds_embedded, value))
    if isinstance(value, dict):
        return any(map(holds_embedded, value.values()))
    return isinstance(value, EmbeddedFile)
