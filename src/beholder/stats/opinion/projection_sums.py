"""Opinion scores over an engine: the projection of ITU-T P.910, Annex E, one pass for each round."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.chunks import Chunk, ChunkEngine, Sums, run, total
from beholder.stats.comparison.severity_sums import groups_apart
from beholder.stats.messages import tell
from beholder.stats.opinion.opinion_scores import FEW_SCORES
from beholder.stats.opinion.projection import LEAST_VARIANCE, MOST_PASSES, TOLERANCE
from beholder.stats.results import ConvergenceError
from beholder.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from beholder.stats.columns import Codes, Floats

__all__ = ["OpinionFit", "opinion_scores_engine"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpinionFit:
    """Bias and inconsistency of each rater, by name, and findings as in `OpinionScores`; qualities by chunk."""

    raters: tuple[Any, ...]
    bias: Floats
    inconsistency: Floats
    findings: tuple[Finding, ...]
    _engine: ChunkEngine
    _kernel: ProjectionKernel
    _weighed: _Round
    _shift: float

    @property
    def rater_rows(self) -> tuple[dict[str, Any], ...]:
        """One row per rater: rater, bias, inconsistency."""
        return tuple(
            {"rater": rater, "bias": float(bias), "inconsistency": float(sigma)}
            for rater, bias, sigma in zip(self.raters, self.bias, self.inconsistency, strict=True)
        )

    def scores(self) -> Iterator[tuple[Codes, Floats]]:
        """The codes of items and their scores, chunk by chunk: one pass more."""
        # named here, so that no engine travels to where the chunks are
        kernel, weighed, shift = self._kernel, self._weighed, self._shift

        def scored(chunk: Chunk) -> tuple[Codes, Floats]:
            chunk, number = kernel.rated(chunk)
            return chunk.items, weighed.quality(chunk, number) + shift

        return self._engine.each(scored)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Round:
    """What a round starts from: bias and weight of each rater, from which the qualities follow."""

    bias: Floats
    weight: Floats

    def quality(self, chunk: Chunk, number: Floats) -> Floats:
        row, weight = chunk.row_item, self.weight[chunk.rater]
        whole = np.bincount(row, weights=weight, minlength=chunk.n_items)
        scores = np.bincount(row, weights=weight * (number - self.bias[chunk.rater]), minlength=chunk.n_items)
        return np.asarray(scores / np.where(whole > 0, whole, 1.0))


@dataclass(frozen=True, slots=True, kw_only=True)
class _State:
    """Two rounds, and what a pass finds: by rater n, sum and squares of what is left, then how far qualities moved."""

    now: _Round
    before: _Round | None = None
    given: Floats | None = None
    left: Floats | None = None
    squares: Floats | None = None
    change: float = math.inf
    quality: float = 0.0
    n_items: int = 0


class ProjectionKernel:
    """One round: qualities within the chunk, and what they leave to each rater."""

    def __init__(self, *, n_raters: int, scale: Floats | None, kept: NDArray[np.bool_]) -> None:
        self.n_raters, self.scale, self.kept = n_raters, scale, kept

    def rated(self, chunk: Chunk) -> tuple[Chunk, Floats]:
        """The ratings that enter, and their numbers."""
        chunk = chunk.once(self.n_raters).uncensored(self.scale)
        mine = self.kept[chunk.rater]
        chunk = chunk if mine.all() else chunk.select(mine)
        return chunk, chunk.numbers(self.scale)

    def partial(self, chunk: Chunk, params: _State) -> Sums:
        """The sums of a chunk."""
        chunk, number = self.rated(chunk)
        quality = params.now.quality(chunk, number)
        moved = 0.0
        if params.before is not None:
            moved = float(((quality - params.before.quality(chunk, number)) ** 2).sum())
        # about the bias of the round before, so that squares lose no digits
        left = number - quality[chunk.row_item] - params.now.bias[chunk.rater]
        by_rater = [
            np.bincount(chunk.rater, weights=x, minlength=self.n_raters) for x in (np.ones(len(left)), left, left**2)
        ]
        return (*by_rater, np.array([moved, quality.sum(), float(chunk.n_items)]))

    def finish(self, sums: Sums, params: _State) -> _State:
        """The state after the round."""
        given, left, squares, counted = sums
        change = math.inf if params.before is None else math.sqrt(float(counted[0]))
        return _State(
            now=params.now,
            before=params.before,
            given=given,
            left=left,
            squares=squares,
            change=change,
            quality=float(counted[1]),
            n_items=round(float(counted[2])),
        )


def _rater_means(state: _State) -> tuple[Floats, Floats]:
    """Bias of each rater, and the variance of what is left beyond it."""
    assert state.given is not None, "a pass has been made"
    assert state.left is not None, "a pass has been made"
    assert state.squares is not None, "a pass has been made"
    size = np.where(state.given > 0, state.given, 1.0)
    mean = state.left / size
    return state.now.bias + mean, np.maximum(state.squares / size - mean**2, 0.0)


def opinion_scores_engine(engine: ChunkEngine, *, raters: Sequence[Any], scale: Floats | None = None) -> OpinionFit:
    """Bias-subtracted, consistency-weighted opinion scores over an engine; see `opinion_scores`, method `p910`.

    `raters` names the codes of raters. Scores of items come chunk by chunk (`OpinionFit.scores`), since there may be
    more of them than fit into memory. Some 15 to 20 passes.
    """
    (given,) = total(engine, partial(_given, n_raters=engine.n_raters, scale=scale))
    kept = given > 1
    if not kept.any():
        raise BeholderError("no stimulus has a score", code="stats-no-ratings")
    groups = groups_apart(engine, np.flatnonzero(kept), scale)
    if groups > 1:
        raise BeholderError(
            f"raters fall into {groups} groups that share no item, so their bias cannot be told from quality",
            code="stats-raters-apart",
            hint="take the plain mean, or each group of raters alone",
        )
    kernel = ProjectionKernel(n_raters=engine.n_raters, scale=scale, kept=kept)
    nobody = np.zeros(engine.n_raters)
    state = run(engine, kernel, _State(now=_Round(bias=nobody, weight=nobody + 1.0)))
    for passes in range(1, MOST_PASSES + 1):
        bias, variance = _rater_means(state)
        following = _Round(bias=bias, weight=1 / (variance + LEAST_VARIANCE))
        state = run(engine, kernel, _State(now=following, before=state.now))
        if state.change < TOLERANCE:
            break
    else:
        raise ConvergenceError("the projection", passes=MOST_PASSES, change=state.change, tolerance=TOLERANCE)
    bias, _ = _rater_means(state)
    present = np.flatnonzero(kept)
    shift = float(bias[present].mean())
    n, alone = round(float(given[kept].sum())), round(float(given[~kept].sum()))
    few = int(np.count_nonzero(given[kept] < FEW_SCORES))
    notes = (
        *((tell("note-lone-scores", n=alone),) if alone else ()),
        *((tell("note-few-scores", n=few, least=FEW_SCORES),) if few else ()),
    )
    named = {
        "mean_mos": state.quality / state.n_items + shift,
        "bias_variance": float(np.var(bias[present])),
        "inconsistency_sum": float(np.sqrt(variance[present]).sum()),
        "iterations": float(passes),
        "rejected": 0.0,
    }
    method = Text(tell("opinion-p910", deviation="n-1"), tell("n-in-ratings"))
    return OpinionFit(
        raters=tuple(raters[int(r)] for r in present),
        bias=bias[present] - shift,
        inconsistency=np.sqrt(variance[present]),
        findings=tuple(
            Finding(name=name, value=value, n=n, n_dropped=engine.n_ratings - n, method=method, notes=notes)
            for name, value in named.items()
        ),
        _engine=engine,
        _kernel=kernel,
        _weighed=state.now,
        _shift=shift,
    )


def _given(chunk: Chunk, n_raters: int, scale: Floats | None) -> Sums:
    """How many ratings each rater gave."""
    chunk = chunk.once(n_raters).uncensored(scale)
    return (np.bincount(chunk.rater, minlength=n_raters).astype(np.float64),)
