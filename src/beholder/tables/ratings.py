"""The ratings table: one row per field and candidate of every answer. The only thing analysis reads, and the export."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy.engine import Connection

from beholder.fields import Cell, Form
from beholder.protocols import Item, Shown, why_left_out
from beholder.store.answers import FullAnswer, stream_answers
from beholder.store.items import load_items
from beholder.tables.rating_weights import ALIKE, RatingWeights

__all__ = [
    "COLUMNS",
    "FIRST_COLUMNS",
    "Rating",
    "Tidier",
    "iso_time",
    "letter",
    "ratings_of",
    "reason_of",
    "stream_ratings",
    "what_is_shown",
]


def what_is_shown(item: Item, slots: Sequence[Sequence[str]]) -> Shown:
    """The item with the candidates of each place."""
    by_system = {candidate.system: candidate for candidate in item.candidates}
    return Shown(item, tuple(tuple(by_system[system] for system in held) for held in slots))


def letter(index: int) -> str:
    """A, B, C … for places on a page, and for systems whose names are sealed."""
    return chr(ord("A") + index) if index < 26 else str(index + 1)


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
    counts: bool
    weight: float | None
    inclusion_probability: float | None
    in_full: bool
    passed: int | None


class RatedItem(NamedTuple):
    """What the ratings table needs to know of an item."""

    id: str
    group: str
    block: str
    system: str

    @classmethod
    def of(cls, data: dict[str, Any]) -> RatedItem:
        """From the item as stored."""
        return cls(data["id"], data.get("group", ""), data.get("block", ""), data.get("system", ""))


COLUMNS = Rating._fields
FIRST_COLUMNS = COLUMNS[: COLUMNS.index("counts")]
"""The columns that releases of the first versions have; new ones are only ever added at the end."""

_EPOCH = date(1970, 1, 1)
# answers held at a time, so that an export of any size needs the same memory
_CHUNK = 2000
# items kept while rows are made; a study with more reads some of them twice
_MOST_ITEMS = 20_000
_SIDES = ("left", "right")


def stream_ratings(
    conn: Connection,
    key: int,
    *,
    study: str,
    protocol: str,
    form: Form,
    weights: RatingWeights = ALIKE,
    all_revisions: bool = False,
) -> Iterator[Rating]:
    """The ratings of a study in the order they were given; a snapshot, read in chunks.

    By default the newest revision of each answer. Erased answers make no rows; excluded ones, checks and whatever else
    does not enter the results do, with `counts` false. Whatever leaves a study, or takes means, needs its `weights`.
    """
    items: dict[int, RatedItem] = {}
    tidy = Tidier(study, protocol, form, weights)
    answers = stream_answers(conn, key, all_revisions=all_revisions)
    while chunk := list(islice(answers, _CHUNK)):
        missing = {answer.item for answer in chunk} - items.keys()
        if len(items) + len(missing) > _MOST_ITEMS:
            items.clear()
            missing = {answer.item for answer in chunk}
        for number, text in load_items(conn, key, missing).items():
            items[number] = RatedItem.of(json.loads(text))
        for answer in chunk:
            if answer.payload is not None:
                yield from tidy.rows(answer, items[answer.item])


class Tidier:
    """Makes rows of the ratings table from answers to one form."""

    def __init__(self, study: str, protocol: str, form: Form, weights: RatingWeights = ALIKE) -> None:
        self._weigh = weights.of
        self._study = study
        self._protocol = protocol
        self._form = form
        # most forms have few different answers, and a form is slower to ask than a table of them
        self._cells = lru_cache(maxsize=_CHUNK)(self._read_cells)

    def _read_cells(self, payload: str, slots: int) -> tuple[Cell, ...]:
        return tuple(self._form.cells(json.loads(payload), slots=slots))

    def rows(self, answer: FullAnswer, item: RatedItem | Item) -> Iterator[Rating]:
        """The rows of one answer."""
        slots = _slots_of(answer.slots)
        about = (self._study, self._protocol, item.id, item.group, item.block or item.id)
        trial = str(answer.trial)
        by = (answer.rater, answer.rater_kind, trial, answer.answer, answer.kind)
        passed = None if answer.passed is None else int(answer.passed)
        counts = not why_left_out(answer.kind, answer.excluded_by, latest=bool(answer.latest))
        under = (
            iso_time(answer.started_at),
            iso_time(answer.submitted_at),
            answer.active_ms,
            answer.guideline,
            answer.version,
            answer.revision,
            answer.excluded_by,
            counts,
        )
        alone = slots[0] if len(slots) == 1 and not self._form.candidate_fields else None
        for field, value, number, slot in self._cells(answer.payload or "{}", max(len(slots), 1)):
            systems: tuple[str, ...]
            position: int | None = None
            side = ""
            if slot is not None:
                systems, position = slots[slot], slot + 1
                side = _SIDES[slot] if len(slots) == 2 else ""
            elif alone is not None:
                systems, position = alone, 1
            else:
                systems = ("",) if slots else (item.system,)
            for system in systems:
                candidate = f"{item.id}/{system}" if slots and system else ""
                where = (field, value, number, answer.sequence, position, side)
                weighed = self._weigh(trial, answer.answer, system, counts=counts)
                # a million rows pass here, and this is how a tuple is named without a call of its own
                yield tuple.__new__(Rating, (*about, candidate, system, *by, *where, *under, *weighed, passed))


def ratings_of(answer: FullAnswer, item: RatedItem | Item, study: str, protocol: str, form: Form) -> Iterator[Rating]:
    """The rows of one answer."""
    return Tidier(study, protocol, form).rows(answer, item)


def reason_of(row: Rating) -> str:
    """Why a row does not enter the results; empty if it does."""
    return "" if row.counts else why_left_out(row.kind, row.excluded_by, latest=False)


@lru_cache(maxsize=4096)
def _slots_of(slots: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(held) for held in json.loads(slots))


def iso_time(milliseconds: int) -> str:
    """Server time in UTC, to the millisecond."""
    minute, rest = divmod(milliseconds, 60_000)
    return f"{_minute(minute)}:{rest // 1000:02}.{rest % 1000:03}Z"


@lru_cache(maxsize=4096)
def _minute(minute: int) -> str:
    day, rest = divmod(minute, 1440)
    return f"{(_EPOCH + timedelta(days=day)).isoformat()}T{rest // 60:02}:{rest % 60:02}"
