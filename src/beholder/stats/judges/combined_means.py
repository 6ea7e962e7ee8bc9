"""People and a judge together: means of systems from few human ratings and many of a judge."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import t as student

from beholder.errors import BeholderError
from beholder.findings import Finding, Interval
from beholder.stats.columns import MISSING, Codes, Floats, codes
from beholder.stats.comparison.scores import numbers_of
from beholder.stats.messages import tell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = [
    "Combined",
    "CombinedDifference",
    "CombinedMean",
    "combined_means",
    "combined_of",
    "estimate_of",
    "judge_weight",
]

# below, the weight of the judge is mostly noise, and t has hardly any degrees of freedom
_FEWEST = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class CombinedMean:
    """A mean by people and judge together beside that of people alone.

    `weight` (lambda) is how much of the judge enters, from 0 to 1, and NaN for a difference of systems that each have
    their own; `n_human` and `n_judge` are then those of the one with fewer. `width_ratio` the width of the combined interval
    over that of people alone, and `saved` the share of human ratings that could be left out for the same width.
    """

    value: float
    interval: Interval | None
    classical: float
    classical_interval: Interval | None
    weight: float
    n_human: int
    n_judge: int

    @property
    def width_ratio(self) -> float:
        """NaN where either has no interval."""
        if self.interval is None or self.classical_interval is None:
            return math.nan
        classical = self.classical_interval[1] - self.classical_interval[0]
        return (self.interval[1] - self.interval[0]) / classical if classical > 0 else math.nan

    @property
    def saved(self) -> float:
        """Widths shrink with the root of the number of ratings; never below 0."""
        return max(0.0, 1 - self.width_ratio**2)

    @property
    def row(self) -> dict[str, Any]:
        """For tables and JSON."""
        return {
            "value": self.value,
            "interval": self.interval,
            "classical": self.classical,
            "classical_interval": self.classical_interval,
            "lambda": self.weight,
            "width_ratio": self.width_ratio,
            "saved": self.saved,
            "n_human": self.n_human,
            "n_judge": self.n_judge,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class CombinedDifference:
    """How much `system` is above `other` on the blocks that have both."""

    system: str
    other: str
    estimate: CombinedMean


@dataclass(frozen=True, slots=True, kw_only=True)
class Combined:
    """A combined mean for each system, their differences, and one finding for each mean."""

    systems: dict[str, CombinedMean]
    differences: tuple[CombinedDifference, ...]
    findings: tuple[Finding, ...]

    @property
    def rows(self) -> tuple[dict[str, Any], ...]:
        """One row per system."""
        return tuple({"system": name, **found.row} for name, found in self.systems.items())

    @property
    def difference_rows(self) -> tuple[dict[str, Any], ...]:
        """One row per pair of systems."""
        return tuple({"system": d.system, "other": d.other, **d.estimate.row} for d in self.differences)


def combined_means(
    *,
    item: Iterable[Any],
    system: Iterable[Any],
    human: Iterable[Any],
    judge: Iterable[Any],
    block: Iterable[Any] | None = None,
    probability: Iterable[Any] | None = None,
    confidence: float = 0.95,
) -> Combined:
    """Means of systems from human ratings of some outputs and a judge's of all (PPI++; Angelopoulos et al. 2023).

    One row per output, or per rating of it: ratings of one output by several people are averaged, and so are a judge's.
    `human` is missing where nobody rated. With Y the human and f the judge's values on the n rated outputs, and N
    outputs that only the judge saw: value = mean(Y - w f) + w mean_N(f), w = cov(Y, f) / ((1 + n/N) var f) held to
    0 ... 1; variance var(Y - w f)/n + w^2 var_N(f)/N, t with n - 2 degrees of freedom. A judge that is no help gets w
    near 0, and a biased one is corrected by what people said. Assumes that people rated a random part of the outputs.
    `block` is what outputs share (the item unless given): variances are of sums over blocks, and differences of systems
    pair what stands in one block. Dropped: rows without the judge's value, system, item or block.

    Where people rated some outputs more likely than others, `probability` says how likely each was, and ratings weigh by
    its inverse (Horvitz & Thompson 1952, weights scaled to the number of outputs; Zrnic & Candes 2024). Then w is the one
    with the least variance, over all outputs.
    """
    names, per_system, n_dropped = _outputs(item, system, human, judge, block, probability)
    if probability is not None:
        weighted = [_Weighted.of(columns) for columns in per_system]
        return combined_of(
            names,
            [one.mean(confidence) for one in weighted],
            lambda a, b: weighted[a].less(weighted[b], confidence),
            n_dropped=n_dropped,
            confidence=confidence,
            weighted=True,
        )
    return combined_of(
        names,
        [_estimate(*columns[:3], confidence) for columns in per_system],
        lambda a, b: _estimate(*_paired(per_system[a], per_system[b]), confidence),
        n_dropped=n_dropped,
        confidence=confidence,
    )


def combined_of(
    names: Sequence[str],
    means: Sequence[CombinedMean],
    difference: Callable[[int, int], CombinedMean],
    *,
    n_dropped: int,
    confidence: float,
    weighted: bool = False,
) -> Combined:
    """Means of systems, their differences in the order of names, and what is told of them."""
    notes = () if weighted else (tell("note-combine-random"),)
    systems = dict(zip(names, means, strict=True))
    differences = [
        CombinedDifference(system=left, other=right, estimate=difference(a, b))
        for (a, left), (b, right) in combinations(enumerate(names), 2)
    ]
    findings = tuple(
        Finding(
            name=f"mean:{name}",
            value=found.value,
            interval=found.interval,
            confidence=confidence,
            n=found.n_human,
            n_dropped=n_dropped,
            method=tell("combine-weighted" if weighted else "combine"),
            notes=(*notes, *_notes(found)),
        )
        for name, found in systems.items()
    )
    return Combined(systems=systems, differences=tuple(differences), findings=findings)


_Columns = tuple[Floats, Floats, Codes, Floats]
"""Human values (NaN where there is none), the judge's, the block of each output, and how likely people were to rate it."""


