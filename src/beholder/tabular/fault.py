"""What can be wrong with the file of a table, apart from how a reader calls it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TypeVar

from beholder.errors import BeholderError

__all__ = ["Fault", "TableError", "limited_rows", "too_many_rows"]

_Row = TypeVar("_Row")


class Fault(StrEnum):
    """The kinds of fault; each reader has its own code for each of them."""

    MISSING = "missing"
    EMPTY = "empty"
    UNREADABLE = "unreadable"
    ENCODING = "encoding"
    TOO_LONG = "too-long"
    ROW = "row"
    EXTRA = "extra"


class TableError(Exception):
    """A fault of a file: what, how to mend it, and the number of the line, row or record where one can be named.

    Items, imports and published files name places and codes in their own ways; `told` makes the error that users see.
    """

    def __init__(self, fault: Fault, problem: str, *, hint: str = "", at: int = 0, unit: str = "line") -> None:
        super().__init__(problem)
        self.fault = fault
        self.problem = problem
        self.hint = hint
        self.at = at
        self.unit = unit

    def as_error(self, where: str, code: str) -> BeholderError:
        """The error with its place and the reader's code for it. A missing extra is called the same everywhere."""
        code = "extra-missing" if self.fault is Fault.EXTRA else code
        return BeholderError(self.problem, code=code, where=where, hint=self.hint)


def too_many_rows(most: int) -> TableError:
    """A table with more rows than are held in memory."""
    return TableError(
        Fault.TOO_LONG,
        f"the table has more than {most:,} rows",
        hint="take a sample of it, or write it as a folder of Parquet files, whose statistics are summed where they lie",
    )


def limited_rows(rows: Iterator[_Row], most: int) -> Iterator[_Row]:
    """The rows, refused at the first that is one too many."""
    for number, row in enumerate(rows):
        if number >= most:
            raise too_many_rows(most)
        yield row
