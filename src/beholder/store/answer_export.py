"""Answers for the export of answers: every revision, with its showing and what the page recorded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy.engine import Connection

from beholder.store.answers import answers_with
from beholder.store.schema import answers

__all__ = ["ExportedAnswer", "stream_exported"]


class ExportedAnswer(NamedTuple):
    """One revision of an answer. `state` is what became of its showing; payload and meta are None where erased."""

    answer: str
    revision: int
    latest: bool
    rater: str
    rater_kind: str
    trial: int
    kind: str
    item: int
    slots: str
    state: str
    sequence: int
    version: int
    started_at: int
    submitted_at: int
    received_at: int
    active_ms: int
    guideline: str
    excluded_by: str
    passed: bool | None
    payload: str | None
    meta: str | None


def stream_exported(conn: Connection, study: int) -> Iterator[ExportedAnswer]:
    """All answers with all their revisions, in the order they were stored; read in chunks."""
    query = answers_with(ExportedAnswer._fields).where(answers.c.study == study).order_by(answers.c.seq)
    for row in conn.execution_options(yield_per=2000).execute(query):
        yield ExportedAnswer._make(row)
