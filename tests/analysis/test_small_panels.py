"""Few raters speak for themselves, comparisons are corrected within a task, and what is drawn is what is claimed."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from beholder.analysis import Analysis, Context, FieldInfo, analyse_any
from beholder.fields import Form, Preference, Words
from beholder.imports import TableOptions, analyse_file
from tests.analysis.tables import crossed, table
from tests.published import Published


def _cells(
    systems: dict[str, float], *, raters: int, items: int = 20, task: str = "", seed: int = 3
) -> dict[tuple[str, str, str], float]:
    """Scores in halves by raters of different severity, some systems ahead by a little."""
    rng = np.random.default_rng(seed)
    severity, item = rng.normal(0, 1.5, raters), rng.normal(5, 1, items)
    return {
        (f"{task}i{i}", s, f"r{r}"): round(2 * (item[i] + ahead + severity[r] + rng.normal(0, 0.5))) / 2
        for s, ahead in systems.items()
        for i in range(items)
        for r in range(raters)
    }


def _pairs(found: Analysis, field: str = "quality") -> dict[tuple[str, str], Any]:
    return {(row["first"], row["second"]): row for row in found.table(f"{field}.pairs").rows}


def _by_item(cells: dict[tuple[str, str, str], float], system: str) -> list[float]:
    items = sorted({i for i, s, _ in cells if s == system})
    return [float(np.mean([x for (i, s, _), x in cells.items() if (i, s) == (item, system)])) for item in items]


def test_comparisons_of_three_raters_are_the_paired_tests_over_items() -> None:
    """With raters fixed, items are the only sample: SciPy's paired t test on the means of items, and statsmodels' Holm."""
    cells = _cells({"ash": 0.0, "elm": 0.4, "oak": 1.0}, raters=3)
    rows = _pairs(analyse_any(table(crossed(cells)), Context()))
    tests = {(a, b): stats.ttest_rel(_by_item(cells, a), _by_item(cells, b)) for a, b in rows}
    m = len(rows)
    adjusted = multipletests([t.pvalue for t in tests.values()], method="holm")[1]
    for (pair, test), holm in zip(tests.items(), adjusted, strict=True):
        assert rows[pair]["p"] == pytest.approx(test.pvalue, rel=1e-9)
        assert rows[pair]["p_holm"] == pytest.approx(holm, rel=1e-9)
        assert rows[pair]["plain_interval"] == pytest.approx(tuple(test.confidence_interval(0.95)), rel=1e-9)
        assert rows[pair]["interval"] == pytest.approx(tuple(test.confidence_interval(1 - 0.05 / m)), rel=1e-9)
    assert rows["ash", "oak"]["raters_agree"] == "3/3"


def test_five_raters_are_a_sample_of_others() -> None:
    """The same differences are less sure where raters may be others: a rater's liking for a system is then chance too."""
    cells = _cells({"ash": 0.0, "elm": 0.4}, raters=5)
    liking = dict(zip((f"r{k}" for k in range(5)), (-1.5, -0.5, 0.0, 0.5, 1.5), strict=True))
    cells = {key: x + liking[key[2]] * (key[1] == "elm") for key, x in cells.items()}
    row = _pairs(analyse_any(table(crossed(cells)), Context()))["ash", "elm"]
    assert row["df"] == 4
    assert row["p"] > stats.ttest_rel(_by_item(cells, "ash"), _by_item(cells, "elm")).pvalue
    few = {key: x for key, x in cells.items() if key[2] != "r4"}
    assert _pairs(analyse_any(table(crossed(few)), Context()))["ash", "elm"]["df"] == 19


def test_what_holds_in_one_task_does_not_depend_on_the_size_of_another() -> None:
    edit = _cells({"ash": 0.0, "elm": 0.25, "oak": 0.5}, raters=3, task="edit")
    draw = _cells({f"s{k}": 0.1 * k for k in range(8)}, raters=3, task="draw", seed=4)
    alone = _pairs(analyse_any(table(crossed(edit)), Context()))
    both = analyse_any(table(crossed({**edit, **draw})), Context())
    together = _pairs(both)
    for pair, row in alone.items():
        assert together[pair]["p_holm"] == row["p_holm"]
        assert together[pair]["interval"] == row["interval"]
    assert len(together) == 3 + 28
    ranks = {row["system"]: row["rank"] for row in both.table("quality.systems").rows}
    assert {ranks["ash"], ranks["elm"], ranks["oak"]} == {1, 2, 3}


