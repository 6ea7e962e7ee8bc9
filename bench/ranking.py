"""Ranking beside its peers: a million comparisons of fifty systems with a hundred bootstraps, and how exact it is.

Prints one JSON line per figure. Peers run in the same process, turn by turn; compare ratios, not seconds.
`--quick` takes a tenth of the comparisons and one turn.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from typing import Any

import choix
import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression

from beholder.stats.ranking.bradley_terry import bootstrap_strengths, bradley_terry
from beholder.stats.ranking.pairs import Pairs

SEED = 20261115
SYSTEMS = 50
RESAMPLES = 100


def planted(n: int, rng: np.random.Generator) -> tuple[np.ndarray, pd.DataFrame]:
    """True strengths with mean 0, and votes as a table of names."""
    truth = rng.normal(size=SYSTEMS)
    truth -= truth.mean()
    left = rng.integers(0, SYSTEMS, n)
    right = (left + rng.integers(1, SYSTEMS, n)) % SYSTEMS
    won = rng.random(n) < 1 / (1 + np.exp(truth[right] - truth[left]))
    names = np.array([f"system-{i:02}" for i in range(SYSTEMS)])
    votes = pd.DataFrame({"left": names[left], "right": names[right], "outcome": np.where(won, "left", "right")})
    return truth, votes


def ours(votes: dict[str, list[str]], rng: np.random.Generator) -> Any:
    pairs = Pairs.of(left=votes["left"], right=votes["right"], outcome=votes["outcome"])
    return bootstrap_strengths(pairs, rng=rng, resamples=RESAMPLES, ties="half")


def arena_style(votes: pd.DataFrame, resamples: int) -> np.ndarray:
    """As arena leaderboards do: resample the votes, count them by pair, fit a weighted logistic regression."""
    order = sorted(set(votes["left"]) | set(votes["right"]))
    place = {name: i for i, name in enumerate(order)}
    draws = []
    for k in range(resamples):
        part = votes.sample(frac=1.0, replace=True, random_state=k)
        counts = part.groupby(["left", "right", "outcome"]).size().reset_index(name="n")
        design = np.zeros((len(counts), len(order)))
        rows = np.arange(len(counts))
        design[rows, counts["left"].map(place)] = 1
        design[rows, counts["right"].map(place)] = -1
        model = LogisticRegression(fit_intercept=False, C=1e6, tol=1e-6, max_iter=1000)
        model.fit(design, counts["outcome"] == "left", sample_weight=counts["n"])
        draws.append(model.coef_[0] - model.coef_[0].mean())
    return np.array(draws)


def seconds(call: Any, *arguments: Any) -> float:
    start = time.perf_counter()
    call(*arguments)
    return time.perf_counter() - start


def emit(figure: str, **values: Any) -> None:
    sys.stdout.write(json.dumps({"figure": figure, "seed": SEED, **values}) + "\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    n, turns = (100_000, 1) if quick else (1_000_000, 3)
    rng = np.random.default_rng(SEED)
    truth, votes = planted(n, rng)
    lists = {column: votes[column].tolist() for column in votes}
    peer_resamples = 5 if quick else 10
    mine, theirs = [], []
    for _ in range(turns):
        mine.append(seconds(ours, lists, rng))
        # The peer's time is linear in resamples; a tenth of them keeps the run short.
        theirs.append(seconds(arena_style, votes, peer_resamples) * RESAMPLES / peer_resamples)
    emit(
        "bradley-terry with 100 bootstraps (row 12)",
        comparisons=n,
        ours_seconds=round(statistics.median(mine), 4),
        arena_style_seconds=round(statistics.median(theirs), 2),
        ratio=round(statistics.median(theirs) / statistics.median(mine), 1),
        wanted=40,
    )
    pairs = Pairs.of(**lists)
    wins = np.zeros((SYSTEMS, SYSTEMS))
    table = pairs.counts()
    for i, j, row in zip(table.left, table.right, table.counts, strict=True):
        wins[i, j] += row[0]
        wins[j, i] += row[1]
    fit = bradley_terry(pairs).score
    other = choix.ilsr_pairwise_dense(wins)
    emit(
        "error of bradley-terry strengths (row 13)",
        comparisons=n,
        ours=round(float(np.sqrt(np.mean((fit - truth) ** 2))), 6),
        choix=round(float(np.sqrt(np.mean((other - truth) ** 2))), 6),
        largest_difference_to_choix=float(np.abs(fit - other).max()),
    )
    emit(
        "one fit (row 12, without bootstrap)",
        comparisons=n,
        ours_seconds=round(statistics.median(seconds(bradley_terry, pairs) for _ in range(5)), 4),
        choix_seconds=round(seconds(choix.ilsr_pairwise_dense, wins), 4),
    )


if __name__ == "__main__":
    main()
