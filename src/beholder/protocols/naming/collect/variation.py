"""How much names vary: distinct names per object, share of the top name, entropy; for all objects and by group."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from beholder.findings import Table, TableColumn
from beholder.protocols.naming.collect import measures
from beholder.protocols.naming.collect.sets import ResponseSet
from beholder.protocols.naming.object_bootstrap import BOOTSTRAP, Floats, Resampling, put, with_interval
from beholder.protocols.naming.wording import english

__all__ = ["SPREAD", "group_of", "variation_rows", "variation_table"]

SPREAD = english("note-spread")
# one object in twenty may drop out of the rarefied mean, so that the others are compared at a useful depth
_RAREFY_QUANTILE = 0.05


def group_of(one: ResponseSet, by: str) -> str:
    """The group an object belongs to; empty where the column is missing."""
    value = one.columns.get(by)
    return "" if value is None else str(value)


def variation_rows(
    sets: Iterable[ResponseSet], *, how: Resampling, by: str | None = None, min_count: int = 1
) -> list[dict[str, Any]]:
    """One row named `all` and, with `by`, one per group in alphabetical order; means over objects.

    N: distinct names; perc_top: share of the top name in per cent; H: entropy in bits; with standard deviations over
    objects (ddof 0, as published tables have them). H_miller_madow and N_rarefied (names among as many answers as nearly
    every object has) correct for unequal numbers of answers. Names given fewer than `min_count` times do not count;
    objects left without any name are dropped and counted.
    """
    kept = [one.at_least(min_count) for one in sets]
    named = [one for one in kept if one.names]
    depth = _common_depth(named)
    rows = [_row("all", named, how, depth, len(kept) - len(named))]
    if by is not None:
        for name in sorted({group_of(one, by) for one in kept}):
            inside = [one for one in named if group_of(one, by) == name]
            lost = sum(1 for one in kept if not one.names and group_of(one, by) == name)
            rows.append(_row(name, inside, how, depth, lost))
    return rows


def variation_table(rows: Sequence[dict[str, Any]], *, name: str = "variation", title: str = "") -> Table:
    """The rows as a table with the columns of a paper."""
    columns = (
        TableColumn(name="domain", title="Domain"),
        TableColumn(name="objects", title="Objects"),
        TableColumn(name="N", title="N", digits=1),
        TableColumn(name="perc_top", title="% top", digits=1),
        TableColumn(name="perc_top_sd", title="SD", digits=1),
        TableColumn(name="H", title="H", digits=1),
        TableColumn(name="H_sd", title="SD", digits=1),
    )
    return Table(
        name=name,
        title=title or english("table-variation"),
        columns=columns,
        rows=tuple(rows),
        notes=(BOOTSTRAP, SPREAD),
    )


def _common_depth(sets: Sequence[ResponseSet]) -> int:
    """As many answers as all but the scarcest objects have, so that few objects drop out of the rarefied mean."""
    return int(np.quantile([one.total for one in sets], _RAREFY_QUANTILE, method="lower")) if sets else 0


def _row(name: str, sets: Sequence[ResponseSet], how: Resampling, depth: int, dropped: int) -> dict[str, Any]:
    row: dict[str, Any] = {"domain": name, "objects": len(sets)}
    table = np.array([_of_object(one, depth) for one in sets], dtype=np.float64).reshape(len(sets), 9)
    drawn = how.sums(table)

    def mean(column: int, weight: int = 8) -> Any:
        return lambda sums: sums[:, column] / sums[:, weight]

    def spread(column: int, square: int) -> Any:
        def statistic(sums: Floats) -> Floats:
            average = sums[:, column] / sums[:, 8]
            return np.sqrt(np.maximum(sums[:, square] / sums[:, 8] - average**2, 0.0))

        return statistic

    put(row, "N", with_interval(table, mean(0), how, drawn=drawn))
    put(row, "perc_top", with_interval(table, mean(1), how, drawn=drawn))
    put(row, "perc_top_sd", with_interval(table, spread(1, 2), how, drawn=drawn))
    put(row, "H", with_interval(table, mean(3), how, drawn=drawn))
    put(row, "H_sd", with_interval(table, spread(3, 4), how, drawn=drawn))
    if sets:
        # Differences of squares lose digits; the printed deviations are computed from the objects themselves.
        row["perc_top_sd"], row["H_sd"] = float(np.std(table[:, 1])), float(np.std(table[:, 3]))
    put(row, "H_miller_madow", with_interval(table, mean(5), how, drawn=drawn))
    put(row, "N_rarefied", with_interval(table, mean(6, 7), how, drawn=drawn))
    row["rarefied_to"] = depth
    row["tokens"] = sum(one.total for one in sets)
    row["types"] = len({name for one in sets for name in one.names})
    row["ties"] = sum(1 for one in sets if one.tied)
    row["dropped"] = dropped
    return row


def _of_object(one: ResponseSet, depth: int) -> list[float]:
    top, entropy = one.perc_top, one.entropy
    rare = measures.rarefied(one.counts, depth)
    usable = not math.isnan(rare)
    return [
        len(one.names),
        top,
        top * top,
        entropy,
        entropy * entropy,
        measures.miller_madow(one.counts),
        rare if usable else 0.0,
        float(usable),
        1.0,
    ]
