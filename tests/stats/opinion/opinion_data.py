"""Scores of stimuli by raters as matrices, published and made."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from beholder.stats import Ratings

Matrix = NDArray[np.float64]


def of_matrix(scores: Matrix) -> Ratings:
    """Ratings from one row per stimulus and one column per rater; NaN where nothing was said."""
    item, rater = np.nonzero(~np.isnan(scores))
    return Ratings.of(item=item, rater=rater, value=scores[item, rater])


def sample(folder: Path) -> Matrix:
    """The demonstration that comes with the projection: 79 stimuli, 26 raters, one score missing."""
    with (folder / "sample_data.csv").open(encoding="utf-8") as file:
        return np.array([[float(x) for x in row] for row in csv.reader(file)])


def netflix(folder: Path) -> tuple[Matrix, dict[int, int]]:
    """The public data set with hidden references, and the reference of each stimulus."""
    with (folder / "nflx_public.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    shown = {row["content"]: int(row["asset"]) for row in rows if row["is_reference"] == "1"}
    scores = np.array([[float(row[f"s{k}"]) for k in range(26)] for row in rows])
    return scores, {int(row["asset"]): shown[row["content"]] for row in rows}


def made(rng: np.random.Generator, *, stimuli: int = 40, raters: int = 12, missing: float = 0.2) -> Matrix:
    """Scores with a quality, a bias and an inconsistency behind them, some of them missing."""
    quality = rng.uniform(1, 5, stimuli)
    bias, sigma = rng.normal(0, 0.4, raters), rng.uniform(0.3, 1.2, raters)
    scores = quality[:, None] + bias + sigma * rng.normal(size=(stimuli, raters))
    scores[rng.random(scores.shape) < missing] = math.nan
    return scores
