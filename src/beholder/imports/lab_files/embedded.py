"""Pictures and clips inside cells of a table, as bytes: written into files, once each."""

from __future__ import annotations

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


class EmbeddedFile(str):
    """The path of a file that was inside a cell. It goes into the study as any other file, and is never written down."""

    __slots__ = ()


class EmbeddedMedia:
    """Files out of the cells of one table. Equal bytes are one file, so that rows about one picture name the same."""

    def __init__(self, scratch: Scratch, table: Path, allowance: Allowance) -> None:
        self._scratch, self._table = scratch, table
        self._folder: Path | None = None
        self._allowance = allowance
        self._stored: dict[bytes, EmbeddedFile] = {}
        self._names: Counter[str] = Counter()
        self.other: set[str] = set()
        """Columns that hold bytes which are neither picture nor clip."""

    def lift(self, value: Any, title: str) -> Any:
        """The cell with paths of files in place of their bytes."""
        if isinstance(value, bytes):
            return self._store(value, "", title)
        if isinstance(value, dict):
            if value.keys() == {"bytes", "path"} and isinstance(value["bytes"], bytes | None):
                data, name = value["bytes"], value["path"]
                return name if data is None else self._store(data, str(name or ""), title)
            return {name: self.lift(inner, title) for name, inner in value.items()}
        if isinstance(value, list):
            return [self.lift(inner, title) for inner in value]
        return value

    def _store(self, data: bytes, name: str, title: str) -> EmbeddedFile | None:
        self._allowance.spend(len(data), most=MAX_EMBEDDED_BYTES, name=f'a cell of the column "{title}"')
        ending = _media_ending(data)
        if not ending:
            self.other.add(title)
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


def _media_ending(data: bytes) -> str:
    """The ending of a picture or clip with these bytes; empty if they are neither."""
    if data[:4] == b"RIFF":
        return {b"WEBP": ".webp", b"AVI ": ".avi"}.get(data[8:12], "")
    if data[4:8] == b"ftyp":
        return _BRANDS.get(data[8:12], ".mp4")
    if data[:2] == b"BM" and data[6:10] == bytes(4):
        return ".bmp"
    return next((ending for mark, ending in _SIGNATURES if data.startswith(mark)), "")


def holds_embedded(value: Any) -> bool:
    """Whether there is a file from a cell in this value, however deep."""
    if isinstance(value, list):
        return any(map(holds_embedded, value))
    if isinstance(value, dict):
        return any(map(holds_embedded, value.values()))
    return isinstance(value, EmbeddedFile)
