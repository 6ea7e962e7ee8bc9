"""Do agreement and aggregation intervals hold what they promise? Simulated studies for every kind of interval.

Prints one JSON line per kind: nominal level, share of runs whose interval held the truth, its Monte Carlo error, runs, seed.
The truth is the coefficient of a very large study of the same kind: with the same raters for "these raters", averaged over
many sets of raters for "raters like these". `--quick` takes a tenth of the runs.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from beholder import stats
from beholder.stats import Bootstrap, Jackknife, Ratings

SEED = 4712
VALUES = 5
Rng = np.random.Generator
Raters = dict[str, np.ndarray[Any, Any]]
Estimate = Callable[[Ratings, Rng], Any]


def panel(rng: Rng, raters: int, *, differ: bool) -> Raters:
    """Raters of different severity and care, or all alike."""
    size = 1.0 if differ else 0.0
    return {
        "severity": 0.5 * size * rng.normal(size=raters),
        "noise": 0.7 * np.exp(0.4 * size * rng.normal(size=raters)),
    }


def study(rng: Rng, raters: Raters, items: int, *, missing: float = 0.1) -> Ratings:
    """Every rater rates every item from 1 to 5, save a tenth; items differ in level and in difficulty."""
    n = len(raters["severity"])
    level = rng.normal(size=items)
    difficulty = np.exp(0.5 * rng.normal(size=items))
    scores = level[:, None] - raters["severity"] + raters["noise"] * difficulty[:, None] * rng.normal(size=(items, n))
    value = np.digitize(scores, [-1.2, -0.4, 0.4, 1.2]) + 1
    item, rater = np.nonzero(rng.random((items, n)) >= missing)
    return Ratings.of(item=item, rater=rater, value=value[item, rater], order=list(range(1, VALUES + 1)))


def kinds() -> dict[str, Estimate]:
    """Every interval on offer, by name."""
    out: dict[str, Estimate] = {}
    ways: dict[str, Callable[[Rng], Any]] = {
        "jackknife": lambda _: Jackknife(),
        "bootstrap-t": lambda rng: Bootstrap(rng=rng, replicates=400),
        "bootstrap-percentile": lambda rng: Bootstrap(rng=rng, replicates=400, kind="percentile"),
    }
    for level in ("nominal", "ordinal", "interval"):
        for way, make in ways.items():

            def alpha(ratings: Ratings, rng: Rng, level: Any = level, make: Any = make) -> Any:
                return stats.krippendorff_alpha(ratings, level=level, uncertainty=make(rng))

            out[f"alpha {level}, {way}"] = alpha
    out["ac1, linearised"] = lambda ratings, _: stats.gwet_ac(ratings)
    out["ac2 quadratic, linearised"] = lambda ratings, _: stats.gwet_ac(ratings, weights="quadratic")
    out["fleiss, linearised"] = lambda ratings, _: stats.fleiss_kappa(ratings)
    out["brennan-prediger, linearised"] = lambda ratings, _: stats.brennan_prediger(ratings)
    out["conger, jackknife"] = lambda ratings, _: stats.conger_kappa(ratings)
    out["percent, jackknife"] = lambda ratings, _: stats.percent_agreement(ratings)
    out["within one, jackknife"] = lambda ratings, _: stats.within_agreement(ratings)
    out["specific[3], jackknife"] = lambda ratings, _: stats.specific_agreement(ratings, value=3)
    for form in ("1,1", "A,1", "C,1", "C,k"):

        def icc(ratings: Ratings, _: Rng, form: Any = form) -> Any:
            return stats.intraclass_correlation(ratings, form=form)

        out[f"icc({form}), jackknife"] = icc
    return out


def alike_kinds() -> dict[str, Estimate]:
    """Intervals that speak of other raters, too."""
    return {
        "alpha nominal": lambda r, _: stats.krippendorff_alpha(r, level="nominal", raters="like-these"),
        "alpha ordinal": lambda r, _: stats.krippendorff_alpha(r, level="ordinal", raters="like-these"),
        "ac1": lambda r, _: stats.gwet_ac(r, raters="like-these"),
        "percent": lambda r, _: stats.percent_agreement(r, raters="like-these"),
        "icc(A,1)": lambda r, _: stats.intraclass_correlation(r, form="A,1", raters="like-these"),
    }


def point(estimate: Estimate, ratings: Ratings) -> float:
    return float(estimate(ratings, np.random.default_rng(0)).value)


def these_raters(runs: int, items: int, raters: int) -> None:
    """The same raters in every run; new items each time."""
    rng = np.random.default_rng(SEED)
    people = panel(rng, raters, differ=True)
    large = study(rng, people, 60_000)
    for name, estimate in kinds().items():
        truth = point(estimate, large)
        held = [covers(estimate(study(rng, people, items), rng).interval, truth) for _ in range(runs)]
        report(f"these raters: {name}", held, items=items, raters=raters)


def raters_like_these(runs: int, items: int, raters: int) -> None:
    """New raters and new items in every run."""
    rng = np.random.default_rng(SEED + 1)
    for name, estimate in alike_kinds().items():
        truth = float(np.mean([point(estimate, study(rng, panel(rng, raters, differ=True), 1500)) for _ in range(150)]))
        studies = [study(rng, panel(rng, raters, differ=True), items) for _ in range(runs)]
        held = [covers(estimate(ratings, rng).interval, truth) for ratings in studies]
        report(f"raters like these: {name}", held, items=items, raters=raters)


def f_intervals(runs: int) -> None:
    """Complete tables of normal scores, where the F intervals are exact or nearly so."""
    rng = np.random.default_rng(SEED + 2)
    items, raters, sd = 30, 8, 0.5
    truths = {"1,1": 1 / (2 + sd**2), "A,1": 1 / (2 + sd**2), "C,1": 1 / 2, "C,k": 1 / (1 + 1 / raters)}
    for form, truth in truths.items():
        held = []
        for _ in range(runs):
            value = rng.normal(size=(items, 1)) + sd * rng.normal(size=raters) + rng.normal(size=(items, raters))
            if form == "1,1":
                value = rng.normal(size=(items, 1)) + math.sqrt(1 + sd**2) * rng.normal(size=(items, raters))
            found = stats.intraclass_correlation(Ratings.of_matrix(value.T.tolist()), form=form)  # type: ignore[arg-type]
            held.append(covers(found.interval, truth))
        report(f"icc({form}), F", held, items=items, raters=raters)


def abilities(runs: int) -> None:
    """Ability by one-coin and Dawid-Skene, and severity, against planted values."""
    rng = np.random.default_rng(SEED + 3)
    items, raters, values, k = 300, 30, 3, 3
    held: dict[str, list[bool]] = {"one-coin ability": [], "dawid-skene ability": [], "severity": []}
    for _ in range(runs):
        truth, ability = rng.integers(0, values, items), rng.uniform(0.5, 0.95, raters)
        item = np.repeat(np.arange(items), k)
        rater = np.argsort(rng.random((items, raters)), axis=1)[:, :k].ravel()
        right = rng.random(len(item)) < ability[rater]
        value = np.where(right, truth[item], (truth[item] + rng.integers(1, values, len(item))) % values)
        ratings = Ratings.of(item=item, rater=rater, value=value)
        for name, labels in (("one-coin", stats.one_coin(ratings)[0]), ("dawid-skene", stats.dawid_skene(ratings)[0])):
            held[f"{name} ability"] += [covers(f.interval, ability[r]) for r, f in labels.ability.items()]
        severity = rng.normal(0, 0.7, raters)
        score = rng.normal(size=items)[item] - severity[rater] + rng.normal(size=len(item))
        found = stats.rater_severity(Ratings.of(item=item, rater=rater, value=score))
        held["severity"] += [covers(f.interval, severity[r] - severity.mean()) for r, f in found.items()]
    for name, hits in held.items():
        report(name, hits, items=items, raters=raters)


def covers(interval: tuple[float, float] | None, truth: float) -> bool:
    return interval is not None and interval[0] <= truth <= interval[1]


def report(name: str, held: list[bool], **setting: int) -> None:
    share = sum(held) / len(held)
    error = math.sqrt(share * (1 - share) / len(held))
    line = {"interval": name, "nominal": 0.95, "held": share, "monte_carlo_se": error, "runs": len(held), **setting}
    print(json.dumps({**line, "seed": SEED}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the runs")
    runs = 60 if parser.parse_args().quick else 600
    for items in (30, 100):
        these_raters(runs, items, 5)
    raters_like_these(runs, 100, 12)
    f_intervals(runs)
    abilities(max(runs // 15, 2))


if __name__ == "__main__":
    main()
