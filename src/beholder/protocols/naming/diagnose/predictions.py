"""Names that systems predict, and the vocabulary they choose from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from beholder.errors import BeholderError
from beholder.protocols.naming.published.files import find_column, read_rows
from beholder.protocols.naming.published.manynames import ITEM_COLUMNS
from beholder.tabular import plain_suffix

__all__ = ["Predictions", "read_predictions", "read_vocabulary", "split_names"]

_NAMES = ("name", "prediction", "predicted", "predicted_name", "answer")
_SYSTEMS = ("system", "model")
_COMMA = re.compile(r"[,，、]")


@dataclass(frozen=True, slots=True)
class Predictions:
    """What each system calls each object: `by_system[system][item]` is the text as predicted, empty if it gave none."""

    by_system: Mapping[str, Mapping[str, str]]


def read_predictions(path: Path) -> Predictions:
    """One row per object and system: the id as in the data, `system` (or `model`), and `name` (or `prediction`).

    Without a column of systems the file's name stands for the only one. A list of names in JSON lines is joined by commas.
    """
    out: dict[str, dict[str, str]] = {}
    alone = path.name.split(".")[0]
    for number, row in read_rows(path):
        item = str(row[find_column(row, ITEM_COLUMNS, path=path, what="the object's id")])
        given = row[find_column(row, _NAMES, path=path, what="the predicted name")]
        system = next((str(row[name]) for name in _SYSTEMS if row.get(name)), alone)
        text = ", ".join(map(str, given)) if isinstance(given, list) else "" if given is None else str(given)
        named = out.setdefault(system, {})
        if item in named:
            raise BeholderError(
                f"{system} has two predictions for object {item}",
                code="naming-bad-predictions",
                where=f"{path} row {number}",
                hint="several names for one object go into one cell, separated by commas",
            )
        named[item] = text
    if not out:
        raise BeholderError("the file has no predictions", code="naming-bad-predictions", where=str(path))
    return Predictions(out)


def read_vocabulary(path: Path) -> list[str]:
    """Names a system can say: one per line, or the column `name` of a table."""
    if plain_suffix(path) in (".csv", ".tsv", ".json", ".jsonl"):
        return [str(row[find_column(row, _NAMES, path=path, what="the names")]) for _, row in read_rows(path)]
    if not path.is_file():
        raise BeholderError("there is no such file", code="naming-no-file", where=str(path))
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (UnicodeDecodeError, OSError) as error:
        raise BeholderError(
            f"the file cannot be read: {error}", code="naming-unreadable", where=str(path), hint="save it as UTF-8 text"
        ) from error
    return [line for line in lines if line.strip()]


def split_names(text: str) -> list[str]:
    """The names of a prediction that gives several, separated by commas."""
    return [part for part in (piece.strip() for piece in _COMMA.split(text)) if part]
