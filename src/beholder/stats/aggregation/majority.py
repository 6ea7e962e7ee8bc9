"""Majority: the value that most raters of an item gave."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.aggregation.labels import Labels, entropy_of

if TYPE_CHECKING:
    from beholder.stats.columns import Ratings

from beholder.stats.messages import tell
from beholder.text import Text

__all__ = ["TieRule", "majority"]

TieRule = Literal["lowest", "none", "random"]


def majority(ratings: Ratings, *, ties: TieRule = "lowest", rng: np.random.Generator | None = None) -> Labels:
    """The most frequent value of each item; `posterior` is the share of its ratings, not a probability model.

    Ties go to the lowest of the values in their order ("lowest"), to no value at all ("none"), or to one of them drawn by
    `rng` ("random"). How many items were tied is a finding.
    """
    if not len(ratings):
        raise BeholderError("there are no ratings", code="stats-no-ratings")
    n_items, n_values = len(ratings.items), len(ratings.values)
    cell = ratings.item.astype(np.int64) * n_values + ratings.value
    counts = np.bincount(cell, minlength=n_items * n_values).reshape(n_items, n_values)
    size = counts.sum(axis=1)
    most = counts.max(axis=1)
    leaders = counts == most[:, None]
    tied = (leaders.sum(axis=1) > 1) & (size > 0)
    chosen = leaders.argmax(axis=1)
    if ties == "random":
        if rng is None:
            raise BeholderError("random tie breaking needs rng, a numpy Generator", code="stats-needs-rng")
        draw = np.where(leaders[tied], rng.random((int(tied.sum()), n_values)), -1.0)
        chosen[tied] = draw.argmax(axis=1)
    elif ties == "none":
        chosen = np.where(tied, -1, chosen)
    elif ties != "lowest":
        raise BeholderError(f"no tie rule {ties!r}", code="stats-bad-option", hint="one of lowest, none, random")
    chosen = np.where(size > 0, chosen, -1).astype(np.int32)
    with np.errstate(invalid="ignore"):
        share = counts / np.where(size > 0, size, np.nan)[:, None]
    rated = int(np.count_nonzero(size))
    return Labels(
        items=ratings.items,
        values=ratings.values,
        posterior=share,
        chosen=chosen,
        confidence=np.where(chosen >= 0, share.max(axis=1), np.nan),
        entropy=entropy_of(share),
        findings=(
            Finding(
                name="tied",
                value=float(tied.sum()) / rated,
                n=rated,
                n_dropped=n_items - rated,
                method=Text(tell("share-majority-tied"), tell("majority-ties", rule=ties), tell("n-in-items")),
                notes=ratings.notes,
            ),
        ),
        ability={},
    )
