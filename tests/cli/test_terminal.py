"""What a person reads in a terminal."""

from __future__ import annotations

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
