"""Systems ranked from several at a time: strengths from best and worst or from orders, differences, ranks."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata
from scipy.stats import t as student

from beholder.analysis.context import Context
from beholder.analysis.measure import within
from beholder.analysis.proportion import share_ratings
from beholder.analysis.result import CATALOGUE, say
from beholder.analysis.sections.comparison import correct, family_note, pair_names
from beholder.analysis.sections.ranks import Ranks, ranks_of_pairs, ranks_of_strengths, unlisted_strengths
from beholder.analysis.showings import Showings
from beholder.errors import BeholderError
from beholder.fields import Words
from beholder.findings import Finding
from beholder.stats import BestWorst, Rankings, Strengths, kendall_w, max_diff, mean_ratings, plackett_luce
from beholder.stats.messages import tell
from beholder.stats.ranking.ranks import difference_errors

__all__ = ["ChoiceTask", "best_worst_task", "mid_ranks", "ranking_task"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceTask:
    """Systems that were shown together, from the strongest to the weakest, and what can be said of them.

    `plain` holds for each system what was counted without a model, as findings by name (`best_share`, `mean_rank` ...);
    `concordance` is Kendall's W where there are orders, `unlisted` the pairs of very many systems that `pairs` leaves out.
    """

    showings: Showings
    order: list[str]
    plain: Mapping[str, Mapping[str, Finding]]
    fitted: Strengths | None
    ranks: Ranks
    pairs: tuple[dict[str, Any], ...]
    differences: tuple[Finding, ...]
    notes: tuple[Words, ...]
    concordance: Finding | None = None
    unlisted: tuple[dict[str, Any], ...] = ()


def best_worst_task(showings: Showings, context: Context, *, name: str) -> ChoiceTask:
    """Best and worst of those shown: shares of both, and strengths by the conditional logit of MaxDiff."""
    shares = {
        f"{word}_share": {
            s: replace(
                share_ratings(
                    showings.scores((showings.value == word).astype(np.float64)), s, confidence=context.confidence
                ),
                name=f"{name}.{word}_share.{s}",
            )
            for s in showings.systems
        }
        for word in ("best", "worst")
    }

    def fit() -> Strengths:
        trials = BestWorst.of(trial=showings.showing, system=_named(showings), choice=showings.value)
        block, rater = showings.clusters()
        return max_diff(
            replace(trials, listed=block, rater=rater),
            confidence=context.confidence,
            as_estimated=context.revision < 7,
        )

    def net(system: str) -> float:
        return shares["best_share"][system].value - shares["worst_share"][system].value

    return _ranked(showings, context, name, fit=fit, plain=shares, better=net)


def ranking_task(showings: Showings, context: Context, *, name: str) -> ChoiceTask:
    """Orders of those shown: mean ranks, shares of first ranks, strengths by Plackett and Luce, Kendall's W."""
    middle = mid_ranks(showings)
    first = (middle == 1).astype(np.float64)
    ends = (1.0, float(middle.max(initial=1.0)))

    def mean_rank(system: str) -> Finding:
        found = within(mean_ratings(showings.scores(middle), system, confidence=context.confidence), ends)
        return replace(found, name=f"{name}.mean_rank.{system}")

    def first_share(system: str) -> Finding:
        found = share_ratings(showings.scores(first), system, confidence=context.confidence)
        return replace(found, name=f"{name}.first_share.{system}")

    plain = {
        "mean_rank": {s: mean_rank(s) for s in showings.systems},
        "first_share": {s: first_share(s) for s in showings.systems},
    }
    orders = Rankings.of(listed=showings.showing, system=_named(showings), rank=showings.number)
    block, rater = showings.clusters()
    # an order that ranks nobody says nothing; `showings_of` has left those out, so answers and orders are the same
    orders = replace(orders, listed=block, rater=rater)
    task = _ranked(
        showings,
        context,
        name,
        fit=lambda: plackett_luce(orders, confidence=context.confidence, as_estimated=context.revision < 7),
        plain=plain,
        better=lambda system: -plain["mean_rank"][system].value,
    )
    return replace(
        task, concordance=replace(kendall_w(orders, confidence=context.confidence), name=f"{name}.kendall_w")
    )


