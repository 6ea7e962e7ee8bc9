"""The statistics guide runs as printed: its Python, its commands, and the numbers it shows."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from beholder.cli.stats import app

_GUIDES = Path(__file__).parents[2] / "docs" / "guides"
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("ratings.csv", "votes.csv"):
        shutil.copy(_GUIDES / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _blocks() -> list[tuple[str, str]]:
    return [(m[1], m[2]) for m in _BLOCK.finditer((_GUIDES / "statistics.md").read_text(encoding="utf-8"))]


def test_python_prints_what_the_guide_shows(folder: Path) -> None:
    names: dict[str, Any] = {}
    printed = None
    compared = 0
    for kind, text in _blocks():
        if kind == "python":
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(text, "statistics.md", "exec"), names)
            printed = out.getvalue()
        elif kind == "text":
            assert text == printed
            compared += 1
    assert compared >= 5


def test_commands_run(folder: Path) -> None:
    commands = [
        shlex.split(line[2:])
        for kind, text in _blocks()
        if kind == "console"
        for line in text.splitlines()
        if line.startswith("$ ")
    ]
    assert len(commands) >= 5
    for command in commands:
        assert command[:2] == ["beholder", "stats"]
        result = CliRunner().invoke(app, command[2:], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        assert result.stdout
    assert (folder / "labels.csv").read_text(encoding="utf-8").startswith("item,label,confidence\n")