def test_rank_ranges_and_figures_claim_what_the_table_of_pairs_does() -> None:
    cells = _cells({f"s{k}": 0.12 * k for k in range(6)}, raters=4)
    found = analyse_any(table(crossed(cells)), Context())
    rows = _pairs(found)
    behind = {
        s: sum(
            row["p_holm"] < 0.05 and (row["difference"] > 0) == (pair[1] == s)
            for pair, row in rows.items()
            if s in pair
        )
        for s in {one for pair in rows for one in pair}
    }
    ranges = {row["system"]: row["rank_range"] for row in found.table("quality.systems").rows}
    assert {s: best for s, (best, _) in ranges.items()} == {s: 1 + n for s, n in behind.items()}
    drawn = next(c for c in found.charts if c.name == "quality.differences")
    assert [row["held"] for row in drawn.rows] == [row["p_holm"] < 0.05 for row in rows.values()]
    assert [(row["low"], row["high"]) for row in drawn.rows] == [row["interval"] for row in rows.values()]
    # an interval that holds together with the others and leaves 0 out is a difference that holds
    assert all(row["p_holm"] < 0.05 for row in rows.values() if row["interval"][0] > 0 or row["interval"][1] < 0)


def test_preferences_of_three_raters_are_theirs_alone_and_ranked_within_tasks() -> None:
    rng = np.random.default_rng(5)
    rows = []
    for game in range(240):
        names = ("ash", "elm", "oak") if game % 2 else ("fir", "yew")
        a, b = rng.choice(names, 2, replace=False)
        better = rng.random() < (0.85 if a in ("ash", "fir") else 0.15 if b in ("ash", "fir") else 0.5)
        for system, value, side in ((a, better, "left"), (b, not better, "right")):
            rows.append(
                {"item": f"i{game // 3}", "system": system, "rater": f"r{game % 3}", "field": "liked", "side": side}
                | {"value": "win" if value else "loss", "kind": "main", "answer": f"a{game}"}
            )
    found = analyse_any(table(rows), Context())
    section = next(s for s in found.sections if s.name == "liked")
    assert {(row["first"], row["second"]) for row in found.table("liked.pairs").rows} == {
        *combinations(("ash", "elm", "oak"), 2),
        ("fir", "yew"),
    }
    assert all("these 3 raters" in words.to("en") for words in section.verdict)
    assert any("ash is preferred to every other of 3 systems" in words.to("en") for words in section.verdict)
    assert any("fir is preferred to yew" in words.to("en") for words in section.verdict)
    strengths = {s: found.finding(f"liked.strength.{s}").value for s in ("ash", "elm", "oak", "fir", "yew")}
    assert sum(strengths[s] for s in ("ash", "elm", "oak")) == pytest.approx(0, abs=1e-9)
    assert strengths["fir"] == pytest.approx(-strengths["yew"], abs=1e-9)
    assert any("these raters only" in note for note in found.finding("liked.strength.ash").notes)


def test_a_stray_row_is_named_and_spoils_no_verdict() -> None:
    cells = _cells({"ash": 0.0, "elm": 1.0}, raters=3)
    found = analyse_any(table(crossed({**cells, ("i0 x", "el", "r0"): 4.0})), Context())
    section = next(s for s in found.sections if s.name == "quality")
    assert section.verdict[0].to("en").startswith("On quality, elm is rated higher than ash")
    assert "“el” was rated on one item only" in section.notes[0].to("en")


def test_intervals_of_means_stay_on_the_scale() -> None:
    rng = np.random.default_rng(2)
    cells: dict[tuple[str, str, str], float] = {}
    for i in range(8):
        for r in range(6):
            # one of six raters dislikes what all others like
            cells[f"i{i}", "ash", f"r{r}"] = 0.5 if r == 0 or (r == 1 and i == 0) else 1.0
            cells[f"i{i}", "elm", f"r{r}"] = float(rng.choice([0.0, 0.0, 0.5]))
    found = analyse_any(table(crossed(cells)), Context())
    assert found.headline is not None
    for row in found.headline.rows:
        assert 0 <= row["low"] <= row["value"] <= row["high"] <= 1
    assert found.headline.marks["domain"] == [0.0, 1.0]
    high = found.finding("quality.mean.ash")
    assert high.interval is not None
    assert high.interval[1] == 1.0
    assert any("cut where the scale ends" in note for note in high.notes)


