"""JSON lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from json.encoder import encode_basestring
from pathlib import Path
from typing import Any

from beholder.tables.formats.format import TableFormat, TableShape

__all__ = ["JsonLines"]


class JsonLines(TableFormat):
    """One JSON object per row."""

    label = "JSON Lines"
    content_type = "application/jsonl; charset=utf-8"

    def write(self, rows: Iterable[Sequence[Any]], path: Path, shape: TableShape) -> int:
        """An object per line, with every column in it."""
        line = "{" + ",".join(encode_basestring(name).replace("%", "%%") + ":%s" for name in shape.columns) + "}\n"
        write_cell: dict[type, Callable[[Any], str]] = {
            str: encode_basestring,
            int: repr,
            float: repr,
            bool: lambda value: "true" if value else "false",
            type(None): lambda _value: "null",
        }
        count = 0
        with path.open("w", encoding="utf-8", newline="") as file:
            for count, row in enumerate(rows, start=1):
                file.write(line % tuple([write_cell[type(cell)](cell) for cell in row]))
        return count
