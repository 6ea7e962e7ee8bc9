"""Copying one study from a database to another, row by row, whichever kinds they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.store.prepared import insert_many
from beholder.store.schema import OF_STUDY, answers, studies

__all__ = ["copy_study"]


def copy_study(
    source: Connection, target: Connection, key: int, *, progress: Callable[[int], None] | None = None
) -> int:
    """Copies everything of a study inside the two transactions; its key in the target."""
    row = source.execute(sa.select(studies).where(studies.c.study == key)).mappings().one()
    values = {name: value for name, value in row.items() if name != "study"}
    made = target.execute(sa.insert(studies).values(values)).inserted_primary_key
    assert made is not None, "an insert returns its key"
    new = int(made[0])
    done = 0
    for table in OF_STUDY:
        columns = [column.name for column in table.columns]
        for_study = _rows(source, table, key, new)
        done += insert_many(target, table, columns, for_study)
        if progress:
            progress(done)
    return new


def _rows(source: Connection, table: sa.Table, key: int, new: int) -> Iterator[tuple[Any, ...]]:
    query = sa.select(table)
    if "study" in table.c:
        query = query.where(table.c.study == key)
    else:
        query = query.join(answers, answers.c.answer == table.c.answer).where(answers.c.study == key)
    position = list(table.c.keys()).index("study") if "study" in table.c else None
    for row in source.execution_options(yield_per=5000).execute(query):
        values = list(row)
        if position is not None:
            values[position] = new
        yield tuple(values)
