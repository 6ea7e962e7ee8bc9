"""Uncertainty by resampling units: bootstrap, jackknife, and the intervals made from them.

A statistic is a function of unit weights: it takes a matrix with one row per replicate and one column per kind of unit
and returns one value per row. Units that look alike share a column, so that a million ratings become a few thousand
columns. Weights are counts in a bootstrap, counts less one in a jackknife.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy import stats as scipy_stats

from beholder.errors import BeholderError

if TYPE_CHECKING:
    from beholder.findings import Interval
    from beholder.stats.columns import Floats


from beholder.stats.messages import tell

__all__ = [
    "Bootstrap",
    "Jackknife",
    "Spread",
    "Statistic",
    "Uncertainty",
    "hash_groups",
    "hash_units",
    "percentile_interval",
    "poisson_weights",
    "resample",
    "t_interval",
]

Statistic = Callable[[NDArray[np.float64]], NDArray[np.float64]]

# 32 MB of weights at a time
_CELLS_AT_ONCE = 4_000_000
# leaving each out costs one pass; beyond this, groups are left out together
_JACKKNIFE_LIMIT = 2_000
_POISSON_CDF = np.cumsum([math.exp(-1.0) / math.factorial(k) for k in range(18)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Bootstrap:
    """Draw units with replacement. `kind="t"`: standard error times a t quantile; `"percentile"`: quantiles.

    The t form covers better with few units (Hughes 2022, and our coverage runs).
    """

    rng: np.random.Generator
    replicates: int = 1000
    kind: Literal["t", "percentile"] = "t"

    def __post_init__(self) -> None:
        if self.replicates < 2:
            raise BeholderError(
                f"a bootstrap needs 2 replicates or more, got {self.replicates}", code="stats-bad-option"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Jackknife:
    """Leave out one unit at a time; with very many units, leave out one of `groups` equal random groups at a time."""

    groups: int = 200


Uncertainty = Bootstrap | Jackknife | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """How far an estimate may be off: its standard error, degrees of freedom, and the replicates if drawn."""

    standard_error: float
    df: float
    replicates: Floats | None = None
    notes: tuple[str, ...] = ()


def resample(
    statistic: Statistic,
    how: Bootstrap | Jackknife,
    *,
    multiplicity: NDArray[Any],
    kind_of_unit: NDArray[Any] | None = None,
    clusters: NDArray[Any] | None = None,
    width: int = 0,
) -> Spread:
    """The spread of `statistic` over units.

    `multiplicity[p]` units are of kind p; `kind_of_unit` names the kind of each. With `clusters` (one code per unit)
    whole clusters are drawn or left out. `width` is the size of the statistic's own work per replicate, where larger
    than the number of kinds. Replicates where the statistic is undefined are left out and counted in a note.
    """
    counts = np.asarray(multiplicity, dtype=np.float64)
    if clusters is not None and kind_of_unit is not None:
        rows = _kinds_by_cluster(kind_of_unit, clusters, len(counts))
        ones = np.ones(rows.shape[0])
    else:
        rows, ones = None, counts
    n_units = int(ones.sum())
    if n_units < 2:
        return Spread(standard_error=math.nan, df=0, notes=(tell("no-interval-two-units"),))
    step = max(1, _CELLS_AT_ONCE // max(len(counts), len(ones), width, 1))

    def evaluate(weights: NDArray[np.float64]) -> Floats:
        full = weights if rows is None else np.asarray(weights @ rows)
        return statistic(full)

    if isinstance(how, Bootstrap):
        parts = [
            evaluate(_draw(how.rng, ones, n_units, min(step, how.replicates - start)))
            for start in range(0, how.replicates, step)
        ]
        values = np.concatenate(parts)
        defined = values[np.isfinite(values)]
        lost = len(values) - len(defined)
        notes = (tell("note-replicates-undefined", n=lost, all=len(values)),) if lost else ()
        error = float(np.std(defined, ddof=1)) if len(defined) > 1 else math.nan
        return Spread(standard_error=error, df=n_units - 1, replicates=defined, notes=notes)
    return _jackknife(evaluate, ones, kind_of_unit if rows is None else None, groups=how.groups, step=step)


def _draw(rng: np.random.Generator, counts: Floats, n_units: int, replicates: int) -> Floats:
    """Bootstrap weights: how often units of each kind are drawn."""
    if len(counts) * 4 < n_units:
        return rng.multinomial(n_units, counts / n_units, size=replicates).astype(np.float64)
    unit_kind = np.repeat(np.arange(len(counts)), counts.astype(np.int64))
    out = np.empty((replicates, len(counts)))
    for row in out:
        row[:] = np.bincount(unit_kind[rng.integers(0, n_units, n_units)], minlength=len(counts))
    return out


def _jackknife(
    evaluate: Statistic, counts: Floats, kind_of_unit: NDArray[Any] | None, *, groups: int, step: int
) -> Spread:
    n_kinds, n_units = len(counts), int(counts.sum())
    if n_kinds <= _JACKKNIFE_LIMIT or groups >= n_units:
        weight, n_left_out, n_rows = counts, n_units, n_kinds
        removed = np.arange(n_kinds), np.ones(n_kinds)
    else:
        unit_kind = np.repeat(np.arange(n_kinds), counts.astype(np.int64)) if kind_of_unit is None else kind_of_unit
        weight, n_left_out, n_rows = np.ones(groups), groups, groups
        removed = hash_groups(np.arange(n_units), groups), np.asarray(unit_kind)
    values = np.empty(n_rows)
    for start in range(0, n_rows, step):
        stop = min(start + step, n_rows)
        rows = np.repeat(counts[None, :], stop - start, axis=0)
        if n_rows == n_kinds:
            rows[np.arange(stop - start), np.arange(start, stop)] -= 1.0
        else:
            inside = (removed[0] >= start) & (removed[0] < stop)
            np.subtract.at(rows, (removed[0][inside] - start, removed[1][inside].astype(np.int64)), 1.0)
        values[start:stop] = evaluate(rows)
    if not np.all(np.isfinite(values)):
        return Spread(
            standard_error=math.nan,
            df=n_left_out - 1,
            notes=(tell("no-interval-one-unit"),),
        )
    mean = np.average(values, weights=weight)
    variance = (n_left_out - 1) / n_left_out * float(np.sum(weight * (values - mean) ** 2))
    return Spread(standard_error=math.sqrt(variance), df=n_left_out - 1)


def _kinds_by_cluster(kind_of_unit: NDArray[Any], clusters: NDArray[Any], n_kinds: int) -> Any:
    from scipy.sparse import csr_array

    _, cluster = np.unique(clusters, return_inverse=True)
    shape = (int(cluster.max()) + 1 if len(cluster) else 0, n_kinds)
    return csr_array((np.ones(len(cluster)), (cluster, kind_of_unit)), shape=shape)


def _mix(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finaliser of SplitMix64 (Steele, Lea & Flood 2014): every input bit moves every output bit."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def hash_units(seed: int, replicate: int, unit: NDArray[Any]) -> NDArray[np.uint64]:
    """A 64-bit hash of seed, replicate and unit code: the source of chance that needs no state."""
    step = np.uint64(0x9E3779B97F4A7C15)
    start = _mix(np.array([seed], dtype=np.uint64) * step + np.uint64(1))
    start = _mix(start + np.array([replicate], dtype=np.uint64) * step)
    return _mix(unit.astype(np.uint64) * step + start)


def poisson_weights(seed: int, replicate: int, unit: NDArray[Any]) -> NDArray[np.int8]:
    """Poisson(1) bootstrap weights as a pure function of seed, replicate and unit code.

    No state is shared, so any machine that sees a unit draws the same weight for it (Owen & Eckles 2012 use such
    weights for crossed factors: multiply those of item and rater).
    """
    uniform = (hash_units(seed, replicate, unit) >> np.uint64(11)).astype(np.float64) * 2.0**-53
    return np.searchsorted(_POISSON_CDF, uniform, side="right").astype(np.int8)


def hash_groups(unit: NDArray[Any], groups: int, *, seed: int = 0) -> NDArray[np.int64]:
    """A group in 0..groups-1 for each unit code: random to look at, the same on every machine."""
    return (hash_units(seed, 0, unit) % np.uint64(groups)).astype(np.int64)


def t_interval(value: float, standard_error: float, *, df: float, confidence: float = 0.95) -> Interval:
    """Value ± t quantile × standard error."""
    half = float(scipy_stats.t.ppf((1 + confidence) / 2, df)) * standard_error
    return (value - half, value + half)


def percentile_interval(replicates: Floats, *, confidence: float = 0.95) -> Interval:
    """The central share of the replicates."""
    low, high = np.quantile(replicates, [(1 - confidence) / 2, (1 + confidence) / 2])
    return (float(low), float(high))
