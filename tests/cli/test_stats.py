"""The statistics commands, as a user calls them on a file of their own."""

from __future__ import annotations

import csv
import gzip
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest
from scipy.stats import t as student
from typer.testing import CliRunner

from beholder.cli.stats import app
from beholder.errors import BeholderError
from beholder.imports import analyse_file
from tests.published import Published
from tests.stats.rating_data import ANAESTHETISTS

_AGREE = ["--item", "item", "--rater", "rater", "--value", "value"]
_PAIRS = ["--left", "left", "--right", "right", "--outcome", "outcome"]

# Krippendorff 2011, four observers and twelve units.
_OBSERVERS = {
    "A": "1 2 3 3 2 1 4 1 2 . . .",
    "B": "1 2 3 3 2 2 4 1 2 5 . 3",
    "C": ". 3 3 3 2 3 4 2 2 5 1 .",
    "D": "1 2 3 3 2 4 4 1 2 5 1 .",
}
_PUDDINGS = (
    "12:19,22,16 13:16,19,12 23:19,19,10 14:18,23,13 24:23,19,9 34:19,20,15 15:13,19,18 25:16,20,12 "
    "35:16,15,17 45:17,14,16 16:18,21,12 26:22,20,12 36:13,18,10 46:14,19,18 56:11,21,12"
)


