"""Answers written as percentages: numbers, if all answers to a question are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from beholder.analysis import Coded, RatingsData
from beholder.analysis.data import NUMBERS, TEXTS

__all__ = ["Percentages", "read_percentages"]

_PERCENTAGE = re.compile(r"([+-]?(?:\d+(?:\.\d+)?|\d+,\d{1,2}))\s*[%\uff05]")
_PLAIN = re.compile(r"[+-]?\d*[.,]?\d+")
_ZERO = re.compile(r"0+([.,]0+)?")
# a comment may say 50% as well, but not most comments
_MOST = 0.5


@dataclass(frozen=True, slots=True)
class Percentages:
    """The fields whose percentages were read as numbers, and those that mix them with plain numbers and were left."""

    read: tuple[str, ...] = ()
    mixed: tuple[str, ...] = ()


def read_percentages(data: RatingsData) -> tuple[RatingsData, Percentages]:
    """The ratings with `50%` as 50 in every field of percentages.

    Where a field has `50%` in some rows and `0.5` in others, they may mean the same or not: it stays as it is written.
    """
    value, field = data.text["value"], data.text["field"]
    if "number" in data.given or not any(map(_is_percentage, value.names)):
        return data, Percentages()
    texts = value.texts()
    read, mixed = [], []
    for info in data.fields:
        mine = field.is_in((info.name,))
        written = Counter(text for text in texts[mine] if text)
        percentages = _how_many(written, _is_percentage)
        plain = _how_many(written, _is_plain)
        if not percentages or percentages + plain < _MOST * written.total():
            continue
        if plain:
            mixed.append(info.name)
        else:
            read.append(info.name)
            texts[mine] = [_number(text) for text in texts[mine]]
    found = Percentages(tuple(read), tuple(mixed))
    if not read:
        return data, found
    again = RatingsData.of(
        {**{name: data.text[name] for name in TEXTS if name in data.given}, "value": Coded.of(texts)},
        {name: data.numbers[name] for name in NUMBERS if name in data.given},
        fields=tuple(info for info in data.fields if not info.inferred_level),
        protocol=data.protocol,
        source=data.source,
        n_unreadable=data.n_unreadable,
    )
    return again, found


def _how_many(written: Counter[str], wanted: Callable[[str], bool]) -> int:
    return sum(n for text, n in written.items() if wanted(text))


def _is_percentage(text: str) -> bool:
    return _PERCENTAGE.fullmatch(text) is not None


def _is_plain(text: str) -> bool:
    """Whether it is a number without the sign; 0 means the same with it and without."""
    return _PLAIN.fullmatch(text) is not None and not _ZERO.fullmatch(text)


def _number(text: str) -> str:
    found = _PERCENTAGE.fullmatch(text)
    return found[1].replace(",", ".") if found else text
