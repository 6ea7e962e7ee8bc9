"""Cells of somebody's table as they are meant: no spaces around, points for decimal commas, percentages as numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum

import numpy as np

from beholder.analysis import Coded
from beholder.stats.ranking.outcome_words import standing_named
from beholder.tables.formats.delimited import spreadsheet_unsafe
from beholder.text import Catalogue, Words

__all__ = [
    "Written",
    "cells_meant",
    "decimal_points",
    "standings",
    "trimmed",
    "values_meant",
    "without_sign",
    "written_as",
]

CATALOGUE = Catalogue("imports")

_COMMA = re.compile(r"[+-]?\d*,\d+")
_WHOLE = re.compile(r"[+-]?\d+")
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}")
_PERCENTAGE = re.compile(r"([+-]?(?:\d+(?:\.\d+)?|\d+,\d{1,2}))\s*[%\uff05]")
_PLAIN = re.compile(r"[+-]?(?:\d+(?:[.,]\d+)?|[.,]\d+)")
_ZERO = re.compile(r"0+([.,]0+)?")
# a comment may say 50% as well, but not most comments
_MOST = 0.5

Texts = Sequence[str | None]


class Written(StrEnum):
    """How the answers to a question are written, as far as percent signs go."""

    PLAIN = "plain"
    PERCENTAGES = "percentages"
    MIXED = "mixed"


def trimmed(column: Coded) -> Coded:
    """The column without spaces around its texts, so that `ours` and `ours ` are one system."""
    return _renamed(column, [name.strip() for name in column.names])


def decimal_points(column: Coded) -> Coded:
    """The column with points for decimal commas, if all its texts are numbers of that kind.

    Where every comma stands before three digits (`1,250`) it may as well part thousands, and all stays as it is.
    """
    said = [name for name in column.names if name]
    commas = [name for name in said if _COMMA.fullmatch(name)]
    plain = all(_COMMA.fullmatch(name) or _WHOLE.fullmatch(name) for name in said)
    if not commas or not plain or all(_THOUSANDS.fullmatch(name) for name in commas):
        return column
    return _renamed(column, [name.replace(",", ".") for name in column.names])


def standings(column: Coded) -> Coded:
    """The column in our words, if all its texts say how systems came out of comparisons, somebody's win among them."""
    meant = {name: standing_named(name) for name in column.names if name}
    if None in meant.values() or "win" not in meant.values():
        return column
    return _renamed(column, [meant.get(name) or name for name in column.names])


def written_as(answers: Counter[str]) -> Written:
    """Whether these answers are percentages; `50%` in some rows and `0.5` in others may mean the same or not."""
    percentages = _how_many(answers, _is_percentage)
    plain = _how_many(answers, _is_plain)
    if not percentages or percentages + plain < _MOST * answers.total():
        return Written.PLAIN
    return Written.MIXED if plain else Written.PERCENTAGES


def without_sign(text: str) -> str:
    """`50%` as `50`, and any other text as it is."""
    found = _PERCENTAGE.fullmatch(text)
    return found[1].replace(",", ".") if found else text


def cells_meant(cells: Texts, *, exported: bool, delimited: bool) -> list[str | None]:
    """A column of names: of a table from elsewhere without spaces around, of our own export letter by letter.

    In delimited text our exports keep spreadsheets from taking names for formulas; that is taken back.
    """
    if exported and not delimited:
        return list(cells)
    meant = {cell: spreadsheet_unsafe(cell) if exported else cell.strip() for cell in set(cells) if cell is not None}
    return [None if cell is None else meant[cell] for cell in cells]


def values_meant(cells: Texts, field: str) -> tuple[list[str | None], tuple[Words, ...]]:
    """A column of answers as the numbers that decimal commas and percent signs stand for, with remarks on the latter."""
    column = decimal_points(Coded.of(cells))
    texts = column.texts().tolist()
    how = written_as(Counter(text for text in texts if text))
    if how is Written.PERCENTAGES:
        meant = {text: without_sign(text) for text in column.names}
        texts = [meant.get(text, text) for text in texts]
    remark = {Written.PERCENTAGES: "percentages", Written.MIXED: "percentages-mixed"}.get(how)
    return [text or None for text in texts], (CATALOGUE.say(remark, field=field),) if remark else ()


def _renamed(column: Coded, names: list[str]) -> Coded:
    position = {name: i for i, name in enumerate(dict.fromkeys(names))}
    return Coded(np.array([position[name] for name in names], dtype=np.int32)[column.codes], tuple(position))


def _how_many(answers: Counter[str], wanted: Callable[[str], bool]) -> int:
    return sum(n for text, n in answers.items() if wanted(text))


def _is_percentage(text: str) -> bool:
    return _PERCENTAGE.fullmatch(text) is not None


def _is_plain(text: str) -> bool:
    """Whether it is a number without the sign; 0 means the same with it and without."""
    return _PLAIN.fullmatch(text) is not None and not _ZERO.fullmatch(text)
