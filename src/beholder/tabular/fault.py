"""What can be wrong with the file of a table, apart from how a reader calls it."""

from __future__ import annotations

from enum import StrEnum

from beholder.errors import BeholderError

__all__ = ["Fault", "TableError"]


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
