"""What a ranking model says: a strength per system with its covariance, and the terms for ties and position."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.stats import t as student

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.columns import Floats
from beholder.stats.ranking.graph import Separation, require_connected, separation, sides_identified
from beholder.stats.ranking.open_gaps import clusters_in, wins_of_counts, with_open_gaps
from beholder.stats.ranking.pairs import LEFT, RIGHT, TIE, Pairs, PairwiseCounts
from beholder.stats.ranking.trinomial import MODELS, Solution, fit_counts
from beholder.stats.resampling.clusters import ClusteredVariance, clustered_variance

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

from beholder.stats.messages import key_of, tell
from beholder.text import Text

__all__ = [
    "PRIOR_SD",
    "Compared",
    "Strengths",
    "check_options",
    "critical",
    "fit_counted",
    "fit_strengths",
    "influences",
    "nothing_said",
]

PRIOR_SD = 2.0
"""SD of the normal prior on log-strengths that is used for separable data, and only then."""

# the system of equations grows with the square of the systems: 72 MB
_MOST_SYSTEMS = 3_000
_CLUSTERS = ("both", "item", "rater", "none")


@dataclass(frozen=True, slots=True, kw_only=True)
class Strengths:
    """Log-strengths with mean 0 and their covariance; a difference of 1 means odds of e against the weaker system.

    `df` are the degrees of freedom of t intervals (infinite for a model-based covariance). `tie` is nu (Davidson) or
    theta (Rao-Kupper), `position` the log-odds that the left of two equal systems wins; None where not in the model.
    `terms` are those of models with more than these: of ties by their size, or thresholds of grades.
    Scores are NaN where nothing can be said; `notes` then give the reason.
    """

    names: tuple[str, ...]
    score: Floats
    covariance: Floats
    df: float
    tie: Finding | None
    position: Finding | None
    log_likelihood: Finding
    confidence: float
    n: int
    n_dropped: int
    method: str
    separation: Separation
    notes: tuple[str, ...] = ()
    terms: tuple[Finding, ...] = ()

    @property
    def model_terms(self) -> tuple[Finding, ...]:
        """Whatever the model has beside strengths, and its log-likelihood."""
        return tuple(x for x in (self.tie, *self.terms, self.position, self.log_likelihood) if x is not None)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The terms of the model and then the strengths, by name."""
        terms = self.model_terms
        return (*terms, *(self[name] for name in self.names))

    def __getitem__(self, name: str) -> Finding:
        """The log-strength of a system as a finding."""
        i = self.names.index(name)
        return self._finding(f"strength:{name}", float(self.score[i]), math.sqrt(max(self.covariance[i, i], 0.0)))

    @property
    def worth(self) -> Floats:
        """Strengths on the ratio scale, summing to 1."""
        lifted = np.exp(self.score - self.score.max())
        return np.asarray(lifted / lifted.sum())

    def difference(self, first: str, second: str) -> Finding:
        """How much stronger the first system is than the second, in log-odds."""
        i, j = self.names.index(first), self.names.index(second)
        variance = self.covariance[i, i] + self.covariance[j, j] - 2 * self.covariance[i, j]
        name = f"difference:{first}-{second}"
        return self._finding(name, float(self.score[i] - self.score[j]), math.sqrt(max(variance, 0.0)))

    def _finding(self, name: str, value: float, se: float) -> Finding:
        reach = critical(self.df, self.confidence) * se
        return Finding(
            name=name,
            value=value,
            interval=(value - reach, value + reach) if math.isfinite(value) and math.isfinite(reach) else None,
            confidence=self.confidence,
            n=self.n,
            n_dropped=self.n_dropped,
            method=self.method,
            notes=self.notes,
        )


def critical(df: float, confidence: float) -> float:
    """The two-sided critical value of Student's t; infinite df give the normal one."""
    return float(student.ppf((1 + confidence) / 2, df))


def fit_strengths(
    pairs: Pairs,
    *,
    counts: PairwiseCounts,
    model: str,
    position: bool,
    cluster: str,
    confidence: float,
    prior_sd: float,
    method: str,
    scores: Mapping[int, tuple[float, float]],
    notes: tuple[str, ...] = (),
    as_estimated: bool = False,
) -> Strengths:
    """Fit one of the trinomial models and put the right standard errors on it.

    `counts` is what is fitted (it may hold ties as half wins); `scores` maps each outcome code of `pairs` to how it
    enters as wins of left and right, so that the sandwich sees the same data as the fit.
    """
    item, rater = check_options(pairs, cluster)

    def meat_of(solution: Solution, fitted: str, ties: bool) -> ClusteredVariance | None:
        if item is None and rater is None:
            return None
        sum_by = influences(pairs, solution, model=fitted, ties=ties, position=position, scores=scores)
        return clustered_variance(sum_by, item=item, rater=rater)

    return fit_counted(
        pairs,
        counts=counts,
        meat_of=meat_of,
        model=model,
        position=position,
        confidence=confidence,
        prior_sd=prior_sd,
        method=method,
        notes=notes,
        clusters=clusters_in(item, rater),
        as_estimated=as_estimated,
    )


