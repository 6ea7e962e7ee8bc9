"""How often both of two were bad: a question of quality, apart from which of them is better."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from beholder.findings import Finding
from beholder.stats.columns import Floats
from beholder.stats.comparison.means import mean_ratings
from beholder.stats.comparison.rates import wilson
from beholder.stats.comparison.scores import Scores
from beholder.stats.messages import tell
from beholder.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from beholder.stats.ranking.pairs import Pairs

__all__ = ["both_bad_shares"]


def both_bad_shares(pairs: Pairs, *, confidence: float = 0.95) -> tuple[Finding, ...]:
    """The share of answered comparisons in which both were bad: `both_bad`, and `both_bad:name` for each system.

    Answered are all but those where the rater was unsure or said nothing; a system's share is over the comparisons in
    which it stood. Interval: two-way clustered t as in `mean_ratings` where items or raters are named and every row
    counts once, cut at 0 and 1; else Wilson's. A system that was never compared has none.
    """
    parts = [pairs] if pairs.both_bad is None else [pairs, pairs.both_bad]
    left, right, weight = (np.concatenate([getattr(p, c) for p in parts]) for c in ("left", "right", "weight"))
    bad = np.concatenate([np.full(len(p), float(k)) for k, p in enumerate(parts)])
    item, rater = (
        None if getattr(pairs, c) is None else np.concatenate([getattr(p, c) for p in parts]) for c in ("item", "rater")
    )
    everything = np.ones(len(bad), dtype=bool)
    out = []
    for name, rows in [
        ("both_bad", everything),
        *((f"both_bad:{system}", (left == k) | (right == k)) for k, system in enumerate(pairs.names)),
    ]:
        if rows.any():
            found = _share(name, rows, bad, weight, item, rater, confidence)
            out.append(replace(found, n_dropped=pairs.n_unsure if name == "both_bad" else 0))
    return tuple(out)


def _share(
    name: str,
    rows: NDArray[np.bool_],
    bad: Floats,
    weight: Floats,
    item: NDArray[np.int32] | None,
    rater: NDArray[np.int32] | None,
    confidence: float,
) -> Finding:
    n = float(weight[rows].sum())
    share = float(bad[rows] @ weight[rows]) / n
    plain = (item is None and rater is None) or bool(np.any(weight != 1))
    if plain or share in (0.0, 1.0):
        found = wilson(min(share * n, n), n, name=name, confidence=confidence)
        return replace(found, method=Text(tell("both-bad"), tell("wilson-interval")))
    # without items each comparison is its own; only raters then repeat
    units = np.arange(len(bad)) if item is None else item
    scores = Scores.of(value=bad[rows], item=units[rows], rater=None if rater is None else rater[rows])
    found = mean_ratings(scores, confidence=confidence)
    interval = None if found.interval is None else (max(found.interval[0], 0.0), min(found.interval[1], 1.0))
    clauses = found.method.clauses[1:] if isinstance(found.method, Text) else ()
    return replace(found, name=name, interval=interval, method=Text(tell("both-bad"), *clauses))
