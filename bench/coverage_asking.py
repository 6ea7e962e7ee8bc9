"""Do the intervals of opinion scores, rankings, best–worst, grades and marks hold what they promise?

Prints one JSON line per kind: nominal level, share of runs whose interval held the truth, runs and seed.
`--quick` takes a fifth of the runs.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from itertools import permutations
from typing import Any

import numpy as np

from beholder.findings import Finding
from beholder.stats.columns import Ratings
from beholder.stats.marks.marks import Marks, Nearness
from beholder.stats.marks.matching import mark_agreement
from beholder.stats.opinion.opinion_scores import OpinionMethod, opinion_scores
from beholder.stats.ranking.best_worst import BestWorst, BestWorstModel, max_diff
from beholder.stats.ranking.both_bad import both_bad_shares
from beholder.stats.ranking.concordance import kendall_w
from beholder.stats.ranking.graded import graded_preference
from beholder.stats.ranking.pairs import Pairs
from beholder.stats.ranking.plackett_luce import plackett_luce
from beholder.stats.ranking.rankings import Rankings
from beholder.stats.ranking.ranks import rank_table

SEED = 4713
STRENGTH = np.array([0.6, 0.2, -0.2, -0.6])
THRESHOLDS = (0.4, 1.2, 2.2)
NAMES = np.array(["s0", "s1", "s2", "s3"])
Rng = np.random.Generator


def holds(finding: Finding, truth: float) -> bool:
    return finding.interval is not None and finding.interval[0] <= truth <= finding.interval[1]


def opinions(rng: Rng, *, sigma: np.ndarray, method: OpinionMethod) -> list[bool]:
    """Forty stimuli by as many raters as sigma is long; the truth of `p910` is for these raters, of means for all."""
    quality, bias = rng.uniform(1, 5, 40), 0.4 * rng.normal(size=len(sigma))
    scores = quality[:, None] + bias + sigma * rng.normal(size=(40, len(sigma)))
    item, rater = np.nonzero(np.isfinite(scores))
    found = opinion_scores(Ratings.of(item=item, rater=rater, value=scores[item, rater]), method=method)
    truth = quality + (bias.mean() if method == "p910" else 0.0)
    inside = np.abs(found.mos - truth) <= found.reach
    # every eighth stimulus: they share raters, and so are not all runs of their own
    return [bool(x) for x in inside[::8]]


def orders(rng: Rng, *, lists: int = 60, noise: float = 0.0) -> Rankings:
    """Lists of four systems, by raters with a taste of their own where there is noise."""
    raters = 20
    taste = STRENGTH + noise * rng.normal(size=(raters, 4))
    rater = np.arange(lists) % raters
    drawn = taste[rater] + rng.gumbel(size=(lists, 4))
    rank = np.argsort(np.argsort(-drawn, axis=1), axis=1)
    rows, columns = np.indices(rank.shape)
    return Rankings.of(listed=rows.ravel(), system=NAMES[columns.ravel()], rank=rank.ravel(), rater=rater[rows.ravel()])


def trials(rng: Rng, *, noise: float = 0.0, n: int = 120) -> BestWorst:
    """Best and worst of three of four, chosen as a pair."""
    raters = 30
    taste = STRENGTH + noise * rng.normal(size=(raters, 4))
    columns: dict[str, list[Any]] = {"trial": [], "system": [], "choice": [], "rater": []}
    for trial in range(n):
        who, shown = trial % raters, rng.choice(4, 3, replace=False)
        pairs = list(permutations(shown, 2))
        weight = np.exp([taste[who, b] - taste[who, w] for b, w in pairs])
        best, worst = pairs[rng.choice(len(pairs), p=weight / weight.sum())]
        for k in shown:
            mark = "best" if k == best else "worst" if k == worst else ""
            for name, value in zip(columns, (trial, NAMES[k], mark, who), strict=True):
                columns[name].append(value)
    return BestWorst.of(**columns)


def grades(rng: Rng, *, n: int = 600, items: int = 100, raters: int = 25, own: float = 0.0) -> Pairs:
    """Grades from -3 to 3 of four systems, some of them both bad, on items with effects of their own."""
    strength = STRENGTH + own * rng.normal(size=(items, 4))
    item, rater = rng.integers(0, items, n), rng.integers(0, raters, n)
    left = rng.integers(0, 4, n)
    right = (left + rng.integers(1, 4, n)) % 4
    lead = strength[item, left] - strength[item, right] + 0.3 + rng.logistic(size=n)
    grade = (-np.sign(lead) * np.searchsorted(THRESHOLDS, np.abs(lead))).astype(int).astype(str).astype(object)
    bad = rng.random(items)[item] < 0.3
    grade[bad & (rng.random(n) < 0.5)] = "both_bad"
    return Pairs.of(left=NAMES[left], right=NAMES[right], outcome=grade, item=item, rater=rater)


def marked(rng: Rng, *, pictures: int = 60) -> Marks:
    """Two raters who find each of three places with .8, and mark nothing else."""
    rows = [
        (picture, rater, x + rng.normal(0, 0.01), 0.5)
        for picture in range(pictures)
        for x in (0.2, 0.5, 0.8)
        for rater in range(2)
        if rng.random() < 0.8
    ]
    item, rater, x, y = zip(*rows, strict=True)
    return Marks.of(item=item, rater=rater, x=x, y=y)


def kinds() -> dict[str, tuple[float, Callable[[Rng], list[bool]]]]:
    """Every kind with its nominal level and one run of it."""
    alike, unlike = np.full(20, 0.7), np.concatenate([np.full(16, 0.5), np.full(4, 1.8)])
    many = np.random.default_rng(SEED)
    concordance = kendall_w(orders(many, lists=40_000)).value
    own = graded_preference(grades(many, n=200_000, items=100_000, own=0.8), position=True, cluster="none")

    def strength(rng: Rng, noise: float) -> list[bool]:
        return [holds(plackett_luce(orders(rng, noise=noise)).difference("s0", "s3"), truths[noise])]

    def best(rng: Rng, noise: float, model: BestWorstModel) -> list[bool]:
        return [
            holds(max_diff(trials(rng, noise=noise), model=model).difference("s0", "s3"), best_truths[noise, model])
        ]

    def ranges(rng: Rng) -> list[bool]:
        rows = rank_table(plackett_luce(orders(rng))).rows
        found = {row["name"]: row["rank_range"] for row in rows}
        return [all(found[f"s{k}"][0] <= k + 1 <= found[f"s{k}"][1] for k in range(4))]

    def graded(rng: Rng, noise: float) -> list[bool]:
        fit = graded_preference(grades(rng, own=noise), position=True)
        truth = 1.2 if not noise else float(own.score[0] - own.score[3])
        return [holds(fit.difference("s0", "s3"), truth)]

    planted = float(STRENGTH[0] - STRENGTH[3])
    truths = {0.0: planted, 0.5: plackett_luce(wide(many, 0.5), cluster="none").difference("s0", "s3").value}
    # with tastes, or under the other model, the truth is what one very large study converges to
    models: tuple[tuple[float, BestWorstModel], ...] = ((0.0, "sequential"), (0.5, "joint"))
    best_truths: dict[tuple[float, BestWorstModel], float] = {(0.0, "joint"): planted}
    for noise, model in models:
        large = max_diff(wide_trials(many, noise), model=model, cluster="none")
        best_truths[noise, model] = large.difference("s0", "s3").value
    return {
        "MOS, t over raters": (0.95, lambda r: opinions(r, sigma=alike, method="mean")),
        "MOS, P.910, raters alike": (0.95, lambda r: opinions(r, sigma=alike, method="p910")),
        "MOS, P.910, careless raters (conservative)": (0.95, lambda r: opinions(r, sigma=unlike, method="p910")),
        "Plackett-Luce difference, clustered": (0.95, lambda r: strength(r, 0.0)),
        "Plackett-Luce difference, raters with tastes": (0.95, lambda r: strength(r, 0.5)),
        "Plackett-Luce rank ranges, all together (conservative)": (0.95, ranges),
        "Kendall's W, jackknife": (0.95, lambda r: [holds(kendall_w(orders(r, lists=100)), concordance)]),
        "MaxDiff difference, joint": (0.95, lambda r: best(r, 0.0, "joint")),
        "MaxDiff difference, joint, raters with tastes": (0.95, lambda r: best(r, 0.5, "joint")),
        "MaxDiff difference, sequential": (0.95, lambda r: best(r, 0.0, "sequential")),
        "graded difference": (0.95, lambda r: graded(r, 0.0)),
        "graded difference, items with effects": (0.95, lambda r: graded(r, 0.8)),
        "both bad, share": (0.95, lambda r: [holds(both_bad_shares(grades(r))[0], 0.15)]),
        "marks, F": (0.95, lambda r: [holds(mark_agreement(marked(r), Nearness(radius=0.1)), 0.8)]),
    }


def wide(rng: Rng, noise: float) -> Rankings:
    """One very large study with as many raters as lists: what the model without tastes converges to."""
    n = 30_000
    drawn = STRENGTH + noise * rng.normal(size=(n, 4)) + rng.gumbel(size=(n, 4))
    rank = np.argsort(np.argsort(-drawn, axis=1), axis=1)
    rows, columns = np.indices(rank.shape)
    return Rankings.of(listed=rows.ravel(), system=NAMES[columns.ravel()], rank=rank.ravel())


def wide_trials(rng: Rng, noise: float) -> BestWorst:
    """The same for best and worst: many small studies by raters of their own."""
    parts = [trials(rng, noise=noise) for _ in range(250)]
    shown = tuple(members for part in parts for members in part.shown)
    best, worst = (np.concatenate([getattr(part, c) for part in parts]) for c in ("best", "worst"))
    return BestWorst(
        names=parts[0].names,
        shown=shown,
        best=best,
        worst=worst,
        listed=np.arange(len(best), dtype=np.int32),
        rater=None,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    runs = 200 if parser.parse_args().quick else 1000
    for number, (kind, (nominal, run)) in enumerate(kinds().items()):
        rng = np.random.default_rng([SEED, number])
        held = [x for _ in range(runs) for x in run(rng)]
        line = {
            "kind": kind,
            "nominal": nominal,
            "coverage": round(float(np.mean(held)), 4),
            "runs": runs,
            "seed": SEED,
        }
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
