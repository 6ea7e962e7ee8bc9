"""Majority: shares, ties by rule, and a published accuracy."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from beholder.errors import BeholderError
from beholder.stats.aggregation.majority import majority
from beholder.stats.columns import Ratings
from tests.published import Published
from tests.stats.rating_data import of_rows

TIED = [(1, "a", "x"), (1, "b", "y"), (2, "a", "y"), (2, "b", "y"), (2, "c", "x")]


def test_shares_and_entropy() -> None:
    found = majority(of_rows(TIED))
    assert found[2] == "y"
    assert found.confidence.tolist() == pytest.approx([0.5, 2 / 3])
    assert found.entropy.tolist() == pytest.approx([1.0, 0.9182958])
    assert found.findings[0].value == 0.5
    item, value, sure = list(found.rows())[1]
    assert (item, value) == (2, "y")
    assert sure == pytest.approx(2 / 3)


def test_tie_rules() -> None:
    assert majority(of_rows(TIED))[1] == "x"
    none = majority(of_rows(TIED), ties="none")
    assert none[1] is None
    assert math.isnan(none.confidence[0])
    drawn = {majority(of_rows(TIED), ties="random", rng=np.random.default_rng(s))[1] for s in range(20)}
    assert drawn == {"x", "y"}
    with pytest.raises(BeholderError) as caught:
        majority(of_rows(TIED), ties="random")
    assert caught.value.code == "stats-needs-rng"
    with pytest.raises(BeholderError, match="no tie rule"):
        majority(of_rows(TIED), ties="coin")  # type: ignore[arg-type]


def test_an_item_without_ratings_gets_none() -> None:
    found = majority(of_rows([*TIED, (3, "a", None)]))
    assert found[3] is None
    with pytest.raises(BeholderError, match="no ratings"):
        majority(of_rows([]))


def test_answers_of_crowdkit() -> None:
    answers = json.loads((Path(__file__).parents[2] / "oracles" / "crowdkit.json").read_text(encoding="utf-8"))
    item, rater, value = zip(*answers["ratings"], strict=True)
    found = majority(Ratings.of(item=item, rater=rater, value=value), ties="none")
    for name, chosen, _ in found.rows():
        assert chosen in (None, answers["majority"][name])


def test_bluebirds(data_set: Callable[[str], Published]) -> None:
    """Welinder et al. 2010: majority is right on 82 of 108 images."""
    bluebirds = data_set("bluebirds")
    rows = bluebirds.rows("bluebirds_labels.tsv.gz")
    truth = {row["task"]: row["truth"] for row in bluebirds.rows("bluebirds_truth.tsv.gz")}
    found = majority(of_rows([(row["task"], row["worker"], row["label"]) for row in rows]))
    right = sum(truth[item] == value for item, value, _ in found.rows())
    assert (right, len(truth)) == (bluebirds.known("majority", 82), 108)
