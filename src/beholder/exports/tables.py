"""Ratings and answers of a study as files: one snapshot, systems by name or by letter, the codebook beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeVar

from sqlalchemy.engine import Connection

from beholder.declarations.states import StudyState
from beholder.engine.clock import system_clock
from beholder.errors import BeholderError
from beholder.exports.codebook import (
    Codebook,
    codebook_of_answers,
    codebook_of_judgments,
    codebook_of_marks,
    codebook_of_questionnaires,
    codebook_of_ratings,
)
from beholder.facade import Study
from beholder.judges.judgments_table import JUDGMENTS, stream_judgment_cells
from beholder.keeping.notes import command_line_user, record_act
from beholder.keeping.verify import Receipt
from beholder.store.progress import platform_names
from beholder.store.studies import append_record, load_study, load_versions, version_times
from beholder.tables.answers_table import AnswersTable, most_slots
from beholder.tables.blinding import Blind, blind_of, sealed, systems_of
from beholder.tables.formats import TableShape
from beholder.tables.marks import MARKS, marked_fields, marks_of
from beholder.tables.questionnaires import QUESTIONNAIRES, asked_questions, stream_questionnaires
from beholder.tables.ratings import Rating, reason_of
from beholder.tables.writing import RATINGS, write_table

__all__ = [
    "TABLES",
    "Exported",
    "Progress",
    "TableName",
    "Wish",
    "open_table",
    "record_export",
    "tables_of",
    "write_export",
]

TableName = Literal["ratings", "answers", "marks", "questionnaires", "judgments"]
TABLES: tuple[TableName, ...] = ("ratings", "answers", "marks", "questionnaires", "judgments")
Progress = Callable[[int, int | None], None]
# rows between two signs of progress, which are several a second
_STEP = 2000
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is to be exported. `blinded`: systems are letters, as on the coordinator's pages.

    `all_revisions` is about ratings and marks; answers always come with all their revisions. `platform_ids` is about answers.
    """

    table: TableName = "ratings"
    blinded: bool = False
    all_revisions: bool = False
    platform_ids: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """What was written: the files, how many rows the table has, and the receipt of the chain at that moment.

    `left_out` tells how many rows of the ratings table enter no result, by reason.
    """

    files: tuple[Path, ...]
    rows: int
    receipt: Receipt
    left_out: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyTable:
    """A table ready to be written: its columns, its rows and its codebook."""

    shape: TableShape
    rows: Iterator[Any]
    codebook: Codebook


def tables_of(study: Study) -> tuple[TableName, ...]:
    """The tables that a study has: marks where some can be made, questionnaires where questions are asked, judgments of models."""
    lacking = set() if marked_fields(study.definition.declaration.form) else {"marks"}
    lacking |= set() if study.asks_questions() else {"questionnaires"}
    lacking |= set() if study.judges() else {"judgments"}
    return tuple(name for name in TABLES if name not in lacking)


def open_table(conn: Connection, study: Study, wish: Wish) -> ReadyTable:
    """The table of that wish, as of the connection's snapshot."""
    declaration = study.definition.declaration
    blind = blind_of(conn, study.key) if wish.blinded else None
    if wish.platform_ids and wish.table != "answers":
        raise BeholderError(
            f"the table of {wish.table} names raters by pseudonym only",
            code="export-platform-ids",
            hint="ids of crowd platforms can be had with the answers: --what answers --platform-ids",
        )
    if wish.table in ("ratings", "marks"):
        rows = study.rows(conn, all_revisions=wish.all_revisions)
        named = blind.rows(rows) if blind else rows
        if wish.table == "marks":
            return _marks(study, named)
        return ReadyTable(shape=RATINGS, rows=named, codebook=codebook_of_ratings(declaration))
    if wish.table == "questionnaires":
        return _questionnaires(conn, study)
    if wish.table == "judgments":
        return _judgments(conn, study, blind)
    table = AnswersTable(
        study.id,
        declaration,
        slot_count=most_slots(conn, study.key, declaration),
        is_fast=study.definition.is_fast,
        platform=platform_names(conn, study.key) if wish.platform_ids else None,
        weights=study.weights(conn),
    )
    return ReadyTable(
        shape=table.shape, rows=table.rows(conn, study.key, blind=blind), codebook=codebook_of_answers(table)
    )


