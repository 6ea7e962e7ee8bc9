"""A judge tested against people, combined with them, and a rule for stopping: from a file, as a user asks for them."""

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


def _write(path: Path, rows: list[dict[str, object]]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def _run(*arguments: object) -> dict[str, Any]:
    result = CliRunner().invoke(app, [*(str(a) for a in arguments), "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


@pytest.fixture
def votes(tmp_path: Path) -> Path:
    """Three people and two judges on forty outputs of twenty prompts."""
    rng = np.random.default_rng(2)
    rows: list[dict[str, object]] = []
    for i in range(40):
        truth = int(rng.integers(0, 2))
        for who in ("ann", "ben", "cho", "good", "dice"):
            wrong = rng.random() < {"good": 0.1, "dice": 0.5}.get(who, 0.2)
            said = "no" if truth ^ wrong else "yes"
            rows.append({"output": f"o{i}", "prompt": f"p{i // 2}", "who": who, "said": said})
    return _write(tmp_path / "votes.csv", rows)


_COLUMNS = ("--item", "output", "--rater", "who", "--value", "said")


def test_each_judge_has_its_rate_and_a_row_for_every_person(votes: Path) -> None:
    answer = _run("alt-test", votes, *_COLUMNS, "--model", "good", "--model", "dice", "--block", "prompt")
    found = {f["name"]: f["value"] for f in answer["findings"]}
    assert found["winning_rate:good"] > found["winning_rate:dice"]
    assert found["advantage:good"] > found["advantage:dice"]
    assert [(row["model"], row["rater"]) for row in answer["rows"]] == [
        (model, who) for model in ("good", "dice") for who in ("ann", "ben", "cho")
    ]
    assert {row["blocks"] for row in answer["rows"]} == {20}


def test_a_judge_that_is_not_named_as_one_counts_as_a_person(votes: Path) -> None:
    answer = _run("alt-test", votes, *_COLUMNS, "--model", "good")
    assert {row["rater"] for row in answer["rows"]} == {"ann", "ben", "cho", "dice"}


def test_a_wrong_name_and_an_item_in_two_blocks_are_told(votes: Path) -> None:
    with pytest.raises(BeholderError, match='no rater is called "godo"'):
        _run("alt-test", votes, *_COLUMNS, "--model", "godo")
    with pytest.raises(BeholderError, match='item "o0" has two blocks, "ann" and "ben"'):
        _run("alt-test", votes, *_COLUMNS, "--model", "good", "--block", "who")


def test_people_and_judge_together_have_the_documented_columns(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    rows: list[dict[str, object]] = []
    for i in range(120):
        for system, quality in (("a", 2.0), ("b", 3.0)):
            score = quality + rng.normal()
            human = f"{score + rng.normal(0, 0.3):.3f}" if i < 40 else ""
            rows.append({"item": i, "system": system, "people": human, "model": f"{score:.3f}"})
    path = _write(tmp_path / "scores.csv", rows)
    answer = _run("combine", path, "--item", "item", "--system", "system", "--human", "people", "--judge", "model")
    a, b = answer["rows"]
    assert list(a)[:8] == [
        "system",
        "value",
        "interval",
        "classical",
        "classical_interval",
        "lambda",
        "width_ratio",
        "saved",
    ]
    assert a["value"] < b["value"]
    assert 0 < a["lambda"] <= 1
    assert 0.3 < a["saved"] < 0.8
    (difference,) = answer["differences"]
    assert difference["interval"][1] < 0


def test_a_rule_for_stopping_is_replayed_and_the_same_seed_says_the_same(votes: Path) -> None:
    rule = ("--lead", 2, "--least", 2, "--most", 5, "--share", 0.2)
    answer = _run("stop", votes, *_COLUMNS, *rule, "--orders", "all")
    found = {f["name"]: f["value"] for f in answer["findings"]}
    assert list(found) == ["votes_per_item", "same_label", "alpha_full", "alpha_stopped", "alpha_share"]
    assert 2 < found["votes_per_item"] < 5
    assert 0.8 < found["same_label"] <= 1
    assert answer == _run("stop", votes, *_COLUMNS, *rule, "--orders", "all")
    with pytest.raises(BeholderError, match="no item has 9 raters"):
        _run("stop", votes, *_COLUMNS, "--lead", 2, "--most", 9)


def test_a_column_per_judge_is_enough_to_hold_judges_against_people(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        {"pair": n, "people": "A" if n % 2 else "B", "good": "A" if n % 2 else "B", "first": "A", "odd": "?"}
        for n in range(20)
    ]
    table = _write(tmp_path / "votes.csv", rows)
    named = ("--judge", "good", "--judge", "first", "--judge", "odd", "--first", "A", "--second", "B")
    found = {
        f["name"]: f["value"] for f in _run("judges", table, "--item", "pair", "--human", "people", *named)["findings"]
    }
    assert (found["accuracy:good"], found["accuracy:first"], found["missing:odd"]) == (1.0, 0.5, 1.0)
    assert (found["first_side:good"], found["first_side:first"]) == (0.5, 1.0)
    with pytest.raises(BeholderError, match="go together"):
        _run("judges", table, "--item", "pair", "--human", "people", "--judge", "good", "--first", "A")