def _run(*arguments: object) -> str:
    result = CliRunner().invoke(app, [str(a) for a in arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def _json(*arguments: object) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(_run(*arguments, "--json"))
    assert set(answer) <= {"findings", "rows", "notes"}
    return answer


def _finding(answer: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(f for f in answer["findings"] if f["name"] == name)
    return found


def _write(path: Path, rows: list[dict[str, Any]], delimiter: str = ",") -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter=delimiter)
        writer.writeheader()
        writer.writerows(rows)
    return path


def _observers() -> list[dict[str, Any]]:
    return [
        {"item": f"u{i:02}", "rater": rater, "value": v}
        for rater, line in _OBSERVERS.items()
        for i, v in enumerate(line.split())
        if v != "."
    ]


@pytest.fixture
def observers(tmp_path: Path) -> Path:
    return _write(tmp_path / "observers.csv", _observers())


@pytest.fixture
def puddings(tmp_path: Path) -> Path:
    rows = []
    for cell in _PUDDINGS.split():
        pair, counts = cell.split(":")
        for word, n in zip(("left", "right", "tie"), counts.split(","), strict=True):
            rows.append({"left": pair[0], "right": pair[1], "outcome": word, "n": n})
    return _write(tmp_path / "puddings.csv", rows)


def _crossed(systems: int = 2) -> list[dict[str, Any]]:
    rng = np.random.default_rng(2)
    item_effect, rater_effect = rng.normal(size=20), rng.normal(size=6)
    return [
        {
            "system": f"s{s}",
            "item": f"{i:03}",
            "rater": f"r{r}",
            "value": round(float(5 + item_effect[i] + rater_effect[r] + 0.8 * s + rng.normal() * 0.5), 3),
        }
        for i in range(20)
        for r in range(6)
        for s in range(systems)
    ]


class TestAgreement:
    @pytest.mark.parametrize(
        ("level", "alpha"),
        [("nominal", 0.743421), ("ordinal", 0.815388), ("interval", 0.849107), ("ratio", 0.797403)],
    )
    def test_alpha_comes_first_and_is_the_published_value(self, observers: Path, level: str, alpha: float) -> None:
        answer = _json("agreement", observers, *_AGREE, "--level", level)
        first = answer["findings"][0]
        assert set(first) == {"name", "value", "interval", "confidence", "n", "n_dropped", "method", "notes"}
        assert first["name"] == "alpha"
        assert first["value"] == pytest.approx(alpha, abs=1e-6)
        low, high = first["interval"]
        assert low < alpha < high <= 1

    def test_companions_fit_the_level(self, observers: Path) -> None:
        nominal = {f["name"] for f in _json("agreement", observers, *_AGREE, "--level", "nominal")["findings"]}
        assert {"percent", "ac1", "fleiss", "alpha_like_these"} <= nominal
        assert not any(name.startswith("icc") for name in nominal)
        interval = {f["name"] for f in _json("agreement", observers, *_AGREE, "--level", "interval")["findings"]}
        assert {"icc(A,1)", "icc(A,k)", "ac2", "within"} <= interval

    def test_gwet_ac1_as_published(self, observers: Path) -> None:
        answer = _json("agreement", observers, *_AGREE, "--level", "nominal")
        assert _finding(answer, "ac1")["value"] == pytest.approx(0.775444, abs=1e-6)

    def test_shrout_and_fleiss(self, tmp_path: Path) -> None:
        """Shrout & Fleiss 1979: six targets, four judges, all six forms."""
        table = ["9 2 5 8", "6 1 3 2", "8 4 6 8", "7 1 2 6", "10 5 6 9", "6 2 4 7"]
        rows = [{"item": i, "rater": j, "value": v} for i, line in enumerate(table) for j, v in enumerate(line.split())]
        answer = _json("agreement", _write(tmp_path / "t.csv", rows), *_AGREE, "--level", "interval")
        found = [_finding(answer, f"icc({form})")["value"] for form in ("1,1", "A,1", "C,1", "1,k", "A,k", "C,k")]
        assert found == pytest.approx([0.165742, 0.289764, 0.714841, 0.442797, 0.620051, 0.909316], abs=1e-6)

    def test_two_raters_on_an_ordered_scale_have_a_weighted_kappa(self, tmp_path: Path) -> None:
        """Cohen 1968, 100 cases: quadratic weights as statsmodels gives them."""
        cells = [[44, 5, 1], [7, 20, 3], [9, 5, 6]]
        pairs = [(a, b) for a in range(3) for b in range(3) for _ in range(cells[a][b])]
        rows = [{"item": i, "rater": r, "value": v} for i, pair in enumerate(pairs) for r, v in enumerate(pair)]
        path = _write(tmp_path / "t.csv", rows)
        weighted = _json("agreement", path, *_AGREE, "--level", "ordinal")
        assert _finding(weighted, "kappa")["value"] == pytest.approx(0.454545, abs=1e-6)
        plain = _json("agreement", path, *_AGREE, "--level", "nominal")
        assert _finding(plain, "kappa")["value"] == pytest.approx(0.491525, abs=1e-6)

    def test_bootstrap_repeats_with_the_seed(self, observers: Path) -> None:
        arguments = ["agreement", observers, *_AGREE, "--level", "ordinal", "--bootstrap", 200]
        one, two, three = (_json(*arguments, "--seed", seed)["findings"][0] for seed in (1, 1, 2))
        assert one["interval"] == two["interval"] != three["interval"]
        assert "bootstrap" in one["method"]

    def test_groups_have_rows(self, tmp_path: Path) -> None:
        rows = [{**row, "task": "easy" if row["item"] < "u06" else "hard"} for row in _observers()]
        answer = _json(
            "agreement", _write(tmp_path / "t.csv", rows), *_AGREE, "--level", "nominal", "--by", "task"
        )  # fmt: skip
        assert [row["task"] for row in answer["rows"]] == ["easy", "hard"]
        assert answer["findings"][0]["value"] == pytest.approx(0.743421, abs=1e-6)
        assert all(row["alpha"] is not None and len(row["alpha_interval"]) == 2 for row in answer["rows"])

    def test_words_in_order(self, tmp_path: Path) -> None:
        words = dict(zip("12345", ["poor", "fair", "good", "great", "superb"], strict=True))
        path = _write(tmp_path / "t.csv", [{**r, "value": words[r["value"]]} for r in _observers()])
        order = "poor, fair, good, great, superb"
        answer = _json("agreement", path, *_AGREE, "--level", "ordinal", "--order", order)
        assert answer["findings"][0]["value"] == pytest.approx(0.815388, abs=1e-6)

    def test_counts_beyond_the_cap_rank_highest(self, tmp_path: Path) -> None:
        capped = _write(tmp_path / "a.csv", [{**r, "value": r["value"].replace("5", ">4")} for r in _observers()])
        answer = _json("agreement", capped, *_AGREE, "--level", "ordinal")
        assert answer["findings"][0]["value"] == pytest.approx(0.815388, abs=1e-6)

    def test_many_repeats_are_pointed_out(self, tmp_path: Path) -> None:
        path = _write(tmp_path / "t.csv", _crossed())
        notes = _json("agreement", path, *_AGREE, "--level", "interval")["findings"][0]["notes"]
        assert any("tells candidates apart" in note for note in notes)

    def test_pretty_by_default(self, observers: Path) -> None:
        out = _run("agreement", observers, *_AGREE, "--level", "nominal")
        assert "alpha" in out
        assert "0.7434" in out

    def test_published_kappas_of_preferences(self, tmp_path: Path, data_set: Callable[[str], Published]) -> None:
        """PandaLM: three raters on 999 pairs; Cohen's kappa .85, .88, .86 as published."""
        rows = []
        pandalm = data_set("pandalm_pairs")
        with gzip.open(pandalm.folder / "pairs.jsonl.gz", "rt", encoding="utf-8") as file:
            for line in file:
                record = json.loads(line)
                rows += [{"item": record["idx"], "rater": r, "value": record[f"annotator{r}"]} for r in (1, 2, 3)]
        printed = {(1, 2): 0.852, (1, 3): 0.879, (2, 3): 0.862}
        for (one, two), kappa in pandalm.known("kappas", printed).items():
            path = _write(tmp_path / "pair.csv", [row for row in rows if row["rater"] in (one, two)])
            answer = _json("agreement", path, *_AGREE, "--level", "nominal")
            assert _finding(answer, "kappa")["value"] == pytest.approx(kappa, abs=5e-4)
        answer = _json("agreement", _write(tmp_path / "all.csv", rows), *_AGREE, "--level", "nominal")
        assert answer["findings"][0]["value"] == pytest.approx(pandalm.known("alpha", 0.864), abs=5e-4)

    @pytest.mark.parametrize("kind", ["one rater", "one value", "no overlap"])
    def test_nothing_to_say_is_null_with_a_reason(self, tmp_path: Path, kind: str) -> None:
        rows = _observers()
        if kind == "one rater":
            rows = [r for r in rows if r["rater"] == "A"]
        elif kind == "one value":
            rows = [{**r, "value": "3"} for r in rows]
        else:
            rows = [{**r, "item": f"{r['item']}{r['rater']}"} for r in rows]
        first = _json("agreement", _write(tmp_path / "t.csv", rows), *_AGREE, "--level", "ordinal")["findings"][0]
        assert first["value"] is None
        assert first["notes"]

    def test_words_have_no_interval_level(self, tmp_path: Path) -> None:
        path = _write(tmp_path / "t.csv", [{**r, "value": f"v{r['value']}"} for r in _observers()])
        for level in ("ordinal", "interval", "ratio"):
            with pytest.raises(BeholderError, match=r"v1|order"):
                _run("agreement", path, *_AGREE, "--level", level)

    def test_thousands_of_distinct_values(self, tmp_path: Path) -> None:
        """Weighted coefficients need a table of values by values; alpha and ICC do not, and still come."""
        rng = np.random.default_rng(0)
        truth = rng.normal(size=1000)
        rows = [{"item": i, "rater": r, "value": truth[i] + 0.5 * rng.normal()} for i in range(1000) for r in range(3)]
        answer = _json("agreement", _write(tmp_path / "t.csv", rows), *_AGREE, "--level", "interval")
        assert answer["findings"][0]["value"] == pytest.approx(0.8, abs=0.03)
        assert _finding(answer, "icc(A,1)")["value"] == pytest.approx(0.8, abs=0.03)
        assert not any(f["name"].startswith("ac") for f in answer["findings"])


class TestAggregate:
    def test_majority_writes_items_and_labels_as_they_are_written(self, tmp_path: Path) -> None:
        rows = [{"item": "007", "rater": r, "value": v} for r, v in zip("abc", ("01", "01", "1"), strict=True)] + [
            {"item": "7", "rater": "a", "value": "été, oui"}
        ]
        out = tmp_path / "labels.csv"
        _run("aggregate", _write(tmp_path / "t.csv", rows), *_AGREE, "--method", "majority", "-o", out)
        with out.open(encoding="utf-8", newline="") as file:
            written = list(csv.reader(file))
        assert written[0] == ["item", "label", "confidence"]
        assert written[1][:2] == ["007", "01"]
        assert float(written[1][2]) == pytest.approx(2 / 3)
        assert written[2][:2] == ["7", "été, oui"]

    @pytest.mark.parametrize(("method", "low"), [("majority", 0.75), ("dawid-skene", 0.88)])
    def test_bluebirds(self, tmp_path: Path, method: str, low: float, data_set: Callable[[str], Published]) -> None:
        """Welinder et al. 2010: 108 pictures, 39 raters; majority is right on .759, Dawid-Skene on .889."""
        bluebirds = data_set("bluebirds")
        folder, low = bluebirds.folder, bluebirds.known("low", {method: low})[method]
        out = tmp_path / "labels.csv"
        _run(
            "aggregate", folder / "bluebirds_labels.tsv.gz", "--item", "task", "--rater", "worker", "--value", "label",
            "--method", method, "-o", out,
        )  # fmt: skip
        with gzip.open(folder / "bluebirds_truth.tsv.gz", "rt", encoding="utf-8") as file:
            truth = dict(line.split("\t")[:2] for line in file.read().splitlines()[1:])
        with out.open(encoding="utf-8", newline="") as file:
            right = [row["label"] == truth[row["item"]] for row in csv.DictReader(file)]
        assert len(right) == 108
        assert np.mean(right) >= low

    def test_dawid_and_skenes_anaesthetists(self, tmp_path: Path) -> None:
        """Dawid & Skene 1979: 45 patients, five observers, the first of them three times each."""
        rows = [
            {"item": i, "rater": observer, "value": v}
            for i, line in enumerate(ANAESTHETISTS)
            for observer, v in zip("1112345", line, strict=True)
        ]
        answer = _json("aggregate", _write(tmp_path / "t.csv", rows), *_AGREE, "--method", "dawid-skene")
        assert _finding(answer, "log_likelihood")["value"] == pytest.approx(-192.890881, abs=1e-5)
        shares = [_finding(answer, f"prevalence[{v}]")["value"] for v in "1234"]
        assert shares == pytest.approx([0.3996, 0.4220, 0.1118, 0.0667], abs=5e-5)
        labels = "".join(row["label"] for row in answer["rows"])
        assert labels == "142222132243121111222222112111131224233111212"
        assert answer["rows"][6]["confidence"] == pytest.approx(0.981020, abs=1e-5)
        assert any("one-coin is safer" in note for note in answer["findings"][0]["notes"])

    def test_models_report_raters(self, observers: Path) -> None:
        answer = _json("aggregate", observers, *_AGREE, "--method", "one-coin")
        assert {"ability[A]", "ability[D]"} <= {f["name"] for f in answer["findings"]}
        assert len(answer["rows"]) == 12
        assert all(0 < row["confidence"] <= 1 for row in answer["rows"])

    @pytest.mark.parametrize("method", ["mean", "median"])
    def test_numbers_have_intervals(self, observers: Path, method: str) -> None:
        answer = _json("aggregate", observers, *_AGREE, "--method", method)
        row = next(r for r in answer["rows"] if r["item"] == "u05")
        expected = np.mean([1, 2, 3, 4]) if method == "mean" else 2.5
        assert float(row["label"]) == pytest.approx(expected)
        assert row["interval"][0] <= expected <= row["interval"][1]

    def test_a_mean_of_words_is_an_error(self, tmp_path: Path) -> None:
        path = _write(tmp_path / "t.csv", [{"item": 1, "rater": 1, "value": "good"}])
        with pytest.raises(BeholderError, match="good"):
            _run("aggregate", path, *_AGREE, "--method", "mean")

    def test_nothing_to_aggregate(self, tmp_path: Path) -> None:
        path = _write(tmp_path / "t.csv", [{"item": 1, "rater": 1, "value": ""}])
        with pytest.raises(BeholderError, match="no ratings"):
            _run("aggregate", path, *_AGREE, "--method", "majority")


class TestRank:
    def test_davidsons_puddings(self, puddings: Path) -> None:
        answer = _json("rank", puddings, *_PAIRS, "--count", "n")
        assert [f["name"] for f in answer["findings"]] == ["tie", "log_likelihood"]
        assert _finding(answer, "tie")["value"] == pytest.approx(0.746823, abs=1e-6)
        assert _finding(answer, "log_likelihood")["value"] == pytest.approx(-809.709510, abs=1e-6)
        scores = {row["name"]: row["score"] for row in answer["rows"]}
        against = [scores[name] - scores["1"] for name in "23456"]
        assert against == pytest.approx([0.220242, 0.152978, 0.175145, 0.133865, 0.377135], abs=1e-6)
        first = answer["rows"][0]
        assert (first["name"], first["rank"], first["rank_range"]) == ("6", 1, [1, 6])
        assert first["interval"][0] < first["score"] < first["interval"][1]

    def test_position_and_the_winners_name(self, puddings: Path, tmp_path: Path) -> None:
        with puddings.open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            row["outcome"] = row.get(row["outcome"], "tie")
        path = _write(tmp_path / "named.csv", rows)
        answer = _json("rank", path, *_PAIRS, "--count", "n", "--position")
        assert [f["name"] for f in answer["findings"]] == ["tie", "position", "log_likelihood"]
        assert _finding(answer, "position")["value"] == pytest.approx(-0.084128, abs=1e-6)

    def test_golden_scores_of_votes(self, data_set: Callable[[str], Published]) -> None:
        """Half-win Bradley-Terry worths of 59 systems, as another library computed them."""
        folder = data_set("llmfao_pairs").folder
        answer = _json(
            "rank", folder / "crowd_comparisons.csv.gz", "--left", "left", "--right", "right", "--outcome", "winner",
            "--ties", "half", "--item", "id", "--rater", "worker",
        )  # fmt: skip
        with gzip.open(folder / "evalica_llmfao_golden.csv.gz", "rt", encoding="utf-8") as file:
            golden = {
                row["item"]: float(row["score"]) for row in csv.DictReader(file) if row["algorithm"] == "bradley_terry"
            }
        assert {row["name"]: row["worth"] for row in answer["rows"]} == pytest.approx(golden, abs=1e-8)
        assert "clustered by item and rater" in _finding(answer, "log_likelihood")["method"]

    def test_ties_left_out(self, puddings: Path) -> None:
        answer = _json("rank", puddings, *_PAIRS, "--count", "n", "--ties", "none")
        assert [f["name"] for f in answer["findings"]] == ["log_likelihood"]
        assert answer["findings"][0]["n"] == 745 - 202

    def test_a_disconnected_graph_names_its_parts(self, tmp_path: Path) -> None:
        rows = [{"left": a, "right": b, "outcome": "left"} for a, b in ("ab", "ba", "cd", "dc")]
        with pytest.raises(BeholderError, match="a, b; c, d"):
            _run("rank", _write(tmp_path / "t.csv", rows), *_PAIRS)

    def test_perfect_separation_is_said(self, tmp_path: Path) -> None:
        rows = [{"left": a, "right": b, "outcome": "left"} for a, b in ("ab", "ab", "bc", "ac")]
        answer = _json("rank", _write(tmp_path / "t.csv", rows), *_PAIRS)
        assert any("perfect separation" in note for note in answer["findings"][0]["notes"])
        assert [row["name"] for row in answer["rows"]] == ["a", "b", "c"]

    def test_all_ties_have_no_ranks(self, tmp_path: Path) -> None:
        rows = [{"left": "a", "right": "b", "outcome": "tie"}] * 3
        answer = _json("rank", _write(tmp_path / "t.csv", rows), *_PAIRS)
        assert [(row["score"], row["rank"]) for row in answer["rows"]] == [(None, None)] * 2
        assert any("every comparison is a tie" in note for note in answer["findings"][0]["notes"])

    def test_an_unknown_outcome_names_file_and_row(self, tmp_path: Path) -> None:
        rows = [{"left": "a", "right": "b", "outcome": x} for x in ("left", "middle")]
        path = _write(tmp_path / "t.csv", rows)
        with pytest.raises(BeholderError) as caught:
            _run("rank", path, *_PAIRS)
        assert caught.value.problems[0].where == f"{path} row 2"

    def test_a_bad_count_names_its_row(self, tmp_path: Path) -> None:
        rows = [{"left": "a", "right": "b", "outcome": "left", "n": n} for n in ("1", "two")]
        with pytest.raises(BeholderError, match="a count is no number") as caught:
            _run("rank", _write(tmp_path / "t.csv", rows), *_PAIRS, "--count", "n")
        assert caught.value.problems[0].where.endswith("row 2")


class TestCompare:
    def test_rows_per_system_and_per_pair(self, tmp_path: Path) -> None:
        path = _write(tmp_path / "t.csv", _crossed(3))
        answer = _json("compare", path, "--system", "system", *_AGREE)
        assert [row["kind"] for row in answer["rows"]] == ["system"] * 3 + ["pair"] * 3
        systems = answer["rows"][:3]
        assert [row["system"] for row in systems] == ["s2", "s1", "s0"]
        pair = answer["rows"][3]
        assert (pair["first"], pair["second"]) == ("s2", "s1")
        assert pair["difference"] == pytest.approx(systems[0]["mean"] - systems[1]["mean"])
        assert pair["interval"][0] < 0.8 < pair["interval"][1]
        assert pair["p"] <= pair["p_holm"] <= 1
        assert "s2" in _run("compare", path, "--system", "system", *_AGREE)

    def test_weights_are_those_of_a_column_that_is_named_or_of_an_export_of_ours(self, tmp_path: Path) -> None:
        rows = [{**row, "weight": 1 + n % 3} for n, row in enumerate(_crossed(2))]
        values = np.array([float(row["value"]) for row in rows if row["system"] == "s1"])
        weights = np.array([row["weight"] for row in rows if row["system"] == "s1"])
        path, command = _write(tmp_path / "t.csv", rows), ["--system", "system", *_AGREE]
        plain, weighted = _json("compare", path, *command), _json("compare", path, *command, "--weight", "weight")
        assert plain["rows"][0]["mean"] == pytest.approx(values.mean())
        assert weighted["rows"][0]["mean"] == pytest.approx(np.average(values, weights=weights))
        ours = _write(tmp_path / "ours.csv", [{**row, "inclusion_probability": 1 / row["weight"]} for row in rows])
        taken = _json("compare", ours, *command)
        assert taken["rows"] == weighted["rows"]
        assert any("weighted by the column weight" in note for note in taken["notes"])
        unweighted = _json("compare", ours, *command, "--all")
        assert unweighted["rows"] == plain["rows"]
        assert any("counts every rating alike" in note for note in unweighted["notes"])
        reported = analyse_file(ours).finding("value.mean.s1")
        assert reported.value == pytest.approx(taken["rows"][0]["mean"])
        once = _write(tmp_path / "once.csv", [{**row, "weight": 1, "inclusion_probability": 1} for row in rows])
        assert _json("compare", once, *command) == plain

    @pytest.mark.parametrize("wrong", ["", "0", "-1", "heavy"])
    def test_a_rating_without_a_weight_is_refused(self, tmp_path: Path, wrong: str) -> None:
        rows = [{**row, "weight": wrong if n == 2 else "1.5"} for n, row in enumerate(_crossed(2))]
        with pytest.raises(BeholderError) as caught:
            _run("compare", _write(tmp_path / "t.csv", rows), "--system", "system", *_AGREE, "--weight", "weight")
        assert caught.value.code == ("stats-not-numeric" if wrong == "heavy" else "stats-bad-weight")
        assert caught.value.problems[0].where.endswith("row 3")

    def test_few_raters_are_fixed_as_in_the_report(self, tmp_path: Path) -> None:
        """Three raters speak for themselves, five for others too; either can be asked for, and the output says which."""
        crossed = _crossed(3)
        few = _write(tmp_path / "few.csv", [row for row in crossed if row["rater"] < "r3"])
        many = _write(tmp_path / "many.csv", crossed)
        command = ["--system", "system", *_AGREE]
        for path, given, fixed in ((few, [], True), (few, ["--raters", "random"], False), (many, [], False),
                                   (many, ["--raters", "fixed"], True)):  # fmt: skip
            answer = _json("compare", path, *command, *given)
            assert answer["notes"][-1].startswith("raters fixed" if fixed else "raters random")
            pair = next(row for row in answer["rows"] if row["kind"] == "pair")
            # with raters fixed, items are the only sample: the paired t test on the means of items
            assert (pair["p"] == pytest.approx(pair["p_t"], rel=1e-9)) == fixed
        reported = analyse_file(few).table("value.pairs").rows
        by_pair = {frozenset((row["first"], row["second"])): row for row in reported}
        for row in _json("compare", few, *command)["rows"]:
            if row["kind"] == "pair":
                known = by_pair[frozenset((row["first"], row["second"]))]
                assert row["p"] == pytest.approx(known["p"], rel=1e-9)
                assert row["p_holm"] == pytest.approx(known["p_holm"], rel=1e-9)
        assert "of these 3 raters alone" in _run("compare", few, *command)
        notes = " ".join(_json("compare", many, *command, "--raters", "fixed")["findings"][0]["notes"])
        assert "few raters" not in notes

    @pytest.mark.parametrize("named", [False, True])
    def test_p_values_are_corrected_within_a_task_as_in_the_report(self, tmp_path: Path, named: bool) -> None:
        """Systems of another task, told by their items or by a column, are not compared, and cost these no power."""
        rows = _crossed(5)
        for row in rows:
            other = row["system"] > "s2"
            row["task"] = "edit" if other else "draw"
            row["item"] += "" if named or not other else "e"
        path = _write(tmp_path / "t.csv", rows if named else [{k: r[k] for k in r if k != "task"} for r in rows])
        answer = _json("compare", path, "--system", "system", *_AGREE, *(["--task", "task"] if named else []))
        pairs = {frozenset((r["first"], r["second"])): r for r in answer["rows"] if r["kind"] == "pair"}
        known = {frozenset((r["first"], r["second"])): r for r in analyse_file(path).table("value.pairs").rows}
        assert set(pairs) == set(known)
        assert len(pairs) == 4
        for pair, row in pairs.items():
            assert (row["p"], row["p_holm"]) == pytest.approx((known[pair]["p"], known[pair]["p_holm"]), rel=1e-9)
            assert row["task"] == known[pair]["task"] == (None if not named else "edit" if "s3" in pair else "draw")
        assert "2 tasks of systems that share items: p (Holm) is corrected within each" in answer["notes"]
        assert "6 pairs of systems share no item and are not compared" in answer["notes"]

    def test_each_task_has_raters_of_its_own(self, tmp_path: Path) -> None:
        """Three raters of one task are a panel, six of another a sample, as the report has it."""
        rows = [
            {**row, "item": f"{row['system'] > 's1'}{row['item']}"}
            for row in _crossed(4)
            if row["system"] > "s1" or row["rater"] < "r3"
        ]
        path = _write(tmp_path / "t.csv", rows)
        answer = _json("compare", path, "--system", "system", *_AGREE)
        fixed, random = answer["notes"][-1], answer["notes"][-2]
        if "s0" not in fixed:
            fixed, random = random, fixed
        assert fixed.startswith("s0, s1: raters fixed")
        assert random.startswith("s2, s3: raters random")
        said = analyse_file(path)
        for row in answer["rows"]:
            if row["kind"] == "system":
                assert row["interval"] == pytest.approx(said.finding(f"value.mean.{row['system']}").interval, rel=1e-9)

    def test_percentages_are_numbers_as_in_the_report(self, tmp_path: Path) -> None:
        rows = [{**row, "value": f"{10 * row['value']:.2f} %"} for row in _crossed()]
        path = _write(tmp_path / "t.csv", rows)
        answer = _json("compare", path, "--system", "system", *_AGREE)
        said = analyse_file(path)
        for row in answer["rows"][:2]:
            assert row["mean"] == pytest.approx(said.finding(f"value.mean.{row['system']}").value, rel=1e-12)
        assert "Answers to value are written as percentages and read as numbers from 0 to 100." in answer["notes"]
        alpha = _json("agreement", path, *_AGREE, "--level", "interval")["findings"][0]["value"]
        assert np.isfinite(alpha)

    def test_spaces_and_decimal_commas_are_read_as_in_the_report(self, tmp_path: Path) -> None:
        """`ours ` is no other system than `ours`, and 3,5 is a number."""
        rows = [
            {**row, "value": str(row["value"]).replace(".", ","), "system": row["system"] + " " * (k % 2)}
            for k, row in enumerate(_crossed())
        ]
        path = _write(tmp_path / "t.csv", rows, delimiter=";")
        systems = [r for r in _json("compare", path, "--system", "system", *_AGREE)["rows"] if r["kind"] == "system"]
        said = analyse_file(path)
        assert {r["system"]: r["mean"] for r in systems} == pytest.approx(
            {name: said.finding(f"value.mean.{name}").value for name in ("s0", "s1")}, rel=1e-12
        )

    def test_a_block_pairs_items_of_different_names(self, tmp_path: Path) -> None:
        rows = [{**r, "prompt": r["item"], "item": f"{r['item']}/{r['system']}"} for r in _crossed()]
        path = _write(tmp_path / "t.csv", rows)
        apart = _json("compare", path, "--system", "system", *_AGREE)
        assert not [row for row in apart["rows"] if row["kind"] == "pair"]
        assert any("share no item and are not compared" in note and "--block" in note for note in apart["notes"])
        paired = _json("compare", path, "--system", "system", *_AGREE, "--block", "prompt")["rows"][-1]
        assert paired["difference"] == pytest.approx(0.8, abs=0.2)
        assert paired["blocks"] == 20

    def test_a_word_among_numbers_names_its_row(self, tmp_path: Path) -> None:
        rows = _crossed()
        rows[4]["value"] = "n/a"
        with pytest.raises(BeholderError, match="'n/a' is no number") as caught:
            _run("compare", _write(tmp_path / "t.csv", rows), "--system", "system", *_AGREE)
        assert caught.value.problems[0].where.endswith("row 5")


class TestPlan:
    def test_the_formula(self) -> None:
        answer = _json(
            "plan", "--sd-item", 1, "--sd-rater", 0.7, "--sd-residual", 1.2, "--items", 100, "--raters", 20,
            "--ratings", 3, "--difference", 0.5, "--cost-item", 4, "--cost-rating", 1,
        )  # fmt: skip
        se = math.sqrt(1 / 100 + 0.49 / 20 + 1.44 / 300)
        assert _finding(answer, "half_width")["value"] == pytest.approx(student.ppf(0.975, 19) * se)
        assert _finding(answer, "standard_error")["value"] == pytest.approx(se)
        assert 0.6 < _finding(answer, "power")["value"] < 0.8
        assert _finding(answer, "best_ratings")["value"] == pytest.approx(math.sqrt(4 * 1.44))
        assert answer["rows"][0]["change"] == "as planned"

    def test_from_a_pilot(self, tmp_path: Path) -> None:
        path = _write(tmp_path / "t.csv", _crossed(1))
        answer = _json("plan", path, *_AGREE, "--items", 200, "--raters", 30, "--ratings", 3)
        assert 0.2 < _finding(answer, "half_width")["value"] < 0.8

    @pytest.mark.parametrize(
        "arguments",
        [
            ["--items", "10", "--raters", "5", "--ratings", "2"],
            ["--sd-item", "1", "--items", "10", "--raters", "5", "--ratings", "2"],
            [
                "--sd-item",
                "1",
                "--sd-rater",
                "1",
                "--sd-residual",
                "1",
                "--items",
                "9",
                "--raters",
                "2",
                "--ratings",
                "3",
            ],
        ],
    )
    def test_what_is_missing_or_impossible_is_said(self, arguments: list[str]) -> None:
        with pytest.raises(BeholderError) as caught:
            _run("plan", *arguments)
        assert caught.value.code == "stats-bad-plan"

    def test_items_are_looked_for(self) -> None:
        shape = ("--sd-item", 1, "--sd-rater", 0, "--sd-residual", 1, "--raters", 40, "--ratings", 3)
        answer = _json("plan", *shape, "--within", 0.25)
        enough = _finding(answer, "items_enough")["value"]
        assert _finding(answer, "half_width")["value"] <= 0.25
        assert _finding(_json("plan", *shape, "--items", int(enough) - 1), "half_width")["value"] > 0.25
        answer = _json("plan", *shape, "--power", 0.8, "--difference", 0.4)
        assert 0.8 <= _finding(answer, "power")["value"] < 0.85

    def test_a_share_of_wins(self) -> None:
        answer = _json("plan", "--share", 0.6, "--raters", 60, "--ratings", 3, "--power", 0.9, "--difference", 0.1)
        fewer = _json(
            "plan", "--share", 0.6, "--alike", 0.1, "--raters", 60, "--ratings", 3, "--power", 0.9, "--difference", 0.1
        )
        assert _finding(fewer, "items_for_power")["value"] < _finding(answer, "items_for_power")["value"]

    def test_what_no_number_of_items_reaches_is_said(self) -> None:
        answer = _json(
            "plan", "--sd-item", 1, "--sd-rater", 1, "--sd-residual", 1, "--raters", 5, "--ratings", 3, "--within", 0.1
        )
        assert _finding(answer, "items_enough")["value"] is None
        assert "add raters" in _finding(answer, "items_enough")["notes"][0]

    def test_the_difference_of_two_systems_of_a_pilot(self, tmp_path: Path) -> None:
        rng = np.random.default_rng(4)
        rows = [
            {"i": f"i{i}", "r": f"r{r}", "s": s, "v": round(float(base + (s == "b") + rng.normal()), 3)}
            for i, base in enumerate(rng.normal(0, 5, 30))
            for r in range(6)
            for s in "ab"
        ]
        path = _write(tmp_path / "t.csv", rows)
        shape = (path, "--item", "i", "--rater", "r", "--value", "v", "--items", 50, "--raters", 6, "--ratings", 6)
        paired = _json("plan", *shape, "--system", "s", "--between", "a,b")
        # what items have in common cancels in a difference, so that it is known far better than a mean
        assert _finding(paired, "half_width")["value"] < _finding(_json("plan", *shape), "half_width")["value"] / 3

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (("--share", 0.5), "--within or --power"),
            (("--share", 0.5, "--power", 0.8), "needs the --difference"),
            (("--share", 0.5, "--power", 0.8, "--within", 0.1), "not both"),
            (("--share", 0.5, "--within", 0), "above 0"),
            (("--share", 0.5, "--sd-item", 1, "--items", 9), "--share alone"),
            (("--share", 0.5, "--items", 9, "--system", "s"), "belong together"),
            (("--share", 0.5, "--items", 9, "--per-rater", 4), "--raters or --per-rater"),
            (("--items", 9, "--alike", 0.5), "go with --share"),
            (("--items", 9, "--sd-item", 1, "--scale", "1,5"), "goes with --typical"),
            (("--items", 9, "--typical", "picture-quality", "--scale", "1-5"), "numbers with commas"),
            (("--items", 9, "--typical", "picture-quality", "--scale", "1"), "lowest and highest"),
            (("--items", 9, "--typical", "picture-quality", "--share", 0.6), "not about preferences"),
            (("--items", 9, "--typical", "preference-crowd"), "share of wins that you expect"),
            (("--items", 9, "--typical", "preference-crowd", "--share", 0.6, "--ties", 0.1), "brings its own"),
        ],
    )
    def test_what_does_not_go_together_is_said(self, arguments: tuple[object, ...], said: str) -> None:
        with pytest.raises(BeholderError, match=said):
            _run("plan", *arguments, "--raters", 5, "--ratings", 2)

    def test_raters_are_looked_for_where_items_are_given(self) -> None:
        shape = ("--typical", "picture-quality", "--scale", "1,5", "--items", 300, "--ratings", 3)
        answer = _json("plan", *shape, "--within", 0.2)
        raters = int(_finding(answer, "raters_enough")["value"])
        assert answer["rows"][0]["raters"] == raters
        assert _finding(answer, "half_width")["value"] <= 0.2
        assert _finding(_json("plan", *shape, "--raters", raters - 1), "half_width")["value"] > 0.2
        assert any("ImagenHub" in note for note in answer["notes"])
        with pytest.raises(BeholderError, match="both be looked for"):
            _run("plan", "--typical", "picture-quality", "--ratings", 3, "--within", 0.2)

    def test_a_pilot_of_comparisons_plans_wins_with_ties(self, tmp_path: Path) -> None:
        rng = np.random.default_rng(2)
        rows = [
            {
                "item": i,
                "rater": r,
                "l": "a",
                "r": "b",
                "won": ("left", "right", "tie")[rng.choice(3, p=[0.5, 0.3, 0.2])],
            }
            for i in range(40)
            for r in range(6)
        ]
        path = _write(tmp_path / "votes.csv", rows)
        pilot = (path, "--item", "item", "--rater", "rater", "--left", "l", "--right", "r", "--outcome", "won")
        answer = _json("plan", *pilot, "--between", "a,b", "--per-rater", 50, "--ratings", 3, "--within", 0.08)
        items = _finding(answer, "items_enough")["value"]
        by_share = _json(
            "plan", "--share", 0.6, "--ties", 0.2, "--alike", 0, "--per-rater", 50, "--ratings", 3, "--within", 0.08
        )
        assert items == pytest.approx(_finding(by_share, "items_enough")["value"], rel=0.35)

    def test_agreement_is_planned_from_an_expected_alpha_or_a_pilot(self, tmp_path: Path) -> None:
        answer = _json("plan-agreement", "--level", "nominal", "--alpha", 0.6, "--ratings", 3, "--within", 0.1)
        items = int(_finding(answer, "items_for_alpha")["value"])
        assert {row["ratings"]: row["items"] for row in answer["rows"]}[3] == items
        path = _write(tmp_path / "t.csv", _crossed(1))
        pilot = _json("plan-agreement", path, *_AGREE, "--level", "interval", "--ratings", 2, "--items", 100)
        alpha = _finding(_json("agreement", path, *_AGREE, "--level", "interval"), "alpha")["value"]
        assert {row["ratings"]: row["alpha"] for row in pilot["rows"]}[2] == pytest.approx(alpha, abs=0.1)

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (("--alpha", 0.5), "--items to learn the half-width, or --within"),
            (("--items", 9), "a pilot table, or the --alpha"),
            (("--items", 9, "--alpha", 0.5, "--shares", "0.2,0.8"), "--level nominal"),
            (("--items", 1, "--alpha", 0.5), "two items or more"),
        ],
    )
    def test_agreement_that_cannot_be_planned(self, arguments: tuple[object, ...], said: str) -> None:
        with pytest.raises(BeholderError, match=said):
            _run("plan-agreement", "--level", "ordinal", "--ratings", 3, *arguments)

    def test_typical_spreads_are_listed_with_their_source(self) -> None:
        rows = {row["name"]: row for row in _json("typical")["rows"]}
        assert rows["exact-count"]["source"].startswith("GeckoNum")
        assert rows["preference-crowd"]["ties"] > 0

    def test_not_both_sources(self, tmp_path: Path) -> None:
        path = _write(tmp_path / "t.csv", _crossed(1))
        with pytest.raises(BeholderError, match="not both"):
            _run("plan", path, *_AGREE, "--sd-item", 1, "--items", 9, "--raters", 5, "--ratings", 2)


