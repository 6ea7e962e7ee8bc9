"""What raters filled in once: consent, questions before and after. Erasable."""

from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.store.schema import sheets

__all__ = ["add_sheet", "erase_sheets", "load_sheets", "stream_sheets"]


def add_sheet(conn: Connection, study: int, *, rater: str, name: str, at: int, payload: str, salt: str) -> None:
    """Stores a sheet; each rater has one of each name."""
    conn.execute(sa.insert(sheets).values(study=study, rater=rater, name=name, at=at, payload=payload, salt=salt))


def load_sheets(conn: Connection, study: int, *, rater: str = "") -> list[tuple[str, str, int, str | None]]:
    """Sheets as (rater, name, time, payload), of one rater or of all; the payload is None where erased."""
    query = sa.select(sheets.c.rater, sheets.c.name, sheets.c.at, sheets.c.payload).where(sheets.c.study == study)
    if rater:
        query = query.where(sheets.c.rater == rater)
    return [(str(r), str(n), int(t), p) for r, n, t, p in conn.execute(query.order_by(sheets.c.at, sheets.c.rater))]


def stream_sheets(conn: Connection, study: int) -> Iterator[tuple[str, str, int, str | None, str | None]]:
    """Every sheet as stored: (rater, name, time, payload, salt)."""
    query = sa.select(sheets.c.rater, sheets.c.name, sheets.c.at, sheets.c.payload, sheets.c.salt)
    for row in conn.execute(query.where(sheets.c.study == study).order_by(sheets.c.rater, sheets.c.name)):
        yield row[0], row[1], row[2], row[3], row[4]


def erase_sheets(conn: Connection, study: int, rater: str) -> None:
    """Empties what a rater filled in."""
    conn.execute(
        sa.update(sheets).where(sheets.c.study == study, sheets.c.rater == rater).values(payload=None, salt=None)
    )
