"""Rankings of several systems from a file, as a user asks for them."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from beholder.cli.stats import app
from beholder.errors import BeholderError
from beholder.imports import analyse_file

_ORDERS = ("ink wash brush", "ink brush wash", "wash ink brush", "brush ink wash", "ink wash brush", "wash brush ink")
_LISTS = ["--list", "prompt", "--system", "model", "--rank", "place"]


def _table(path: Path, rows: list[dict[str, Any]]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


@pytest.fixture
def orders(tmp_path: Path) -> Path:
    rows = [
        {"prompt": f"p{k}", "model": model, "place": place, "who": f"r{k % 3}"}
        for k, order in enumerate(_ORDERS)
        for place, model in enumerate(order.split(), 1)
    ]
    return _table(tmp_path / "orders.csv", rows)


def _run(*arguments: object) -> dict[str, Any]:
    result = CliRunner().invoke(app, ["rank", *(str(a) for a in arguments), "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def test_orders_give_worths_ranges_and_concordance(orders: Path) -> None:
    answer = _run(orders, *_LISTS)
    assert {"name", "worth", "score", "interval", "rank_range"} <= set(answer["rows"][0])
    assert [row["name"] for row in answer["rows"]] == ["ink", "wash", "brush"]
    assert sum(row["worth"] for row in answer["rows"]) == pytest.approx(1.0)
    assert [f["name"] for f in answer["findings"]] == ["log_likelihood", "kendall_w"]
    assert "clustered by list" in answer["findings"][0]["method"]


def test_two_forms_are_not_mixed(orders: Path) -> None:
    with pytest.raises(BeholderError, match=r"missing: --rank"):
        _run(orders, "--list", "prompt", "--system", "model")
    with pytest.raises(BeholderError, match=r"--left cannot stand beside --list"):
        _run(orders, *_LISTS, "--left", "model")
    with pytest.raises(BeholderError, match=r"missing: --left, --right, --outcome"):
        _run(orders)


def test_a_bad_rank_is_refused_with_file_and_row(tmp_path: Path) -> None:
    path = _table(
        tmp_path / "bad.csv", [{"prompt": "p", "model": m, "place": p} for m, p in (("a", "1"), ("b", "best"))]
    )
    with pytest.raises(BeholderError, match=r"bad.csv row 2 · rank 'best' is no number"):
        _run(path, *_LISTS)


def test_grades_both_bad_and_unsure_are_read(tmp_path: Path) -> None:
    outcomes = ("-3", "-1", "2", "0", "1", "-2", "both_bad", "both_bad", "unsure", "3")
    rows = [{"l": "ab"[k % 2], "r": "ba"[k % 2], "o": outcome} for k, outcome in enumerate(outcomes)]
    path = _table(tmp_path / "grades.csv", rows)
    pairs = ["--left", "l", "--right", "r", "--outcome", "o"]
    answer = _run(path, *pairs)
    found = {f["name"]: f["value"] for f in answer["findings"]}
    assert (found["both_bad"], found["unsure"]) == (pytest.approx(2 / 9), 1)
    assert {"threshold:1", "threshold:2", "threshold:3", "log_likelihood"} <= set(found)
    assert answer["rows"][0]["both_bad"] == pytest.approx(2 / 9)
    signs = {f["name"] for f in _run(path, *pairs, "--grades", "signs")["findings"]}
    assert {"tie", "log_likelihood"} <= signs


def _votes(path: Path, raters: int) -> Path:
    chances = np.random.default_rng(4)
    rows = []
    for item in range(24):
        first, second = [("ink", "wash"), ("wash", "brush"), ("brush", "ink")][item % 3][:: 1 if item % 2 else -1]
        for rater in range(raters):
            winner = chances.choice(["left", "right", "tie"], p=(0.5, 0.3, 0.2))
            rows.append({"item": f"p{item}", "left": first, "right": second, "winner": winner, "rater": f"r{rater}"})
    return _table(path, rows)


@pytest.mark.parametrize(("raters", "fixed"), [(3, True), (6, False)])
def test_few_raters_are_fixed_as_in_the_report(tmp_path: Path, raters: int, fixed: bool) -> None:
    """Strengths and their intervals are those of the report, whose rule decides whether raters are a sample."""
    path = _votes(tmp_path / "votes.csv", raters)
    command = [path, "--left", "left", "--right", "right", "--outcome", "winner", "--item", "item", "--rater", "rater"]
    answer = _run(*command, "--position")
    said = analyse_file(path)
    for row in answer["rows"]:
        known = said.finding(f"preference.strength.{row['name']}")
        assert row["score"] == pytest.approx(known.value, rel=1e-9)
        assert row["interval"] == pytest.approx(known.interval, rel=1e-9)
        assert row["win_share"] == pytest.approx(said.finding(f"preference.win_share.{row['name']}").value, rel=1e-9)
    assert answer["notes"][-1].startswith("raters fixed" if fixed else "raters random")
    other = _run(*command, "--position", "--raters", "random" if fixed else "fixed")
    assert other["rows"][0]["score"] == pytest.approx(answer["rows"][0]["score"])
    assert other["rows"][0]["interval"] != pytest.approx(answer["rows"][0]["interval"])


def test_few_raters_of_orders_are_fixed_too(tmp_path: Path) -> None:
    rows = [
        {"prompt": f"p{k}", "model": model, "place": place, "who": f"r{k % 4}"}
        for k, order in enumerate(_ORDERS * 4)
        for place, model in enumerate(order.split(), 1)
    ]
    path = _table(tmp_path / "orders.csv", rows)
    answer = _run(path, *_LISTS, "--rater", "who")
    assert answer["notes"][-1].startswith(
        "raters fixed: intervals and p values speak of items like these and of these 4"
    )
    assert "clustered by list," in answer["findings"][0]["method"]
    assert "rater" in _run(path, *_LISTS, "--rater", "who", "--raters", "random")["findings"][0]["method"]


def test_sides_told_by_1_and_2_are_not_taken_for_grades_in_silence(tmp_path: Path) -> None:
    """`analyze` reads them as the first and the second system; here they would all be won by the right."""
    rows = [{"l": "ab"[k % 2], "r": "ba"[k % 2], "o": outcome} for k, outcome in enumerate("12021221")]
    pairs = ["--left", "l", "--right", "r", "--outcome", "o"]
    notes = _run(_table(tmp_path / "votes.csv", rows), *pairs)["notes"]
    assert any("if 1 and 2 name the first and the second system" in note for note in notes)
    signed = [{**row, "o": "-1" if row["o"] == "2" else row["o"]} for row in rows]
    notes = _run(_table(tmp_path / "grades.csv", signed), *pairs).get("notes", [])
    assert not any("first and the second" in note for note in notes)


def test_words_of_arenas_are_outcomes(tmp_path: Path) -> None:
    words = ["Model_A", "b>a", "tie (bothbad)", "A=B=Good", "not sure", "Oak", "both bad", "[[A>B]]"]
    rows = [{"l": ("oak", "elm")[k % 2], "r": ("elm", "oak")[k % 2], "o": word} for k, word in enumerate(words)]
    answer = _run(_table(tmp_path / "votes.csv", rows), "--left", "l", "--right", "r", "--outcome", "o")
    told = {row["name"]: row for row in answer["rows"]}
    assert (told["oak"]["wins"], told["oak"]["ties"], told["oak"]["losses"]) == (3, 1, 1)
    found = {f["name"]: f["value"] for f in answer["findings"]}
    assert (found["both_bad"], found["unsure"]) == (pytest.approx(2 / 7), 1)
