"""Writing a table to a file in any of its formats, streaming, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from beholder.errors import BeholderError
from beholder.tables.formats import ColumnType, TableShape, find_format
from beholder.tables.ratings import COLUMNS, Rating

__all__ = ["RATINGS", "write_ratings", "write_table", "written_whole"]

_TYPES: dict[str, ColumnType] = {"number": "number", "counts": "boolean", "in_full": "boolean"}
_TYPES |= dict.fromkeys(("weight", "inclusion_probability"), "number")
_TYPES |= dict.fromkeys(("sequence", "position", "active_ms", "study_version", "revision", "passed"), "integer")
RATINGS = TableShape(COLUMNS, tuple(_TYPES.get(name, "text") for name in COLUMNS))
"""The ratings table."""


def write_ratings(rows: Iterable[Rating], path: Path) -> int:
    """Writes rows of the ratings table in the format that the file's name asks for; how many there were."""
    return write_table(rows, path, RATINGS)


def write_table(rows: Iterable[Sequence[Any]], path: Path, shape: TableShape) -> int:
    """Writes the rows in the format that the file's name asks for; how many there were."""
    found = find_format(path)
    with written_whole(path) as temporary:
        return found.write(rows, temporary, shape)


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A temporary neighbour that takes the file's place only when it is complete; what the disk refuses is told in words."""
    temporary = path.with_name(f".{path.stem}.{os.getpid()}{path.suffix}")
    try:
        yield temporary
        temporary.replace(path)
    except OSError as error:
        raise BeholderError(
            f"cannot write the file: {error.strerror or error}", code="file-unwritable", where=str(path)
        ) from None
    finally:
        with suppress(OSError):
            temporary.unlink()