class Compared(Protocol):
    """Comparisons as findings tell of them: how many, how many were dropped, and what was set apart."""

    @property
    def n(self) -> int:
        """The number of comparisons."""
        ...

    @property
    def n_dropped(self) -> int:
        """How many rows say nothing."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """What was set apart."""
        ...


def fit_counted(
    pairs: Compared,
    *,
    counts: PairwiseCounts,
    meat_of: Callable[[Solution, str, bool], ClusteredVariance | None],
    model: str,
    position: bool,
    confidence: float,
    prior_sd: float,
    method: str,
    notes: tuple[str, ...] = (),
    clusters: float | None = None,
    as_estimated: bool = False,
) -> Strengths:
    """Fit one of the trinomial models to counts.

    `meat_of` tells how much the comparisons of one item or rater go together, given a solution, the model that was fitted
    and whether it has ties; None where neither items nor raters are known. `clusters` is how many there are of the fewer
    of the two, if the degrees of freedom do not tell.
    """
    notes = (*pairs.notes, *notes)
    require_connected(counts)
    m = len(counts.names)
    if m > _MOST_SYSTEMS:
        raise BeholderError(
            f"{m} systems are too many to rank together; {_MOST_SYSTEMS} is the most", code="stats-too-many-systems"
        )
    wins = counts.counts[:, [LEFT, RIGHT]].sum()
    ties = model != "bradley-terry" and bool(counts.counts[:, TIE].sum() > 0)
    if not wins > 0:
        return nothing_said(pairs, counts, method, confidence, (*notes, tell("note-all-ties")))
    if position and not sides_identified(counts):
        raise BeholderError(
            "the effect of position cannot be told from the strengths: no two systems were seen on both sides",
            code="stats-position-unidentified",
            hint="leave the position term out, or swap sides at random",
        )
    if model != "bradley-terry" and not ties:
        model = "bradley-terry"
        notes = (*notes, tell("note-no-ties"))
    found = separation(counts, ties=ties, position=position)
    if found.separable:
        notes = (
            *notes,
            tell("note-separation", how=found, sd=f"{prior_sd:g}"),
        )
    solution = fit_counts(
        counts.counts,
        left=counts.left,
        right=counts.right,
        m=m,
        model=model,
        ties=ties,
        position=position,
        prior_sd=prior_sd if found.separable else None,
    )
    assert solution.inverse is not None, "a single table has an information matrix"
    covariance, df, how, more = _robust(solution.inverse, meat_of(solution, model, ties))
    notes = (*notes, *more)
    method = Text(method, how)
    reach = critical(df, confidence)
    if found.separable and not as_estimated:
        notes = (*notes, tell("note-open-gaps"))
        covariance = with_open_gaps(
            covariance,
            inverse=solution.inverse,
            score=solution.strength[0],
            names=counts.names,
            separation=found,
            wins=wins_of_counts(counts),
            reach=reach,
            clusters=df + 1 if clusters is None else clusters,
            confidence=confidence,
        )
    shared: dict[str, Any] = {"n": pairs.n, "n_dropped": pairs.n_dropped, "method": method, "notes": notes}
    tie = None
    if method.startswith(("Davidson", "Rao")):
        tie = _tie_finding(solution, covariance, ties, reach, m, confidence, shared)
    delta = None
    if position:
        value, se = float(solution.position[0]), math.sqrt(covariance[m + 1, m + 1])
        delta = Finding(
            name="position",
            value=value,
            interval=(value - reach * se, value + reach * se) if math.isfinite(reach * se) else None,
            confidence=confidence,
            **shared,
        )
    return Strengths(
        names=counts.names,
        score=solution.strength[0],
        covariance=covariance[:m, :m],
        df=df,
        tie=tie,
        position=delta,
        log_likelihood=Finding(name="log_likelihood", value=float(solution.log_likelihood[0]), **shared),
        confidence=confidence,
        n=pairs.n,
        n_dropped=pairs.n_dropped,
        method=method,
        separation=found,
        notes=notes,
    )


def check_options(pairs: Pairs, cluster: str) -> tuple[NDArray[np.int32] | None, NDArray[np.int32] | None]:
    """The items and raters to cluster by, where named and wanted."""
    if cluster not in _CLUSTERS:
        raise BeholderError(f'cluster must be one of {", ".join(_CLUSTERS)}; got "{cluster}"', code="stats-bad-option")
    item = pairs.item if cluster in ("both", "item") else None
    return item, pairs.rater if cluster in ("both", "rater") else None


def _tie_finding(
    solution: Solution,
    covariance: Floats,
    ties: bool,
    reach: float,
    m: int,
    confidence: float,
    shared: dict[str, Any],
) -> Finding:
    if not ties:
        return Finding(name="tie", value=0.0, **shared)
    value, se = float(solution.tie[0]), math.sqrt(covariance[m, m])
    bounds = (math.exp(value - reach * se), math.exp(value + reach * se)) if math.isfinite(reach * se) else None
    return Finding(name="tie", value=math.exp(value), interval=bounds, confidence=confidence, **shared)


def nothing_said(
    pairs: Compared, counts: PairwiseCounts, method: str, confidence: float, notes: tuple[str, ...]
) -> Strengths:
    """Strengths that are all unknown, with the reason in the notes."""
    m = len(counts.names)
    shared: dict[str, Any] = {"n": pairs.n, "n_dropped": pairs.n_dropped, "method": method, "notes": notes}
    return Strengths(
        names=counts.names,
        score=np.full(m, np.nan),
        covariance=np.full((m, m), np.nan),
        df=math.nan,
        tie=Finding(name="tie", value=math.nan, **shared) if method.startswith(("Davidson", "Rao")) else None,
        position=None,
        log_likelihood=Finding(name="log_likelihood", value=math.nan, **shared),
        confidence=confidence,
        separation=Separation(separable=True),
        **shared,
    )


def _robust(inverse: Floats, meat: ClusteredVariance | None) -> tuple[Floats, float, str, tuple[str, ...]]:
    """Covariance of all terms, its degrees of freedom, what it is called, and what to say about it."""
    if meat is None:
        note = tell("note-errors-independent")
        return inverse, math.inf, tell("model-errors"), (note,)
    if meat.matrix is None:
        # there is an interval after all: the model's
        kept = tuple(note for note in meat.notes if key_of(note) != "no-interval-two-items")
        return inverse, math.inf, tell("model-errors"), (*kept, tell("note-errors-independent"))
    notes = list(meat.notes)
    fewest = int(meat.df) + 1
    if fewest < 10:
        notes.append(tell("note-few-clusters", n=fewest))
    how = tell("-".join(["sandwich", *meat.by]), df=f"{meat.df:g}")
    return np.asarray(inverse @ meat.matrix @ inverse), meat.df, how, tuple(notes)


def influences(
    pairs: Pairs,
    solution: Solution,
    *,
    model: str,
    ties: bool,
    position: bool,
    scores: Mapping[int, tuple[float, float]],
) -> Callable[[Any, int], Any]:
    """What each comparison adds to the score of every term, summed within clusters that are given later."""
    m = len(pairs.names)
    by_d, by_eta = _row_scores(pairs, solution, model, scores)
    columns = [(pairs.left, by_d), (pairs.right, -by_d)]
    if ties:
        columns.append((np.full(len(pairs), m, dtype=np.int32), by_eta))
    if position:
        columns.append((np.full(len(pairs), m + 1, dtype=np.int32), by_d))

    def sum_by(cluster: Any, n: int) -> Any:
        entries = np.concatenate([x for _, x in columns])
        where = (np.tile(cluster, len(columns)), np.concatenate([c for c, _ in columns]))
        return coo_array((entries, where), shape=(n, m + 2)).tocsr()

    return sum_by


def _row_scores(
    pairs: Pairs, solution: Solution, model: str, scores: Mapping[int, tuple[float, float]]
) -> tuple[Floats, Floats]:
    """The derivative of each comparison's log-likelihood by its strength difference and by the tie term."""
    y = np.zeros((len(pairs), 3))
    for outcome, (left, right) in scores.items():
        chosen = pairs.outcome == outcome
        y[chosen, LEFT], y[chosen, RIGHT] = left, right
    y[~np.isin(pairs.outcome, list(scores)), TIE] = 1.0
    y *= pairs.weight[:, None]
    strength = solution.strength[0]
    d = strength[pairs.left] - strength[pairs.right] + solution.position[0]
    pieces = MODELS[model](d, np.full_like(d, solution.tie[0]), y)
    return pieces.d, pieces.eta
