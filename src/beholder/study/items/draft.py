"""An item as it stands in a file, whatever the format: names and values, not yet looked at."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beholder.errors import Problem
from beholder.tabular import Fault, TableError

__all__ = ["RESERVED", "UNREADABLE", "Draft", "as_problem", "location"]

RESERVED = ("id", "candidates", "system", "kind", "reference")
"""Names with a fixed meaning; every other name is a column."""


class _Unreadable:
    """A value that was given and already reported as unreadable."""


UNREADABLE: Final = _Unreadable()


class Draft(NamedTuple):
    """One item: the line on which it begins, its values, its candidates, and their lines where they have their own."""

    line: int
    values: dict[str, Any]
    candidates: Any = None
    lines: list[int] | None = None


def location(file: str, line: int, part: str = "") -> str:
    """`items.csv:14 · image`; a Parquet file and a sheet have rows instead of lines."""
    at = f"{file}:row {line}" if file.lower().endswith((".parquet", ".xlsx")) else f"{file}:{line}"
    return f"{at} · {part}" if part else at


def as_problem(error: TableError, file: str) -> Problem:
    """A fault of a file of items, with its place and our code for it."""
    code = {
        Fault.ENCODING: "file-not-utf8",
        Fault.TOO_LONG: "items-line-too-long",
        Fault.ROW: "items-bad-row",
        Fault.EMPTY: "items-empty",
    }.get(error.fault, "items-bad-sheet" if file.lower().endswith(".xlsx") else "items-bad-parquet")
    where = location(file, error.at) if error.at else f"{file}:1" if error.fault is Fault.EMPTY else file
    return error.as_error(where, code).problems[0]
