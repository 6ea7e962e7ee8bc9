"""Ratings whose answers are written as percentages: numbers, if all answers to a question are."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from beholder.analysis import Coded, RatingsData
from beholder.analysis.data import NUMBERS, TEXTS
from beholder.imports.cell_texts import Written, without_sign, written_as

__all__ = ["Percentages", "read_percentages"]


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
    if "number" in data.given or all(without_sign(name) == name for name in value.names):
        return data, Percentages()
    texts = value.texts()
    written = {}
    for info in data.fields:
        mine = field.is_in((info.name,))
        written[info.name] = written_as(Counter(text for text in texts[mine] if text))
        if written[info.name] is Written.PERCENTAGES:
            texts[mine] = [without_sign(text) for text in texts[mine]]
    read, mixed = (
        tuple(name for name, how in written.items() if how is wanted) for wanted in (Written.PERCENTAGES, Written.MIXED)
    )
    found = Percentages(read, mixed)
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
