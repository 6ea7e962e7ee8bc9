"""How much names vary over an engine: names per item, the share of the most frequent one, and entropy."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from beholder.findings import Finding
from beholder.stats.chunks import Chunk, ChunkEngine, Sums, run
from beholder.stats.messages import tell
from beholder.stats.resampling.bootstrap import t_interval
from beholder.text import Text

if TYPE_CHECKING:
    from beholder.stats.columns import Floats

__all__ = ["NameSums", "name_variation_engine"]

_MEASURES = ("names", "top_share", "entropy")


@dataclass(frozen=True, slots=True, kw_only=True)
class NameSums:
    """Items, names given, and sums and squares over items of the three measures."""

    n_items: float = 0.0
    n_given: float = 0.0
    sums: Floats | None = None
    squares: Floats | None = None


class NameKernel:
    """One pass: counts per item and name, and the measures of each item. Values are the codes of names, however many."""

    def partial(self, chunk: Chunk, params: NameSums) -> Sums:
        """The sums of a chunk."""
        row = chunk.row_item
        if not len(row):
            return np.zeros(2), np.zeros(len(_MEASURES)), np.zeros(len(_MEASURES))
        # values come by the million, so that no table of items × values is made
        order = np.lexsort((chunk.value, row))
        item, value = row[order], chunk.value[order]
        first = np.flatnonzero(np.concatenate([[True], (item[1:] != item[:-1]) | (value[1:] != value[:-1])]))
        count = np.diff(np.append(first, len(item))).astype(np.float64)
        of = item[first]
        size = np.diff(chunk.start).astype(np.float64)
        share = count / size[of]
        names = np.bincount(of, minlength=chunk.n_items).astype(np.float64)
        top = np.maximum.reduceat(share, np.flatnonzero(np.concatenate([[True], of[1:] != of[:-1]])))
        entropy = np.bincount(of, weights=-share * np.log2(share), minlength=chunk.n_items)
        measures = np.stack([names, top, entropy])
        counted = np.array([float(chunk.n_items), float(len(row))])
        return counted, measures.sum(axis=1), (measures**2).sum(axis=1)

    def finish(self, sums: Sums, params: NameSums) -> NameSums:
        """The sums of everything."""
        counted, first, second = sums
        return NameSums(n_items=float(counted[0]), n_given=float(counted[1]), sums=first, squares=second)


def name_variation_engine(engine: ChunkEngine, *, confidence: float = 0.95) -> tuple[Finding, ...]:
    """Findings `names`, `top_share` and `entropy`: means over items, with t intervals for items like these. One pass.

    How many different names an item got (N), the share of its most frequent one (of 1, not of 100), and the entropy of
    its names in bits (H). Every rating is a name that was given; repeats count.
    """
    found = run(engine, NameKernel(), NameSums())
    assert found.sums is not None, "a pass has been made"
    assert found.squares is not None, "a pass has been made"
    n, out = found.n_items, []
    for name, total, squares in zip(_MEASURES, found.sums.tolist(), found.squares.tolist(), strict=True):
        mean = total / n
        error = math.sqrt(max(squares - n * mean**2, 0.0) / (n - 1) / n) if n > 1 else math.nan
        out.append(
            Finding(
                name=name,
                value=mean,
                interval=t_interval(mean, error, df=n - 1, confidence=confidence) if error > 0 else None,
                confidence=confidence,
                n=round(n),
                method=Text(tell(f"name-{name.replace('_', '-')}"), tell("n-in-items"), tell("t-interval-over-items")),
                notes=() if error > 0 else (tell("no-interval-flat"),),
            )
        )
    return tuple(out)
