"""Trials on which raters differ so much that somebody should decide. The raw answers stay as they are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from beholder.declarations.states import Showing
from beholder.quality.grouped import Codes, combined
from beholder.quality.rating_columns import RatingColumns
from beholder.stats.bounds import least_of
from beholder.study.journey import Adjudication

__all__ = ["Dispute", "disputes"]


@dataclass(frozen=True, slots=True)
class Dispute:
    """One trial: the widest difference, on which field, and whether it has been decided."""

    trial: int
    item: str
    field: str
    spread: float
    raters: int
    decided: bool


def disputes(ratings: RatingColumns, rule: Adjudication) -> list[Dispute]:
    """Trials whose answers to a field differ by at least what the study declares, widest first, undecided before decided.

    Numbers differ by their distance, a bound such as `>20` or `20+` counting as the least it can be; words differ by 1
    if they are not the same. Fields about candidates are compared within each candidate. Excluded answers do not count.
    """
    text = ratings.text
    counts = text["kind"].is_in(Showing.COUNTED) & text["excluded_by"].is_in(("",)) & ~text["value"].is_in(("",))
    rows = np.flatnonzero(counts & text["field"].is_in(rule.spread))
    if not len(rows):
        return []
    trial, field = text["trial"].codes[rows], text["field"].codes[rows]
    group = combined(trial, field, text["system"].codes[rows])
    raters = np.bincount(np.unique(np.stack((group, text["rater"].codes[rows])), axis=1)[0])
    spread = _spreads(group, _numbers(ratings)[rows], text["value"].codes[rows])
    # where each group is met first, by which of two that are equally wide is told
    first = np.unique(group, return_index=True)[1]
    bar = np.array([rule.spread.get(name, np.inf) for name in text["field"].names])[field[first]]
    wide = np.flatnonzero((raters >= rule.after) & (spread >= bar))
    decided = set(text["trial"].codes[ratings.rows((Showing.ADJUDICATION,))].tolist())
    worst: dict[int, Dispute] = {}
    for one in wide[np.argsort(first[wide])].tolist():
        at = rows[first[one]]
        which = int(text["trial"].codes[at])
        if which not in worst or spread[one] > worst[which].spread:
            worst[which] = Dispute(
                int(text["trial"].names[which]),
                text["item"].names[text["item"].codes[at]],
                text["field"].names[text["field"].codes[at]],
                float(spread[one]),
                int(raters[one]),
                which in decided,
            )
    return sorted(worst.values(), key=lambda one: (one.decided, -one.spread, one.trial))


def _numbers(ratings: RatingColumns) -> NDArray[np.float64]:
    column = ratings.text["value"]
    least = (least_of(name) for name in column.names)
    bound = np.array([*(np.nan if one is None else float(one) for one in least), np.nan])[column.codes]
    return np.where(np.isnan(bound), ratings.number, bound)


def _spreads(group: Codes, number: NDArray[np.float64], value: Codes) -> NDArray[np.float64]:
    count = int(group.max()) + 1
    known = ~np.isnan(number)
    low, high = np.full(count, np.inf), np.full(count, -np.inf)
    np.minimum.at(low, group[known], number[known])
    np.maximum.at(high, group[known], number[known])
    words = np.bincount(np.unique(np.stack((group, value)), axis=1)[0], minlength=count)
    # where one number is not known, words decide
    worded = np.bincount(group[~known], minlength=count) > 0
    return np.where(worded, words > 1, high - low)