def _outputs(
    item: Iterable[Any],
    system: Iterable[Any],
    human: Iterable[Any],
    judge: Iterable[Any],
    block: Iterable[Any] | None,
    probability: Iterable[Any] | None,
) -> tuple[list[str], list[_Columns], int]:
    item_codes, items = codes(item)
    system_codes, names = codes(system)
    block_codes = item_codes if block is None else codes(block)[0]
    people, model = numbers_of(human), numbers_of(judge)
    chance = np.ones(len(people)) if probability is None else numbers_of(probability)
    lengths = {
        "probability": len(chance),
        "item": len(item_codes),
        "system": len(system_codes),
        "block": len(block_codes),
        "human": len(people),
        "judge": len(model),
    }
    if len(set(lengths.values())) > 1:
        told = ", ".join(f"{name} {n}" for name, n in lengths.items())
        raise BeholderError(f"columns differ in length: {told}", code="stats-bad-column")
    kept = (item_codes != MISSING) & (system_codes != MISSING) & (block_codes != MISSING)
    output = np.where(kept, system_codes.astype(np.int64) * max(len(items), 1) + item_codes, -1)
    found, place = np.unique(output[kept], return_inverse=True)
    mean_judge = _means(model[kept], place, len(found))
    mean_human = _means(people[kept], place, len(found))
    first = np.full(len(found), -1)
    first[place[::-1]] = np.flatnonzero(kept)[::-1]
    seen = ~np.isnan(mean_judge)
    if not seen.any():
        raise BeholderError("the judge has no value anywhere", code="stats-no-ratings")
    if np.isnan(mean_human[seen]).all():
        raise BeholderError("no output has both a human and a judge's value", code="stats-no-ratings")
    of_system = system_codes[first]
    likely = _means(chance[kept], place, len(found))
    rated = seen & ~np.isnan(mean_human)
    if not (likely[rated] > 0).all() or not (likely[rated] <= 1).all():
        raise BeholderError(
            "an output that people rated has no probability above 0 and up to 1",
            code="stats-bad-column",
            hint="give each rated output the probability with which it was chosen",
        )
    columns = [
        (mean_human[mine], mean_judge[mine], block_codes[first][mine], likely[mine])
        for mine in (seen & (of_system == k) for k in range(len(names)))
    ]
    unseen = ~seen[place]
    return [str(name) for name in names], columns, int(np.count_nonzero(~kept)) + int(np.count_nonzero(unseen))


