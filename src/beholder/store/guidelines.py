"""Guidelines that were changed while the study ran."""

from __future__ import annotations

import json
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.store.records import rows_digest
from beholder.store.schema import guidelines

__all__ = ["GuidelineRow", "add_guideline", "list_guidelines"]


class GuidelineRow(NamedTuple):
    """One version. Version 1 is the text the study started with and has no row unless it was changed."""

    number: int
    at: int
    author: str
    texts: dict[str, str]
    changes: dict[str, str]
    material: bool

    @property
    def digest(self) -> str:
        """SHA-256 of all that raters read of it."""
        return rows_digest([self.texts, self.changes])


def add_guideline(conn: Connection, study: int, row: GuidelineRow) -> None:
    """Stores a version."""
    conn.execute(
        sa.insert(guidelines).values(
            study=study,
            number=row.number,
            at=row.at,
            author=row.author,
            texts=json.dumps(row.texts, ensure_ascii=False, sort_keys=True),
            changes=json.dumps(row.changes, ensure_ascii=False, sort_keys=True),
            material=row.material,
        )
    )


def list_guidelines(conn: Connection, study: int) -> list[GuidelineRow]:
    """All versions, oldest first."""
    query = sa.select(
        guidelines.c.number,
        guidelines.c.at,
        guidelines.c.author,
        guidelines.c.texts,
        guidelines.c.changes,
        guidelines.c.material,
    )
    found = conn.execute(query.where(guidelines.c.study == study).order_by(guidelines.c.number))
    return [GuidelineRow(int(n), int(t), a, json.loads(x), json.loads(c), bool(m)) for n, t, a, x, c, m in found]
