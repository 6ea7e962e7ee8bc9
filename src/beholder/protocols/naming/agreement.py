"""Do the raters of verification agree? Coefficients for each of their three answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from beholder import stats
from beholder.findings import Finding
from beholder.protocols.naming.scores import Judgment
from beholder.stats.columns import Ratings
from beholder.stats.partitions import Partitions, adjusted_rand, partition_alpha

__all__ = ["verification_agreement"]


def verification_agreement(judgments: Iterable[Judgment]) -> list[Finding]:
    """Adequacy (ordinal alpha, AC2), inadequacy type where both found a fault (nominal alpha), groups (alpha on pairs, ARI).

    Planted names do not enter. A unit is a name of an object, for groups a pair of names.
    """
    kept = [one for one in judgments if not one.planted]
    if not kept:
        return []
    unit = [f"{one.item}\t{one.name}" for one in kept]
    rater = [one.rater for one in kept]
    adequacy = Ratings.of(item=unit, rater=rater, value=[one.adequacy for one in kept])
    out = [
        replace(stats.krippendorff_alpha(adequacy, level="ordinal").finding, name="adequacy_alpha"),
        replace(stats.gwet_ac(adequacy, weights="ordinal").finding, name="adequacy_ac2"),
    ]
    faulty = [place for place, one in enumerate(kept) if one.inadequacy != "none"]
    if faulty:
        kinds = Ratings.of(
            item=[unit[i] for i in faulty],
            rater=[rater[i] for i in faulty],
            value=[kept[i].inadequacy for i in faulty],
        )
        out.append(replace(stats.krippendorff_alpha(kinds, level="nominal").finding, name="inadequacy_alpha"))
    groups = Partitions.of(
        item=[one.item for one in kept],
        rater=rater,
        element=[one.name for one in kept],
        group=[one.group for one in kept],
    )
    out.append(replace(partition_alpha(groups).finding, name="group_alpha"))
    out.append(replace(adjusted_rand(groups).finding, name="group_adjusted_rand"))
    return out
