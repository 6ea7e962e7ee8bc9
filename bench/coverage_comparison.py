"""Do intervals hold what they promise? Simulated studies for every kind of interval of ranking and comparison.

Prints one JSON line per kind: nominal level, share of runs whose interval held the truth, runs and seed.
`--quick` takes a fifth of the runs.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from beholder.findings import Finding
from beholder.stats.comparison.correlation import pearson
from beholder.stats.comparison.effects import cliffs_delta, cohens_dz, risk_difference_paired, superiority_paired
from beholder.stats.comparison.means import difference_ratings, mean_ratings, product_bootstrap
from beholder.stats.comparison.paired import PairedValues, bootstrap_paired, t_paired, tost_ratings
from beholder.stats.comparison.rates import clopper_pearson, wilson
from beholder.stats.comparison.scores import Scores
from beholder.stats.planning import Components, Design, half_width
from beholder.stats.ranking.davidson import davidson
from beholder.stats.ranking.pairs import Pairs
from beholder.stats.ranking.ranks import rank_table

SEED = 4711
Rng = np.random.Generator


def study(rng: Rng, *, items: int, raters: int, k: int, rater_sd: float, gap: float = 0.0) -> Scores:
    """Two systems on the same items by the same raters, k of them per item."""
    rater = np.argsort(rng.random((items, raters)), axis=1)[:, :k].ravel()
    item = np.repeat(np.arange(items), k)
    base = rng.normal(size=items)[item] + rater_sd * rng.normal(size=raters)[rater]
    value = np.concatenate([base + rng.normal(size=len(item)) + s * gap for s in (0, 1)])
    return Scores.of(
        value=value, item=np.tile(item, 2), rater=np.tile(rater, 2), system=np.repeat(["a", "b"], len(item))
    )


def votes(rng: Rng, *, items: int = 150, raters: int = 25, per_item: int = 12) -> Pairs:
    """Four systems with item-by-system effects, raters with a position bias, and ties."""
    strength = np.array([0.6, 0.2, -0.2, -0.6])
    own = strength + 0.9 * rng.normal(size=(items, 4))
    bias = 0.4 * rng.normal(size=raters)
    item = np.repeat(np.arange(items), per_item)
    rater = rng.integers(0, raters, len(item))
    left = rng.integers(0, 4, len(item))
    right = (left + rng.integers(1, 4, len(item))) % 4
    d = own[item, left] - own[item, right] + bias[rater]
    weights = np.stack([np.exp(d / 2), np.exp(-d / 2), np.full(len(d), 0.7)])
    draw = rng.random(len(d)) * weights.sum(axis=0)
    outcome = np.where(draw < weights[0], "left", np.where(draw < weights[0] + weights[1], "right", "tie"))
    names = np.array(["s0", "s1", "s2", "s3"])
    return Pairs.of(left=names[left], right=names[right], outcome=outcome, item=item, rater=rater)


def holds(finding: Finding, truth: float) -> bool:
    return finding.interval is not None and finding.interval[0] <= truth <= finding.interval[1]


def marginal_difference(rng: Rng) -> float:
    """The strength difference that the model without item effects converges to, from one very large study."""
    fit = davidson(votes(rng, items=60_000, per_item=4), cluster="none")
    return float(fit.score[0] - fit.score[3])


def paired_yes_no(rng: Rng) -> PairedValues:
    """Forty blocks, shares .7 and .5, dependent answers."""
    u = rng.random(40)
    first = u < 0.7
    second = np.where(rng.random(40) < 0.5, u, rng.random(40)) < 0.5
    return PairedValues.of(first, second)


def kinds(truth: float) -> dict[str, tuple[float, Callable[[Rng], bool]]]:
    """Every kind with its nominal level and one run of it."""

    def mean(rng: Rng, *, items: int, raters: int, k: int, sd: float) -> bool:
        return holds(mean_ratings(study(rng, items=items, raters=raters, k=k, rater_sd=sd), "a"), 0.0)

    def difference(rng: Rng, *, items: int, raters: int, k: int) -> bool:
        scores = study(rng, items=items, raters=raters, k=k, rater_sd=0.7, gap=0.3)
        return holds(difference_ratings(scores, "b", "a")["difference"], 0.3)

    def product(rng: Rng) -> bool:
        scores = study(rng, items=100, raters=20, k=3, rater_sd=0.7)
        return holds(product_bootstrap(scores.select(scores.system == 0), rng=rng, resamples=300), 0.0)

    def paired(rng: Rng) -> PairedValues:
        return PairedValues.of(rng.normal(0.4, 1.0, 40), np.zeros(40))

    def ranks(rng: Rng) -> bool:
        fit = davidson(votes(rng))
        rows = {row["name"]: row["rank_range"] for row in rank_table(fit).rows}
        return all(rows[f"s{i}"][0] <= i + 1 <= rows[f"s{i}"][1] for i in range(4))

    def delta(rng: Rng) -> bool:
        # Two normals half an SD apart: P(x > y) = Phi(0.5 / sqrt 2).
        expected = 2 * 0.5 * (1 + math.erf(0.25)) - 1
        return holds(cliffs_delta(rng.normal(0.5, 1, 40), rng.normal(0, 1, 40)), expected)

    def correlation(rng: Rng) -> bool:
        x = rng.normal(size=80)
        return holds(pearson(x, 0.6 * x + 0.8 * rng.normal(size=80), rng=rng, resamples=300), 0.6)

    def planned(rng: Rng) -> bool:
        components = Components.of_sds(item=1.0, rater=0.7, residual=1.0)
        reach = half_width(components, Design(items=100, raters=20, ratings=3)).value
        scores = study(rng, items=100, raters=20, k=3, rater_sd=0.7)
        return abs(mean_ratings(scores, "a").value) <= reach

    def not_equivalent(rng: Rng) -> bool:
        scores = study(rng, items=100, raters=20, k=3, rater_sd=0.7, gap=0.5)
        return tost_ratings(scores, "b", "a", margin=0.5)["p"].value > 0.05

    def strength(rng: Rng, cluster: str) -> bool:
        return holds(davidson(votes(rng), cluster=cluster).difference("s0", "s3"), truth)

    return {
        "mean, two-way t, 100 items x 20 raters x 3": (
            0.95, lambda r: mean(r, items=100, raters=20, k=3, sd=0.7)),
        "mean, two-way t, 300 items x 30 raters x 5": (
            0.95, lambda r: mean(r, items=300, raters=30, k=5, sd=0.7)),
        "mean, two-way t, no rater effect": (
            0.95, lambda r: mean(r, items=100, raters=20, k=3, sd=0.0)),
        "difference, two-way t, 100 x 20 x 3": (0.95, lambda r: difference(r, items=100, raters=20, k=3)),
        "difference, two-way t, 300 x 30 x 5": (0.95, lambda r: difference(r, items=300, raters=30, k=5)),
        "mean, product-weight bootstrap (conservative)": (0.95, product),
        "paired t": (0.95, lambda r: holds(t_paired(paired(r))["difference"], 0.4)),
        "paired bootstrap, 99 %": (
            0.99, lambda r: holds(bootstrap_paired(paired(r), rng=r, resamples=2000)["difference"], 0.4)),
        "dz, noncentral t": (0.95, lambda r: holds(cohens_dz(paired(r)), 0.4)),
        "superiority, Wilson": (
            0.95, lambda r: holds(superiority_paired(paired(r)), 0.5 * (1 + math.erf(0.4 / math.sqrt(2))))),
        "Cliff's delta": (0.95, delta),
        "risk difference, paired Newcombe": (0.95, lambda r: holds(risk_difference_paired(paired_yes_no(r)), 0.2)),
        "rate, Wilson, p = .3, n = 50": (0.95, lambda r: holds(wilson(int(r.binomial(50, 0.3)), 50), 0.3)),
        "rate, Clopper-Pearson (conservative)": (
            0.95, lambda r: holds(clopper_pearson(int(r.binomial(50, 0.3)), 50), 0.3)),
        "correlation, item bootstrap": (0.95, correlation),
        "strength difference, model-based (too short)": (0.95, lambda r: strength(r, "none")),
        "strength difference, item-clustered": (0.95, lambda r: strength(r, "item")),
        "strength difference, item- and rater-clustered": (0.95, lambda r: strength(r, "both")),
        "rank ranges, all four at once (at least)": (0.95, ranks),
        "TOST at its margin: not found equivalent": (0.95, not_equivalent),
        "planned half-width holds the mean": (0.95, planned),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--only", default="", help="only kinds whose name contains this")
    options = parser.parse_args()
    runs = options.runs // 5 if options.quick else options.runs
    truth = marginal_difference(np.random.default_rng(SEED))
    for k, (name, (nominal, run)) in enumerate(kinds(truth).items()):
        if options.only not in name:
            continue
        rng = np.random.default_rng([SEED, k])
        share = float(np.mean([run(rng) for _ in range(runs)]))
        line: dict[str, Any] = {
            "figure": f"coverage: {name}",
            "nominal": nominal,
            "covered": round(share, 4),
            "simulation_error": round(math.sqrt(nominal * (1 - nominal) / runs), 4),
            "runs": runs,
            "seed": [SEED, k],
        }
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
