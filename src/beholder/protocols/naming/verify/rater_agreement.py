"""Do the raters of verification agree? Coefficients for each of their three answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from beholder import stats
from beholder.analysis.sections.agreement import few_raters, rater_scope
from beholder.findings import Finding
from beholder.protocols.naming.verify.adequacy import Judgment
from beholder.stats.agreement.alpha import Level
from beholder.stats.agreement.partitions import Partitions, adjusted_rand, partition_alpha
from beholder.stats.columns import Ratings

__all__ = ["verification_agreement"]


def verification_agreement(judgments: Iterable[Judgment], *, confidence: float = 0.95) -> list[Finding]:
    """Adequacy (ordinal alpha, AC2), inadequacy type where both found a fault (nominal alpha), groups (alpha on pairs, ARI).

    Planted names do not enter. A unit is a name of an object, for groups a pair of names. Intervals allow for other objects
    (names of one object hang together and are left out together; AC2 takes names singly) and for other raters like these;
    with fewer than five raters, and for the Rand index always, they speak of these raters only.
    """
    kept = [one for one in judgments if not one.planted]
    if not kept:
        return []
    adequacy = _ratings(kept, [one.adequacy for one in kept])
    scope = rater_scope(adequacy)
    ac2 = stats.gwet_ac(adequacy, weights="ordinal", raters=scope, confidence=confidence).finding
    out = [
        _alpha(adequacy, "ordinal", confidence, name="adequacy_alpha"),
        few_raters(replace(ac2, name="adequacy_ac2"), scope),
    ]
    faulty = [one for one in kept if one.inadequacy != "none"]
    if faulty:
        kinds = _ratings(faulty, [one.inadequacy for one in faulty])
        out.append(_alpha(kinds, "nominal", confidence, name="inadequacy_alpha"))
    groups = Partitions.of(
        item=[one.item for one in kept],
        rater=[one.rater for one in kept],
        element=[one.name for one in kept],
        group=[one.group for one in kept],
    )
    paired = partition_alpha(groups, raters=scope, confidence=confidence).finding
    out.append(few_raters(replace(paired, name="group_alpha"), scope))
    rand = adjusted_rand(groups, confidence=confidence).finding
    out.append(few_raters(replace(rand, name="group_adjusted_rand"), scope))
    return out


def _ratings(judgments: Sequence[Judgment], values: Sequence[float | str]) -> Ratings:
    return Ratings.of(
        item=[(one.item, one.name) for one in judgments], rater=[one.rater for one in judgments], value=values
    )


def _alpha(ratings: Ratings, level: Level, confidence: float, *, name: str) -> Finding:
    _, objects = np.unique([item for item, _ in ratings.items], return_inverse=True)
    scope = rater_scope(ratings)
    found = stats.krippendorff_alpha(
        ratings, level=level, raters=scope, confidence=confidence, clusters=objects, name=name
    )
    return few_raters(found.finding, scope)
