"""What a format of tables is, and the shape of a table that is to be written."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal

__all__ = ["ColumnType", "TableFormat", "TableShape"]

ColumnType = Literal["text", "integer", "number", "boolean"]


@dataclass(frozen=True, slots=True)
class TableShape:
    """The columns of a table and what each of them holds."""

    columns: tuple[str, ...]
    types: tuple[ColumnType, ...]

    def positions(self, kind: ColumnType) -> list[int]:
        """Where columns of that type stand."""
        return [position for position, one in enumerate(self.types) if one == kind]


class TableFormat(ABC):
    """A format that tables can be written in. The same rows give the same bytes, whenever and wherever."""

    label: ClassVar[str]
    """What people call it."""
    content_type: ClassVar[str]
    offered: ClassVar[bool] = True
    """Whether the coordinator's page has it; what it has not, the command line has."""

    @classmethod
    def is_available(cls) -> bool:
        """Whether what it needs is installed."""
        return True

    @abstractmethod
    def write(self, rows: Iterable[Sequence[Any]], path: Path, shape: TableShape) -> int:
        """Writes all rows, as a stream; how many there were."""
