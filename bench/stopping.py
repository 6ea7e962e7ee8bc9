"""Do rules for stopping and looks before the end hold what they promise? And what does *next* cost under a rule?

Prints one JSON line per figure: the share of studies in which any of many looks missed the truth, with intervals that
hold at any time and with those of a single look; how much wider they are; how often alpha of the random share covers
that of everything (on the counts of `BEHOLDER_DATA`, or on made ones); and the cost of *next* with and without a rule.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import math
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t as student

from beholder.engine import Answer, Engine, Join, Lease, open_study
from beholder.stats import Ratings, krippendorff_alpha
from beholder.stats.comparison.scores import FEWEST_RATERS
from beholder.stats.resampling.clusters import clustered_variance
from beholder.stats.stopping.anytime import anytime_factor, anytime_half_width
from beholder.store import Database
from beholder.study import load_definition

SEED = 4711
ITEMS, RATERS, PER_ITEM, EVERY = 100, 20, 6, 20
PLANNED = ITEMS * PER_ITEM
Rng = np.random.Generator


class Setting(NamedTuple):
    """How raters differ, and whether they come one after the other."""

    name: str
    rater_sd: float
    in_turn: bool = False


SETTINGS = (
    Setting("no rater effect", 0.0),
    Setting("raters differ", 0.5),
    Setting("raters come one after another", 0.5, in_turn=True),
)


def figure(name: str, value: float, **more: object) -> None:
    """Prints one figure."""
    print(json.dumps({"bench": "stopping", "name": name, "value": round(value, 4), **more}), flush=True)


def study(rng: Rng, setting: Setting) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Values, items and raters in the order in which they come; the true mean is 0."""
    item = np.repeat(np.arange(ITEMS), PER_ITEM)
    # every rater rates as many items
    rater = np.concatenate([rng.permutation(RATERS)[:PER_ITEM] for _ in range(ITEMS)])
    value = rng.normal(size=ITEMS)[item] + setting.rater_sd * rng.normal(size=RATERS)[rater] + rng.normal(size=PLANNED)
    order = np.lexsort((rng.random(PLANNED), rater)) if setting.in_turn else rng.permutation(PLANNED)
    return value[order], item[order], rater[order]


def planned_variance(setting: Setting) -> float:
    """The variance of the mean at half of the plan, from what is known before the data."""
    n = PLANNED / 2
    # sums of squared shares: all are equal at the end, and half of a plan drawn at random is half as uneven as n draws
    uneven = (1 - n / PLANNED) / n
    raters = 2 / RATERS if setting.in_turn else 1 / RATERS + uneven
    return 1 / ITEMS + uneven + setting.rater_sd**2 * raters + 1 / n


class Looks(NamedTuple):
    """Whether any look of a study missed, by each way, and the widths from half of the plan on."""

    any_time: bool
    by_share: bool
    single: bool
    ratios: list[float]


def looked_at(rng: Rng, setting: Setting) -> Looks:
    """One study, looked at after every twentieth rating."""
    value, item, rater = study(rng, setting)
    planned = planned_variance(setting)
    missed = [False, False, False]
    ratios = []
    for n in range(EVERY, PLANNED + 1, EVERY):
        if len(np.unique(rater[:n])) < FEWEST_RATERS:
            # with so few raters an interval speaks of them alone, and says so
            continue
        mean = float(value[:n].mean())
        spread = clustered_variance(_summed((value[:n] - mean) / n), item=item[:n], rater=rater[:n])
        assert spread.matrix is not None, "there are several items and raters"
        variance = float(spread.matrix[0, 0])
        single = float(student.ppf(0.975, spread.df)) * math.sqrt(variance)
        wide = anytime_half_width(variance, spread.df, planned)
        for way, half in enumerate((wide, anytime_factor(n / PLANNED) * single, single)):
            missed[way] |= abs(mean) > half
        if 2 * n >= PLANNED:
            ratios.append(wide / single)
    return Looks(missed[0], missed[1], missed[2], ratios)


def _summed(influence: NDArray[Any]) -> Callable[[Any, int], Any]:
    return lambda cluster, size: np.bincount(cluster, weights=influence, minlength=size)[:, None]


