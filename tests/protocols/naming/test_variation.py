"""Naming variation over objects: the published table, intervals, and how many raters are enough."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from beholder.protocols.naming.collect.sets import ResponseSet
from beholder.protocols.naming.collect.top_name_stability import top_name_stability
from beholder.protocols.naming.collect.variation import variation_rows, variation_table
from beholder.protocols.naming.object_bootstrap import Resampling, ratios
from beholder.protocols.naming.published.manynames import read_manynames

# He et al. 2023, naming variation in Mandarin by domain of the Visual Genome name: N, % top (SD), H (SD), objects.
_PUBLISHED = {
    "all": (6.4, 53.7, 21.1, 1.9, 0.8, 1319),
    "people": (7.2, 44.2, 13.8, 2.2, 0.5, 320),
    "clothing": (6.8, 43.8, 14.9, 2.2, 0.6, 150),
    "home": (6.0, 59.6, 22.0, 1.7, 0.9, 204),
    "buildings": (8.1, 48.3, 21.6, 2.3, 0.9, 161),
    "food": (6.2, 56.1, 20.8, 1.8, 0.8, 144),
    "vehicles": (5.4, 58.9, 21.5, 1.7, 0.8, 183),
    "animals_plants": (4.1, 72.7, 18.9, 1.2, 0.7, 157),
}


def test_the_published_table_of_mandarin_names(manynames: Path, how: Resampling) -> None:
    sets = read_manynames(manynames / "manynames_zh.tsv.gz").sets
    rows = {row["domain"]: row for row in variation_rows(sets, how=how, by="vg_domain")}
    assert rows.keys() == _PUBLISHED.keys()
    for domain, (n, top, top_sd, h, h_sd, objects) in _PUBLISHED.items():
        row = rows[domain]
        assert row["objects"] == objects
        rounded = [round(row[key], 1) for key in ("N", "perc_top", "perc_top_sd", "H", "H_sd")]
        assert rounded == [n, top, top_sd, h, h_sd]
        for key in ("N", "perc_top", "perc_top_sd", "H", "H_sd"):
            assert row[f"{key}_interval"][0] < row[key] < row[f"{key}_interval"][1]
    whole = rows["all"]
    assert whole["N"] == pytest.approx(6.367703, abs=1e-6)
    assert whole["perc_top"] == pytest.approx(53.745102, abs=1e-6)
    assert whole["perc_top_sd"] == pytest.approx(21.132868, abs=1e-6)
    assert (whole["H"], whole["H_sd"]) == pytest.approx((1.912225, 0.822545), abs=1e-6)
    assert (whole["tokens"], whole["types"]) == (26579, 2252)


def test_domain_means_the_column_of_that_name(manynames: Path, how: Resampling) -> None:
    sets = read_manynames(manynames / "manynames_zh.tsv.gz").sets
    rows = {row["domain"]: row["objects"] for row in variation_rows(sets, how=how, by="domain")}
    assert rows["buildings"] == 170
    assert sum(rows.values()) == 2 * 1319


def test_a_table_by_hand(how: Resampling) -> None:
    sets = [
        ResponseSet.of("1", {"dog": 3, "puppy": 1}, columns={"domain": "x"}),
        ResponseSet.of("2", {"cat": 2}, columns={"domain": "x"}),
        ResponseSet.of("3", {"cup": 1, "mug": 1}, columns={"domain": "y"}),
    ]
    whole, x, y = variation_rows(sets, how=how, by="domain")
    assert (whole["N"], whole["perc_top"]) == pytest.approx((5 / 3, 75.0))
    assert whole["perc_top_sd"] == pytest.approx(math.sqrt(1250 / 3))
    assert (x["objects"], y["objects"], y["H"], y["ties"]) == (2, 1, 1.0, 1)
    assert y["N_interval"] is None
    strict, *_ = variation_rows(sets, how=how, min_count=2)
    assert (strict["objects"], strict["dropped"], strict["N"], strict["perc_top"]) == (2, 1, 1.0, 100.0)
    table = variation_table([whole, x, y])
    assert [c.name for c in table.columns][:3] == ["domain", "objects", "N"]


def test_intervals_cover_the_mean_as_often_as_they_say() -> None:
    rng = np.random.default_rng(5)
    hits = 0
    for _ in range(200):
        sizes = rng.integers(1, 7, size=60)
        sets = [ResponseSet.of(str(i), {str(k): 1 for k in range(n)}) for i, n in enumerate(sizes)]
        low, high = variation_rows(sets, how=Resampling(rng=rng, replicates=200))[0]["N_interval"]
        hits += low <= 3.5 <= high
    assert 178 <= hits <= 199


def test_shares_of_nothing_and_everything_still_have_doubt(how: Resampling) -> None:
    never, always = ratios(np.column_stack([np.zeros(30), np.ones(30)]), np.ones(30), how)
    assert never.interval == pytest.approx((0.0, 1 - 0.025 ** (1 / 30)))
    assert always.interval == pytest.approx((0.025 ** (1 / 30), 1.0))
    assert math.isnan(ratios(np.zeros((3, 1)), np.zeros(3), how)[0].value)


def test_fewer_raters_find_the_top_name_as_often_as_chance_says() -> None:
    how = Resampling(rng=np.random.default_rng(2), replicates=100)
    sets = [ResponseSet.of(str(i), {"a": 3, "b": 1}) for i in range(400)]
    found = {f.name: f for f in top_name_stability(sets, how=how, orders=50)}
    # One of four answers is "a" with 3/4. Two: both "a" 1/2, one of each 1/2 and then a half part. Three: never "b" on top.
    assert found["same_top_name_with_1"].value == pytest.approx(0.75, abs=0.02)
    assert found["same_top_name_with_2"].value == pytest.approx(0.75, abs=0.02)
    assert found["same_top_name_with_3"].value == 1.0
    assert "same_top_name_with_5" not in found
    mixed = [*sets, ResponseSet.of("short", {"a": 1})]
    first = top_name_stability(mixed, how=how)[0]
    assert (first.n, first.n_dropped) == (400, 1)
