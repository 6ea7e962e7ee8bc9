"""Whether raters prefer the same system of two."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import numpy as np

from beholder.analysis.context import Context
from beholder.analysis.glossary import sheet
from beholder.analysis.result import Section, say
from beholder.analysis.sections.agreement import (
    agreement_notes,
    agreement_title,
    chance_of,
    estimable,
    few_raters,
    rater_scope,
    statistic_rows,
)
from beholder.analysis.votes import Votes
from beholder.fields import Words
from beholder.findings import Finding
from beholder.stats import brennan_prediger, cohen_kappa, krippendorff_alpha, percent_agreement
from beholder.stats.agreement.alpha import Level
from beholder.stats.agreement.coefficient import RaterScope
from beholder.stats.messages import reword, tell
from beholder.text import Text

__all__ = ["preference_agreement"]

# six raters make fifteen pairs; a kappa for each pair of more would bury the rest
_FEW_RATERS = 6
# on fewer shared comparisons the interval of a kappa spans nearly all that it can be
_MIN_SHARED = 10


def _on_quality(votes: Votes, scope: RaterScope, confidence: float) -> Finding:
    """Alpha of whether both were bad or not."""
    ratings = votes.quality_ratings()
    blocks = np.array(ratings.items, dtype=np.int64) // len(votes.systems) ** 2
    return krippendorff_alpha(
        ratings, level="nominal", raters=scope, confidence=confidence, clusters=blocks, name="alpha_both_bad"
    ).finding


def preference_agreement(votes: Votes, context: Context, *, name: str, label: Words) -> Section:
    """Agreement on win, tie or loss, sides taken out first: nominal and ordinal alpha, percent, kappas of few raters.

    Alpha sees every comparison from both systems, so that it does not depend on which is taken first.
    """
    ratings = votes.ratings()
    confidence = context.confidence
    scope = rater_scope(ratings) if votes.has_raters else "these"
    both, blocks = votes.mirrored()
    levels: dict[str, Level] = {"alpha": "nominal", "alpha_ordinal": "ordinal"}
    if votes.level == "ordinal":
        levels = {"alpha": "ordinal", "alpha_nominal": "nominal"}
    alphas = [
        krippendorff_alpha(both, level=level, raters=scope, confidence=confidence, clusters=blocks, name=called).finding
        for called, level in levels.items()
    ]
    if votes.has_raters:
        alphas[0] = few_raters(alphas[0], scope)
    elif not math.isnan(alphas[0].value):
        alphas[0] = replace(alphas[0], notes=(*alphas[0].notes, tell("note-raters-unknown")))
    found = [
        *(replace(f, n=f.n // 2, n_dropped=f.n_dropped // 2, method=Text(f.method, tell("both-ways"))) for f in alphas),
        percent_agreement(ratings, raters=scope, confidence=confidence).finding,
        brennan_prediger(ratings, raters=scope, confidence=confidence).finding,
    ]
    if votes.both_bad is not None:
        found.append(_on_quality(votes, scope, confidence))
    found = [estimable(f) for f in found]
    present = np.unique(ratings.rater) if votes.has_raters else np.empty(0)
    left_out = 0
    if 2 <= len(present) <= _FEW_RATERS:
        for a, b in combinations(present.tolist(), 2):
            who = (ratings.raters[a], ratings.raters[b])
            kappa = cohen_kappa(ratings, raters=who, confidence=confidence).finding
            if kappa.n < _MIN_SHARED and context.revision >= 7:
                left_out += 1
                continue
            names = sorted(votes.raters[int(x)] for x in who)
            method = reword(kappa.method, {"cohen-kappa": {"first": names[0], "second": names[1]}})
            found.append(replace(kappa, name=f"kappa.{names[0]}-{names[1]}", method=method))
    title = agreement_title(label, found[0])
    few = say("agreement-few-shared", n=left_out, least=_MIN_SHARED)
    return Section(
        name=f"{name}.agreement",
        title=title,
        role="agreement",
        field=name,
        findings=tuple(replace(f, name=f"{name}.{f.name}") for f in found),
        tables=(
            sheet(
                f"{name}.agreement",
                title,
                statistic_rows(found),
                ("statistic", "value", "interval", "n", "n_dropped", "notes"),
            ),
        ),
        notes=(*agreement_notes(context), *((few,) if left_out else ())),
        chance=chance_of(
            ratings,
            np.array(ratings.items, dtype=np.int64) // len(votes.systems) ** 2,
            context,
            field=name,
            level="interval",
            symmetric=True,
        ),
    )
