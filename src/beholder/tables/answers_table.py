"""The answers table: one row per revision of an answer, with its showing, its times and each field in a column."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy.engine import Connection

from beholder.fields import Field
from beholder.protocols import Declaration, why_left_out
from beholder.store.answers import ExportedAnswer, stream_exported
from beholder.store.items import load_items
from beholder.store.trials import most_systems
from beholder.tables.blinding import Blind
from beholder.tables.formats import ColumnType, TableShape
from beholder.tables.rating_weights import ALIKE, RatingWeights, Weighed
from beholder.tables.ratings import RatedItem, iso_time

__all__ = ["AnswerColumn", "AnswersTable", "most_slots"]

# answers held at a time, so that an export of any size needs the same memory
_CHUNK = 2000
# items kept while rows are made; a study with more reads some of them twice
_MOST_ITEMS = 20_000
_BEFORE: dict[str, ColumnType] = {
    "study": "text",
    "protocol": "text",
    "item": "text",
    "group": "text",
    "block": "text",
    "trial": "text",
    "answer": "text",
    "revision": "integer",
    "latest": "integer",
    "rater": "text",
    "rater_kind": "text",
    "kind": "text",
    "state": "text",
    "sequence": "integer",
    "started_at": "text",
    "submitted_at": "text",
    "received_at": "text",
    "active_ms": "integer",
    "guideline": "text",
    "study_version": "integer",
    "excluded_by": "text",
    "passed": "integer",
    "fast": "integer",
}
_WEIGHED: dict[str, ColumnType] = {"weight": "number", "inclusion_probability": "number", "in_full": "boolean"}
_PLATFORM: dict[str, ColumnType] = {"platform": "text", "platform_id": "text"}
_NUMERIC: dict[str, ColumnType] = {"integer": "integer", "number": "number"}


class AnswerColumn(NamedTuple):
    """A column that holds a field, `value.` and the field's name. `cell` is the field's name in the ratings table, `place` where on the page it stood."""

    name: str
    field_name: str
    field: Field
    cell: str
    slot: int | None
    type: ColumnType


def most_slots(conn: Connection, study: int, declaration: Declaration) -> int:
    """How many candidates a page of the study shows at most: its items may have more, of which some are shown."""
    fixed = {"item": 0, "one": 1, "pair": 2}.get(declaration.shows)
    return most_systems(conn, study) if fixed is None else fixed


class AnswersTable:
    """The shape of a study's answers table, and its rows.

    `is_fast` tells from kind, active time and revision whether an answer is marked for review. `platform` adds whom crowd platforms say the raters are.
    """

    def __init__(
        self,
        study: str,
        declaration: Declaration,
        *,
        slot_count: int,
        is_fast: Callable[[str, int, int], bool],
        platform: Mapping[str, tuple[str, str]] | None = None,
        weights: RatingWeights = ALIKE,
    ) -> None:
        self._weights = weights
        self._study = study
        self._declaration = declaration
        self._is_fast = is_fast
        self._platform = platform
        self._slot_count = slot_count
        self.fields = tuple(_field_columns(declaration, slot_count))
        systems = [f"system.{n}" for n in range(1, slot_count + 1)] or ["system"]
        types: dict[str, ColumnType] = {**_BEFORE, **dict.fromkeys(systems, "text")}
        types |= {column.name: column.type for column in self.fields}
        types |= {"meta": "text", **_WEIGHED, **(_PLATFORM if platform is not None else {})}
        self.shape = TableShape(tuple(types), tuple(types.values()))

    def rows(self, conn: Connection, study: int, *, blind: Blind | None = None) -> Iterator[tuple[Any, ...]]:
        """Every revision of every answer in the order they were stored; a snapshot, read in chunks."""
        items: dict[int, tuple[RatedItem, str]] = {}
        answers = stream_exported(conn, study)
        while chunk := list(islice(answers, _CHUNK)):
            missing = {answer.item for answer in chunk} - items.keys()
            if len(items) + len(missing) > _MOST_ITEMS:
                items.clear()
                missing = {answer.item for answer in chunk}
            for number, text in load_items(conn, study, missing).items():
                item = RatedItem.of(json.loads(text))
                items[number] = _blinded(item, blind), item.system
            for answer in chunk:
                yield self._row(answer, *items[answer.item], blind)

    def _row(self, answer: ExportedAnswer, item: RatedItem, system: str, blind: Blind | None) -> tuple[Any, ...]:
        slots: list[list[str]] = json.loads(answer.slots)
        weighed = self._weighed(answer, slots, system)
        if blind is not None:
            slots = [[blind.system(system) for system in slot] for slot in slots]
        shown = [" | ".join(slot) for slot in slots] if self._slot_count else [item.system]
        return (
            self._study,
            self._declaration.name,
            item.id,
            item.group,
            item.block or item.id,
            str(answer.trial),
            answer.answer,
            answer.revision,
            int(answer.latest),
            answer.rater,
            answer.rater_kind,
            answer.kind,
            answer.state,
            answer.sequence,
            iso_time(answer.started_at),
            iso_time(answer.submitted_at),
            iso_time(answer.received_at),
            answer.active_ms,
            answer.guideline,
            answer.version,
            answer.excluded_by,
            None if answer.passed is None else int(answer.passed),
            int(self._is_fast(answer.kind, answer.active_ms, answer.revision)),
            *(shown + [None] * (self._slot_count - len(shown)) if self._slot_count else shown),
            *self._values(answer.payload, len(slots)),
            answer.meta,
            *weighed,
            *(self._platform.get(answer.rater, (None, None)) if self._platform is not None else ()),
        )

    def _weighed(self, answer: ExportedAnswer, slots: list[list[str]], system: str) -> Weighed:
        """What the answer as a whole counts: that of the one system it is about, or of the trial where there are several."""
        about = slots[0] if len(slots) == 1 else [] if slots else [system]
        counts = not why_left_out(answer.kind, answer.excluded_by, latest=bool(answer.latest))
        counts = counts and answer.payload is not None
        return self._weights.of(str(answer.trial), answer.answer, about[0] if len(about) == 1 else "", counts=counts)

    def _values(self, payload: str | None, slot_count: int) -> Iterator[Any]:
        if payload is None:
            yield from [None] * len(self.fields)
            return
        given = json.loads(payload)
        sheets: dict[int | None, dict[str, Any]] = {None: given["trial"], **dict(enumerate(given["slots"], start=1))}
        for column in self.fields:
            sheet = sheets.get(column.slot, {})
            yield _value(column, sheet[column.field_name], slot_count) if column.field_name in sheet else None


def _blinded(item: RatedItem, blind: Blind | None) -> RatedItem:
    if blind is None:
        return item
    return RatedItem(blind.text(item.id), blind.text(item.group), blind.text(item.block), blind.system(item.system))


def _value(column: AnswerColumn, value: Any, slot_count: int) -> Any:
    field = column.field
    if field.spans_candidates:
        return field.text(value)
    cell = next(
        one for one in field.cells(column.field_name, value, slots=max(slot_count, 1)) if one.field == column.cell
    )
    if column.type == "text":
        return cell.value
    return int(cell.number) if column.type == "integer" and cell.number is not None else cell.number


def _field_columns(declaration: Declaration, slot_count: int) -> Iterator[AnswerColumn]:
    form = declaration.form
    for slot in range(1, slot_count + 1):
        for name, field in form.candidate_fields.items():
            for column in _columns_of(name, field):
                yield column._replace(name=f"{column.name}.{slot}", slot=slot)
    for name, field in form.fields.items():
        yield from _columns_of(name, field)


def _columns_of(name: str, field: Field) -> Iterator[AnswerColumn]:
    """One column, or one for each row that the field makes in the ratings table; numbers where it can hold nothing else."""
    if field.spans_candidates:
        yield AnswerColumn(f"value.{name}", name, field, name, None, "text")
        return
    entries = field.codebook(name)
    kind = _NUMERIC.get(str(field.schema_of_value().get("type")), "text")
    for entry in entries:
        type_ = "integer" if len(entries) > 1 else kind
        yield AnswerColumn(f"value.{entry.field}", name, field, entry.field, None, type_)
