"""What kind of table a file holds, by its name."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

__all__ = ["TableKind", "kind_of", "plain_suffix"]


class TableKind(StrEnum):
    """The kinds of file that a table is read from. Whatever has no known ending is taken for delimited text."""

    DELIMITED = "delimited"
    JSON = "json"
    JSON_LINES = "json-lines"
    PARQUET = "parquet"
    EXCEL = "excel"
    FOREIGN = "foreign"
    """A spreadsheet in a format that is not read."""


_ENDINGS = {
    ".json": TableKind.JSON,
    ".jsonl": TableKind.JSON_LINES,
    ".ndjson": TableKind.JSON_LINES,
    ".parquet": TableKind.PARQUET,
    ".pq": TableKind.PARQUET,
    ".xlsx": TableKind.EXCEL,
    ".xlsm": TableKind.EXCEL,
    ".xls": TableKind.FOREIGN,
    ".ods": TableKind.FOREIGN,
    ".numbers": TableKind.FOREIGN,
}


def kind_of(path: Path) -> TableKind:
    """The kind by the ending, gzipped or not."""
    return _ENDINGS.get(plain_suffix(path), TableKind.DELIMITED)


def plain_suffix(path: Path) -> str:
    """The ending that tells the kind of file: `.tsv` for `names.tsv.gz`."""
    return Path(path.name.lower().removesuffix(".gz")).suffix
