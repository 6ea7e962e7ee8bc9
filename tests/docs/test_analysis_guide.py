"""The analysis guide runs as printed: its commands, its Python, and the numbers it shows."""

from __future__ import annotations

from pathlib import Path

import typer
from typer.testing import CliRunner

from beholder.cli import analyze as analysis

from .printed_guide import commands_of, run_python


def test_python_prints_what_the_guide_shows(folder: Path) -> None:
    assert run_python("analysis.md") == 4


def test_commands_run(folder: Path) -> None:
    app = typer.Typer()
    analysis.add_to(app)
    app.command("nothing")(lambda: None)
    commands = commands_of("analysis.md")
    assert len(commands) >= 4
    for command in commands:
        assert command[:2] == ["beholder", "analyze"]
        result = CliRunner().invoke(app, command[1:], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        assert "Method" in result.stdout
