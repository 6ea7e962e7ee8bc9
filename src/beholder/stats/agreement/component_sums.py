"""Variance components and intraclass correlations over an engine: sums by item and by rater."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from beholder.findings import Finding
from beholder.stats.agreement.coefficient import Agreement, describe, interval_of
from beholder.stats.agreement.icc import (
    ComponentMoments,
    IccForm,
    VarianceComponents,
    components_of,
    f_interval,
    icc_method,
    reach_of,
    share_of_items,
    too_little,
)
from beholder.stats.chunks import Chunk, ChunkEngine, Sums, middle_of, run, summed
from beholder.stats.messages import tell
from beholder.stats.resampling.bootstrap import Jackknife, Spread, hash_groups
from beholder.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from beholder.findings import Interval
    from beholder.stats.columns import Codes, Floats

__all__ = ["ComponentSums", "intraclass_correlation_engine", "variance_components_engine"]

# each item is left out by itself up to here, as in memory
_FEW_ITEMS = 2_000
# raters × groups of sums: 64 MB
_MOST_SUMS = 4_000_000
_FEWEST_GROUPS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentSums:
    """By group of items: items, ratings, squares, squares of item sums over their numbers, sums, squared and inverse numbers.

    `rater` has the numbers and the sums of the ratings of each rater in each group. Ratings enter less `middle`.
    """

    middle: float
    groups: int
    item: Floats
    rater: Floats

    def moments(self, left_out: NDArray[np.int64] | None = None) -> ComponentMoments:
        """The quadratic forms of everything, or without each of these groups in turn."""
        item, rater = self.item.sum(axis=0)[None], self.rater.sum(axis=1)[:, None]
        if left_out is not None:
            item, rater = item - self.item[left_out], rater - self.rater[:, left_out]
        units, n, raw, by_item, total, sizes, _ = item.T
        size, sums = rater
        seen = size > 0.5
        with np.errstate(divide="ignore", invalid="ignore"):
            return ComponentMoments(
                units=units,
                n=n,
                raters=seen.sum(axis=1),
                raw=raw,
                item=by_item,
                rater=np.where(seen, sums**2 / np.where(seen, size, 1.0), 0.0).sum(axis=1),
                overall=total**2 / n,
                item_sizes=sizes / n,
                rater_sizes=(size**2).sum(axis=1) / n,
            )

    @property
    def harmonic_size(self) -> float:
        """The harmonic mean number of ratings of an item."""
        whole = self.item.sum(axis=0)
        return float(whole[0] / whole[6])

    def problem(self, *, two_way: bool) -> str:
        """Why there is nothing to be said; empty where there is something."""
        whole = self.moments()
        n, items, raters = (round(float(x[0])) for x in (whole.n, whole.units, whole.raters))
        spread = float(whole.raw[0] - whole.overall[0]) if n else 0.0
        # rounding leaves a crumb where all ratings are the same
        return too_little(n, items, raters, flat=spread <= 1e-12 * float(whole.raw[0]), two_way=two_way)


class ComponentKernel:
    """One pass over ratings of whole items."""

    def __init__(self, *, n_raters: int, scale: Floats | None, each_item: bool) -> None:
        self.n_raters, self.scale, self.each_item = max(n_raters, 1), scale, each_item

    def partial(self, chunk: Chunk, params: ComponentSums) -> Sums:
        """The sums of a chunk."""
        chunk = chunk.once(self.n_raters).uncensored(self.scale)
        number = chunk.numbers(self.scale) - params.middle
        row, size = chunk.row_item, np.diff(chunk.start).astype(np.float64)
        first, second = (np.bincount(row, weights=x, minlength=chunk.n_items) for x in (number, number**2))
        group = self._groups(chunk.items, params.groups)
        with np.errstate(divide="ignore"):
            columns = (np.ones(chunk.n_items), size, second, first**2 / size, first, size**2, 1 / size)
        item = np.stack([summed(group, x, params.groups) for x in columns], axis=1)
        key = group[row] * self.n_raters + chunk.rater
        cells = params.groups * self.n_raters
        rater = np.stack([summed(key, x, cells) for x in (np.ones(len(number)), number)])
        return item, rater.reshape(2, params.groups, self.n_raters)

    def _groups(self, items: Codes, groups: int) -> NDArray[np.int64]:
        return items.astype(np.int64) if self.each_item else hash_groups(items, groups)

    def finish(self, sums: Sums, params: ComponentSums) -> ComponentSums:
        """The sums of everything."""
        return replace(params, item=sums[0], rater=sums[1])


def component_sums(engine: ChunkEngine, scale: Floats | None) -> ComponentSums:
    """One pass: everything that components, all forms of the correlation and their intervals need."""
    raters = max(engine.n_raters, 1)
    each_item = engine.n_items <= _FEW_ITEMS and engine.n_items * raters <= _MOST_SUMS
    most = min(Jackknife().groups, max(_MOST_SUMS // raters, _FEWEST_GROUPS))
    groups = engine.n_items if each_item else most
    nothing = np.zeros((0, 0))
    start = ComponentSums(middle=middle_of(engine, scale), groups=groups, item=nothing, rater=nothing)
    return run(engine, ComponentKernel(n_raters=raters, scale=scale, each_item=each_item), start)


def variance_components_engine(engine: ChunkEngine, *, scale: Floats | None = None) -> VarianceComponents:
    """Variance of items, raters and residual over an engine; see `variance_components`. One pass.

    Ratings are what their values stand for on `scale`, or the column `number`.
    """
    sums = component_sums(engine, scale)
    problem = sums.problem(two_way=True)
    whole = sums.moments()
    values = (math.nan,) * 3 if problem else tuple(float(x[0]) for x in whole.two_way())
    n = round(float(whole.n[0]))
    return components_of(values, problem, n=n, n_dropped=engine.n_ratings - n, notes=())


def intraclass_correlation_engine(
    engine: ChunkEngine,
    *,
    form: IccForm,
    scale: Floats | None = None,
    sums: ComponentSums | None = None,
    confidence: float = 0.95,
) -> Agreement:
    """The share of variance between items over an engine; see `intraclass_correlation`. One pass, none with `sums`.

    F intervals where every rater rated every item; else items are left out one by one, beyond 2,000 in 200 random groups.
    """
    name, method = f"icc({form})", icc_method(form)
    sums = component_sums(engine, scale) if sums is None else sums
    whole, problem = sums.moments(), sums.problem(two_way=form[0] != "1")
    k = sums.harmonic_size if form.endswith("k") else 1.0
    raw = math.nan if problem else float(whole.icc(form, k)[0])
    if not math.isfinite(raw):
        reason = problem or tell("reason-nothing-varies")
        nothing = Finding(name=name, value=math.nan, n_dropped=engine.n_ratings, method=method, notes=(reason,))
        return Agreement(finding=nothing)
    value, below = share_of_items(raw)
    n, units, raters = (round(float(x[0])) for x in (whole.n, whole.units, whole.raters))
    spread = Spread(standard_error=math.nan, df=0)
    if n == units * raters:
        interval: Interval | None = f_interval(whole, form, confidence)
        made = tell("interval-f")
    else:
        spread, made = _jackknife(sums, form, k), describe(Jackknife(), "these")
        interval = interval_of(value, spread, Jackknife(), confidence=confidence, bounds=reach_of(form, value))
    if form.endswith("k"):
        made = Text(tell("icc-k", k=f"{k:.3g}"), made)
    return Agreement(
        finding=Finding(
            name=name,
            value=value,
            interval=interval,
            confidence=confidence,
            n=n,
            n_dropped=engine.n_ratings - n,
            method=Text(method, tell("items-raters-n-in-ratings", items=units, raters=raters), made),
            notes=(*below, *spread.notes),
        ),
        standard_error=spread.standard_error,
    )


def _jackknife(sums: ComponentSums, form: IccForm, k: float) -> Spread:
    filled = np.flatnonzero(sums.item[:, 0])
    # a replicate holds the sums of all raters; a few at a time are enough
    step = max(1, _MOST_SUMS // sums.rater.shape[2])
    values = np.concatenate([sums.moments(filled[at : at + step]).icc(form, k) for at in range(0, len(filled), step)])
    n = len(filled)
    if n < 2 or not np.all(np.isfinite(values)):
        return Spread(standard_error=math.nan, df=n - 1, notes=(tell("no-interval-one-unit"),))
    variance = (n - 1) / n * float(((values - values.mean()) ** 2).sum())
    return Spread(standard_error=math.sqrt(variance), df=n - 1)
