"""An item as it stands in a file, whatever the format: names and values, not yet looked at."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, NamedTuple

from beholder.errors import BeholderError

__all__ = ["MAX_LINE", "RESERVED", "UNREADABLE", "Draft", "decoded", "place"]

RESERVED = ("id", "candidates", "system", "kind", "reference")
"""Names with a fixed meaning; every other name is a column."""

MAX_LINE = 64_000_000
"""Bytes of one line of a text file; what is longer is no item."""


class _Unreadable:
    """A value that was given and already reported as unreadable."""


UNREADABLE: Final = _Unreadable()


class Draft(NamedTuple):
    """One item: the line on which it begins, its values, its candidates, and their lines where they have their own."""

    line: int
    values: dict[str, Any]
    candidates: Any = None
    lines: list[int] | None = None


def place(file: str, line: int, part: str = "") -> str:
    """`items.csv:14 · image`; a Parquet file has rows instead of lines."""
    at = f"{file}:row {line}" if file.lower().endswith(".parquet") else f"{file}:{line}"
    return f"{at} · {part}" if part else at


def decoded(raw: bytes, *, file: str, line: int) -> str:
    """One line of a text file as text; the first may begin with a byte order mark."""
    if len(raw) > MAX_LINE:
        raise BeholderError(
            f"the line is longer than {MAX_LINE:,} bytes", code="items-line-too-long", where=place(file, line)
        )
    try:
        return raw.decode("utf-8-sig" if line == 1 else "utf-8")
    except UnicodeDecodeError:
        sheet = Path(file).suffix.lower() != ".jsonl"
        raise BeholderError(
            "the text is not UTF-8",
            code="file-not-utf8",
            where=place(file, line),
            hint='save it as "CSV UTF-8"' if sheet else "save it as UTF-8",
        ) from None
