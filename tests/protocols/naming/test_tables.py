"""Tables 1 and 2 and both figures, against values worked out by hand on three objects."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest

from beholder.protocols.naming.object_bootstrap import Resampling
from beholder.protocols.naming.paper_tables import (
    adequacy_chart,
    before_after_table,
    discarded_table,
    inadequacy_table,
    same_object_chart,
    unclear_table,
)
from tests.protocols.naming.small_study import verified


def _parts(table: Any) -> dict[str, Any]:
    return {row["part"]: row for row in table.rows}


def test_types_over_pairs(how: Resampling) -> None:
    parts = _parts(inadequacy_table(verified(), how=how))
    # Seven pairs: bear 3, deer 3, zebra 1 (taken as right). `teddy` was given once and is in no part.
    assert {name: row["pairs"] for name, row in parts.items()} == {
        "all": 7, "other-object": 1, "excluded": 2, "kept": 5,
    }  # fmt: skip
    # referential: dog 1/3, ball 2/3; visual: dog 2/3; other (linguistic of dear): 2/3.
    assert parts["all"]["referential"] == pytest.approx(1 / 7)
    assert parts["all"]["visual"] == pytest.approx(2 / 21)
    assert parts["all"]["other"] == pytest.approx(2 / 21)
    assert parts["all"]["none"] == pytest.approx((1 + 1 / 3 + 1 + 1 + 1 / 3 + 1) / 7)
    assert parts["other-object"]["referential"] == pytest.approx(2 / 3)
    assert parts["excluded"]["referential"] == pytest.approx(1 / 2)
    assert parts["kept"]["other"] == pytest.approx(2 / 15)
    assert parts["excluded"]["removed_by_adequacy"] == pytest.approx(1 / 2)
    for row in parts.values():
        assert sum(row[kind] for kind in ("referential", "visual", "other", "none")) == pytest.approx(1.0)
    for kind in ("referential", "visual", "other", "none"):
        low, high = parts["all"][f"{kind}_interval"]
        assert low <= parts["all"][kind] <= high
    # The excluded names are all of one object, and one object shows no spread.
    assert parts["excluded"]["referential_interval"] is None


def test_types_over_tokens_and_with_linguistic_apart(how: Resampling) -> None:
    parts = _parts(inadequacy_table(verified(), how=how, by_token=True, fold_linguistic=False))
    assert parts["all"]["tokens"] == 21
    assert parts["all"]["referential"] == pytest.approx((2 / 3 + 4 / 3) / 21)
    assert parts["all"]["linguistic"] == pytest.approx((4 / 3) / 21)
    assert parts["all"]["other"] == 0.0
    assert parts["kept"]["tokens"] == 17


def test_discarded_types_by_domain(how: Resampling) -> None:
    rows = {row["domain"]: row for row in discarded_table(verified(), how=how).rows}
    assert (rows["all"]["pairs"], rows["animals"]["pairs"], rows["stripes"]["pairs"]) == (2, 2, 0)
    assert rows["animals"]["visual"] == pytest.approx(1 / 3)


def test_variation_before_and_after(how: Resampling) -> None:
    table = before_after_table(verified(), how=how)
    whole, animals, _ = table.rows
    assert whole["before_N"] == pytest.approx(7 / 3)
    assert whole["after_N"] == pytest.approx(5 / 3)
    assert whole["before_perc_top"] == pytest.approx((50 + 37.5 + 100) / 3)
    assert whole["after_perc_top"] == pytest.approx((100 + 37.5 + 100) / 3)
    assert (animals["domain"], animals["objects"], whole["unclear"]) == ("animals", 2, 0.0)
    # With a lower threshold `dog` stays: 2 of 19 tokens are then in doubt.
    loose = before_after_table(verified(adequacy=0.1), how=how).rows[0]
    assert loose["unclear"] == pytest.approx(2 / 19)


def test_what_verification_changed(how: Resampling) -> None:
    whole, animals, stripes = before_after_table(verified(), how=how).rows
    # Names per object 3, 3, 1 and then 1, 3, 1; the top name of bear takes half of its answers, then all.
    assert whole["delta_N"] == pytest.approx(-2 / 3)
    assert whole["reduction"] == pytest.approx(100 * 2 / 7)
    assert whole["delta_perc_top"] == pytest.approx(50 / 3)
    assert (animals["reduction"], stripes["delta_N"]) == pytest.approx((100 / 3, 0))
    assert stripes["reduction_interval"] is None


def test_the_interval_of_a_change_draws_both_from_the_same_objects() -> None:
    """Against every resample of three objects there is, each weighed alike; the ratio is of sums."""
    objects = verified()
    before, after = ([len(getattr(one, which).names) for one in objects] for which in ("verifiable", "after"))
    drawn = [
        100 * sum(before[i] - after[i] for i in picked) / sum(before[i] for i in picked)
        for picked in itertools.product(range(3), repeat=3)
    ]
    many = Resampling(rng=np.random.default_rng(5), replicates=20_000)
    low, high = before_after_table(objects, how=many).rows[0]["reduction_interval"]
    # with so few objects the expanded interval reaches the ends of what can be drawn
    assert (low, high) == pytest.approx((min(drawn), max(drawn)), abs=1e-9)


def test_types_of_tokens_that_stay_unclear(how: Resampling) -> None:
    assert unclear_table(verified(), how=how).rows[0]["tokens"] == 0
    whole, animals, stripes = unclear_table(verified(adequacy=0.1), how=how).rows
    # `dog` stays with SAMEOBJECT 2/3: visual for two raters, referential for one.
    assert (whole["tokens"], whole["unclear"]) == (2, pytest.approx(2 / 19))
    assert (whole["visual"], whole["referential"], whole["none"]) == pytest.approx((2 / 3, 1 / 3, 0))
    assert animals["unclear"] == pytest.approx(2 / 14)
    assert math.isnan(stripes["visual"])


def test_the_figure_of_adequacy_counts_judged_pairs(how: Resampling) -> None:
    rows = {(row["name"], round(row["adequacy"] * 6)): row for row in adequacy_chart(verified(), how=how).rows}
    assert len(rows) == 14
    pairs = {key: row["pairs"] for key, row in rows.items() if row["pairs"]}
    # Tops: bear and deer at 1. Alternatives: dog 1/6, ball 2/3 = 4/6, dear 4/6, animal 1.
    assert pairs == {("top", 6): 2, ("alternative", 1): 1, ("alternative", 4): 2, ("alternative", 6): 1}
    assert rows["top", 6]["share"] == pytest.approx(2 / 6)
    # as the source words it: of the top names, and of the alternatives
    assert rows["top", 6]["share_within"] == 1.0
    assert rows["alternative", 4]["share_within"] == pytest.approx(2 / 4)
    assert rows["alternative", 0]["share_within"] == 0.0


def test_the_figure_of_same_object_takes_one_token_from_the_top_name(how: Resampling) -> None:
    rows = {(row["same_object"], row["inadequacy"]): row for row in same_object_chart(verified(), how=how).rows}
    # M - 1 = 7 + 7 + 4 tokens. Bin 0: ball 2. Bin (0.5, 1): dog 2. Bin 1: bear 3, deer 2, animal 3, dear 2, zebra 4.
    assert sum(row["tokens"] for row in rows.values()) == pytest.approx(18)
    assert rows["0", "referential"]["tokens"] == pytest.approx(4 / 3)
    assert rows["(0.5, 1)", "visual"]["tokens"] == pytest.approx(4 / 3)
    assert rows["1", "none"]["tokens"] == pytest.approx(3 + 2 + 3 + 2 / 3 + 4)
    assert rows["1", "other"]["tokens"] == pytest.approx(4 / 3)
    assert rows["1", "none"]["bin_share"] == pytest.approx(14 / 18)
    assert rows["0", "none"]["bin_share"] == pytest.approx(2 / 18)
