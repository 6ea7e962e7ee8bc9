"""Values of which only a bound is known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from beholder.imports import analyse_file
from beholder.quality.disputes import disputes
from beholder.quality.rating_columns import RatingColumns
from beholder.stats.bounds import is_bound, least_of
from beholder.stats.columns import scale_of
from beholder.study.journey import Adjudication
from beholder.tables.ratings import COLUMNS, Rating


@pytest.mark.parametrize(
    ("text", "least"), [(">20", 21), ("> 20", 21), ("≥20", 20), (">=20", 20), ("20+", 20), (" 20 + ", 20), (">2.5", 3)]
)
def test_the_least_that_a_bound_can_mean(text: str, least: int) -> None:
    assert is_bound(text)
    assert least_of(text) == least
    scale = scale_of(["3", text])
    assert scale is not None
    assert scale.tolist() == [3, float("inf")]


@pytest.mark.parametrize("text", ["20", "", "a+", "+", ">", "1+2", "20+x"])
def test_what_is_no_bound(text: str) -> None:
    assert not is_bound(text)
    assert least_of(text) is None


@pytest.mark.parametrize(("bound", "mean"), [(">10", 7.5), ("10+", 7.0)])
def test_a_mean_is_at_least_that_of_the_least_values(tmp_path: Path, bound: str, mean: float) -> None:
    path = tmp_path / "t.csv"
    rows = [f"i{n},{rater},{4 if n % 2 else bound}" for n in range(8) for rater in "ab"]
    path.write_text("item,rater,value\n" + "\n".join(rows), encoding="utf-8")
    assert analyse_file(path).finding("value.mean").value == pytest.approx(mean)


def test_raters_who_differ_by_a_bound_disagree() -> None:
    empty = Rating(*([""] * len(COLUMNS)))  # type: ignore[arg-type]
    shared: dict[str, Any] = {
        "trial": "1",
        "item": "i",
        "field": "count",
        "counts": True,
        "kind": "main",
        "active_ms": 4000,
        "sequence": 1,
    }
    rows = [
        empty._replace(rater="a", value="20+", number=None, **shared),
        empty._replace(rater="b", value="12", number=12.0, **shared),
    ]
    (found,) = disputes(RatingColumns.of(rows), Adjudication(spread={"count": 5}, after=2))
    assert found.spread == 8
