"""Best and worst, and orders, from ratings to findings: the numbers are those of the statistics, and truth is found."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from beholder.analysis import Analysis, Context, DeclaredContrast, FieldInfo, RatingsData, analyse_any
from beholder.declarations.declaration import Declaration
from beholder.protocols import Candidate, Item
from beholder.protocols.protocol import Protocol
from beholder.stats import BestWorst, Rankings, kendall_w, max_diff, plackett_luce
from beholder.testing.ratings_maker import simulate_ratings
from tests.analysis.tables import table

_TRUTH = {"keen": 1.2, "fair": 0.2, "mild": -0.1, "dull": -1.3}


def _declared(kind: str, **settings: Any) -> Declaration:
    return Declaration.model_validate(
        {
            "name": "several",
            "title": "Several",
            "shows": "all",
            "candidate": {"text": {"kind": "text"}, "truth": {"kind": "json", "shown": False, "required": False}},
            "form": {"fields": {"pick": {"kind": kind, "label": "Which is best?", **settings}}},
        }
    )


def _items(n: int) -> list[Item]:
    return [
        Item(id=f"i{i}", candidates=tuple(Candidate(f"i{i}", s, {"truth": {"pick": x}}) for s, x in _TRUTH.items()))
        for i in range(n)
    ]


def _analysed(kind: str, *, items: int = 24, raters: int = 8, **settings: Any) -> tuple[Analysis, RatingsData]:
    declared = _declared(kind, **settings)
    data = simulate_ratings(
        Protocol(declaration=declared), _items(items), raters=raters, ratings=3, rng=np.random.default_rng(5)
    )
    contrasts = (DeclaredContrast("pick", "keen", "dull"),)
    return analyse_any(data, Context(declaration=declared, contrasts=contrasts)), data


def _columns(data: RatingsData) -> dict[str, list[Any]]:
    names = ("answer", "system", "value", "rater", "item")
    return {name: data.text[name].texts().tolist() for name in names}


def _titles(found: Analysis) -> list[str]:
    """Of the figures about who comes out ahead."""
    return [chart.title.to("en") for one in found.sections if one.name == "pick" for chart in one.charts]


def test_best_and_worst_lead_to_the_strengths_of_max_diff() -> None:
    found, data = _analysed("best_worst")
    assert len(_titles(found)) == len(set(_titles(found))) == 3, "each figure says what it shows"
    c = _columns(data)
    trials = BestWorst.of(trial=c["item"], system=c["system"], choice=c["value"], rater=c["rater"])
    fitted = max_diff(trials)
    for system in _TRUTH:
        ours = found.finding(f"pick.strength.{system}")
        assert ours.value == pytest.approx(fitted[system].value)
        assert ours.interval == pytest.approx(fitted[system].interval)
    best, _, shown = trials.counts()
    keen = trials.names.index("keen")
    assert found.finding("pick.best_share.keen").value == pytest.approx(best[keen] / shown[keen])


def test_orders_lead_to_the_strengths_of_plackett_and_luce_and_to_kendalls_w() -> None:
    found, data = _analysed("ranking", ties=True)
    assert len(_titles(found)) == len(set(_titles(found))) == 3
    c = _columns(data)
    orders = Rankings.of(listed=c["item"], system=c["system"], rank=c["value"], rater=c["rater"])
    fitted = plackett_luce(orders)
    for system in _TRUTH:
        assert found.finding(f"pick.strength.{system}").value == pytest.approx(fitted[system].value)
        assert found.finding(f"pick.strength.{system}").interval == pytest.approx(fitted[system].interval)
    assert found.finding("pick.kendall_w").value == pytest.approx(kendall_w(orders).value)
    assert any(f.name == "pick.tie:2" for f in found.findings)


@pytest.mark.parametrize(
    ("kind", "settings"), [("best_worst", {}), ("ranking", {}), ("ranking", {"top": 2}), ("ranking", {"ties": True})]
)
def test_the_planted_order_is_found_with_ranges_figures_and_words(kind: str, settings: dict[str, Any]) -> None:
    found, _ = _analysed(kind, **settings)
    rows = {row["system"]: row for row in found.table("pick.systems").rows}
    assert next(iter(rows)) == "keen"
    assert list(rows)[-1] == "dull"
    assert rows["keen"]["rank_range"] == (1, 1)
    assert rows["dull"]["rank_range"] == (4, 4)
    # two that are nearly equal cannot be told apart
    assert rows["fair"]["rank_range"][1] >= rows["fair"]["rank"]
    (section,) = (s for s in found.sections if s.name == "pick")
    assert "keen comes out ahead of every other of 4 systems" in section.title.to("en")
    assert "keen" in section.title.to("zh")
    assert [chart.kind for chart in section.charts] == ["ranks", "intervals", "stacked"]
    assert found.finding("pick.difference.keen-dull").interval[0] > 0  # type: ignore[index]
    (declared,) = (s for s in found.sections if s.declared)
    assert [(row["first"], row["second"]) for row in declared.tables[0].rows] == [("keen", "dull")]
    assert found.finding("pick.alpha").value > 0.3
    shares: dict[str, float] = {}
    for row in section.charts[2].rows:
        shares[row["label"]] = shares.get(row["label"], 0) + row["share"]
    assert all(share == pytest.approx(1) for share in shares.values())


def test_few_raters_speak_for_themselves() -> None:
    found, data = _analysed("best_worst", raters=3)
    c = _columns(data)
    trials = BestWorst.of(trial=c["item"], system=c["system"], choice=c["value"], rater=c["rater"])
    alone = max_diff(trials, cluster="list")
    assert found.finding("pick.strength.keen").interval == pytest.approx(alone["keen"].interval)
    assert "fewer than five raters" in found.method.to("en")


def _told(rows: list[dict[str, Any]], kind: str = "best_worst") -> Analysis:
    return analyse_any(table(rows, fields=FieldInfo.of_form(_declared(kind).form)), Context())


def _shown(answer: str, item: str, words: dict[str, str], rater: str) -> list[dict[str, Any]]:
    number = {"best": 1.0, "worst": -1.0, "": 0.0}
    return [
        {"answer": answer, "item": item, "trial": item, "block": item, "system": s, "rater": rater, "kind": "main",
         "field": "pick", "value": word, "number": number[word]}
        for s, word in words.items()
    ]  # fmt: skip


def test_systems_that_were_never_shown_together_are_ranked_in_tasks_of_their_own() -> None:
    rows: list[dict[str, Any]] = []
    for n in range(12):
        for task, (best, other, worst) in enumerate((("a", "b", "c"), ("x", "y", "z"))):
            words = {best: "best", other: "", worst: "worst"} if n % 4 else {best: "", other: "best", worst: "worst"}
            rows += _shown(f"{task}-{n}", f"{task}-i{n}", words, f"r{n % 6}")
    found = _told(rows)
    (section,) = (s for s in found.sections if s.name == "pick")
    assert len(section.verdict) == 2
    assert {(row["first"], row["second"]) for row in found.table("pick.pairs").rows} == {
        ("a", "b"), ("a", "c"), ("b", "c"), ("x", "y"), ("x", "z"), ("y", "z"),
    }  # fmt: skip


def test_answers_that_say_nothing_are_left_out_and_counted() -> None:
    rows: list[dict[str, Any]] = []
    for n in range(10):
        order = ("a", "b", "c") if n % 3 else ("b", "c", "a")
        rows += _shown(f"a{n}", f"i{n}", dict(zip(order, ("best", "", "worst"), strict=True)), f"r{n % 5}")
    rows += _shown("two", "i0", {"a": "best", "b": "worst"}, "r9")
    found = _told(rows)
    (section,) = (s for s in found.sections if s.name == "pick")
    assert any("One answer is left out" in note.to("en") for note in section.notes)
    assert found.finding("pick.strength.a").n == 10


def _picked(orders: list[str]) -> Analysis:
    """Best, neither and worst as each answer, on an item of its own, names them by their first letters."""
    called = {"a": "ash", "e": "elm", "o": "oak"}
    rows = [
        {"item": f"i{k}", "trial": f"i{k}", "answer": f"a{k}", "rater": "r", "kind": "main", "field": "pick"}
        | {"system": called[letter], "value": word, "number": number, "side": f"{place}"}
        for k, order in enumerate(orders)
        for place, (letter, (word, number)) in enumerate(
            zip(order, (("best", 1), ("", float("nan")), ("worst", -1)), strict=True)
        )
    ]
    declared = _declared("best_worst")
    return analyse_any(table(rows, fields=FieldInfo.of_form(declared.form)), Context(declaration=declared))


def _verdict(found: Analysis, language: str = "en") -> str:
    (section,) = [section for section in found.sections if section.name == "pick"]
    return section.verdict[0].to(language)


def test_systems_that_were_picked_equally_often_are_level_and_none_comes_first() -> None:
    some, every = _picked(["aeo", "eao"] * 4), _picked(["aeo", "eoa", "oae"] * 3)
    assert "ash and elm are level, each picked as the best in 50 %" in _verdict(some)
    assert "comes first" not in _verdict(some)
    assert "ash、elm 并列" in _verdict(some, "zh")
    assert "ash, elm and oak are level" in _verdict(every)
    assert "shown" not in _verdict(every).split("level", 1)[1].split("of its showings")[-1]
