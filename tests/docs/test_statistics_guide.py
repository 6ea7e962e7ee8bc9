"""The guides of statistics and planning run as printed: their Python, their commands, and the numbers they show."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from beholder.cli.stats import app

from .printed_guide import commands_of, run_python


def test_python_prints_what_the_guide_shows(folder: Path) -> None:
    assert run_python("statistics.md") >= 5


def test_python_of_large_tables_prints_what_the_guide_shows(folder: Path) -> None:
    assert run_python("billion-ratings.md") == 1


@pytest.mark.parametrize("guide", ["statistics.md", "planning.md"])
def test_commands_run(folder: Path, guide: str) -> None:
    commands = commands_of(guide)
    assert len(commands) >= 5
    for command in commands:
        assert command[:2] == ["beholder", "stats"]
        result = CliRunner().invoke(app, command[2:], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        assert result.stdout
    labels = folder / "labels.csv"
    assert guide != "statistics.md" or labels.read_text(encoding="utf-8").startswith("item,label,confidence\n")
