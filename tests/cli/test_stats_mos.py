"""Opinion scores from a file, as a user asks for them."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from beholder.cli.stats import app
from beholder.errors import BeholderError

_SCORES = {"clean": "5 5 4 5", "soft": "4 4 3 5", "blocky": "1 2 1 3"}
_MOS = ["--item", "clip", "--rater", "who", "--value", "score"]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "scores.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["clip", "who", "score", "original"])
        for clip, scores in _SCORES.items():
            for who, score in enumerate(scores.split()):
                writer.writerow([clip, f"r{who}", score, "clean"])
    return path


def _run(*arguments: object) -> dict[str, Any]:
    result = CliRunner().invoke(app, ["mos", *(str(a) for a in arguments), "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def test_scores_raters_and_findings_have_their_names(table: Path) -> None:
    answer = _run(table, *_MOS, "--method", "p910")
    assert [f["name"] for f in answer["findings"]] == [
        "mean_mos",
        "bias_variance",
        "inconsistency_sum",
        "iterations",
        "rejected",
    ]
    assert [row["item"] for row in answer["rows"]] == list(_SCORES)
    assert list(answer["rows"][0]) == ["item", "mos", "se", "interval", "n"]
    assert [row["rater"] for row in answer["raters"]] == ["r0", "r1", "r2", "r3"]
    assert list(answer["raters"][0]) == ["rater", "bias", "inconsistency", "rejected"]


def test_degradation_is_told_beside_the_score(table: Path) -> None:
    answer = _run(table, *_MOS, "--method", "mean", "--reference", "original")
    by_item = {row["item"]: row for row in answer["rows"]}
    assert by_item["clean"]["dmos"] is None
    assert (by_item["soft"]["mos"], by_item["soft"]["dmos"]) == (4.0, 4.25)
    assert by_item["blocky"]["dmos"] == 2.0
    assert next(f["value"] for f in answer["findings"] if f["name"] == "mean_dmos") == pytest.approx(3.125)


def test_two_references_of_one_item_are_refused_with_their_row(table: Path) -> None:
    table.write_text(table.read_text(encoding="utf-8") + "soft,r4,3,sharp\n", encoding="utf-8")
    with pytest.raises(BeholderError, match=r"row 13 .*two references"):
        _run(table, *_MOS, "--reference", "original")


def test_people_see_raters_below_the_scores(table: Path) -> None:
    shown = CliRunner().invoke(app, ["mos", str(table), *_MOS], catch_exceptions=False).stdout
    assert shown.index("blocky") < shown.index("Raters") < shown.index("inconsistency", shown.index("Raters"))
