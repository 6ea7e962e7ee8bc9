"""The questionnaires table: one row per rater and field of the questions asked once, before and after the trials."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pydantic import TypeAdapter
from sqlalchemy.engine import Connection

from beholder.declarations.states import RaterStage
from beholder.fields import Field
from beholder.store.raters import load_sheets
from beholder.store.studies import load_versions, version_times
from beholder.store.work_done import counted_raters
from beholder.study.journey import Questions
from beholder.tables.formats import ColumnType, TableShape
from beholder.tables.ratings import iso_time

__all__ = ["QUESTIONNAIRES", "AskedQuestions", "QuestionnaireRow", "asked_questions", "stream_questionnaires"]

_QUESTIONS: TypeAdapter[dict[str, Field]] = TypeAdapter(Questions)


class QuestionnaireRow(NamedTuple):
    """One row of the questionnaires table."""

    study: str
    sheet: str
    rater: str
    field: str
    value: str
    number: float | None
    answered_at: str
    study_version: int
    counts: bool


_TYPES: dict[str, ColumnType] = {"number": "number", "study_version": "integer", "counts": "boolean"}
QUESTIONNAIRES = TableShape(
    QuestionnaireRow._fields, tuple(_TYPES.get(name, "text") for name in QuestionnaireRow._fields)
)
"""The questionnaires table."""


@dataclass(frozen=True, slots=True)
class AskedQuestions:
    """The questions of one version of a study, by sheet, and which of their answers leave the study."""

    version: int
    since: int
    questions: Mapping[str, Mapping[str, Field]]
    exported: frozenset[str] | None

    def is_exported(self, name: str, field: Field) -> bool:
        """Whether answers leave the study: as declared, else unless raters type them in words of their own."""
        return not field.typed if self.exported is None else name in self.exported


def asked_questions(versions: Iterable[tuple[int, str, str]], times: Mapping[int, int]) -> tuple[AskedQuestions, ...]:
    """What each version asked, oldest first; `times` say when each came into force."""
    found = []
    for number, _, text in versions:
        settings: dict[str, Any] = json.loads(text)["settings"]
        sheets = {sheet: _QUESTIONS.validate_python(settings.get(sheet) or {}) for sheet in RaterStage.QUESTIONS}
        named = settings.get("exported_questions")
        exported = None if named is None else frozenset(named)
        found.append(AskedQuestions(number, times[number], sheets, exported))
    return tuple(found)


def stream_questionnaires(
    conn: Connection, key: int, *, study: str, private: bool = False
) -> Iterator[QuestionnaireRow]:
    """The answers to questions before and after, in the order they were given; those of who withdrew are erased.

    An answer is read, and leaves the study or not, as the version says under which it was given: what raters were told
    then holds. `private` adds what does not leave it.
    """
    asked = asked_questions(load_versions(conn, key), version_times(conn, key))
    counted = counted_raters(conn, key)
    for rater, sheet, at, payload in load_sheets(conn, key):
        if payload is None or sheet not in RaterStage.QUESTIONS:
            continue
        then = version_at(asked, at)
        for name, value in json.loads(payload).items():
            field = then.questions[sheet].get(name)
            if field is None or not (private or then.is_exported(name, field)):
                continue
            for cell in field.cells(name, value, slots=1):
                yield QuestionnaireRow(
                    study,
                    sheet,
                    rater,
                    cell.field,
                    cell.value,
                    cell.number,
                    iso_time(at),
                    then.version,
                    rater in counted,
                )


def version_at(asked: Sequence[AskedQuestions], at: int) -> AskedQuestions:
    """The version in force at that time."""
    return asked[max(0, bisect_right([one.since for one in asked], at) - 1)]
