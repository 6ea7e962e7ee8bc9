"""Answers on one scale, whatever a study asks: each rater's beside what others gave to the same things."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
from scipy.special import ndtri

from beholder.fields import Field, Form
from beholder.stats.bounds import is_bound
from beholder.tables.ratings import Rating

__all__ = ["ORDERED", "Marks", "marks_of"]

ORDERED = ("ordinal", "interval", "ratio")
# levels of raters and of things are estimated in turn; each round takes out most of what the other left
_ROUNDS = 3

Key = tuple[str, str, str]
"""Rater, trial, candidate."""


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


def marks_of(rows: Sequence[Rating], form: Form, watched: Iterable[Rating]) -> dict[str, Marks]:
    """The marks of every rater; things that nobody else has answered are left out.

    `watched` are the rows that raters are compared on where the form asks for nothing that has an order.
    """
    # what is asked about each candidate says more of a rater than what is asked about the trial, such as confidence
    ordered = _ordered(form.candidate_fields) or _ordered(form.fields)
    series: dict[str, list[tuple[Rating, float]]] = defaultdict(list)
    for row in rows:
        value = _rank_value(row) if row.field in ordered else None
        if value is not None:
            series[row.field].append((row, value))
    scores: dict[Key, list[float]] = defaultdict(list)
    sequence: dict[Key, int] = {}
    for given in series.values():
        for (row, _), score in zip(given, _normal_scores([value for _, value in given]), strict=True):
            key = (row.rater, row.trial, row.candidate)
            scores[key].append(score)
            sequence[key] = row.sequence
    if scores:
        return _ordered_marks({key: float(np.mean(found)) for key, found in scores.items()}, sequence)
    return _nominal_marks([row for row in watched if row.value])


def _ordered(fields: Mapping[str, Field]) -> set[str]:
    return {name for name, field in fields.items() if field.measure() in ORDERED}


def _rank_value(row: Rating) -> float | None:
    """A bound such as `>20` ranks above every number."""
    return float("inf") if row.number is None and is_bound(row.value) else row.number


def _normal_scores(values: Sequence[float]) -> list[float]:
    """Van der Waerden's scores of mid-ranks."""
    _, inverse, counts = np.unique(np.array(values), return_inverse=True, return_counts=True)
    middle = np.cumsum(counts) - counts / 2
    scores: list[float] = ndtri(middle / len(values))[inverse].tolist()
    return scores


def _ordered_marks(marks: Mapping[Key, float], sequence: Mapping[Key, int]) -> dict[str, Marks]:
    by_thing: dict[tuple[str, str], list[tuple[str, float]]] = defaultdict(list)
    for (rater, trial, candidate), mark in marks.items():
        by_thing[trial, candidate].append((rater, mark))
    level = _levels(by_thing)
    pairs: dict[str, list[tuple[int, float, float]]] = defaultdict(list)
    for (trial, candidate), given in by_thing.items():
        for rater, mark in given if len(given) > 1 else ():
            others = median(theirs - level[other] for other, theirs in given if other != rater)
            pairs[rater].append((sequence[rater, trial, candidate], mark, others))
    found = {}
    for rater, series in pairs.items():
        order, own, others_ = np.array(sorted(series)).T
        gap = others_ - own
        found[rater] = Marks(_time(order), own, others_, -np.abs(gap - np.median(gap)))
    return found


def _levels(by_thing: Mapping[tuple[str, str], Sequence[tuple[str, float]]]) -> dict[str, float]:
    """How high each rater marks, once what was marked is taken out; by medians in turn, so that few bad ones do no harm."""
    level: dict[str, float] = defaultdict(float)
    for _ in range(_ROUNDS):
        over: dict[str, list[float]] = defaultdict(list)
        for given in by_thing.values():
            middle = median(mark - level[rater] for rater, mark in given)
            for rater, mark in given if len(given) > 1 else ():
                over[rater].append(mark - middle)
        found = {rater: median(gaps) for rater, gaps in over.items()}
        usual = median(found.values()) if found else 0.0
        level = defaultdict(float, {rater: one - usual for rater, one in found.items()})
    return level


def _nominal_marks(rows: Iterable[Rating]) -> dict[str, Marks]:
    said: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    given: dict[str, list[Rating]] = defaultdict(list)
    for row in rows:
        said[row.trial, row.candidate][row.value] += 1
        given[row.rater].append(row)
    found = {}
    for rater, mine in given.items():
        mine.sort(key=lambda row: (row.sequence, row.position or 0))
        known = [row for row in mine if said[row.trial, row.candidate].total() > 1]
        if not known:
            continue
        near = []
        for row in known:
            by_value = said[row.trial, row.candidate]
            near.append((by_value[row.value] - 1) / (by_value.total() - 1))
        nothing = np.empty(0)
        found[rater] = Marks(_time(np.array([row.sequence for row in known])), nothing, nothing, np.array(near))
    return found


def _time(order: np.ndarray) -> np.ndarray:
    span = order[-1] - order[0]
    time: np.ndarray = (order - order[0]) / span if span else np.zeros(len(order))
    return time
