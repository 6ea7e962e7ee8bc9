"""Raw answers of round 1, from a study's ratings or from a published table, and the response sets they make."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from beholder.declarations.item import Item
from beholder.declarations.states import Showing
from beholder.protocols.naming.collect.normalise import Normalised, Normaliser
from beholder.protocols.naming.collect.sets import ResponseSet, gather_sets
from beholder.protocols.naming.published.files import find_column, read_rows
from beholder.protocols.naming.published.manynames import ITEM_COLUMNS
from beholder.protocols.rounds import RatingRow

__all__ = ["RatingCells", "RawAnswers", "answers_from_ratings", "ratings_from_rows", "read_raw_answers"]


class RatingCells(NamedTuple):
    """A row of a ratings table that was read from a file."""

    item: str
    group: str
    system: str
    rater: str
    answer: str
    kind: str
    field: str
    value: str
    number: float | None
    excluded_by: str


@dataclass(frozen=True, slots=True)
class RawAnswers:
    """Columns of equal length: the object, what was typed (None: nothing), the opt-out if any, and the rater.

    `columns` is what else is known of an object; `left_out` counts answers that do not enter results, by reason.
    """

    items: list[str]
    raws: list[str | None]
    opt_outs: list[str]
    raters: list[str]
    columns: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.items)

    def raw_counts(self) -> dict[str, dict[str, int]]:
        """For each object what was typed, to the character, and how often."""
        out: dict[str, dict[str, int]] = {}
        for item, raw in zip(self.items, self.raws, strict=True):
            if raw is not None:
                counts = out.setdefault(item, {})
                counts[raw] = counts.get(raw, 0) + 1
        return out

    def to_sets(self, normaliser: Normaliser | None = None) -> tuple[list[ResponseSet], Normalised]:
        """The response sets and what normalisation did. What is no name counts as an opt-out of its object."""
        done = (normaliser or Normaliser()).apply(self.raws)
        return gather_sets(zip(self.items, done.names, strict=True), columns=self.columns), done


def read_raw_answers(path: Path) -> RawAnswers:
    """One row per answer: the object's id, `answer` (or `name`), and, where there are any, `optout` and `worker` or `rater`."""
    items: list[str] = []
    raws: list[str | None] = []
    opt_outs: list[str] = []
    raters: list[str] = []
    columns: dict[str, dict[str, Any]] = {}
    item_key = text_key = rater_key = out_key = ""
    for _, row in read_rows(path):
        if not item_key:
            item_key = find_column(row, ITEM_COLUMNS, path=path, what="the object's id")
            text_key = find_column(row, ("answer", "name"), path=path, what="the answer")
            rater_key = next((name for name in ("rater", "worker") if name in row), "")
            out_key = next((name for name in ("opt_out", "optout") if name in row), "")
        item, text = str(row[item_key]), row[text_key]
        opt_out = str(row[out_key] or "") if out_key else ""
        items.append(item)
        raws.append(None if opt_out or text is None or text == "" else str(text))
        opt_outs.append(opt_out)
        raters.append(str(row[rater_key] or "") if rater_key else "")
        if item not in columns:
            columns[item] = {name: row[name] for name in ("domain", "vg_image_id") if name in row}
    return RawAnswers(items, raws, opt_outs, raters, columns)


def ratings_from_rows(rows: Iterable[tuple[int, Mapping[str, Any]]]) -> Iterable[RatingCells]:
    """Rows of a ratings table read from a file."""
    for _, row in rows:
        number = row.get("number")
        texts = {name: str(row.get(name) or "") for name in RatingCells._fields if name != "number"}
        yield RatingCells(**texts, number=float(number) if number not in (None, "") else None)


def answers_from_ratings(ratings: Iterable[RatingRow], items: Iterable[Item] = ()) -> RawAnswers:
    """The answers of a naming study: fields `name` and `opt_out` of main trials.

    Practice, checks, pilots, repeats and excluded answers are left out and counted; of two answers of a rater to one object
    the first stands. The group of an object is its `domain` unless the item has a column of that name.
    """
    columns: dict[str, dict[str, Any]] = {item.id: dict(item.columns) for item in items}
    found: dict[tuple[str, str], dict[str, str]] = {}
    answer_of: dict[tuple[str, str], str] = {}
    left: dict[str, set[str]] = {}
    for row in ratings:
        if row.field not in ("name", "opt_out"):
            continue
        reason = row.excluded_by or ("" if row.kind in (*Showing.COUNTED, "") else row.kind)
        key = (row.item, row.rater)
        if not reason and answer_of.setdefault(key, row.answer) != row.answer:
            reason = "second answer of a rater"
        if reason:
            left.setdefault(reason, set()).add(row.answer)
            continue
        found.setdefault(key, {})[row.field] = row.value
        if row.group:
            columns.setdefault(row.item, {}).setdefault("domain", row.group)
    names = [cells.get("name", "") for cells in found.values()]
    return RawAnswers(
        [item for item, _ in found],
        [name or None for name in names],
        [cells.get("opt_out", "") for cells in found.values()],
        [rater for _, rater in found],
        columns,
        {reason: len(answers) for reason, answers in left.items()},
    )