class TestFormats:
    """The same ratings in every format give the same numbers."""

    def _alpha(self, path: Path) -> float:
        answer = _json("agreement", path, *_AGREE, "--level", "ordinal")
        return float(answer["findings"][0]["value"])

    def test_all_formats_agree(self, tmp_path: Path) -> None:
        rows = _observers()
        plain = _write(tmp_path / "a.csv", rows)
        zipped = tmp_path / "a.csv.gz"
        zipped.write_bytes(gzip.compress(plain.read_bytes()))
        lines = tmp_path / "a.jsonl"
        lines.write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")
        zipped_lines = tmp_path / "b.jsonl.gz"
        zipped_lines.write_bytes(gzip.compress(lines.read_bytes()))
        parquet = tmp_path / "a.parquet"
        duckdb.execute(
            f"COPY (SELECT item, rater, CAST(value AS INTEGER) AS value FROM read_csv('{plain}', header=true)) "
            f"TO '{parquet}'"
        )
        marked = tmp_path / "bom.csv"
        marked.write_bytes(b"\xef\xbb\xbf" + plain.read_bytes())
        unix = tmp_path / "unix.csv"
        unix.write_bytes(plain.read_bytes().replace(b"\r\n", b"\n"))
        others = [
            _write(tmp_path / "a.tsv", rows, "\t"),
            _write(tmp_path / "semicolon.csv", rows, ";"),
            zipped,
            lines,
            zipped_lines,
            parquet,
            marked,
            unix,
        ]
        assert [self._alpha(path) for path in others] == pytest.approx([self._alpha(plain)] * 8, abs=1e-12)

    @pytest.mark.parametrize("name", ["t[1].csv", "what?.csv", "a * b.csv"])
    def test_names_that_look_like_patterns(self, tmp_path: Path, name: str) -> None:
        assert self._alpha(_write(tmp_path / name, _observers())) == pytest.approx(0.815388, abs=1e-6)

    def test_text_is_kept_as_written(self, tmp_path: Path) -> None:
        rows = [
            {"item": item, "rater": "r", "value": v, "note": 'she said "no"\nand left'}
            for item, v in (("007", "2020-01-01"), ("1e3", "#5"), (" x", "TRUE"), ("0.10", "NULL"))
        ]
        lines = tmp_path / "t.jsonl"
        lines.write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")
        for path in (_write(tmp_path / "t.csv", rows), lines):
            answer = _json("aggregate", path, *_AGREE, "--method", "majority")
            assert {(r["item"], r["label"]) for r in answer["rows"]} == {(r["item"], r["value"]) for r in rows}

    def test_empty_and_nan_cells_are_missing(self, tmp_path: Path) -> None:
        rows = [
            *_observers(),
            {"item": "u11", "rater": "A", "value": ""},
            {"item": "u11", "rater": "C", "value": "NaN"},
        ]
        first = _json("agreement", _write(tmp_path / "t.csv", rows), *_AGREE, "--level", "ordinal")["findings"][0]
        assert first["value"] == pytest.approx(0.815388, abs=1e-6)
        assert any("2 rows with a missing" in note for note in first["notes"])

    def test_a_missing_file_suggests_its_neighbour(self, observers: Path) -> None:
        with pytest.raises(BeholderError, match=r'did you mean "observers\.csv"') as caught:
            _run("agreement", observers.with_name("observer.csv"), *_AGREE, "--level", "nominal")
        assert caught.value.code == "table-missing"

    def test_missing_columns_are_all_named_with_the_nearest(self, observers: Path) -> None:
        with pytest.raises(BeholderError) as caught:
            _run(
                "agreement", observers, "--item", "itme", "--rater", "rater", "--value", "score", "--level", "nominal"
            )  # fmt: skip
        assert [p.code for p in caught.value.problems] == ["table-no-column"] * 2
        assert 'did you mean "item"' in caught.value.problems[0].hint

    def test_ragged_rows_and_wrong_encodings_name_the_line(self, tmp_path: Path) -> None:
        ragged = tmp_path / "ragged.csv"
        ragged.write_text("item,rater,value\na,b,1\na,c\n", encoding="utf-8")
        latin = tmp_path / "latin.csv"
        latin.write_bytes("item,rater,value\né,b,1\n".encode("latin-1"))
        broken = tmp_path / "broken.jsonl"
        broken.write_text('{"item": 1, "rater": 1, "value": 2}\n{"item":\n', encoding="utf-8")
        for path in (ragged, latin, broken):
            with pytest.raises(BeholderError, match=r"(?i)line|row") as caught:
                _run("agreement", path, *_AGREE, "--level", "nominal")
            assert caught.value.code == "table-unreadable"
            assert caught.value.problems[0].where.startswith(str(path))

    def test_an_empty_table(self, tmp_path: Path) -> None:
        path = tmp_path / "t.csv"
        path.write_text("item,rater,value\n", encoding="utf-8")
        with pytest.raises(BeholderError, match="a heading and no rows"):
            _run("agreement", path, *_AGREE, "--level", "nominal")

    def test_a_heading_that_stands_twice(self, tmp_path: Path) -> None:
        path = tmp_path / "t.csv"
        path.write_text("item,rater,value,value\na,b,1,2\n", encoding="utf-8")
        with pytest.raises(BeholderError, match="stands twice"):
            _run("agreement", path, *_AGREE, "--level", "nominal")


@pytest.mark.parametrize(
    "command",
    [
        ["agreement", "--level", "nominal", *_AGREE, "--by"],
        ["compare", "--system", "rater", *_AGREE, "--task"],
        ["compare", "--system", "rater", *_AGREE, "--block"],
        ["judges", "--item", "item", "--human", "value", "--level", "nominal", "--judge", "value", "--judge"],
        ["rank", "--list", "item", "--system", "rater", "--rank"],
        ["mos", *_AGREE, "--reference"],
    ],
    ids=lambda command: f"{command[0]} {command[-1]}",
)
def test_a_missing_column_is_told_with_the_option_that_named_it(tmp_path: Path, command: list[str]) -> None:
    path = _write(tmp_path / "ratings.csv", _observers())
    with pytest.raises(BeholderError) as caught:
        _run(command[0], path, *command[1:], "nope")
    assert f'there is no column "nope" (for {command[-1]}' in str(caught.value)
