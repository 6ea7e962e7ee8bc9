"""Best and worst from a file, as a user asks for them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from beholder.cli.stats import app
from beholder.errors import BeholderError

_CHOICES = ("abcd", "acbd", "badc", "cabd", "dbca", "bcda")
_OPTIONS = ["--trial", "t", "--system", "s", "--choice", "c"]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    lines = ["t,s,c,who"]
    for trial, order in enumerate(_CHOICES):
        for k, system in enumerate(order):
            lines.append(f"{trial},{system},{'best' if k == 0 else 'worst' if k == 3 else ''},r{trial}")
    path = tmp_path / "best.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_rows_have_counts_share_score_and_interval(table: Path) -> None:
    ran = CliRunner().invoke(app, ["best-worst", str(table), *_OPTIONS, "--rater", "who", "--json"])
    assert ran.exit_code == 0, ran.output
    answer = json.loads(ran.stdout)
    assert list(answer["rows"][0]) == ["name", "best", "worst", "shown", "net", "share", "score", "interval"]
    by_name = {row["name"]: row for row in answer["rows"]}
    assert (by_name["a"]["best"], by_name["a"]["worst"], by_name["a"]["shown"]) == (2, 2, 6)
    assert by_name["d"]["net"] == pytest.approx(-2 / 6)
    assert answer["findings"][0]["name"] == "log_likelihood"


def test_a_second_best_is_refused_with_file_and_row(table: Path) -> None:
    table.write_text(table.read_text(encoding="utf-8").replace("0,b,,", "0,b,best,"), encoding="utf-8")
    with pytest.raises(BeholderError, match=r"best\.csv row 2 · a trial has two bests"):
        CliRunner().invoke(app, ["best-worst", str(table), *_OPTIONS], catch_exceptions=False)
