"""The formats that tables are written in: a file here each, or a package of somebody else's."""

from __future__ import annotations

import importlib
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

from beholder.errors import BeholderError
from beholder.tables.formats.format import ColumnType, TableFormat, TableShape

__all__ = ["BUILT_IN", "ColumnType", "TableFormat", "TableShape", "find_format", "format_named", "format_names"]

BUILT_IN: dict[str, str] = {
    "csv": "beholder.tables.formats.delimited:Csv",
    "tsv": "beholder.tables.formats.delimited:Tsv",
    "jsonl": "beholder.tables.formats.json_lines:JsonLines",
    "parquet": "beholder.tables.formats.parquet:Parquet",
    "xlsx": "beholder.tables.formats.excel:Excel",
}
"""By the ending of the file. They are loaded when they are asked for, so that naming them costs nothing."""

GROUP = "beholder.formats"


@cache
def _addresses() -> dict[str, str]:
    # what comes with Beholder cannot be replaced by a package that happens to be installed
    return {point.name: point.value for point in entry_points(group=GROUP)} | BUILT_IN


def format_names() -> tuple[str, ...]:
    """The endings of the files that a table can be written to: the built-in ones first."""
    return (*BUILT_IN, *sorted(_addresses().keys() - BUILT_IN))


def format_named(ending: str) -> TableFormat:
    """The format of files with that ending."""
    module, _, name = _addresses()[ending].partition(":")
    made: TableFormat = getattr(importlib.import_module(module), name)()
    return made


def find_format(path: Path) -> TableFormat:
    """The format that a file's name asks for."""
    ending = path.suffix.lower().removeprefix(".")
    if ending not in format_names():
        raise BeholderError(
            f"cannot write a table as {path.suffix or 'a file without ending'}",
            code="export-format",
            where=str(path),
            hint=f"use one of {', '.join(f'.{name}' for name in format_names())}",
        )
    return format_named(ending)
