"""Krippendorff's alpha over an engine: coincidence tables are sums, so they can be gathered chunk by chunk."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.agreement.coefficient import Agreement, interval_of
from beholder.stats.agreement.intra_rater import first_of_pairs
from beholder.stats.chunks import Chunk, ChunkEngine, Sums, middle_of, run
from beholder.stats.columns import scale_of
from beholder.stats.resampling.bootstrap import hash_groups, t_interval

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from beholder.stats.agreement.alpha import Level
    from beholder.stats.columns import Floats
    from beholder.stats.resampling.bootstrap import Spread
    from beholder.stats.resampling.poisson import Draws


from beholder.stats.messages import tell
from beholder.text import Text

__all__ = ["krippendorff_alpha_engine"]

# every chunk carries the whole table of coincidences
_MOST_VALUES = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Coincidences:
    """Coincidence tables by group of items (groups × values × values), items and left-out repeats counted."""

    tables: Floats
    n_items: float = 0.0
    n_repeated: float = 0.0


class CoincidenceKernel:
    """Pairs of values within items, each item weighted by 1 / (ratings - 1), added up in random groups of items."""

    def __init__(self, *, n_values: int, n_raters: int, groups: int, skip: Floats) -> None:
        self.n_values, self.n_raters, self.groups, self.skip = n_values, n_raters, groups, skip

    def partial(self, chunk: Chunk, params: Coincidences) -> Sums:
        """The tables of a chunk. A value in `skip` takes its item out."""
        k = self.n_values
        first = first_of_pairs(chunk.row_item.astype(np.int32), chunk.rater, self.n_raters)
        row, value = chunk.row_item, chunk.value
        n_repeated = 0
        if first is not None:
            n_repeated = len(row) - len(first)
            row, value = row[first], value[first]
        counts = np.bincount(row * k + value, minlength=chunk.n_items * k).reshape(chunk.n_items, k).astype(np.float64)
        size = counts.sum(axis=1)
        used = (size >= 2) & (counts @ self.skip == 0)
        counts, size = counts[used], size[used]
        group = hash_groups(chunk.items[used], self.groups)
        weight = 1 / (size - 1)
        tables = np.zeros((self.groups, k, k))
        for v in range(k):
            left = counts[:, v] * weight
            for w in range(v, k):
                pairs = left * (counts[:, w] - (v == w))
                tables[:, v, w] = tables[:, w, v] = np.bincount(group, weights=pairs, minlength=self.groups)
        return tables, np.array([float(used.sum())]), np.array([float(n_repeated)])

    def finish(self, sums: Sums, params: Coincidences) -> Coincidences:
        """The tables of everything."""
        return Coincidences(tables=sums[0], n_items=float(sums[1][0]), n_repeated=float(sums[2][0]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Moments:
    """By group of items: numbers, sums and squares of pairable ratings less `middle`, and distances within items."""

    middle: float
    tables: Floats
    n_items: float = 0.0


class MomentKernel:
    """Numbers, sums and squares of pairable ratings and the squared distances within items, by random group of items.

    At the interval level alpha needs no more, so that the values may be as many as the ratings.
    """

    def __init__(self, *, n_raters: int, groups: int, scale: Floats | None) -> None:
        self.n_raters, self.groups, self.scale = n_raters, groups, scale

    def partial(self, chunk: Chunk, params: Moments) -> Sums:
        """The sums of a chunk."""
        chunk = chunk.once(self.n_raters).uncensored(self.scale)
        row, size = chunk.row_item, np.diff(chunk.start).astype(np.float64)
        number = chunk.numbers(self.scale) - params.middle
        first, second = (np.bincount(row, weights=x, minlength=chunk.n_items) for x in (number, number**2))
        used = size >= 2
        size, first, second = size[used], first[used], second[used]
        within = 2 * (size * second - first**2) / (size - 1)
        group = hash_groups(chunk.items[used], self.groups)
        sums = [np.bincount(group, weights=x, minlength=self.groups) for x in (size, first, second, within)]
        return np.stack(sums, axis=1), np.array([float(used.sum())])

    def finish(self, sums: Sums, params: Moments) -> Moments:
        """The moments of everything."""
        return Moments(middle=params.middle, tables=sums[0], n_items=float(sums[1][0]))


def krippendorff_alpha_engine(
    engine: ChunkEngine,
    *,
    level: Level,
    values: Sequence[Any] | None = None,
    groups: int = 100,
    confidence: float = 0.95,
    draws: Draws | None = None,
) -> Agreement:
    """Krippendorff's alpha of ratings that need not fit in memory; see `krippendorff_alpha` for the formula.

    `values` names the value codes in order; without them ratings are the column `number`, at the interval level. The
    interval leaves out one of `groups` random groups of items at a time (delete-a-group jackknife, t with groups - 1
    degrees of freedom): "these raters"; with `draws` it resamples items instead, in a pass of its own. At most 64 values,
    at the interval level any number. One pass.
    """
    if level == "interval" and (values is None or len(values) > _MOST_VALUES):
        return _alpha_of_moments(engine, None if values is None else scale_of(values), groups, confidence, draws)
    if values is None:
        raise BeholderError(
            f"the {level} level needs the values by name", code="stats-bad-level", hint="use the interval level"
        )
    if len(values) != engine.n_values or len(values) > _MOST_VALUES:
        raise BeholderError(
            f"the engine holds {engine.n_values} values, {len(values)} are named (at most {_MOST_VALUES})",
            code="stats-too-many-values",
            hint="round or bin the values, or load them into memory",
        )
    scale = np.arange(len(values), dtype=np.float64) if level in ("nominal", "ordinal") else scale_of(values)
    if scale is None:
        raise BeholderError(f"the {level} level needs numbers", code="stats-not-numeric", hint="use the nominal level")

    def gather(groups: int) -> tuple[CoincidenceKernel, Coincidences]:
        kernel = CoincidenceKernel(
            n_values=len(values), n_raters=engine.n_raters, groups=groups, skip=np.isinf(scale).astype(np.float64)
        )
        return kernel, Coincidences(tables=np.zeros((groups, len(values), len(values))))

    found = run(engine, *gather(groups))
    drawn = None
    if draws is not None:
        kernel, nothing = gather(1)
        spread = draws.spread(engine, kernel, nothing, lambda x: float(_alpha(x.tables, scale, level)[0][0]))
        drawn = (spread, draws)
    return _agreement(
        found.tables,
        lambda tables: _alpha(tables, scale, level),
        found.tables.sum(axis=(1, 2)),
        n_items=found.n_items,
        n_given=engine.n_ratings,
        level=level,
        confidence=confidence,
        drawn=drawn,
    )


def _alpha_of_moments(
    engine: ChunkEngine, scale: Floats | None, groups: int, confidence: float, draws: Draws | None
) -> Agreement:
    middle = middle_of(engine, scale)

    def gather(groups: int) -> tuple[MomentKernel, Moments]:
        kernel = MomentKernel(n_raters=engine.n_raters, groups=groups, scale=scale)
        return kernel, Moments(middle=middle, tables=np.zeros((groups, 4)))

    found = run(engine, *gather(groups))
    drawn = None
    if draws is not None:
        kernel, nothing = gather(1)
        spread = draws.spread(engine, kernel, nothing, lambda x: float(_alpha_by_moments(x.tables)[0][0]))
        drawn = (spread, draws)
    return _agreement(
        found.tables,
        _alpha_by_moments,
        found.tables[:, 0],
        n_items=found.n_items,
        n_given=engine.n_ratings,
        level="interval",
        confidence=confidence,
        drawn=drawn,
    )


def _alpha_by_moments(tables: Floats) -> tuple[Floats, Floats, Floats]:
    """As `_alpha`, from numbers, sums, squares and what lies within items."""
    n, first, second, within = tables.T
    with np.errstate(divide="ignore", invalid="ignore"):
        observed, expected = within / n, 2 * (n * second - first**2) / (n * (n - 1))
        # rounding leaves a crumb where all values are equal
        expected = np.where(expected > 1e-12 * second / n, expected, np.nan)
        return 1 - observed / expected, observed, expected


def _agreement(
    tables: Floats,
    alpha_of: Callable[[Floats], tuple[Floats, Floats, Floats]],
    ratings: Floats,
    *,
    n_items: float,
    n_given: int,
    level: Level,
    confidence: float,
    drawn: tuple[Spread, Draws] | None,
) -> Agreement:
    """Alpha from tables by group of items, each of which has so many `ratings`; its interval from what was `drawn`, if so."""
    whole = tables.sum(axis=0)
    value, observed, expected = (float(x[0]) for x in alpha_of(whole[None]))
    filled = ratings > 0
    error, notes = math.nan, tuple[str, ...]()
    n_groups = int(filled.sum())
    if n_groups > 1:
        left_out, _, _ = alpha_of(whole[None] - tables[filled])
        error = math.sqrt((n_groups - 1) / n_groups * float(((left_out - left_out.mean()) ** 2).sum()))
    interval = None
    if math.isfinite(value) and math.isfinite(error):
        low, high = t_interval(value, error, df=n_groups - 1, confidence=confidence)
        interval = (max(low, -1.0), min(high, 1.0))
    told = tell("interval-jackknife-groups", n=n_groups)
    if drawn is not None:
        spread, draws = drawn
        error, notes, told = spread.standard_error, spread.notes, draws.told()
        interval = interval_of(value, spread, None, confidence=confidence)
    if math.isnan(value):
        notes = (tell("reason-no-pairs-or-same"),)
    n = round(float(ratings.sum()))
    return Agreement(
        finding=Finding(
            name="alpha",
            value=value,
            interval=interval,
            confidence=confidence,
            n=n,
            n_dropped=n_given - n,
            method=Text(
                tell("alpha", level=level),
                tell("items-n-in-ratings", n=round(n_items)),
                told,
            ),
            notes=notes,
        ),
        standard_error=error,
        observed=observed,
        expected=expected,
    )


def _alpha(tables: Floats, scale: Floats, level: Level) -> tuple[Floats, Floats, Floats]:
    """Alpha, observed and expected disagreement of coincidence tables."""
    margins = tables.sum(axis=2)
    total = margins.sum(axis=1)
    finite = np.where(np.isfinite(scale), scale, 0.0)
    difference: Floats
    if level == "nominal":
        difference = (1 - np.eye(len(scale)))[None]
    elif level == "ordinal":
        rank = (np.cumsum(margins, axis=1) - margins / 2) / np.maximum(total, 1.0)[:, None]
        difference = (rank[:, :, None] - rank[:, None, :]) ** 2
    else:
        gap, both = finite[:, None] - finite[None, :], finite[:, None] + finite[None, :]
        if level == "ratio":
            gap = np.divide(gap, both, out=np.zeros_like(gap), where=both > 0)
        difference = (gap**2)[None]
    with np.errstate(divide="ignore", invalid="ignore"):
        observed = (tables * difference).sum(axis=(1, 2)) / total
        pairs = margins[:, :, None] * margins[:, None, :] * difference
        expected = pairs.sum(axis=(1, 2)) / (total * (total - 1))
        expected = np.where(expected > 1e-12, expected, np.nan)
        return 1 - observed / expected, observed, expected
