"""Counts by hand: the three rules of clipping, censored counts as bounds, the matrix, disputes, and growth of spread."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import scipy.optimize

from beholder.analysis import Analysis, Context, FieldInfo
from beholder.protocols import Item, find_protocol
from beholder.protocols.counting import weber
from beholder.protocols.counting.analyse import analyse
from beholder.protocols.counting.weber import production_spread, rater_spread
from tests.analysis.tables import table

_FIELDS = FieldInfo.of_form(find_protocol("counting").declaration.form)


def _analysed(answers: Sequence[tuple[str, str, str, int | None]], requested: dict[str, int]) -> Analysis:
    """Answers are (item, rater, count, clipped)."""
    rows: list[dict[str, Any]] = []
    for number, (item, rater, count, clipped) in enumerate(answers):
        shared = {"item": item, "system": "sys", "rater": rater, "answer": f"a{number}", "trial": item, "kind": "main"}
        rows.append(
            {**shared, "field": "count", "value": count, "number": float(count) if count.isdigit() else math.nan}
        )
        if clipped is not None:
            rows.append({**shared, "field": "clipped", "value": str(clipped), "number": float(clipped)})
        rows.append({**shared, "field": "flags.sizes", "value": str(number % 2), "number": float(number % 2)})
    items = {
        name: Item(id=name, columns={"requested": n, "object_type": "ball"}, system="sys")
        for name, n in requested.items()
    }
    return analyse(table(rows, fields=_FIELDS), Context(items=items))


@pytest.fixture(scope="module")
def small() -> Analysis:
    answers = [
        # 13 balls of which 2 are clipped: 13 counts them, 11 does not, and 12 lies between
        ("thirteen", "r1", "13", 2), ("thirteen", "r2", "13", 2),
        ("eleven", "r1", "13", 2), ("eleven", "r2", "13", 2),
        ("twelve", "r1", "13", 2), ("twelve", "r2", "13", 2),
        ("many", "r1", ">20", None), ("many", "r2", "18", 0),
        ("beyond", "r1", ">20", None), ("beyond", "r2", ">20", None),
    ]  # fmt: skip
    return _analysed(answers, {"thirteen": 13, "eleven": 11, "twelve": 12, "many": 18, "beyond": 25})


def test_three_rules_of_clipping(small: Analysis) -> None:
    # of the eight counts whose truth can be known: two, two and six are right, and one of the uncut eighteen under each
    assert small.finding("count.exact.sys").value == pytest.approx(3 / 8)
    assert small.finding("count.whole.sys").value == pytest.approx(3 / 8)
    assert small.finding("count.between.sys").value == pytest.approx(7 / 8)


def test_a_count_above_the_limit_is_a_bound(small: Analysis) -> None:
    """Wrong and too many for a request of 18; undecided for a request of 25."""
    assert small.finding("count.exact.sys").n == 8
    assert small.finding("count.exact.sys").n_dropped == 2
    assert small.finding("count.over.sys").value == pytest.approx((2 + 2 + 1) / 8)
    error = small.finding("count.bias.sys")
    assert error.value == pytest.approx((0 + 0 + 2 + 2 + 1 + 1 + (21 - 18) + 0) / 8)
    assert "3 counts above the limit are taken at 21: a lower bound" in error.notes
    assert small.finding("count.censored.sys").value == pytest.approx(0.3)


def test_matrix_has_a_row_of_its_own_for_more_than_the_limit(small: Analysis) -> None:
    cells = {(row["requested"], row["counted"]): row["share"] for row in small.table("count.matrix").rows}
    assert cells[18, ">20"] == 0.5
    assert cells[18, "18"] == 0.5
    assert cells[25, ">20"] == 1.0


def test_disputed_pictures_come_with_their_consensus(small: Analysis) -> None:
    rows = small.table("count.disputed").rows
    assert [row["item"] for row in rows] == ["many"]
    assert rows[0]["consensus"] == ">20"


def test_agreement_is_ordinal_and_flags_are_nominal(small: Analysis) -> None:
    assert "ordinal" in small.finding("count.alpha").method
    assert "ratio" in small.finding("count.alpha_ratio").method
    assert "nominal" in small.finding("flags.sizes.alpha").method


def test_without_a_requested_number_counts_are_still_analysed() -> None:
    answers = [(f"i{i}", f"r{r}", str(i + (r == 2)), 0) for i in range(8) for r in range(3)]
    found = _analysed(answers, {})
    assert found.finding("count.mean.sys").n == 24
    assert not any(f.name.startswith("count.exact") for f in found.findings)
    assert any("add a column `requested`" in hint.to("en") for hint in found.hints)


def test_where_numbers_were_asked_for_nothing_is_missed(small: Analysis) -> None:
    assert not any("requested" in hint.to("en") for hint in small.hints)


@pytest.mark.parametrize("exponent", [0.5, 1.0])
def test_growth_of_spread_is_recovered(exponent: float) -> None:
    rng = np.random.default_rng(8)
    asked = np.repeat(np.arange(5, 17), 60).astype(float)
    painted = np.round(1.1 * asked + 0.5 * asked**exponent * rng.normal(size=len(asked)) * 0.4)
    consensus = np.where(painted > 20, np.inf, painted)
    found = production_spread(asked, consensus, limit=20, name="b")
    assert found.interval is not None
    assert found.interval[0] - 0.1 <= exponent <= found.interval[1] + 0.1
    assert found.value == pytest.approx(exponent, abs=0.25)
    unit = np.repeat(np.arange(len(asked)), 5)
    counted = np.round(asked[unit] + 0.3 * asked[unit] ** exponent * rng.normal(size=len(unit)))
    raters = rater_spread(counted, unit, name="b")
    assert raters.value == pytest.approx(exponent, abs=0.2)


def test_too_little_for_a_fit_says_so() -> None:
    found = production_spread(np.array([5.0, 6.0]), np.array([5.0, 7.0]), limit=20, name="b")
    assert math.isnan(found.value)
    assert found.notes == ("too few pictures to fit",)


def test_a_search_that_ends_too_soon_gives_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = np.tile(np.arange(5.0, 17.0), 3)
    counted = asked + np.random.default_rng(3).normal(0, asked / 10)
    assert math.isfinite(production_spread(asked, counted, limit=99, name="b").value)
    search = scipy.optimize.minimize
    monkeypatch.setattr(
        weber, "minimize", lambda *args, **_: search(*args, method="Nelder-Mead", options={"maxiter": 3})
    )
    found = production_spread(asked, counted, limit=99, name="b")
    assert math.isnan(found.value)
    assert found.notes == ("the fit did not settle",)


@pytest.mark.parametrize("spread", [0.0, 0.01, 0.3, 2.0, 10.0])
def test_no_spread_however_small_or_wild_warns(spread: float) -> None:
    """Warnings are errors here: a search for the exponent may step far out, but neither overflows nor divides by nothing."""
    rng = np.random.default_rng(3)
    for n in (8, 30):
        asked = rng.integers(1, 17, n).astype(np.float64)
        unit = np.repeat(np.arange(n), 3)
        made = np.maximum(0, np.round(asked * (1 + spread * rng.standard_normal(n))))
        counted = np.maximum(0, np.round(asked[unit] * (1 + spread * rng.standard_normal(3 * n))))
        for found in (
            production_spread(asked, np.where(made > 20, np.inf, made), limit=20, name="x"),
            rater_spread(counted, unit, name="x"),
        ):
            assert np.isfinite(found.value) or found.notes