def mid_ranks(showings: Showings) -> NDArray[np.float64]:
    """The rank of each system among those shown with it; equal ones, and those below the ranked, share the middle."""
    last = np.where(np.isnan(showings.number), np.inf, showings.number)
    out = np.empty(len(last))
    for rows in np.split(np.arange(len(last)), showings.first_rows[1:]):
        out[rows] = rankdata(last[rows])
    return out


def _named(showings: Showings) -> list[str]:
    return [showings.systems[code] for code in showings.system]


def _ranked(
    showings: Showings,
    context: Context,
    name: str,
    *,
    fit: Callable[[], Strengths],
    plain: Mapping[str, Mapping[str, Finding]],
    better: Callable[[str], float],
) -> ChoiceTask:
    fitted: Strengths | None = None
    notes: tuple[Words, ...] = ()
    try:
        fitted = fit()
    except BeholderError as error:
        why = f"choices-{error.code.removeprefix('stats-')}"
        notes = (say(why if why in CATALOGUE else "choices-unfitted", problem=error.problems[0].problem),)
    pairs: tuple[dict[str, Any], ...] = ()
    differences: tuple[Finding, ...] = ()
    unlisted: list[dict[str, Any]] = []
    ranks: Ranks = {}
    if fitted is not None:
        if showings.raters_fixed:
            fitted = replace(fitted, notes=(*fitted.notes, tell("note-few-raters")))
        pairs, differences, unlisted = _pairs(fitted, context, name)
        ranks = _ranks(fitted, (*pairs, *unlisted), context, name)
        if unlisted:
            strongest = fitted.names[int(np.argmax(fitted.score))]
            notes = (*notes, family_note(len(fitted.names), strongest, (*pairs, *unlisted)))
    order = sorted(showings.systems, key=lambda s: (ranks[s][0] if s in ranks else 0, -better(s), s))
    return ChoiceTask(
        showings=showings,
        order=order,
        plain=plain,
        fitted=fitted,
        ranks=ranks,
        pairs=pairs,
        differences=differences,
        notes=notes,
        unlisted=tuple(unlisted),
    )


def _pairs(
    fitted: Strengths, context: Context, name: str
) -> tuple[tuple[dict[str, Any], ...], tuple[Finding, ...], list[dict[str, Any]]]:
    """The difference in strength of every two systems, corrected for how many there are; of very many, some unlisted."""
    error = difference_errors(fitted.covariance)
    place = {s: i for i, s in enumerate(fitted.names)}
    strongest = fitted.names[int(np.argmax(fitted.score))]
    rows: list[dict[str, Any]] = []
    differences = []
    for first, second, declared in pair_names(fitted.names, name, context, best=strongest):
        found = replace(fitted.difference(first, second), name=f"{name}.difference.{first}-{second}")
        se = float(error[place[first], place[second]])
        differences.append(found)
        rows.append(
            {
                "first": first,
                "second": second,
                "difference": found.value,
                "interval": found.interval,
                "p": float(2 * student.sf(abs(found.value) / se, fitted.df)) if se > 0 else math.nan,
                "n": found.n,
                "status": say("status-declared") if declared else say("status-exploratory"),
                "se": se,
                "df": fitted.df,
            }
        )
    unlisted = unlisted_strengths(fitted, rows) if context.revision >= 6 else []
    correct(rows, context, beside=unlisted)
    return tuple(rows), tuple(differences), unlisted


def _ranks(fitted: Strengths, pairs: tuple[dict[str, Any], ...], context: Context, name: str) -> Ranks:
    """Ranks with the ranges that the differences allow, listed or not."""
    if context.revision >= 6 or len(pairs) >= math.comb(len(fitted.names), 2):
        return ranks_of_pairs({s: fitted[s].value for s in fitted.names}, pairs)
    return ranks_of_strengths(fitted, context, name=name)