def bench_peeking(runs: int) -> None:
    """How often any look misses."""
    for setting in SETTINGS:
        rng = np.random.default_rng(SEED)
        found = [looked_at(rng, setting) for _ in range(runs)]
        told = {"setting": setting.name, "runs": runs, "looks": PLANNED // EVERY}
        figure("any look missed, intervals at any time", statistics.fmean(one.any_time for one in found), **told)
        figure("any look missed, as the page widens them", statistics.fmean(one.by_share for one in found), **told)
        figure("any look missed, intervals of a single look", statistics.fmean(one.single for one in found), **told)
        widths = [ratio for one in found for ratio in one.ratios]
        figure("times as wide from half of the plan on", max(widths), mean=round(statistics.fmean(widths), 3), **told)


def counts() -> Ratings:
    """Five answers to each of many questions: published ones, or made where the data folder is not there."""
    path = Path(os.environ.get("BEHOLDER_DATA", "")) / "geckonum" / "counts_dalle_3.tsv.gz"
    if path.is_file():
        with gzip.open(path, "rt", encoding="utf-8") as file:
            rows = list(csv.DictReader(file, delimiter="\t"))
        return Ratings.of(
            item=[f"{row['image_id']} {row['question_id']}" for row in rows],
            rater=[row["annot_id"] for row in rows],
            value=[row["answer"] for row in rows],
        )
    rng = np.random.default_rng(SEED)
    units = 4000
    truth = rng.integers(0, 8, units)
    slip = rng.random((units, 5)) < rng.beta(0.5, 6, units)[:, None]
    value = np.where(slip, truth[:, None] + rng.choice([-1, 1], (units, 5)), truth[:, None])
    rater = np.argsort(rng.random((units, 40)), axis=1)[:, :5]
    return Ratings.of(item=np.repeat(np.arange(units), 5), rater=rater.ravel(), value=value.ravel())


def bench_share(replays: int) -> None:
    """How often the interval of alpha from a random fifth covers alpha of everything."""
    ratings = counts()
    full = krippendorff_alpha(ratings, level="nominal", uncertainty=None).finding.value
    rng = np.random.default_rng(SEED)
    items = int(ratings.item.max()) + 1
    covered = 0
    for _ in range(replays):
        chosen = np.zeros(items, dtype=bool)
        chosen[rng.permutation(items)[: round(0.2 * items)]] = True
        found = krippendorff_alpha(ratings.select(chosen[ratings.item]), level="nominal").finding
        covered += found.interval is not None and found.interval[0] <= full <= found.interval[1]
    figure("alpha of a random fifth covers that of all", covered / replays, replays=replays, alpha=round(full, 4))


_PROTOCOL = """
name: bench
title: Bench
shows: one
candidate: {text: {kind: text}}
form:
  fields:
    score: {kind: scale, label: "How good?", min: 1, max: 10}
"""


def started(folder: Path, items: int, more: str) -> tuple[Database, Engine]:
    """A running study with these ratings."""
    folder.mkdir(parents=True)
    (folder / "protocol.yaml").write_text(_PROTOCOL, encoding="utf-8")
    (folder / "study.yaml").write_text(
        f"protocol: protocol.yaml\nitems: items.jsonl\nseed: 1\n{more}\n", encoding="utf-8"
    )
    with (folder / "items.jsonl").open("w", encoding="utf-8") as file:
        for n in range(items):
            file.write(json.dumps({"id": f"item-{n}", "candidates": [{"system": "a", "text": f"{n}"}]}) + "\n")
    definition = load_definition(folder)
    database = Database.open(folder / "store.sqlite3")
    return database, Engine(database, open_study(database, definition), definition)


def costs(engine: Engine, rater: str, rounds: int) -> tuple[list[float], list[float]]:
    """Seconds of *next*, and of storing what was leased."""
    asked, stored = [], []
    for _ in range(rounds):
        start = time.perf_counter()
        leases = engine.run(Lease(rater)).leases
        asked.append(time.perf_counter() - start)
        answers = [
            Answer(
                id=f"{rater}-{lease.trial:09d}",
                rater=rater,
                lease=lease.lease,
                payload={"trial": {"score": 1 + (lease.trial + len(rater)) % 3}, "slots": []},
            )
            for lease in leases
        ]
        start = time.perf_counter()
        engine.run_together(answers)
        stored.append(time.perf_counter() - start)
    return asked, stored


def bench_next(scratch: Path, items: int) -> None:
    """*Next* with and without a rule, in turn within one run."""
    rules = {
        "number": "ratings: 5",
        "lead": "ratings: {least: 2, most: 5, stop: {lead: 2}}\noverlap: {share: 0.2, ratings: 5}",
        "half_width": "ratings: {least: 2, most: 5, stop: {half_width: 1.0}}\noverlap: {share: 0.2, ratings: 5}",
    }
    engines = {name: started(scratch / name, items, more) for name, more in rules.items()}
    asked: dict[str, list[float]] = {name: [] for name in rules}
    stored: dict[str, list[float]] = {name: [] for name in rules}
    for _ in range(6):
        for name, (_, engine) in engines.items():
            rater = engine.run(Join()).rater
            found = costs(engine, rater, 40)
            asked[name].append(statistics.median(found[0]))
            stored[name].append(statistics.median(found[1]))
    for name in ("lead", "half_width"):
        for what, times in (("next", asked), ("answers", stored)):
            ratio = statistics.median(times[name]) / statistics.median(times["number"])
            figure(f"{what}, with a rule ÷ without", ratio, rule=name, ms=1e3 * statistics.median(times[name]))
    for database, engine in engines.values():
        engine.close()
        database.close()


def main() -> int:
    """Runs all of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a fifth of the runs")
    quick = parser.parse_args().quick
    bench_peeking(80 if quick else 400)
    bench_share(100 if quick else 500)
    with tempfile.TemporaryDirectory(prefix="beholder-bench-") as scratch:
        bench_next(Path(scratch), 2000 if quick else 20_000)
    return 0


if __name__ == "__main__":
    sys.exit(main())
