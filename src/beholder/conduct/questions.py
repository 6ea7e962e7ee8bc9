"""What raters said of themselves and of the study, counted: each option, and mean and range of each number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from beholder.analysis.result import Heading, Section, Sheet
from beholder.conduct.changes import CATALOGUE
from beholder.declarations.states import RaterStage
from beholder.fields import Analysed, Field, Way, Words
from beholder.tables.questionnaires import AskedQuestions, QuestionnaireRow
from beholder.text import Listing

__all__ = ["question_sections"]

_say = CATALOGUE.say
_COUNTED = ("question", "answer", "raters", "share", "analysed")
_MEASURED = ("question", "raters", "mean", "sd", "least", "most", "analysed", "analysed_mean")
_DIGITS = {"raters": 0, "share": 3, "analysed": 0, "mean": 2, "sd": 2, "analysed_mean": 2}


def question_sections(rows: Iterable[QuestionnaireRow], asked: Sequence[AskedQuestions]) -> tuple[Section, ...]:
    """A section for the questions before and one for those after, where anybody answered them.

    Everybody who answered is counted, and beside them those whose ratings are in the results. What raters typed, and
    what the study keeps private, is only counted.
    """
    given = list(rows)
    found = (_section(sheet, [row for row in given if row.sheet == sheet], asked) for sheet in RaterStage.QUESTIONS)
    return tuple(section for section in found if section is not None)


def _section(sheet: str, rows: list[QuestionnaireRow], asked: Sequence[AskedQuestions]) -> Section | None:
    if not rows:
        return None
    counted: list[dict[str, Any]] = []
    measured: list[dict[str, Any]] = []
    kept: list[Words] = []
    for name, (field, shown) in _questions(sheet, asked).items():
        for entry in field.analysed(name):
            said = [row for row in rows if row.field == entry.name and row.value != ""]
            if not shown or entry.way not in _TOLD:
                kept += [_say("questions-kept", question=field.label, n=len(said))] if said else []
            elif entry.way is Way.MEANS and not entry.options:
                measured.append(_numbers(field.label, said))
            else:
                counted += _counts(field, entry, said)
    tables = [
        _sheet(f"{sheet}.{what}", _say(f"questions-{what}"), found, columns)
        for what, found, columns in (("counted", counted, _COUNTED), ("measured", measured, _MEASURED))
        if found
    ]
    raters = {row.rater for row in rows}
    analysed = {row.rater for row in rows if row.counts}
    return Section(
        name=f"questions.{sheet}",
        title=_say(f"questions-title-{sheet}", n=len(raters), analysed=len(analysed)),
        role="participants",
        text=(_say("questions-not-told", list=Listing(kept)),) if kept else (),
        tables=tuple(tables),
    )


_TOLD = (Way.MEANS, Way.SHARES, Way.RATES)
"""Ways of analysis whose answers come from a closed set."""


def _questions(sheet: str, asked: Sequence[AskedQuestions]) -> dict[str, tuple[Field, bool]]:
    """Each question as it was asked last, and whether its answers may be told."""
    found: dict[str, tuple[Field, bool]] = {}
    for version in asked:
        for name, field in version.questions[sheet].items():
            told = found.get(name, (field, True))[1]
            found[name] = (field, told and version.is_exported(name, field) and not field.typed)
    return found


def _counts(field: Field, entry: Analysed, said: list[QuestionnaireRow]) -> Iterator[dict[str, Any]]:
    """How many gave each answer; of what could be ticked, how many ticked it."""
    if entry.way is Way.RATES:
        yield _count(field.label, entry.label, [row for row in said if row.value == entry.yes], len(said))
        return
    labels: Mapping[str, Words] = dict(field.values_labelled())
    values = [*labels, *sorted({row.value for row in said} - labels.keys())]
    for value in values:
        yield _count(
            field.label, labels.get(value) or Words(value), [row for row in said if row.value == value], len(said)
        )


def _count(question: Words, answer: Words, gave: list[QuestionnaireRow], of: int) -> dict[str, Any]:
    return {
        "question": question,
        "answer": answer,
        "raters": len(gave),
        "share": len(gave) / of if of else None,
        "analysed": sum(row.counts for row in gave),
    }


def _numbers(question: Words, said: list[QuestionnaireRow]) -> dict[str, Any]:
    numbers = np.array([row.number for row in said if row.number is not None], dtype=float)
    inside = [row.number for row in said if row.number is not None and row.counts]
    return {
        "question": question,
        "raters": len(said),
        "mean": float(numbers.mean()) if len(numbers) else None,
        "sd": float(numbers.std(ddof=1)) if len(numbers) > 1 else None,
        "least": float(numbers.min()) if len(numbers) else None,
        "most": float(numbers.max()) if len(numbers) else None,
        "analysed": len(inside),
        "analysed_mean": float(np.mean(inside)) if inside else None,
    }


def _sheet(name: str, title: Words, rows: Sequence[dict[str, Any]], columns: Sequence[str]) -> Sheet:
    headings = (
        Heading(name=one, title=_say(f"column-{one}"), digits=_DIGITS.get(one), percent=one == "share")
        for one in columns
    )
    return Sheet(name=name, title=title, columns=tuple(headings), rows=tuple(rows))
