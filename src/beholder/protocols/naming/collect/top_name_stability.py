"""How many raters are enough? How often fewer of them would have found the same top name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from beholder.findings import Finding
from beholder.protocols.naming.collect.sets import ResponseSet
from beholder.protocols.naming.object_bootstrap import Floats, Resampling, ratios
from beholder.stats.messages import tell
from beholder.text import Text

__all__ = ["top_name_stability"]

# close together where one more rater changes most
_STEPS = (1, 2, 3, 5, 7, 10, 15, 20, 25, 30, 40, 50, 75, 100)


def top_name_stability(
    sets: Iterable[ResponseSet], *, how: Resampling, orders: int = 20, steps: Sequence[int] = _STEPS
) -> list[Finding]:
    """For k raters: the chance that k of an object's answers, drawn without replacement, have the object's top name on top.

    Mean over objects with more than k answers, estimated from `orders` random orders of each object's answers; a tie gives
    the top name its fair part. Objects with k answers or fewer are left out and counted, for with all of its answers an
    object agrees with itself.
    """
    named = [one for one in sets if one.names]
    if not named:
        return []
    width, kinds = max(one.total for one in named), max(len(one.names) for one in named)
    tokens = np.full((len(named), width), kinds, dtype=np.int32)
    for position, one in enumerate(named):
        tokens[position, : one.total] = np.repeat(np.arange(len(one.names)), one.counts)
    total = np.array([one.total for one in named])
    usable = [k for k in steps if k < width]
    credit = np.zeros((len(named), len(usable)))
    for _ in range(orders):
        credit += _one_order(tokens, usable, kinds, how.rng)
    out = []
    for column, k in enumerate(usable):
        inside = total > k
        hits = credit[inside, column][:, None] / orders
        estimate = ratios(hits, np.ones(int(inside.sum())), how)[0]
        out.append(
            Finding(
                name=f"same_top_name_with_{k}",
                value=estimate.value,
                interval=estimate.interval,
                confidence=how.confidence,
                n=int(inside.sum()),
                n_dropped=int((~inside).sum()),
                method=Text(tell("top-name-found", raters=k), tell("n-in-objects"), tell("bootstrap-objects")),
            )
        )
    return out


def _one_order(tokens: NDArray[np.int32], steps: Sequence[int], kinds: int, rng: np.random.Generator) -> Floats:
    """The top name's part of being on top after k answers, for each object and each k."""
    # Cells beyond an object's answers stay behind all of them: whole keys are larger than any fraction.
    keys = rng.random(tokens.shape) + (tokens == kinds)
    order = np.take_along_axis(tokens, np.argsort(keys, axis=1), axis=1)
    rows = np.arange(len(tokens))
    counts = np.zeros((len(tokens), kinds + 1), dtype=np.int32)
    out = np.empty((len(tokens), len(steps)))
    done = 0
    for column, k in enumerate(steps):
        for position in range(done, k):
            counts[rows, order[:, position]] += 1
        done = k
        seen = counts[:, :kinds]
        best = seen.max(axis=1)
        out[:, column] = np.where(seen[:, 0] == best, 1.0 / (seen == best[:, None]).sum(axis=1), 0.0)
    return out