def test_imagenhub_differences_hold_for_its_three_raters(data_set: Callable[[str], Published]) -> None:
    """What SciPy's paired tests and statsmodels' Holm hold within a task is said to hold, and for these raters."""
    imagenhub = data_set("imagenhub_human")
    path = imagenhub.folder / "ratings.tsv.gz"
    mapping = {"value": "SC", "item": "task+item", "system": "task+model"}
    found = analyse_file(path, TableOptions(mapping=mapping))
    rows = _pairs(found, "SC")
    values: dict[str, dict[str, dict[str, list[float]]]] = {}
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            items = values.setdefault(row["task"], {}).setdefault(row["model"], {})
            items.setdefault(row["item"], []).append(float(row["SC"]))
    held = 0
    for task, systems in values.items():
        pairs = list(combinations(sorted(systems), 2))
        p = []
        for a, b in pairs:
            shared = sorted(systems[a].keys() & systems[b].keys())
            p.append(stats.ttest_rel(*([np.mean(systems[s][i]) for i in shared] for s in (a, b))).pvalue)
        for (a, b), holm in zip(pairs, multipletests(p, method="holm")[1], strict=True):
            row = rows[f"{task}/{a}", f"{task}/{b}"]
            assert row["p_holm"] == pytest.approx(holm, rel=1e-6)
            held += holm < 0.05
    assert held == sum(row["p_holm"] < 0.05 for row in rows.values())
    if imagenhub.answers is None:
        # 0 of 170 held as long as raters were a sample of three and tasks were one family
        assert (held, len(rows)) == (56, 69)
    told = " ".join(words.to("en") for words in found.summary)
    assert "by these 3 raters" in told
    assert "With fewer than five raters, nothing can be said about others." in found.limits.to("en")


def test_a_question_and_its_good_end_are_named_by_whoever_brings_a_table(tmp_path: Path) -> None:
    path = tmp_path / "errors.csv"
    lines = [
        f"i{i},{s},r{r},{(i * n + r) % 3 + n}" for i in range(8) for s, n in (("a", 0), ("b", 4)) for r in range(5)
    ]
    path.write_text("item,system,rater,errors\n" + "\n".join(lines), encoding="utf-8")
    found = analyse_file(
        path,
        TableOptions(
            mapping={"value": "errors"},
            better={"*": "lower"},
            questions={"errors": "How many errors are there?"},
            title="Errors of two systems",
        ),
    )
    assert found.title.to("zh") == "Errors of two systems"
    told = found.summary[1].to("en")
    assert told.startswith("On errors (“How many errors are there?”), a is rated better than b")
    assert found.headline is not None
    assert found.headline.axes["value"].to("en").endswith("lower is better")
    assert not any("--better" in hint.to("en") for hint in found.hints)


def test_variances_that_cancel_have_no_correlation_but_releases_keep_the_one_they_have() -> None:
    """A table with gaps, of which the variances of items and of noise together are estimated below zero."""
    said = {
        ("i0", "", "r0"): 4, ("i0", "", "r1"): 0, ("i0", "", "r2"): 2, ("i0", "", "r4"): 4,
        ("i1", "", "r1"): 3, ("i1", "", "r2"): 2, ("i1", "", "r3"): 2,
    }  # fmt: skip
    data = table(crossed(said))
    now, before = (
        analyse_any(data, context).finding("quality.icc(A,k)") for context in (Context(), Context(revision=5))
    )
    assert np.isnan(now.value)
    assert "nothing varies, or too few ratings are shared" in now.notes
    assert before.value == pytest.approx(7.6216216)


def test_means_that_do_not_reproduce_ask_for_no_number_of_ratings() -> None:
    """Each thing has every value once, so that what one half of its raters says is the reverse of the other half."""
    said = {(f"i{n}", "", f"r{k}"): k for n in range(12) for k in range(4)}
    found = analyse_any(table(crossed(said)), Context())
    assert np.isnan(found.finding("quality.ratings_enough").value)
    title = found.table("quality.enough").title
    assert "cannot be said" in title.to("en")
    assert "–" not in title.to("zh")


@pytest.mark.parametrize(("shared", "kappas", "left_out"), [(9, 0, 1), (10, 1, 0)])
def test_two_raters_who_share_little_have_no_kappa(shared: int, kappas: int, left_out: int) -> None:
    """A kappa on a handful of comparisons says nothing; how many pairs have none is told instead."""
    rng = np.random.default_rng(3)
    rows = []
    for who, items in (("ann", range(20)), ("bob", range(20 - shared, 40 - shared))):
        for item in items:
            won = rng.random() < 0.5
            for side, system, value in (
                ("left", "ash", "win" if won else "loss"),
                ("right", "elm", "loss" if won else "win"),
            ):
                rows.append(
                    {"item": f"i{item}", "trial": f"i{item}", "rater": who, "answer": f"{who}{item}", "system": system}
                    | {"side": side, "field": "asked", "value": value, "kind": "main"}
                )
    form = Form(fields={"asked": Preference(label=Words("Which?"))})
    found = analyse_any(table(rows, fields=FieldInfo.of_form(form)), Context())
    section = next(s for s in found.sections if s.name == "asked.agreement")
    assert sum(f.name.startswith("asked.kappa.") for f in section.findings) == kappas
    assert len(section.notes) == left_out
