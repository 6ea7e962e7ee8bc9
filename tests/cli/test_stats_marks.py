"""Marks from a file, as a user asks about them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from beholder.cli.stats import app
from beholder.errors import BeholderError

_OPTIONS = ["--item", "picture", "--rater", "who", "--x", "x", "--y", "y", "--radius", "20"]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "marks.csv"
    path.write_text(
        "picture,who,x,y\np,a,100,100\np,b,104,98\np,c,300,40\nq,a,,\nq,b,50,60\nq,c,52,61\n", encoding="utf-8"
    )
    return path


def test_places_agreement_and_alpha(table: Path) -> None:
    ran = CliRunner().invoke(app, ["marks", str(table), *_OPTIONS, "--size", "400,300", "--json"])
    assert ran.exit_code == 0, ran.output
    answer = json.loads(ran.stdout)
    assert [f["name"] for f in answer["findings"]] == ["f", "alpha"]
    assert [(row["item"], row["count"], row["x"], row["y"]) for row in answer["rows"]] == [
        ("p", 2, 102.0, 99.0),
        ("q", 2, 51.0, 60.5),
    ]


def test_radius_and_overlap_are_one_or_the_other(table: Path) -> None:
    with pytest.raises(BeholderError, match="give a radius or an overlap"):
        CliRunner().invoke(app, ["marks", str(table), *_OPTIONS, "--overlap", "0.5"], catch_exceptions=False)