def _means(values: Floats, place: Any, n: int) -> Floats:
    """Mean of the values in each place, NaN where there is none."""
    known = ~np.isnan(values)
    count = np.bincount(place[known], minlength=n)
    total = np.bincount(place[known], weights=values[known], minlength=n)
    return np.where(count > 0, total / np.maximum(count, 1), math.nan)


def _paired(left: _Columns, right: _Columns) -> tuple[Floats, Floats, Codes]:
    """Differences of the block means of two systems; a human value only where people rated both."""
    blocks = np.intersect1d(left[2], right[2])
    sides = []
    for human, judge, block, _ in (left, right):
        mine = np.isin(block, blocks)
        place = np.searchsorted(blocks, block[mine])
        sides.append((_means(human[mine], place, len(blocks)), _means(judge[mine], place, len(blocks))))
    return sides[0][0] - sides[1][0], sides[0][1] - sides[1][1], blocks.astype(np.int32)


def _estimate(human: Floats, judge: Floats, block: Codes, confidence: float) -> CombinedMean:
    rated = ~np.isnan(human)
    y, f, rest = human[rated], judge[rated], judge[~rated]
    n, n_rest = len(y), len(rest)
    classical, alone, groups = _clustered(y, block[rated])
    weight = 0.0
    if n > 2 and n_rest > 1:
        weight = judge_weight(n, n_rest, float(np.var(f, ddof=1)), float(np.cov(y, f, ddof=1)[0, 1]))
    corrected, error, _ = _clustered(y - weight * f, block[rated])
    return estimate_of(
        n, n_rest, groups, weight, (classical, alone), (corrected, error),
        _clustered(rest, block[~rated])[:2] if weight > 0 else (math.nan, math.nan), confidence,
    )  # fmt: skip


def judge_weight(n: int, n_rest: int, spread: float, shared: float) -> float:
    """How much of the judge enters, by the judge's variance and the covariance with people."""
    return min(max(shared / ((1 + n / n_rest) * spread), 0.0), 1.0) if spread > 0 else 0.0


def estimate_of(
    n: int,
    n_rest: int,
    groups: int,
    weight: float,
    people: tuple[float, float],
    corrected: tuple[float, float],
    rest: tuple[float, float],
    confidence: float,
) -> CombinedMean:
    """The estimate from mean and standard error of people alone, of people less the weighted judge, and of the judge's rest."""
    classical, alone = people
    value, error = corrected
    if weight > 0:
        from_rest, rest_error = rest
        value = value + weight * from_rest
        error = math.hypot(error, weight * rest_error)
    return CombinedMean(
        value=value,
        interval=_interval(value, error, groups - 2, confidence),
        classical=classical,
        classical_interval=_interval(classical, alone, groups - 1, confidence),
        weight=weight,
        n_human=n,
        n_judge=n + n_rest,
    )


