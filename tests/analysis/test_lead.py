"""The sentence on who leads: true where systems are equal, never met, too many to name, or where means mislead."""

from __future__ import annotations

import numpy as np
import pytest

from beholder.analysis import Analysis, Context, analyse_any
from tests.analysis.tables import crossed, table


def _analysed(values: dict[str, list[float]], *, start: dict[str, int] | None = None) -> Analysis:
    """Ratings by nobody in particular; `start` is the first item of a system."""
    begin = start or {}
    cells = {(f"i{i + begin.get(s, 0):02}", s, ""): x for s, column in values.items() for i, x in enumerate(column)}
    return analyse_any(table(crossed(cells)), Context())


def _title(found: Analysis, language: str = "en") -> str:
    return next(s.title.to(language) for s in found.sections if s.name == "quality")


def _ranges(found: Analysis) -> dict[str, object]:
    return {row["system"]: row["rank_range"] for row in found.table("quality.systems").rows}


def test_equal_systems_are_called_equal() -> None:
    found = _analysed({"ash": [1, 2, 5], "elm": [5, 1, 2], "oak": [2, 5, 1]})
    assert _title(found) == "All 3 systems have the same mean on quality: 2.67"
    two = _analysed({"ash": [1, 2, 6, 5], "elm": [6, 1, 2, 5], "oak": [2, 4, 1, 3]})
    assert "; ash and elm are highest with 3.50" in _title(two)


def test_a_difference_without_spread_proves_no_rank() -> None:
    """Two items on which the systems lie equally far apart are no proof: the table of pairs has no p value either."""
    found = _analysed({"ash": [2, 2], "elm": [6, 4], "oak": [5, 5]})
    assert _ranges(found) == {"ash": (1, 3), "elm": (1, 3), "oak": (1, 3)}
    assert _title(found).startswith("No system is shown to lead")


def test_systems_that_share_no_item_have_no_common_order() -> None:
    """Easy items make no better system, however clear the gap."""
    rng = np.random.default_rng(5)
    low, high = rng.normal(2, 0.3, 20).round(2).tolist(), rng.normal(6, 0.3, 20).round(2).tolist()
    apart = _analysed({"ash": low, "elm": high}, start={"elm": 50})
    assert _ranges(apart) == {"ash": (1, 2), "elm": (1, 2)}
    assert _title(apart).startswith("Not all systems were rated on the same items")
    assert "没有统一的名次" in _title(apart, "zh")
    together = _analysed({"ash": low, "elm": high})
    assert _ranges(together) == {"ash": (2, 2), "elm": (1, 1)}


def test_leaders_too_many_to_name_are_counted() -> None:
    rng = np.random.default_rng(3)
    values = {f"s{k}": rng.normal(5, 1, 15).round(2).tolist() for k in range(9)}
    values["weak"] = rng.normal(0, 1, 15).round(2).tolist()
    assert _title(_analysed(values)).startswith("9 of 10 systems share the lead on quality; s")


def test_a_lead_that_does_not_follow_the_means_is_explained() -> None:
    """`steady` lies above `noisy`, yet only `noisy` cannot be told from the first: paired differences decide."""
    rng = np.random.default_rng(8)
    item = rng.normal(5, 1, 30)
    first = item + rng.normal(0, 0.05, 30)
    values = {
        "first": first.round(2).tolist(),
        "steady": (first - 0.4 + rng.normal(0, 0.05, 30)).round(2).tolist(),
        "noisy": (first - 0.8 + rng.normal(0, 6, 30)).round(2).tolist(),
    }
    found = _analysed(values)
    means = {s: found.finding(f"quality.mean.{s}").value for s in values}
    assert means["first"] > means["steady"] > means["noisy"]
    title = _title(found)
    assert title.startswith("first and noisy share the lead")
    assert title.endswith("; the lead follows differences on shared items, not means alone")


def test_many_leaders_of_a_preference_are_counted() -> None:
    names = [f"s{k}" for k in range(8)]
    rows = []
    rng = np.random.default_rng(2)
    for game in range(400):
        a, b = rng.choice(8, 2, replace=False)
        won = rng.random() < (0.02 if a == 7 else 0.98 if b == 7 else 0.5)
        for system, outcome in ((a, "win" if won else "loss"), (b, "loss" if won else "win")):
            rows.append(
                {"item": f"i{game}", "system": names[system], "field": "preference", "value": outcome, "kind": "main"}
                | {"answer": f"a{game}", "side": "left" if system == a else "right"}
            )
    found = analyse_any(table(rows), Context())
    title = next(s.title.to("en") for s in found.sections if s.name == "preference")
    assert title.startswith("7 of 8 systems share the lead")


@pytest.mark.parametrize(("raters", "said"), [(3, True), (6, False)])
def test_few_raters_explain_wide_intervals(raters: int, said: bool) -> None:
    cells = {(f"i{i}", s, f"r{r}"): (i + r + len(s)) % 5 for i in range(8) for s in ("a", "bb") for r in range(raters)}
    limits = analyse_any(table(crossed(cells)), Context()).limits.to("en")
    assert ("the paired tests beside them hold for these raters only" in limits) is said
