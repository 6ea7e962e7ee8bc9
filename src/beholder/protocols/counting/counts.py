"""Counts beside what was asked for: exact or not, by which rule, and by how much they miss."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beholder.analysis.context import Context
from beholder.analysis.measure import Measure
from beholder.analysis.workspace import Work
from beholder.stats import median_consensus

__all__ = ["Counts"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts with what was asked for and what was clipped, one of each per rating."""

    measure: Measure
    requested: Floats
    clipped: Floats
    object_type: tuple[str, ...]
    type_code: NDArray[np.int32]

    @classmethod
    def of(cls, work: Work) -> Counts:
        """The counts of a study, with the item columns `requested` and `object_type`."""
        measure = work.measure("count")
        item = measure.rows.text["item"]
        wanted = np.array([_requested(work.context, name) for name in item.names] + [np.nan])
        kinds = [_kind(work.context, name) for name in item.names]
        names = tuple(sorted(set(kinds)))
        code = np.array([*(names.index(k) for k in kinds), 0], dtype=np.int32)
        return cls(measure, wanted[item.codes], _matched(work, measure), names, code[item.codes])

    @property
    def limit(self) -> float:
        """The largest number that a rater could give."""
        top = self.measure.info.top
        return float(top) if top is not None else np.inf

    def value(self, what: str) -> Floats:
        """1 or 0 (NaN where it cannot be known) or an error, for each rating."""
        count, asked, clipped = self.measure.value, self.requested, np.nan_to_num(self.clipped)
        known = self.measure.said & np.isfinite(asked)
        beyond = np.isinf(count)
        # a request above the limit and a count above it may or may not be equal
        open_ended = beyond & (asked > self.limit)
        least = np.where(beyond, self.limit + 1, count)
        exact: Any = {
            "exact": ~beyond & (count == asked),
            "whole": ~beyond & (count - clipped == asked),
            "between": ~beyond & (count - clipped <= asked) & (asked <= count),
            "over": count > asked,
            "under": ~beyond & (count < asked),
            "bias": least - asked,
            "error": np.abs(least - asked),
        }[what]
        return np.where(known & ~open_ended, exact, np.nan).astype(np.float64)

    def consensus(self) -> tuple[Floats, NDArray[np.int64]]:
        """The median count of each unit with "more than" as +inf, and the first row of each."""
        measure = self.measure
        found = median_consensus(measure.ratings)
        size = int(measure.unit.max(initial=-1)) + 1
        out = np.full(size, np.nan)
        out[np.array(found.items, dtype=np.int64)] = found.number
        first = np.full(size, -1, dtype=np.int64)
        first[measure.unit[::-1]] = np.arange(len(measure.unit))[::-1]
        return out, first


def _requested(context: Context, item: str) -> float:
    found = context.items.get(item)
    given = found.columns.get("requested") if found else None
    try:
        return float(given) if given is not None else np.nan
    except (TypeError, ValueError):
        return np.nan


def _kind(context: Context, item: str) -> str:
    found = context.items.get(item)
    return str(found.columns.get("object_type") or "") if found else ""


def _matched(work: Work, measure: Measure) -> Floats:
    """The clipped count of the same answer; NaN where it was not asked."""
    rows = work.main.where(field="clipped")
    key = "answer" if "answer" in rows.given else None
    if not len(rows):
        return np.full(len(measure.rows), np.nan)
    if key:
        table = np.full(len(rows.text["answer"].names) + 1, np.nan)
        table[rows.text["answer"].codes] = rows.numbers["number"]
        return np.asarray(table[measure.rows.text["answer"].codes])
    width = len(rows.text["rater"].names) + 1
    codes = [r.text["item"].codes.astype(np.int64) * width + r.text["rater"].codes for r in (rows, measure.rows)]
    found = dict(zip(codes[0].tolist(), rows.numbers["number"].tolist(), strict=True))
    return np.array([found.get(code, np.nan) for code in codes[1].tolist()])
