"""What a person reads in a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from beholder.cli.terminal import print_problems
from beholder.errors import Problem


def test_a_hint_that_many_problems_share_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    many = [Problem(f"item {n} has no box", "masks-prompt", f"items.jsonl:{n}", "give it one") for n in range(3)]
    print_problems([*many, Problem("no title", "study-title", hint="write one"), Problem("no seed", "study-seed")])
    lines = capsys.readouterr().err.splitlines()
    assert [line.split()[0] for line in lines] == ["error", "error", "error", "hint:", "error", "hint:", "error"]
    assert lines[3].strip() == "hint: give it one"
    assert lines[5].strip() == "hint: write one"


def test_signs_that_a_terminal_lacks_are_spelled_out(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text("item,rater,value\n1,混元,1\n1,b,2\n2,混元,3\n2,b,2\n", encoding="utf-8")
    shown = subprocess.run(
        [sys.executable, "-m", "beholder", "analyze", str(table)],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert (shown.returncode, b"Traceback" in shown.stderr) == (0, False), shown.stderr
    assert rb"\u6df7\u5143" in shown.stdout