def _marks(study: Study, ratings: Iterator[Rating]) -> ReadyTable:
    fields = marked_fields(study.definition.declaration.form)
    if not fields:
        raise BeholderError(
            "the study asks for no marks on pictures or words",
            code="export-no-marks",
            where=str(study.definition.folder),
            hint="take the ratings: --what ratings",
        )
    return ReadyTable(shape=MARKS, rows=marks_of(ratings, fields), codebook=codebook_of_marks(fields))


def _questionnaires(conn: Connection, study: Study) -> ReadyTable:
    asked = asked_questions(load_versions(conn, study.key), version_times(conn, study.key))
    if not any(questions for version in asked for questions in version.questions.values()):
        raise BeholderError(
            "the study asks no questions before or after its trials",
            code="export-no-questions",
            where=str(study.definition.folder),
            hint="`before` and `after` in study.yaml ask them",
        )
    rows = stream_questionnaires(conn, study.key, study=study.id)
    return ReadyTable(shape=QUESTIONNAIRES, rows=rows, codebook=codebook_of_questionnaires(asked))


def _judgments(conn: Connection, study: Study, blind: Blind | None) -> ReadyTable:
    if not study.judges():
        raise BeholderError(
            "no model has judged this study",
            code="export-no-judgments",
            where=str(study.definition.folder),
            hint="name one below judges: in study.yaml and run `beholder judge`",
        )
    rows = stream_judgment_cells(conn, study.key, study.definition, study=study.id, blind=blind)
    return ReadyTable(shape=JUDGMENTS, rows=rows, codebook=codebook_of_judgments(study.definition.declaration))


def write_export(
    study: Study, path: Path, wish: Wish, *, codebook: bool = True, progress: Progress | None = None
) -> Exported:
    """Writes the table in the format that the file's name asks for, and the codebook beside it."""
    out: Counter[str] = Counter()
    with study.database.read() as conn:
        row = load_study(conn, study.key)
        table = open_table(conn, study, wish)
        rows = tallied(table.rows, out) if wish.table == "ratings" else table.rows
        count = write_table(ticking(rows, progress), path, table.shape)
    files = [path, *(table.codebook.write(path.with_suffix("")) if codebook else ())]
    receipt = Receipt(row.chain_length, row.chain_head)
    return Exported(files=tuple(files), rows=count, receipt=receipt, left_out=out)


def record_export(study: Study, wish: Wish, *, what: str) -> None:
    """Puts on record that names of systems leave a study which still runs and whose names are sealed.

    A simulated or closed study has no blinding to break. Ids of crowd platforms are put on record always.
    """
    with study.database.read() as conn:
        row = load_study(conn, study.key)
        running = not wish.blinded and row.state != StudyState.CLOSED and sealed(conn, study.key)
        names = running and bool(systems_of(conn, study.key))
    if row.simulated or not (names or wish.platform_ids):
        return
    details = {"file": what, "blinded": wish.blinded, "with_platform_ids": wish.platform_ids}
    kind = "unblinded-export" if names else "export"
    if study.published:
        # there is no folder in which a note could wait for the server
        with study.database.write(study.key) as conn:
            body = {"what": kind, **details}
            append_record(conn, study.key, "act", body, at=system_clock(), subject=command_line_user())
        return
    record_act(study.definition.folder, study.database, study.key, what=kind, details=details)


def tallied(rows: Iterable[Rating], out: Counter[str]) -> Iterator[Rating]:
    """The rows; those that enter no result are counted by reason as they pass."""
    for row in rows:
        if not row.counts:
            out[reason_of(row)] += 1
        yield row


def ticking(rows: Iterable[T], progress: Progress | None) -> Iterable[T]:
    """The rows, told to the progress bar as they pass."""
    return rows if progress is None else _ticking(rows, progress)


def _ticking(rows: Iterable[T], progress: Progress) -> Iterator[T]:
    count = 0
    for count, row in enumerate(rows, start=1):
        if count % _STEP == 0:
            progress(count, None)
        yield row
    progress(count, None)
