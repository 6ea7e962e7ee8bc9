"""The marks table: one row per place or word that a rater marked, and one for each answer that there is none."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from beholder.fields import Field, Form
from beholder.fields.field import MarkCell
from beholder.tables.formats import ColumnType, TableShape
from beholder.tables.ratings import Rating

__all__ = ["MARKS", "MarkRow", "marked_fields", "marks_of"]


class MarkRow(NamedTuple):
    """One row of the marks table."""

    study: str
    protocol: str
    item: str
    group: str
    block: str
    candidate: str
    system: str
    rater: str
    rater_kind: str
    trial: str
    answer: str
    kind: str
    field: str
    mark: int
    x: float | None
    y: float | None
    width: float | None
    height: float | None
    word: str
    word_number: int | None
    reason: str
    note: str
    guideline: str
    study_version: int
    revision: int
    excluded_by: str
    counts: bool


_TYPES: dict[str, ColumnType] = {"counts": "boolean"}
_TYPES |= dict.fromkeys(("x", "y", "width", "height"), "number")
_TYPES |= dict.fromkeys(("mark", "word_number", "study_version", "revision"), "integer")
MARKS = TableShape(MarkRow._fields, tuple(_TYPES.get(name, "text") for name in MarkRow._fields))
"""The marks table."""

_SHARED = tuple(name for name in MarkRow._fields if name in Rating._fields)


def marked_fields(form: Form) -> dict[str, Field]:
    """The fields of a form whose answers are lists of marks."""
    return {name: field for name, field in form.all_fields() if field.lists_marks}


def marks_of(ratings: Iterable[Rating], fields: Mapping[str, Field]) -> Iterator[MarkRow]:
    """The marks of these ratings, numbered within each from 1.

    An answer that there is nothing to mark has one row, numbered 0: whoever agrees with it must be counted too.
    """
    for row in ratings:
        field = fields.get(row.field)
        if field is None or not row.value:
            continue
        shared = {name: getattr(row, name) for name in _SHARED}
        made = list(field.marks_in(json.loads(row.value)))
        for number, mark in enumerate(made or [MarkCell()], start=1 if made else 0):
            yield MarkRow(mark=number, **mark._asdict(), **shared)
