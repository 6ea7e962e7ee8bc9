"""Rows of published tables, with the errors of this protocol."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from beholder import tabular
from beholder.errors import BeholderError
from beholder.tabular import Fault, TableError

__all__ = ["find_column", "read_rows"]


def read_rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each row with its number, 1 for the first below the heading. Cells of delimited files are texts, as written."""
    try:
        yield from tabular.read_rows(path)
    except TableError as error:
        spot = {"line": f":{error.at}"}.get(error.unit, f" {error.unit} {error.at}") if error.at else ""
        code = {Fault.MISSING: "naming-no-file", Fault.ROW: "naming-bad-row"}.get(error.fault, "naming-unreadable")
        raise error.as_error(f"{path}{spot}", code) from error


def find_column(row: Mapping[str, Any], names: tuple[str, ...], *, path: Path, what: str) -> str:
    """The first of `names` that the row has; if there is none, an error that lists them."""
    for name in names:
        if name in row:
            return name
    raise BeholderError(
        f"there is no column for {what}; looked for {', '.join(names)}",
        code="naming-no-column",
        where=str(path),
        hint=f"the file has: {', '.join(name for name in row if name)}",
    )
