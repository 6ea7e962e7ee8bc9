"""The guide to reports runs as printed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.forked import run_command

_GUIDES = Path(__file__).parents[2] / "docs" / "guides"
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the guide's table."""
    made = tmp_path_factory.mktemp("guide")
    shutil.copy(_GUIDES / "ratings.csv", made)
    return made


def _blocks(kind: str) -> list[str]:
    text = (_GUIDES / "report.md").read_text(encoding="utf-8")
    return [block for found, block in _BLOCK.findall(text) if found == kind]


@pytest.mark.variants(2)
@pytest.mark.parametrize("block", _blocks("console"))
def test_commands_do_what_the_guide_says(block: str, folder: Path) -> None:
    printed = ""
    for line in block.splitlines():
        if line.startswith("$ beholder "):
            code, printed = run_command(line.split()[1:], folder, os.environ)
            assert code == 0, printed
        else:
            assert line in printed


def test_python_prints_what_the_guide_shows(folder: Path) -> None:
    (code,), (shown,) = _blocks("python"), _blocks("text")
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == shown
