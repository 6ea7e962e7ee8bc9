"""The bootstrap of any kernel in one pass: items are drawn by hash, so that every machine draws the same."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from beholder.errors import BeholderError
from beholder.stats.chunks import Chunk, ChunkEngine, Kernel, Sums, total
from beholder.stats.messages import tell
from beholder.stats.resampling.bootstrap import Spread, poisson_weights

if TYPE_CHECKING:
    from collections.abc import Callable

    from beholder.text import Text

__all__ = ["Draws", "PoissonBootstrap", "bootstrap_engine"]

Params = TypeVar("Params")


@dataclass(frozen=True, slots=True)
class Draws:
    """How often items are drawn anew for an interval, and from which seed."""

    replicates: int
    seed: int = 0

    def spread(
        self, engine: ChunkEngine, kernel: Kernel[Params], params: Params, statistic: Callable[[Params], float]
    ) -> Spread:
        """How a statistic of what a kernel makes spreads over resampled items. One pass."""
        return bootstrap_engine(engine, kernel, params, statistic, replicates=self.replicates, seed=self.seed)[1]

    def told(self) -> Text:
        """How the interval was made, in words."""
        return tell("interval-bootstrap-these", replicates=self.replicates, kind="t")


class PoissonBootstrap(Generic[Params]):
    """A kernel over resamples of items: each replicate takes an item as often as hash(seed, replicate, item) says.

    How often follows a Poisson law with mean 1, which for many items is drawing with replacement. The sums of all
    replicates are stacked, the first being those of the data themselves.
    """

    def __init__(self, kernel: Kernel[Params], params: Params, *, replicates: int, seed: int) -> None:
        self.kernel, self.params, self.replicates, self.seed = kernel, params, replicates, seed

    def partial(self, chunk: Chunk) -> Sums:
        """The sums of a chunk, replicate by replicate."""
        drawn = [self.kernel.partial(chunk, self.params)]
        for replicate in range(self.replicates):
            times = poisson_weights(self.seed, replicate, chunk.items)
            drawn.append(self.kernel.partial(_repeated(chunk, times.astype(np.int64)), self.params))
        return tuple(np.stack(parts) for parts in zip(*drawn, strict=True))

    def finish(self, sums: Sums) -> list[Params]:
        """What the kernel makes of the data, and of every replicate."""
        return [self.kernel.finish(tuple(part[k] for part in sums), self.params) for k in range(self.replicates + 1)]


def bootstrap_engine(
    engine: ChunkEngine,
    kernel: Kernel[Params],
    params: Params,
    statistic: Callable[[Params], float],
    *,
    replicates: int = 200,
    seed: int = 0,
) -> tuple[float, Spread]:
    """A statistic of what a kernel makes, and its spread over resampled items. One pass.

    Replicates where the statistic is undefined are left out and counted in a note. Degrees of freedom are those of a
    standard error from so many items.
    """
    if replicates < 2:
        raise BeholderError(f"a bootstrap needs 2 replicates or more, got {replicates}", code="stats-bad-option")
    resampled = PoissonBootstrap(kernel, params, replicates=replicates, seed=seed)
    value, *others = (statistic(found) for found in resampled.finish(total(engine, resampled.partial)))
    values = np.array(others)
    defined = values[np.isfinite(values)]
    lost = len(values) - len(defined)
    return value, Spread(
        standard_error=float(np.std(defined, ddof=1)) if len(defined) > 1 else math.nan,
        df=engine.n_items - 1,
        replicates=defined,
        notes=(tell("note-replicates-undefined", n=lost, all=len(values)),) if lost else (),
    )


def _repeated(chunk: Chunk, times: np.ndarray) -> Chunk:
    """The chunk with each item as often as told; an item that is drawn twice is two items."""
    size = np.diff(chunk.start)
    which = np.repeat(np.arange(chunk.n_items), times)
    start = np.concatenate([[0], np.cumsum(size[which])]).astype(np.int64)
    # each row of an item, counted from its first one
    rows = np.arange(start[-1]) - np.repeat(start[:-1] - chunk.start[which], size[which])
    return Chunk(
        item=chunk.item[rows], start=start, columns={name: column[rows] for name, column in chunk.columns.items()}
    )
