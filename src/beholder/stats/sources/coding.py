"""What a large table must be asked for before its statistics can be summed: names of raters and values, and codes for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from beholder.errors import BeholderError, Problem, nearest

if TYPE_CHECKING:
    from beholder.stats.chunks import ChunkEngine

__all__ = ["Coding", "LargeTable", "require_columns"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Coding:
    """How columns of a table become columns of chunks.

    `item` is the column of what chunks keep whole. `codes` gives for each column of chunks the table's column and the names
    in it, in the order of their codes; `numbers` the columns that stay numbers. Rows with a missing name are left out, and
    so are those without a number in any of `needed`. `only` keeps the rows whose column has this text.
    """

    item: str
    codes: Mapping[str, tuple[str, Sequence[Any]]] = field(default_factory=dict)
    numbers: Mapping[str, str] = field(default_factory=dict)
    needed: tuple[str, ...] = ("number",)
    only: Mapping[str, str] = field(default_factory=dict)


class LargeTable(Protocol):
    """A table that can be asked for the names in a column, and be made into chunks."""

    @property
    def named(self) -> str:
        """How errors call it."""
        ...

    def columns(self) -> list[str]:
        """The names of its columns."""
        ...

    def count(self) -> int:
        """How many rows it has."""
        ...

    def names(self, column: str, *, only: Mapping[str, str], most: int) -> list[Any]:
        """The different values of a column in ascending order, without missing ones; an error beyond so many."""
        ...

    def engine(self, coding: Coding) -> ChunkEngine:
        """Its rows as chunks."""
        ...


def require_columns(table: LargeTable, wanted: Mapping[str, str | None]) -> dict[str, str]:
    """The wanted columns that are named, by use; an error that names all that the table does not have."""
    header = table.columns()
    named = {use: name for use, name in wanted.items() if name is not None}
    problems = [
        Problem(f'there is no column "{name}" (for --{use})', "table-no-column", table.named, nearest(name, header))
        for use, name in named.items()
        if name not in header
    ]
    if problems:
        raise BeholderError.of(problems)
    return named


def too_many_names(column: str, most: int, where: str) -> BeholderError:
    """The error for a column with more different names than can be held."""
    return BeholderError(
        f'the column "{column}" has more than {most:,} different values',
        code="stats-too-many-values",
        where=where,
        hint="see whether it is the right column",
    )
