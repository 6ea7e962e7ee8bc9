"""The ratings table: one row per field and candidate of every answer. The only thing analysis reads, and the export."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy.engine import Connection

from beholder.fields import Form
from beholder.protocols import Item
from beholder.store.answers import FullAnswer, stream_answers
from beholder.store.items import load_items

__all__ = ["COLUMNS", "Rating", "iso_time", "ratings_of", "stream_ratings"]


class Rating(NamedTuple):
    """One row of the ratings table."""

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
    value: str
    number: float | None
    sequence: int
    position: int | None
    side: str
    started_at: str
    submitted_at: str
    active_ms: int
    guideline: str
    study_version: int
    revision: int
    excluded_by: str


COLUMNS = Rating._fields
_EPOCH = date(1970, 1, 1)
_CHUNK = 2000
_SIDES = ("left", "right")


def stream_ratings(
    conn: Connection, key: int, *, study: str, protocol: str, form: Form, all_revisions: bool = False
) -> Iterator[Rating]:
    """The ratings of a study in the order they were given; a snapshot, read in chunks.

    By default the newest revision of each answer. Erased answers make no rows; excluded ones do, with the rule that
    excluded them.
    """
    items: dict[int, Item] = {}
    answers = stream_answers(conn, key, all_revisions=all_revisions)
    while chunk := list(islice(answers, _CHUNK)):
        missing = {answer.item for answer in chunk} - items.keys()
        for number, text in load_items(conn, key, missing).items():
            items[number] = Item.from_json(json.loads(text))
        for answer in chunk:
            if answer.payload is not None:
                yield from ratings_of(answer, items[answer.item], study, protocol, form)


def ratings_of(answer: FullAnswer, item: Item, study: str, protocol: str, form: Form) -> Iterator[Rating]:
    """The rows of one answer."""
    slots: list[list[str]] = json.loads(answer.slots)
    payload: dict[str, Any] = json.loads(answer.payload or "{}")
    started, submitted = iso_time(answer.started_at), iso_time(answer.submitted_at)
    alone = slots[0] if len(slots) == 1 and not form.candidate_fields else None
    for cell in form.cells(payload, slots=max(len(slots), 1)):
        systems: list[str]
        position: int | None = None
        side = ""
        if cell.slot is not None:
            systems, position = slots[cell.slot], cell.slot + 1
            side = _SIDES[cell.slot] if len(slots) == 2 else ""
        elif alone is not None:
            systems, position = alone, 1
        else:
            systems = [item.system] if not slots else [""]
        for system in systems:
            yield Rating(
                study,
                protocol,
                item.id,
                item.group,
                item.block or item.id,
                f"{item.id}/{system}" if slots and system else "",
                system,
                answer.rater,
                answer.rater_kind,
                str(answer.trial),
                answer.answer,
                answer.kind,
                cell.field,
                cell.value,
                cell.number,
                answer.sequence,
                position,
                side,
                started,
                submitted,
                answer.active_ms,
                answer.guideline,
                answer.version,
                answer.revision,
                answer.excluded_by,
            )


def iso_time(milliseconds: int) -> str:
    """Server time in UTC, to the millisecond."""
    day, rest = divmod(milliseconds, 86_400_000)
    minutes, ms = divmod(rest, 60_000)
    return f"{_date(day)}T{minutes // 60:02}:{minutes % 60:02}:{ms // 1000:02}.{ms % 1000:03}Z"


@lru_cache(maxsize=1024)
def _date(day: int) -> str:
    return (_EPOCH + timedelta(days=day)).isoformat()
