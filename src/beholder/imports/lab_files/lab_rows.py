"""Rows of anything that has some, with the files in their cells lifted out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from beholder.imports.lab_files.arrow_rows import arrow_rows
from beholder.imports.lab_files.embedded import EmbeddedMedia
from beholder.imports.lab_files.lab_record import refuse
from beholder.imports.lab_files.lab_source import LabSource
from beholder.imports.lab_files.samples import sample_groups, sample_rows
from beholder.imports.lab_files.scratch import Allowance, Scratch
from beholder.tabular import TableError, TableKind, kind_of, read_rows

Row = dict[str, Any]


@dataclass(slots=True)
class LabTable:
    """A table in memory: where each row stands, and its cells, with paths in place of files."""

    source: LabSource
    rows: list[tuple[str, Row]]
    unused: frozenset[str] = frozenset()
    """Columns with bytes that are no pictures or clips."""

    @property
    def path(self) -> Path:
        """The file or folder that it comes from."""
        return self.source.path

    @property
    def folder(self) -> Path:
        """Where the files that it names are looked for first."""
        return self.path if self.path.is_dir() else self.path.parent


def load_table(source: LabSource, scratch: Scratch) -> LabTable:
    """All rows of a source. Pictures in their cells are written into the scratch folder as they pass."""
    packed = sum(part.stat().st_size for part in source.parts or (source.path,))
    media = EmbeddedMedia(scratch, source.path, Allowance(packed, str(source.path)))
    rows = []
    for number, (where, row) in enumerate(_rows(source), 1):
        rows.append((where, {str(title): media.lift(cell, str(title)) for title, cell in row.items()}))
        scratch.count(number)
    if not rows:
        raise refuse("the table has no rows", where=str(source.path))
    return LabTable(source, rows, frozenset(media.other))


def _rows(source: LabSource) -> Iterator[tuple[str, Row]]:
    """The rows as they stand in the files; errors name the file and the row."""
    if source.samples:
        yield from sample_rows(sample_groups(source.path))
        return
    for path in source.parts or (source.path,):
        if path.suffix.lower() == ".arrow":
            yield from ((f"{path} row {number}", row) for number, row in enumerate(arrow_rows(path), 1))
            continue
        unit = {TableKind.JSON: "record", TableKind.JSON_LINES: "line"}.get(kind_of(path), "row")
        try:
            yield from ((f"{path} {unit} {number}", row) for number, row in read_rows(path))
        except TableError as error:
            where = f"{path} {error.unit} {error.at}" if error.at else str(path)
            raise error.as_error(where, "from-unusable") from None
