"""Strengths from wins and losses alone, for comparison with others: Bradley and Terry's model."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.columns import Floats
from beholder.stats.ranking.graph import require_connected
from beholder.stats.ranking.pairs import LEFT, RIGHT, TIE, PairwiseCounts
from beholder.stats.ranking.strengths import PRIOR_SD, Strengths, fit_strengths
from beholder.stats.ranking.trinomial import fit_counts

if TYPE_CHECKING:
    from beholder.stats.ranking.pairs import Pairs


from beholder.stats.messages import tell

__all__ = ["BootstrapStrengths", "bootstrap_strengths", "bradley_terry"]

# 32 MB of counts at a time
_CELLS_AT_ONCE = 4_000_000


def bradley_terry(
    pairs: Pairs,
    *,
    ties: str = "half",
    position: bool = False,
    cluster: str = "both",
    confidence: float = 0.95,
    prior_sd: float = PRIOR_SD,
) -> Strengths:
    """Log-strengths under Bradley and Terry's model, by Newton's method on the counts.

    Model: P(left wins) = 1 / (1 + exp(-d)), d = s_left - s_right (+ delta with `position`). `ties="half"` counts a tie
    as half a win for each side, as arenas do; it is not a model of ties and shrinks strengths (use `davidson`).
    `ties="none"` leaves ties out and counts them in `n_dropped`. Standard errors, separation, connectedness as in
    `davidson`; with half wins the model-based ones are too wide or too narrow, so name items and raters.
    NaN: strengths where no comparison has a winner. The log-likelihood leaves out the multinomial constant.
    Bradley & Terry 1952, Biometrika 39:324; Ford 1957, Am. Math. Monthly 64:28.
    """
    kept, counts, scores = _without_ties(pairs, ties)
    return fit_strengths(
        kept,
        counts=counts if position else counts.without_sides(),
        model="bradley-terry",
        position=position,
        cluster=cluster,
        confidence=confidence,
        prior_sd=prior_sd,
        method=tell(f"bradley-terry-{ties}-position" if position else f"bradley-terry-{ties}"),
        scores=scores,
    )


def _without_ties(pairs: Pairs, ties: str) -> tuple[Pairs, PairwiseCounts, dict[int, tuple[float, float]]]:
    scores = {LEFT: (1.0, 0.0), RIGHT: (0.0, 1.0)}
    if ties == "none":
        decided = pairs.outcome != TIE
        kept = pairs.select(decided)
        return kept, kept.counts(), scores
    if ties != "half":
        raise BeholderError(f'ties must be half or none; got "{ties}"', code="stats-bad-option")
    counts = pairs.counts()
    return pairs, replace(counts, counts=_halved(counts.counts)), {**scores, TIE: (0.5, 0.5)}


def _halved(counts: Floats) -> Floats:
    out = counts.copy()
    out[..., LEFT] += counts[..., TIE] / 2
    out[..., RIGHT] += counts[..., TIE] / 2
    out[..., TIE] = 0.0
    return out


@dataclass(frozen=True, slots=True, kw_only=True)
class BootstrapStrengths:
    """Log-strengths of every resample (rows) by system (columns), and a finding with percentile interval for each."""

    names: tuple[str, ...]
    draws: Floats
    findings: tuple[Finding, ...]


def bootstrap_strengths(
    pairs: Pairs | PairwiseCounts,
    *,
    rng: np.random.Generator,
    resamples: int = 100,
    ties: str = "davidson",
    confidence: float = 0.95,
    prior_sd: float = PRIOR_SD,
) -> BootstrapStrengths:
    """Percentile intervals of strengths by resampling comparisons, for comparison with arena leaderboards.

    Drawing n comparisons with replacement is drawing the table of counts from a multinomial, so each resample costs the
    size of that table, whatever n is. `ties`: davidson, half or none. Assumption: comparisons are independent; where
    items or raters repeat, the intervals are too short (`davidson` with clusters covers). Counts must be whole numbers.
    Resamples that are separable get the normal prior; the notes say how many.
    """
    table = pairs if isinstance(pairs, PairwiseCounts) else pairs.counts()
    if ties not in ("davidson", "half", "none"):
        raise BeholderError(f'ties must be davidson, half or none; got "{ties}"', code="stats-bad-option")
    table = table.without_sides()
    if ties == "none":
        table = replace(table, counts=table.counts * np.array([1.0, 1.0, 0.0]))
    require_connected(table)
    if np.any(table.counts != np.round(table.counts)):
        raise BeholderError("only whole counts can be resampled", code="stats-pair-count")
    n = round(table.total)
    model = "davidson" if ties == "davidson" and table.counts[:, TIE].sum() > 0 else "bradley-terry"

    def fitted(counts: Floats, start: Floats | None, prior: float | None) -> tuple[Floats, NDArray[np.bool_]]:
        found = fit_counts(
            counts if model == "davidson" else _halved(counts),
            left=table.left,
            right=table.right,
            m=len(table.names),
            model=model,
            ties=model == "davidson",
            position=False,
            prior_sd=prior,
            start=start,
            tolerance=1e-6,
            max_passes=25 if prior is None else 100,
            # with a prior there is a peak, and not reaching it is an error
            strict=prior is not None,
        )
        settled = found.converged & (np.abs(found.strength).max(axis=1) < 15)
        return np.column_stack([found.strength, found.tie, found.position]), settled

    whole, settled = fitted(table.counts, None, None)
    if not settled[0]:
        whole, _ = fitted(table.counts, None, prior_sd)
    drawn = rng.multinomial(n, table.counts.ravel() / table.total, size=resamples)
    tables = drawn.reshape(resamples, *table.counts.shape)
    m = len(table.names)
    draws, settled = np.empty((resamples, m + 2)), np.empty(resamples, dtype=bool)
    step = max(1, _CELLS_AT_ONCE // max(table.counts.size, (m + 2) ** 2))
    for start in range(0, resamples, step):
        part = slice(start, start + step)
        draws[part], settled[part] = fitted(tables[part].astype(np.float64), whole[0], None)
    if not settled.all():
        draws[~settled] = fitted(tables[~settled].astype(np.float64), None, prior_sd)[0]
    tail = (1 - confidence) / 2
    low, high = np.quantile(draws[:, :m], [tail, 1 - tail], axis=0)
    unsettled = int(np.count_nonzero(~settled))
    notes = [tell("note-independent-comparisons")]
    if unsettled:
        notes.append(tell("note-separable-resamples", n=unsettled, all=resamples))
    return BootstrapStrengths(
        names=table.names,
        draws=draws[:, :m],
        findings=tuple(
            Finding(
                name=f"strength:{name}",
                value=float(whole[0, i]),
                interval=(float(low[i]), float(high[i])),
                confidence=confidence,
                n=n,
                method=tell("bootstrap-comparisons", model=model, resamples=resamples),
                notes=tuple(notes),
            )
            for i, name in enumerate(table.names)
        ),
    )
