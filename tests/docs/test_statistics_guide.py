"""The statistics guide runs as printed: its Python, its commands, and the numbers it shows."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from beholder.cli.stats import app

from .printed_guide import commands_of, run_python


def test_python_prints_what_the_guide_shows(folder: Path) -> None:
    assert run_python("statistics.md") >= 5


def test_commands_run(folder: Path) -> None:
    commands = commands_of("statistics.md")
    assert len(commands) >= 5
    for command in commands:
        assert command[:2] == ["beholder", "stats"]
        result = CliRunner().invoke(app, command[2:], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        assert result.stdout
    assert (folder / "labels.csv").read_text(encoding="utf-8").startswith("item,label,confidence\n")
