"""What statistics say about themselves: methods and notes, in English for programs and in every language for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from numbers import Integral
from typing import Any

from beholder.text import Catalogue, Clause, Text

__all__ = ["CATALOGUE", "key_of", "reword", "tell"]

CATALOGUE = Catalogue("stats")


def _is_one(value: Any) -> bool:
    """Whether this is a count of one, which is left a number so that it is told in the singular."""
    return value is not True and isinstance(value, Integral) and int(value) == 1


def tell(key: str, /, **values: Any) -> Text:
    """A message of the statistics. Numbers stand as Python writes them: programs compare these texts."""
    told = {name: value if hasattr(value, "to") or _is_one(value) else str(value) for name, value in values.items()}
    return Text(CATALOGUE.later(key, **told))


def key_of(note: str) -> str:
    """The id of a note; empty for one that has none."""
    return note.key if isinstance(note, Text) else ""


def reword(method: str, instead: Mapping[str, str | Mapping[str, Any]]) -> str:
    """A method whose clauses of these ids are other messages, or the same with other values."""
    if not isinstance(method, Text):
        return method
    return Text(*(_instead(clause, instead) for clause in method.clauses))


def _instead(clause: Clause | str, instead: Mapping[str, str | Mapping[str, Any]]) -> Clause | str:
    other = instead.get(clause.key) if isinstance(clause, Clause) else None
    if other is None or not isinstance(clause, Clause):
        return clause
    if isinstance(other, str):
        return replace(clause, key=other)
    return replace(clause, values={**clause.values, **other})
