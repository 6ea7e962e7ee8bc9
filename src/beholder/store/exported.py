"""Answers for the export of answers: every revision, with its showing and what the page recorded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.store.schema import answers, leases, payloads, raters

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
    later = answers.alias("later")
    superseded = sa.exists(
        sa.select(sa.literal(1))
        .where(later.c.lease == answers.c.lease, later.c.revision > answers.c.revision)
        .correlate(answers)
    )
    query = (
        sa.select(
            answers.c.answer,
            answers.c.revision,
            ~superseded,
            answers.c.rater,
            raters.c.kind,
            leases.c.trial,
            leases.c.kind,
            leases.c.item,
            leases.c.slots,
            leases.c.state,
            leases.c.sequence,
            leases.c.version,
            answers.c.started_at,
            answers.c.submitted_at,
            answers.c.received_at,
            answers.c.active_ms,
            answers.c.guideline,
            answers.c.excluded_by,
            answers.c.passed,
            payloads.c.payload,
            payloads.c.meta,
        )
        .join(payloads, payloads.c.answer == answers.c.answer)
        .join(leases, leases.c.lease == answers.c.lease)
        .join(raters, sa.and_(raters.c.study == answers.c.study, raters.c.rater == answers.c.rater))
        .where(answers.c.study == study)
        .order_by(answers.c.seq)
    )
    for row in conn.execution_options(yield_per=2000).execute(query):
        yield ExportedAnswer._make(row)
