"""Tests of two systems on the same blocks, on one value per block."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from scipy.stats import t as student

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.comparison.means import difference_with_error
from beholder.stats.results import Results

if TYPE_CHECKING:
    from beholder.stats.comparison.scores import Scores
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import stats as scipy_stats

from beholder.stats.columns import Floats
from beholder.stats.comparison.rates import clopper_pearson_bounds, wilson
from beholder.stats.comparison.scores import Scores
from beholder.stats.resampling.bootstrap import percentile_interval, t_interval

if TYPE_CHECKING:
    from collections.abc import Iterable

from beholder.stats.messages import tell
from beholder.text import Text

__all__ = [
    "PairedValues",
    "bootstrap_paired",
    "mcnemar_paired",
    "permutation_paired",
    "sign_paired",
    "t_paired",
    "tost_paired",
    "tost_ratings",
    "wilcoxon_paired",
]


def tost_paired(paired: PairedValues, *, margin: float, confidence: float = 0.95) -> Results:
    """Two one-sided t tests on block means: is the mean difference within -margin..margin?

    Findings `difference` with its 2 * confidence - 1 interval (90 % for 95 %: equivalence holds at the 5 % level exactly
    when it lies within the margin) and `p`, the larger of the two one-sided p values. The margin must be fixed
    before the data are seen. Assumptions and NaN as in `t_paired`. Schuirmann 1987, J. Pharmacokinet. Biopharm. 15:657.
    """
    difference = t_paired(paired, confidence=2 * confidence - 1)["difference"]
    se, df = math.nan, len(paired) - 1
    if difference.interval is not None:
        se = float(paired.differences.std(ddof=1)) / math.sqrt(len(paired))
    return _tost(difference, se, df, margin)


def tost_ratings(scores: Scores, first: str, second: str, *, margin: float, confidence: float = 0.95) -> Results:
    """As `tost_paired`, for items and raters that are both samples: the two-way clustered standard error and its df.

    Findings, margin and citation as there; assumptions, what is dropped and NaN as in `difference_ratings`.
    """
    return _tost(*difference_with_error(scores, first, second, confidence=2 * confidence - 1), margin)


def _tost(difference: Finding, se: float, df: float, margin: float) -> Results:
    if not 0 < margin < math.inf:
        raise BeholderError(f"the margin must be a positive number, got {margin:g}", code="stats-bad-margin")
    known = se > 0
    p = math.nan
    if known:
        below = float(student.sf((difference.value + margin) / se, df))
        above = float(student.cdf((difference.value - margin) / se, df))
        p = max(below, above)
    test = Finding(
        name="p",
        value=p,
        n=difference.n,
        n_dropped=difference.n_dropped,
        method=Text(tell("tost", margin=f"{margin:g}"), difference.method),
        notes=difference.notes if known else (*difference.notes, tell("no-test-no-spread")),
    )
    return Results((difference, test))


# 32 MB of signs at a time
_CELLS_AT_ONCE = 4_000_000
# 2 to the 13th sign patterns are fewer than the random draws made otherwise
_EXACT_BLOCKS = 13


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedValues:
    """One value per block for each of two systems: what every paired test here takes.

    Testing single ratings would count each block as often as it was rated and find differences that are not there.
    `n_dropped` counts blocks that only one of the systems has.
    """

    first: str
    second: str
    a: Floats
    b: Floats
    n_dropped: int = 0
    notes: tuple[str, ...] = ()

    @classmethod
    def of_scores(cls, scores: Scores, first: str, second: str) -> PairedValues:
        """Average the ratings of each system within each block, and keep the blocks that have both."""
        n_blocks = len(scores.blocks)
        means = []
        for system in (first, second):
            chosen = scores.system == scores.code_of(system)
            n = np.bincount(scores.block[chosen], minlength=n_blocks)
            total = np.bincount(scores.block[chosen], weights=scores.value[chosen], minlength=n_blocks)
            means.append(np.where(n > 0, total / np.maximum(n, 1), np.nan))
        return cls.of(means[0], means[1], first=first, second=second, notes=scores.notes)

    @classmethod
    def of(
        cls,
        a: Iterable[float],
        b: Iterable[float],
        *,
        first: str = "first",
        second: str = "second",
        notes: tuple[str, ...] = (),
    ) -> PairedValues:
        """From two columns that already hold one value per block; NaN where a block lacks one."""
        x, y = np.asarray(list(a), dtype=np.float64), np.asarray(list(b), dtype=np.float64)
        if len(x) != len(y):
            raise BeholderError(f"columns differ in length: {len(x)} and {len(y)}", code="stats-bad-column")
        both = np.isfinite(x) & np.isfinite(y)
        either = int(np.count_nonzero(np.isfinite(x) | np.isfinite(y)))
        lost = either - int(np.count_nonzero(both))
        if lost:
            notes = (*notes, tell("note-blocks-of-one", n=lost))
        return cls(first=first, second=second, a=x[both], b=y[both], n_dropped=lost, notes=notes)

    def __len__(self) -> int:
        return len(self.a)

    @property
    def differences(self) -> Floats:
        """First less second, per block."""
        return np.asarray(self.a - self.b)

    def finding(self, name: str, value: float, **more: Any) -> Finding:
        """A finding about these blocks: n, what was dropped and the notes are filled in."""
        notes = (*self.notes, *more.pop("notes", ()))
        n, lost = more.pop("n", len(self)), self.n_dropped + more.pop("lost", 0)
        return Finding(name=name, value=value, n=n, n_dropped=lost, notes=notes, **more)


def t_paired(paired: PairedValues, *, confidence: float = 0.95) -> Results:
    """Mean difference with Student's t interval; findings `difference`, `t`, `p` (two-sided).

    t = mean(d) / (sd(d) / sqrt(n)), n - 1 df. Assumes blocks are independent and the mean is near normal; raters count as
    fixed (`difference_ratings` lets them vary). NaN with fewer than two blocks or where all differences are equal.
    """
    d = paired.differences
    method = tell("paired-t")
    reason = _no_spread(d)
    if reason:
        value = float(d.mean()) if len(d) else math.nan
        rest = [paired.finding(x, math.nan, method=method, notes=(reason,)) for x in ("t", "p")]
        return Results((paired.finding("difference", value, method=method, notes=(reason,)), *rest))
    mean, se, df = float(d.mean()), float(d.std(ddof=1)) / math.sqrt(len(d)), len(d) - 1
    t = mean / se
    bounds = t_interval(mean, se, df=df, confidence=confidence)
    return Results(
        (
            paired.finding("difference", mean, interval=bounds, confidence=confidence, method=method),
            paired.finding("t", t, method=tell("paired-t-df", df=df)),
            paired.finding("p", float(2 * scipy_stats.t.sf(abs(t), df)), method=method),
        )
    )


def bootstrap_paired(
    paired: PairedValues, *, rng: np.random.Generator, resamples: int = 10_000, confidence: float = 0.99
) -> Results:
    """Mean difference with a percentile interval over resampled blocks, and the p value of the paired t test.

    The form used for mask quality by Kirillov et al. 2023 (Segment Anything, appendix): 10,000 resamples of the blocks,
    99 % interval. Findings `difference`, `p`. Assumes independent blocks and fixed raters. NaN as in `t_paired`.
    """
    d = paired.differences
    p = t_paired(paired)["p"]
    method = tell("paired-bootstrap", resamples=resamples)
    reason = _no_spread(d)
    if reason:
        value = float(d.mean()) if len(d) else math.nan
        return Results((paired.finding("difference", value, method=method, notes=(reason,)), p))
    means = np.empty(resamples)
    step = max(1, _CELLS_AT_ONCE // len(d))
    for start in range(0, resamples, step):
        stop = min(start + step, resamples)
        means[start:stop] = d[rng.integers(0, len(d), (stop - start, len(d)))].mean(axis=1)
    bounds = percentile_interval(means, confidence=confidence)
    return Results(
        (paired.finding("difference", float(d.mean()), interval=bounds, confidence=confidence, method=method), p)
    )


def wilcoxon_paired(
    paired: PairedValues,
    *,
    rng: np.random.Generator | None = None,
    resamples: int = 2000,
    confidence: float = 0.95,
) -> Results:
    """Wilcoxon's signed-rank test; findings `rank_biserial`, `w` (sum of positive ranks), `p` (two-sided).

    rank_biserial = (W+ - W-) / (W+ + W-), from -1 to 1, positive where the first system is higher (Kerby 2014); with `rng`
    it gets a percentile interval over resampled blocks. Assumes independent blocks with differences symmetric around
    their median. Dropped: blocks without difference. Exact p up to 50 blocks without tied ranks, else normal.
    NaN where no block differs. Wilcoxon 1945, Biometrics Bull. 1:80.
    """
    d = paired.differences
    moved = d[d != 0]
    lost = len(d) - len(moved)
    shared: dict[str, Any] = {"n": len(moved), "lost": lost, "method": tell("wilcoxon")}
    if not len(moved):
        notes = (tell("reason-no-block-differs") if len(d) else tell("reason-no-block"),)
        return Results(tuple(paired.finding(x, math.nan, notes=notes, **shared) for x in ("rank_biserial", "w", "p")))
    bounds = None
    if rng is not None and len(moved) > 1:
        values = np.empty(resamples)
        step = max(1, _CELLS_AT_ONCE // len(moved))
        for start in range(0, resamples, step):
            stop = min(start + step, resamples)
            values[start:stop] = _rank_biserial(moved[rng.integers(0, len(moved), (stop - start, len(moved)))])
        bounds = percentile_interval(values, confidence=confidence)
    ranks = scipy_stats.rankdata(np.abs(moved))
    p = _signed_rank_p(moved, ranks)
    return Results(
        (
            paired.finding(
                "rank_biserial", float(_rank_biserial(moved[None])[0]), interval=bounds, confidence=confidence, **shared
            ),
            paired.finding("w", float(ranks[moved > 0].sum()), **shared),
            paired.finding("p", p, **shared),
        )
    )


def _signed_rank_p(moved: Floats, ranks: Floats) -> float:
    """The two-sided p value; for few blocks from all sign patterns at once, which SciPy tries one by one."""
    if len(moved) > _EXACT_BLOCKS:
        return float(scipy_stats.wilcoxon(moved).pvalue)
    positive = (np.arange(2 ** len(moved))[:, None] >> np.arange(len(moved))) & 1
    sums, seen = positive @ ranks, float(ranks[moved > 0].sum())
    return min(1.0, 2 * min(float(np.mean(sums >= seen - 1e-9)), float(np.mean(sums <= seen + 1e-9))))


def _rank_biserial(d: Floats) -> Floats:
    ranks = scipy_stats.rankdata(np.abs(d), axis=1)
    return np.asarray((ranks * np.sign(d)).sum(axis=1) / ranks.sum(axis=1))


def permutation_paired(paired: PairedValues, *, rng: np.random.Generator, resamples: int = 10_000) -> Results:
    """Sign-flip permutation test of the mean difference; findings `difference`, `p` (two-sided).

    Under no difference each block's difference could as well have the other sign. All flips are tried up to 13 blocks;
    else `resamples` random ones, p = (1 + as extreme) / (1 + tried) (Phipson & Smyth 2010). Assumes that blocks are
    independent. NaN without blocks.
    """
    d = paired.differences
    if not len(d):
        notes = (tell("reason-no-block"),)
        return Results(
            tuple(
                paired.finding(x, math.nan, method=tell("permutation-untested"), notes=notes)
                for x in ("difference", "p")
            )
        )
    observed = abs(float(d.sum())) * (1 - 1e-12)
    if len(d) <= _EXACT_BLOCKS:
        flips = 1 - 2 * ((np.arange(2 ** len(d))[:, None] >> np.arange(len(d))) & 1)
        p = float(np.mean(np.abs(flips @ d) >= observed))
        method = tell("permutation-exact")
    else:
        as_extreme = 0
        step = max(1, _CELLS_AT_ONCE // len(d))
        for start in range(0, resamples, step):
            flips = 1 - 2 * rng.integers(0, 2, (min(step, resamples - start), len(d)))
            as_extreme += int(np.count_nonzero(np.abs(flips @ d) >= observed))
        p = (1 + as_extreme) / (1 + resamples)
        method = tell("permutation", resamples=resamples)
    return Results(
        (paired.finding("difference", float(d.mean()), method=method), paired.finding("p", p, method=method))
    )


def sign_paired(paired: PairedValues, *, confidence: float = 0.95) -> Results:
    """Sign test: in how many of the blocks that differ is the first system higher? Findings `share`, `tie_share`, `p`.

    `share` has a Clopper-Pearson interval, `tie_share` a Wilson one; p is the exact two-sided binomial probability.
    Assumes independent blocks. Dropped from `share` and `p`: blocks without difference. NaN where no block differs.
    """
    d = paired.differences
    up, down = int(np.count_nonzero(d > 0)), int(np.count_nonzero(d < 0))
    ties = wilson(len(d) - up - down, len(d), confidence=confidence)
    tie_share = paired.finding(
        "tie_share", ties.value, interval=ties.interval, confidence=confidence, method=ties.method, notes=ties.notes
    )
    shared: dict[str, Any] = {"n": up + down, "lost": len(d) - up - down, "method": tell("sign-test")}
    if up + down == 0:
        none = (tell("reason-no-block-differs") if len(d) else tell("reason-no-block"),)
        share, p = (paired.finding(x, math.nan, notes=none, **shared) for x in ("share", "p"))
        return Results((share, tie_share, p))
    bounds = clopper_pearson_bounds(up, up + down, confidence)
    return Results(
        (
            paired.finding("share", up / (up + down), interval=bounds, confidence=confidence, **shared),
            tie_share,
            paired.finding("p", float(scipy_stats.binomtest(up, up + down).pvalue), **shared),
        )
    )


def mcnemar_paired(paired: PairedValues) -> Results:
    """McNemar's test for yes/no values; findings `only_first`, `only_second` (blocks), `chi2`, `p`, `p_exact`.

    chi2 = (b - c)^2 / (b + c) with 1 df, no continuity correction; `p_exact` is binomial and the one to use below 25
    discordant blocks. Where a block was rated several times its majority counts; blocks split in half are dropped and
    noted. Values outside 0..1 are refused. NaN where no block is discordant. McNemar 1947, Psychometrika 12:153.
    """
    yes_a, yes_b, halves = binary_blocks(paired)
    only_first, only_second = int(np.count_nonzero(yes_a & ~yes_b)), int(np.count_nonzero(~yes_a & yes_b))
    notes = (tell("note-blocks-split", n=halves),) if halves else ()
    shared: dict[str, Any] = {"n": len(yes_a), "lost": halves, "method": tell("mcnemar")}
    counts = (
        paired.finding("only_first", float(only_first), notes=notes, **shared),
        paired.finding("only_second", float(only_second), notes=notes, **shared),
    )
    discordant = only_first + only_second
    if not discordant:
        none = (*notes, tell("reason-no-discordant"))
        return Results(
            (*counts, *(paired.finding(x, math.nan, notes=none, **shared) for x in ("chi2", "p", "p_exact")))
        )
    chi2 = (only_first - only_second) ** 2 / discordant
    exact = float(scipy_stats.binomtest(only_first, discordant).pvalue)
    return Results(
        (
            *counts,
            paired.finding("chi2", chi2, notes=notes, **shared),
            paired.finding("p", float(scipy_stats.chi2.sf(chi2, 1)), notes=notes, **shared),
            paired.finding("p_exact", exact, notes=notes, **shared),
        )
    )


def binary_blocks(paired: PairedValues) -> tuple[Any, Any, int]:
    """Yes or no per block and system by majority, and how many blocks were split in half and left out."""
    both = np.concatenate([paired.a, paired.b])
    if len(both) and (both.min() < 0 or both.max() > 1):
        raise BeholderError(
            f"yes/no values must lie between 0 and 1, got {both.min():g} to {both.max():g}",
            code="stats-not-binary",
            hint="code no as 0 and yes as 1",
        )
    split = (paired.a == 0.5) | (paired.b == 0.5)
    return paired.a[~split] > 0.5, paired.b[~split] > 0.5, int(np.count_nonzero(split))


def _no_spread(d: Floats) -> str:
    if len(d) < 2:
        return tell("reason-two-blocks")
    if float(np.ptp(d)) <= 1e-12 * max(1.0, float(np.abs(d).max())):
        return tell("reason-same-difference")
    return ""
