"""The codebook: what each column of an exported table means, and each value of it that has a name."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from beholder.fields import Field, Words
from beholder.judges.judgments_table import JUDGMENTS
from beholder.protocols import Declaration
from beholder.tables.answers_table import AnswersTable
from beholder.tables.formats import TableShape
from beholder.tables.marks import MARKS
from beholder.tables.questionnaires import QUESTIONNAIRES, AskedQuestions
from beholder.tables.writing import RATINGS, written_whole
from beholder.text import Catalogue

__all__ = [
    "Codebook",
    "Entry",
    "codebook_of_answers",
    "codebook_of_judgments",
    "codebook_of_marks",
    "codebook_of_questionnaires",
    "codebook_of_ratings",
    "column_meanings",
]

_WORDS = Catalogue("codebook")
_UNITS = {
    "active_ms": "ms",
    **dict.fromkeys(("started_at", "submitted_at", "received_at", "answered_at", "judged_at"), "UTC, ISO 8601"),
}
_TYPES = {"text": "text", "integer": "whole number", "number": "number", "boolean": "true or false"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A column, or one value of the column `field`. `values` maps what is stored to what it was called."""

    name: str
    type: str
    meaning: Words
    unit: str = ""
    level: str = ""
    allowed: str = ""
    values: tuple[tuple[str, Words], ...] = ()
    required: bool | None = None
    better: str = ""

    def to_json(self) -> dict[str, Any]:
        """The entry without what it leaves open."""
        whole = {
            "name": self.name,
            "type": self.type,
            "meaning": dict(self.meaning.root),
            "unit": self.unit,
            "level": self.level,
            "better": self.better,
            "allowed": self.allowed,
            "values": [{"value": value, "label": dict(words.root)} for value, words in self.values],
            "required": self.required,
        }
        return {name: value for name, value in whole.items() if value not in ("", [], None)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Codebook:
    """The columns of a table and, for the ratings table, the fields that its column `field` names."""

    table: str
    columns: tuple[Entry, ...]
    fields: tuple[Entry, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """One JSON object."""
        out: dict[str, Any] = {"table": self.table, "columns": [entry.to_json() for entry in self.columns]}
        if self.fields:
            out["fields"] = [entry.to_json() for entry in self.fields]
        return out

    def to_markdown(self) -> str:
        """A page for people, in both languages."""
        lines = [f"# Codebook: {self.table}", "", *_table(self.columns)]
        if self.fields:
            told = "reason" if self.table == "marks" else "value"
            lines += ["", "## Fields", "", f"What the column `field` can hold, and what `{told}` means then.", ""]
            lines += _table(self.fields)
        for entry in (*self.columns, *self.fields):
            if entry.values:
                lines += [
                    "",
                    f"### Values of `{entry.name}`",
                    "",
                    _row("value", *_WORDS.languages),
                    _rule(1 + len(_WORDS.languages)),
                ]
                lines += [_row(f"`{value}`", *_in_each(words)) for value, words in entry.values]
        return "\n".join(lines) + "\n"

    def write(self, stem: Path) -> tuple[Path, Path]:
        """Writes `<stem>.codebook.md` and `<stem>.codebook.json`."""
        markdown = stem.with_name(f"{stem.name}.codebook.md")
        data = stem.with_name(f"{stem.name}.codebook.json")
        with written_whole(markdown) as temporary:
            temporary.write_text(self.to_markdown(), encoding="utf-8")
        with written_whole(data) as temporary:
            temporary.write_text(json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        return markdown, data


def codebook_of_ratings(declaration: Declaration) -> Codebook:
    """The codebook of the ratings table of a study."""
    return Codebook(
        table="ratings",
        columns=tuple(_declared_columns(RATINGS)),
        fields=tuple(entry for name, field in declaration.form.all_fields() for entry in _field_entries(name, field)),
    )


def codebook_of_marks(fields: Mapping[str, Field]) -> Codebook:
    """The codebook of the marks table: its columns, and each question with the reasons that could be given."""
    entries = (entry for name, field in fields.items() for entry in _field_entries(name, field))
    return Codebook(
        table="marks",
        columns=tuple(_declared_columns(MARKS)),
        # what the ratings table holds is a list; here each of it is a row
        fields=tuple(replace(entry, allowed="") for entry in entries),
    )


def codebook_of_questionnaires(asked: Sequence[AskedQuestions]) -> Codebook:
    """The codebook of the questionnaires table: its columns, and each question as it was asked last."""
    found: dict[str, Field] = {}
    for version in asked:
        for questions in version.questions.values():
            found |= {name: field for name, field in questions.items() if version.is_exported(name, field)}
    own = {
        "field": "question",
        "value": "question-value",
        "counts": "rater-counts",
        "study_version": "answered-version",
    }
    columns = (
        replace(entry, meaning=_WORDS.say(own[entry.name])) if entry.name in own else entry
        for entry in _declared_columns(QUESTIONNAIRES)
    )
    return Codebook(
        table="questionnaires",
        columns=tuple(columns),
        fields=tuple(entry for name, field in found.items() for entry in _field_entries(name, field)),
    )


def codebook_of_judgments(declaration: Declaration) -> Codebook:
    """The codebook of the judgments table: its columns, and each field that models were asked."""
    own = {
        name: f"judgment-{name.replace('_', '-')}"
        for name in ("kind", "field", "state", "passed", "reason", "guideline")
    }
    columns = (
        replace(entry, meaning=_WORDS.say(own[entry.name])) if entry.name in own else entry
        for entry in _declared_columns(JUDGMENTS)
    )
    return Codebook(
        table="judgments",
        columns=tuple(columns),
        fields=tuple(entry for name, field in declaration.form.all_fields() for entry in _field_entries(name, field)),
    )


def codebook_of_answers(table: AnswersTable) -> Codebook:
    """The codebook of the answers table of a study: its own columns, and each field where it stood."""
    asked = {column.name: column for column in table.fields}
    known = {entry.name: entry for entry in _declared_columns(table.shape)}
    entries: list[Entry] = []
    for name, kind in zip(table.shape.columns, table.shape.types, strict=True):
        column = asked.get(name)
        if column is None:
            entries.append(known[name])
            continue
        found = {entry.name: entry for entry in _field_entries(column.field_name, column.field)}[column.cell]
        words = found.meaning
        if column.slot is not None:
            words = Words({language: f"{text} [{column.slot}]" for language, text in words.root.items()})
        spans = column.field.spans_candidates
        entries.append(
            Entry(
                name=name,
                type=_TYPES[kind],
                meaning=words,
                level=found.level,
                better=found.better,
                allowed="" if spans else found.allowed,
                values=tuple((o.id, o.label) for o in column.field.options_shown()) if spans else found.values,
                required=found.required,
            )
        )
    return Codebook(table="answers", columns=tuple(entries))


@cache
def column_meanings() -> Mapping[str, Words]:
    """What each column that does not depend on the study holds."""
    stem = "column-"
    return {key.removeprefix(stem): _WORDS.say(key) for key in sorted(_WORDS.ids()) if key.startswith(stem)}


def _declared_columns(shape: TableShape) -> Iterator[Entry]:
    meanings = column_meanings()
    for name, kind in zip(shape.columns, shape.types, strict=True):
        stem, dot, slot = name.partition(".")
        if name in meanings:
            yield Entry(name=name, type=_TYPES[kind], meaning=meanings[name], unit=_UNITS.get(name, ""))
        elif stem == "system" and dot:
            yield Entry(name=name, type=_TYPES[kind], meaning=_WORDS.say("system-at-place", place=slot))


def _field_entries(name: str, field: Field) -> Iterator[Entry]:
    lines = field.codebook(name)
    for line in lines:
        option = next((o for o in field.options_shown() if line.field == f"{name}.{o.id}"), None)
        yield Entry(
            name=line.field,
            type=line.kind,
            meaning=_joined(field.label, option.label) if option else field.label,
            level=line.level,
            better=line.better or "",
            allowed=line.values,
            values=field.values_labelled(),
            required=line.required,
        )


def _joined(question: Words, option: Words) -> Words:
    return Words({code: f"{question.to(code)} — {option.to(code)}" for code in {**question.root, **option.root}})


def _table(entries: tuple[Entry, ...]) -> list[str]:
    meaning = _WORDS.say("heading-meaning")
    headings = ("name", "type", "unit, level", "allowed", *_in_each(meaning))
    lines = [_row(*headings), _rule(len(headings))]
    lines += [
        _row(f"`{one.name}`", one.type, one.unit or _measured(one), one.allowed, *_in_each(one.meaning))
        for one in entries
    ]
    return lines


def _measured(entry: Entry) -> str:
    return entry.level + (f", {entry.better} is better" if entry.better in ("higher", "lower") else "")


def _in_each(words: Words) -> Iterator[str]:
    """The words in each language of codebooks: English whatever there is, others only where they are written."""
    first, *others = _WORDS.languages
    yield words.to(first)
    yield from (words.root.get(language, "") for language in others)


def _row(*cells: str) -> str:
    return "| " + " | ".join(map(_cell, cells)) + " |"


def _rule(columns: int) -> str:
    return "|" + "---|" * columns


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
