"""The analysis guide runs as printed: its commands, its Python, and the numbers it shows."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from beholder.cli import analyze as analysis

_GUIDES = Path(__file__).parents[2] / "docs" / "guides"
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("ratings.csv", "votes.csv"):
        shutil.copy(_GUIDES / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _blocks() -> list[tuple[str, str]]:
    return [(m[1], m[2]) for m in _BLOCK.finditer((_GUIDES / "analysis.md").read_text(encoding="utf-8"))]


def test_python_prints_what_the_guide_shows(folder: Path) -> None:
    names: dict[str, Any] = {}
    printed = None
    compared = 0
    for kind, text in _blocks():
        if kind == "python":
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(text, "analysis.md", "exec"), names)
            printed = out.getvalue()
        elif kind == "text":
            assert text == printed
            compared += 1
    assert compared == 3


def test_commands_run(folder: Path) -> None:
    app = typer.Typer()
    analysis.add_to(app)
    app.command("nothing")(lambda: None)
    commands = [
        shlex.split(line[2:])
        for kind, text in _blocks()
        if kind == "console"
        for line in text.splitlines()
        if line.startswith("$ ")
    ]
    assert len(commands) >= 4
    for command in commands:
        assert command[:2] == ["beholder", "analyze"]
        result = CliRunner().invoke(app, command[1:], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        assert "Method" in result.stdout