@dataclass(frozen=True, slots=True)
class _Weighted:
    """A system whose outputs were rated with unequal probabilities: what each output adds to its two means."""

    value: float
    combined: Floats
    classical: float
    alone: Floats
    block: Codes
    weight: float
    n_human: int
    effective: float

    @classmethod
    def of(cls, columns: _Columns) -> _Weighted:
        """Means by inverse probabilities, and the weight of the judge that leaves the least variance."""
        human, judge, block, chance = columns
        rated, n = ~np.isnan(human), len(human)
        inverse = np.where(rated, 1 / np.where(rated, chance, 1.0), 0.0)
        total = float(inverse.sum())
        if total == 0:
            nothing = np.full(n, math.nan)
            return cls(math.nan, nothing, math.nan, nothing, block, 0.0, 0, 0.0)
        share = inverse / total
        y = np.where(rated, human, 0.0)
        mean, mean_judge, overall = float(share @ y), float(share @ judge), float(judge.mean())
        of_people = share * (y - mean)
        of_judge = (judge - overall) / n - share * (judge - mean_judge)
        spread = float(of_judge @ of_judge)
        weight = min(max(-float(of_people @ of_judge) / spread, 0.0), 1.0) if spread > 0 and rated.sum() > 2 else 0.0
        value = mean + weight * (overall - mean_judge)
        # as many blocks with equal weights would tell as much (Kish 1965)
        effective = len(np.unique(block[rated])) / rated.sum() * total**2 / float(inverse @ inverse)
        return cls(value, of_people + weight * of_judge, mean, of_people, block, weight, int(rated.sum()), effective)

    def mean(self, confidence: float) -> CombinedMean:
        """The system's own mean."""
        found = (self.value, self.combined, self.classical, self.alone, self.block)
        return self._found(*found, effective=self.effective, confidence=confidence)

    def less(self, other: _Weighted, confidence: float) -> CombinedMean:
        """This system less another; what a block adds to both cancels."""
        found = self._found(
            self.value - other.value,
            np.concatenate([self.combined, -other.combined]),
            self.classical - other.classical,
            np.concatenate([self.alone, -other.alone]),
            np.concatenate([self.block, other.block]),
            effective=min(self.effective, other.effective),
            confidence=confidence,
        )
        return replace(
            found,
            weight=self.weight if self.weight == other.weight else math.nan,
            n_human=min(self.n_human, other.n_human),
            n_judge=min(len(self.combined), len(other.combined)),
        )

    def _found(
        self,
        value: float,
        combined: Floats,
        classical: float,
        alone: Floats,
        block: Codes,
        *,
        effective: float,
        confidence: float,
    ) -> CombinedMean:
        return CombinedMean(
            value=value,
            interval=_interval(value, _error_by_blocks(combined, block, effective, 2), effective - 2, confidence),
            classical=classical,
            classical_interval=_interval(
                classical, _error_by_blocks(alone, block, effective, 1), effective - 1, confidence
            ),
            weight=self.weight,
            n_human=self.n_human,
            n_judge=len(self.combined),
        )


def _error_by_blocks(influence: Floats, block: Codes, effective: float, fitted: int) -> float:
    """Standard error by sums over blocks, of which so many tell something, and so many numbers were fitted to them."""
    if not effective > fitted:
        return math.nan
    group = np.unique(block, return_inverse=True)[1]
    sums = np.bincount(group, weights=influence)
    return math.sqrt(float(sums @ sums) * effective / (effective - fitted))


def _clustered(values: Floats, block: Codes) -> tuple[float, float, int]:
    """Mean, its standard error by sums over blocks, and the number of blocks."""
    if not len(values):
        return math.nan, math.nan, 0
    mean = float(values.mean())
    group = np.unique(block, return_inverse=True)[1]
    n = int(group.max()) + 1
    if n < 2:
        return mean, math.nan, n
    sums = np.bincount(group, weights=values - mean)
    return mean, math.sqrt(float(sums @ sums) * n / (n - 1)) / len(values), n


def _interval(value: float, error: float, df: float, confidence: float) -> Interval | None:
    if df < 1 or not error > 0 or not math.isfinite(value):
        return None
    reach = float(student.ppf((1 + confidence) / 2, df)) * error
    return value - reach, value + reach


def _notes(found: CombinedMean) -> list[str]:
    if found.n_human == found.n_judge:
        return [tell("note-combine-nothing-more")]
    if found.n_human < _FEWEST:
        return [tell("note-combine-few", n=found.n_human, least=_FEWEST)]
    return []
