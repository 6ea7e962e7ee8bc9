"""Answers on one scale, whatever a study asks: each rater's beside what others gave to the same things."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from beholder.fields import Field, Form
from beholder.quality.grouped import Codes, combined, group_medians, medians_of_others, slices
from beholder.quality.rating_columns import RatingColumns
from beholder.stats.bounds import is_bound

__all__ = ["ORDERED", "Marks", "marks_of"]

ORDERED = ("ordinal", "interval", "ratio")
# levels of raters and of things are estimated in turn; each round takes out most of what the other left
_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Marks:
    """One rater's answers in the order of showing; `time` runs from 0 at the first trial to 1 at the last.

    For fields with an order, `own` is the mean of the normal scores of the rater's answers to one thing, ranked among all
    answers of the study, and `others` the median of what the others gave to it, each freed of their own level: who is
    seen beside whom then does not matter. For a study without such fields `own` is
    empty and only `near` is known. `near` says how close the rater is to the others: minus the distance on the scale once
    the rater's own level is taken out, or the share of the others who said the same.
    """

    time: np.ndarray
    own: np.ndarray
    others: np.ndarray
    near: np.ndarray

    @property
    def gap(self) -> np.ndarray:
        """How much lower than the others."""
        gap: np.ndarray = self.others - self.own
        return gap


def marks_of(ratings: RatingColumns, planned: Codes, form: Form, watched: Codes, value: Codes) -> dict[str, Marks]:
    """The marks of every rater on the rows that were `planned`; things that nobody else has answered are left out.

    `watched` are the rows that raters are compared on where the form asks for nothing that has an order, by their `value`.
    """
    # what is asked about each candidate says more of a rater than what is asked about the trial, such as confidence
    ordered = _ordered(form.candidate_fields) or _ordered(form.fields)
    number = _rank_values(ratings)
    rows = planned[ratings.text["field"].is_in(ordered)[planned] & ~np.isnan(number[planned])]
    if len(rows):
        return _ordered_marks(ratings, rows, number[rows])
    said = ~ratings.text["value"].is_in(("",))
    return _nominal_marks(ratings, watched[said[watched]], value)


def _ordered(fields: Mapping[str, Field]) -> set[str]:
    return {name for name, field in fields.items() if field.measure() in ORDERED}


def _rank_values(ratings: RatingColumns) -> np.ndarray:
    """The numbers; a bound such as `>20` ranks above every number."""
    column = ratings.text["value"]
    bound = np.array([*(is_bound(name) for name in column.names), False])[column.codes]
    return np.where(np.isnan(ratings.number) & bound, np.inf, ratings.number)


def _normal_scores(values: np.ndarray) -> np.ndarray:
    """Van der Waerden's scores of mid-ranks."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    middle = np.cumsum(counts) - counts / 2
    scores: np.ndarray = ndtri(middle / len(values))[inverse]
    return scores


def _ordered_marks(ratings: RatingColumns, rows: Codes, values: np.ndarray) -> dict[str, Marks]:
    field = ratings.text["field"].codes[rows]
    scores = np.empty(len(rows))
    for one in np.unique(field):
        scores[field == one] = _normal_scores(values[field == one])
    thing = combined(ratings.text["trial"].codes[rows], ratings.text["system"].codes[rows])
    # what one rater gave to one thing, on however many fields, is one mark
    key = combined(thing, ratings.text["rater"].codes[rows])
    mark = np.bincount(key, weights=scores) / np.bincount(key)
    last = np.empty(len(mark), dtype=np.int64)
    last[key] = np.arange(len(rows))
    rater, sequence = ratings.text["rater"].codes[rows][last], ratings.sequence[rows][last]
    thing = thing[last]
    others = medians_of_others(thing, mark - _levels(thing, rater, mark)[rater])
    order = np.lexsort((others, mark, sequence, rater))
    order = order[~np.isnan(others[order])]
    found = {}
    for name, part in zip(
        ratings.text["rater"].names, slices(rater[order], len(ratings.text["rater"].names)), strict=True
    ):
        own = order[part]
        if len(own):
            gap = others[own] - mark[own]
            found[name] = Marks(_time(sequence[own]), mark[own], others[own], -np.abs(gap - np.median(gap)))
    return found


def _levels(thing: Codes, rater: Codes, mark: np.ndarray) -> np.ndarray:
    """How high each rater marks, once what was marked is taken out; by medians in turn, so that few bad ones do no harm."""
    level = np.zeros(int(rater.max()) + 1)
    shared = np.bincount(thing)[thing] > 1
    seen, place = np.unique(rater[shared], return_inverse=True)
    for _ in range(_ROUNDS if len(seen) else 0):
        over = mark - group_medians(thing, mark - level[rater])[thing]
        found = group_medians(place, over[shared])
        level[:] = 0.0
        level[seen] = found - np.median(found)
    return level


def _nominal_marks(ratings: RatingColumns, rows: Codes, value: Codes) -> dict[str, Marks]:
    thing = combined(ratings.text["trial"].codes[rows], ratings.text["system"].codes[rows])
    same = combined(thing, value[rows])
    total, alike = np.bincount(thing)[thing], np.bincount(same)[same]
    known = total > 1
    rows, near = rows[known], (alike[known] - 1) / (total[known] - 1)
    rater, names = ratings.text["rater"].codes[rows], ratings.text["rater"].names
    order = np.lexsort((ratings.position[rows], ratings.sequence[rows], rater))
    found, nothing = {}, np.empty(0)
    for name, part in zip(names, slices(rater[order], len(names)), strict=True):
        own = order[part]
        if len(own):
            found[name] = Marks(_time(ratings.sequence[rows[own]]), nothing, nothing, near[own])
    return found


def _time(order: np.ndarray) -> np.ndarray:
    span = order[-1] - order[0]
    time: np.ndarray = (order - order[0]) / span if span else np.zeros(len(order))
    return time
