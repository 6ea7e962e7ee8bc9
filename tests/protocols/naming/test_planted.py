"""On data with planted errors, verification removes what it should and tables recover the planted shares."""

from __future__ import annotations

import numpy as np
import pytest

from beholder.protocols.naming.diagnose.categories import CATEGORIES
from beholder.protocols.naming.diagnose.diagnosis import diagnose
from beholder.protocols.naming.diagnose.predictions import Predictions
from beholder.protocols.naming.object_bootstrap import Resampling
from beholder.protocols.naming.paper_tables import inadequacy_table
from beholder.protocols.naming.verify.adequacy import score_judgments
from beholder.protocols.naming.verify.verified import VerifiedObject, make_consistent
from tests.protocols.naming.planted import SYSTEM, Planted, plant


def _verified(planted: Planted) -> list[VerifiedObject]:
    return make_consistent(planted.sets, score_judgments(planted.judgments))


def test_careful_raters_remove_exactly_what_is_wrong() -> None:
    planted = plant(np.random.default_rng(3))
    for one in _verified(planted):
        right = {name for (item, name), kind in planted.truth.items() if item == one.item and kind == "right"}
        assert set(one.after.names) == right


def test_careless_raters_still_remove_nearly_all_of_it() -> None:
    planted = plant(np.random.default_rng(4), slip=0.05)
    found = {one.item: set(one.after.names) for one in _verified(planted)}
    kept = {
        kind: [name in found[item] for (item, name), k in planted.truth.items() if k == kind]
        for kind in set(planted.truth.values())
    }
    assert np.mean(kept["right"]) > 0.97
    # A name of another object stays if one of three raters puts it with the top name, at 5 % slips for 3 in 4 kinds.
    assert np.mean(kept["referential"]) < 0.15
    assert np.mean(kept["visual"]) < 0.05


@pytest.mark.long
def test_intervals_of_types_cover_the_planted_shares() -> None:
    huge = list(plant(np.random.default_rng(0), objects=20_000).truth.values())
    planted = {kind: huge.count(kind) / len(huge) for kind in ("referential", "visual", "linguistic")}
    hits = dict.fromkeys(planted, 0)
    for seed in range(60):
        rng = np.random.default_rng(100 + seed)
        table = inadequacy_table(
            _verified(plant(rng, objects=150)), how=Resampling(rng=rng, replicates=500), fold_linguistic=False
        )
        for kind, share in planted.items():
            low, high = table.rows[0][f"{kind}_interval"]
            hits[kind] += low <= share <= high
    # 95 % of 60 is 57; at 95 % fewer than 50 has a chance of 1 in 3,000.
    assert all(n >= 50 for n in hits.values()), hits


@pytest.mark.long
def test_intervals_of_categories_cover_the_planted_shares() -> None:
    hits = np.zeros(len(CATEGORIES))
    for seed in range(60):
        rng = np.random.default_rng(200 + seed)
        planted = plant(rng, objects=250)
        found = diagnose(
            _verified(planted), Predictions({"s": planted.predictions}), how=Resampling(rng=rng, replicates=500)
        )
        row = found.rows[0]
        hits += [
            row[f"{c}_interval"][0] <= p <= row[f"{c}_interval"][1] for c, p in zip(CATEGORIES, SYSTEM, strict=True)
        ]
    assert all(hits >= 49), hits


def test_without_errors_the_system_is_read_exactly(how: Resampling) -> None:
    planted = plant(np.random.default_rng(7), objects=400)
    row = diagnose(_verified(planted), Predictions({"s": planted.predictions}), how=how).rows[0]
    words = ("top", "synonym", "neighbour", "mistake", "once", "never")
    counted = [sum(1 for p in planted.predictions.values() if p.startswith(word)) / 400 for word in words]
    assert [row[c] for c in CATEGORIES] == pytest.approx(counted)
