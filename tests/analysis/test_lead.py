"""The sentence on who is ahead: true where systems are equal, never met, too many to name, or where means mislead."""

from __future__ import annotations

import numpy as np
import pytest

from beholder.analysis import Analysis, Context, FieldInfo, analyse_any
from beholder.fields import Way, Words
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


def test_a_difference_without_spread_proves_no_rank() -> None:
    """Two items on which the systems lie equally far apart are no proof: the table of pairs has no p value either."""
    found = _analysed({"ash": [2, 2], "elm": [6, 4], "oak": [5, 5]})
    assert _ranges(found) == {"ash": (1, 3), "elm": (1, 3), "oak": (1, 3)}
    assert _title(found) == (
        "On quality, elm and oak are level, mean 5.00 each; the remaining system is not shown to be lower than both of them"
    )


def test_systems_that_share_no_item_do_different_tasks() -> None:
    """Easy items make no better system, however clear the gap."""
    rng = np.random.default_rng(5)
    low, high = rng.normal(2, 0.3, 20).round(2).tolist(), rng.normal(6, 0.3, 20).round(2).tolist()
    apart = _analysed({"ash": low, "elm": high}, start={"elm": 50})
    assert _title(apart) == "On quality, systems are compared within 2 tasks"
    assert "quality.pairs" not in {t.name for t in apart.tables}
    assert [row["rank"] for row in apart.table("quality.systems").rows] == [None, None]
    together = _analysed({"ash": low, "elm": high})
    assert _ranges(together) == {"ash": (2, 2), "elm": (1, 1)}
    assert _title(together).startswith("On quality, elm is rated higher than ash: mean ")


def test_systems_that_meet_only_through_others_have_no_common_order() -> None:
    rng = np.random.default_rng(6)
    values = {s: rng.normal(5, 1, 20).round(2).tolist() for s in ("ash", "elm", "oak")}
    found = _analysed(values, start={"elm": 12, "oak": 24})
    assert _title(found).startswith(
        "On quality, not all systems were rated on the same items, so there is no common order"
    )
    assert "没有统一的名次" in _title(found, "zh")


def test_leaders_too_many_to_name_are_counted() -> None:
    rng = np.random.default_rng(3)
    values = {f"s{k}": rng.normal(5, 1, 15).round(2).tolist() for k in range(9)}
    values["weak"] = rng.normal(0, 1, 15).round(2).tolist()
    assert "; 8 systems cannot be told apart from it, and the remaining system is shown" in _title(_analysed(values))


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
    assert "first is rated highest" in title
    assert "noisy cannot be told apart from it" in title
    assert title.endswith("; differences on shared items decide this, not means alone")


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
    assert "cannot be told apart from it, and the remaining system is shown to be behind" in title


@pytest.mark.parametrize(("raters", "said"), [(3, True), (6, False)])
def test_few_raters_are_said_to_speak_for_themselves(raters: int, said: bool) -> None:
    cells = {(f"i{i}", s, f"r{r}"): (i + r + len(s)) % 5 for i in range(8) for s in ("a", "bb") for r in range(raters)}
    found = analyse_any(table(crossed(cells)), Context())
    assert (f"by these {raters} raters" in _title(found)) is said
    assert ("With fewer than five raters, nothing can be said about others." in found.limits.to("en")) is said
    assert ("raters are treated as fixed and only items as a sample" in found.method.to("en")) is said


@pytest.mark.parametrize(
    ("better", "first", "said"),
    [
        ("higher", "elm", "elm is rated better than ash"),
        ("lower", "ash", "ash is rated better than elm"),
        ("none", "elm", "elm is rated higher than ash"),
    ],
)
def test_the_good_end_decides_who_is_ahead(better: str, first: str, said: str) -> None:
    rng = np.random.default_rng(4)
    cells = {
        (f"i{i}", s, f"r{r}"): int(np.clip(round(rng.normal(mean, 0.7)), 1, 5))
        for i in range(15)
        for s, mean in (("ash", 2), ("elm", 4))
        for r in range(6)
    }
    asked = FieldInfo(name="quality", way=Way.MEANS, level="ordinal", label=Words("quality"), least=1, most=5)
    found = analyse_any(table(crossed(cells), fields=(asked.directed(better),)), Context())
    assert said in _title(found)
    assert found.table("quality.systems").rows[0]["system"] == first
    assert found.headline is not None
    assert [bool(row["behind"]) for row in found.headline.rows] == (
        [False, True] if better != "none" else [False, False]
    )


def test_every_sentence_of_the_summary_names_its_question() -> None:
    """Two preferences of the same pairs, with different winners, beside a scale."""
    rng = np.random.default_rng(9)
    rows = []
    for i in range(40):
        for field, left in (("looks", "win" if i % 11 else "loss"), ("prompt", "loss" if i % 13 else "win")):
            for system, value in (("ash", left), ("elm", "loss" if left == "win" else "win")):
                rows.append({"item": f"i{i}", "system": system, "rater": f"r{i % 7}", "field": field, "value": value})
        for system in ("ash", "elm"):
            rows.append({"item": f"i{i}", "system": system, "rater": f"r{i % 7}", "field": "quality"})
            rows[-1]["value"] = str(rng.integers(1, 6))
    for row in rows:
        row |= {"kind": "main", "trial": row["item"]}
    told = [s.to("en") for s in analyse_any(table(rows), Context()).summary]
    assert [text.split(",")[0] for text in told[1:]] == ["On looks", "On prompt", "On quality"]
    assert "ash is preferred to elm" in told[1]
    assert "elm is preferred to ash" in told[2]
    assert all("Agreement on" in text for text in told[1:])


def test_two_of_three_systems_with_one_mean_are_level() -> None:
    found = _analysed({"ash": [4, 2, 4, 2], "elm": [2, 4, 2, 4], "oak": [1, 2, 2, 1]})
    told = _title(found)
    assert told.startswith("On quality, ash and elm are level, mean 3.00 each; ")
    assert "above" not in told
    assert "并列" in _title(found, "zh")


def test_a_higher_mean_on_easier_items_is_no_lead() -> None:
    """Elm is better wherever both were rated; ash has the higher mean, since it was also rated on easy items."""
    rng = np.random.default_rng(12)
    shared = rng.normal(4, 0.2, 12)
    ash = [*(shared - 1 + rng.normal(0, 0.1, 12)), *rng.normal(9, 0.2, 12)]
    found = _analysed({"ash": np.round(ash, 2).tolist(), "elm": np.round(shared, 2).tolist()})
    assert found.finding("quality.mean.ash").value > found.finding("quality.mean.elm").value
    assert _title(found).startswith("On quality, ash has the highest mean of 2 systems, ")
    assert _title(found).endswith(", but on the items that they share elm is rated higher")
    assert "在共同的题目上 elm 更高" in _title(found, "zh")


def test_a_system_is_behind_only_by_proof_against_the_first() -> None:
    """`mid` is proved better than `low`, which the noisy first is not: nothing is said to be behind the first."""
    rng = np.random.default_rng(21)
    item = rng.normal(5, 0.5, 12)
    values = {"first": item + 1 + rng.normal(0, 5, 12), "mid": item + 0.8, "low": item + rng.normal(0, 0.1, 12)}
    values["first"] += 6 - values["first"].mean() + 0.5
    found = _analysed({s: np.round(column, 2).tolist() for s, column in values.items()})
    assert _ranges(found) == {"first": (1, 3), "mid": (1, 2), "low": (2, 3)}
    assert "no system is shown to be highest" in _title(found)
    assert "first has the highest mean" in _title(found)
