"""Numbers for the watching pages: agreement per field, and what a pilot implies for the study."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from beholder.analysis import Context, RatingsData
from beholder.analysis.field_info import FieldInfo
from beholder.analysis.measure import Measure, measure_field
from beholder.analysis.sections.agreement import agreement_findings
from beholder.analysis.votes import votes_of
from beholder.declarations.states import Showing
from beholder.errors import BeholderError, Problem
from beholder.fields import Way, Words
from beholder.findings import Finding
from beholder.quality.rating_columns import RatingColumns
from beholder.stats import Components, Design, Ratings, krippendorff_alpha, plan, raters_enough
from beholder.study import Definition

__all__ = ["FieldAgreement", "Pilot", "agreement", "pilot_figures"]

_NOT_COMPARED = (Way.TEXTS, Way.NAMES, Way.NONE)
# a twentieth of the scale to each side: a fifth of a point on five points
_TARGET_SHARE = 0.05


@dataclass(frozen=True, slots=True)
class FieldAgreement:
    """Krippendorff's alpha on one field, raw answers of all systems together."""

    field: str
    label: Words
    finding: Finding

    @property
    def estimable(self) -> bool:
        """Whether anything can be said."""
        return math.isfinite(self.finding.value)


@dataclass(frozen=True, slots=True)
class Pilot:
    """What the answers so far imply. Times in seconds; `enough` and `rows` are about one system's mean on `field`."""

    answers: int
    raters: int
    seconds: tuple[float, float, float]
    mean_seconds: float
    wanted: int
    hours: float
    cost: float | None
    currency: str
    agreement: Sequence[FieldAgreement]
    field: Words | None = None
    target: float = math.nan
    enough: Finding | None = None
    rows: Sequence[dict[str, Any]] = ()
    problem: Problem | None = None


def agreement(
    ratings: RatingColumns, definition: Definition, *, kind: str, in_full: Collection[int] | None = None
) -> list[FieldAgreement]:
    """Agreement on every field that has been answered by more than one rater; the one that is watched comes first.

    With a rule for stopping it is told from the trials `in_full` alone: those on which raters differ are asked more often.
    """
    form = definition.declaration.form
    answered = ratings.answered_fields(kind=kind)
    asked = [name for name, _ in form.all_fields() if name in answered]
    found = []
    for name in [*asked, *(one for one in answered if one not in asked)]:
        # one after the other, so that the ratings of one field are held at a time
        data = ratings.to_data(form, kind=kind, field=name)
        if in_full is not None:
            data = data.select(data.text["trial"].is_in(map(str, in_full)))
        finding = _agreement_on(data, data.field(name), definition)
        if finding is not None:
            found.append(FieldAgreement(name, data.field(name).label, finding))
    return sorted(found, key=lambda one: one.field != definition.declaration.watched)


def _agreement_on(data: RatingsData, info: FieldInfo, definition: Definition) -> Finding | None:
    """Alpha on one field; None where it is compared with nothing, or nothing was said."""
    if info.way in _NOT_COMPARED or not len(data):
        return None
    if info.way is Way.PREFERENCE:
        votes = votes_of(data, info.name)
        return krippendorff_alpha(votes.ratings(), level=votes.level).finding
    measure = measure_field(data, info)
    if not measure.said.any():
        return None
    context = Context(declaration=definition.declaration, params=definition.params)
    return agreement_findings(measure, measure.ratings, context, pooled=False)[0]


def pilot_figures(ratings: RatingColumns, definition: Definition, *, wanted: int, items: int) -> Pilot | None:
    """What the pilot says about a study of so many items that wants so many ratings; None without pilot answers."""
    data = ratings.to_data(definition.declaration.form, kind=Showing.PILOT)
    if not len(data):
        return None
    seconds = data.numbers["active_ms"][np.unique(data.answers(), return_index=True)[1]] / 1000
    cost = definition.settings.cost
    hours = float(seconds.mean()) * wanted / 3600
    quartiles = np.quantile(seconds, [0.25, 0.5, 0.75])
    return Pilot(
        answers=len(seconds),
        raters=data.count("rater"),
        seconds=(float(quartiles[0]), float(quartiles[1]), float(quartiles[2])),
        mean_seconds=float(seconds.mean()),
        wanted=wanted,
        hours=hours,
        cost=hours * cost.per_hour if cost and cost.per_hour is not None else None,
        currency=cost.currency if cost else "",
        agreement=agreement(ratings, definition, kind=Showing.PILOT),
        **_planned(data, definition, items),
    )


def _planned(data: RatingsData, definition: Definition, items: int) -> dict[str, Any]:
    """How many raters are enough for one system's mean to be known to a twentieth of its range, on the first number asked.

    Differences between systems are taken out first: they are what the study is about, not noise in a mean.
    """
    numeric = [info for info in data.fields if info.way is Way.MEANS and info.name in data.used("field")]
    for info in numeric:
        measure = measure_field(data, info)
        if np.count_nonzero(np.isfinite(measure.value)) > 1:
            break
    else:
        return {}
    low, high = (info.least, info.most) if info.least is not None and info.most is not None else _range(measure)
    target = _TARGET_SHARE * (high - low)
    known = measure.only(np.isfinite(measure.value))
    if definition.declaration.shows == "item":
        # each item is by one system
        items //= max(1, len(known.systems))
    try:
        components = Components.of_pilot(_without_systems(known))
        ratings = definition.ratings
        design = Design(items=max(1, items), raters=max(2, ratings, data.count("rater")), ratings=ratings)
        rows = plan(components, design).rows
        return {
            "field": info.label,
            "target": target,
            "enough": raters_enough(components, items=design.items, ratings=ratings, target=target)
            if target > 0
            else None,
            "rows": sorted(rows, key=lambda row: (row["items"], row["ratings"], row["raters"])),
        }
    except BeholderError as error:
        return {"field": info.label, "problem": error.problems[0]}


def _without_systems(measure: Measure) -> Ratings:
    count = np.bincount(measure.system, minlength=len(measure.systems))
    means = np.bincount(measure.system, weights=measure.value) / np.maximum(count, 1)
    rater = measure.rows.text["rater"].codes
    return Ratings.of(item=measure.unit, rater=rater, value=measure.value - means[measure.system])


def _range(measure: Measure) -> tuple[float, float]:
    values = measure.value[np.isfinite(measure.value)]
    return float(values.min()), float(values.max())
