"""Killed at any point, a run goes on where it was: nothing that was answered and kept is asked again."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from beholder.facade import load
from beholder.testing.chat_server import ChatServer, chat_server, faulty
from tests.judges.judged_studies import calls, run_judge, said, score, write_study

_AT_ONCE = 4
# the longest that a loaded machine takes to come to the next request; only a test that fails waits so long
_PATIENCE = 120


def _kill_when(folder: Path, server: ChatServer, requests: int) -> None:
    """Runs the command, and kills it as soon as the server has been asked so often."""
    command = [sys.executable, "-m", "beholder", "judge", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + _PATIENCE
        while len(server.asked) < requests and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.002)
        process.kill()


def _survives(tmp_path: Path, points: Sequence[int], items: int) -> None:
    with chat_server(score) as server:
        run_judge(write_study(tmp_path / "clean", "item", server.address, items=items))
    with chat_server(score, fails=faulty(0.2, of=("busy", "cut", "invalid", "slow"))) as server:
        folder = write_study(tmp_path / "killed", "item", server.address, items=items, judge={"at_once": _AT_ONCE})
        for point in points:
            _kill_when(folder, server, point)
        run_judge(folder)
        kept = [call.digest for call in calls(folder) if not call.error]
        assert len(kept) == len(set(kept))
        # what was under way at a kill was answered and could not be kept: nothing else is asked twice
        assert sum(server.answered.values()) - len(server.answered) <= _AT_ONCE * len(points)
    assert said(tmp_path / "killed") == said(tmp_path / "clean")
    with load(folder) as study:
        assert study.verify().problems == ()


def test_a_killed_run_ends_as_the_clean_one(tmp_path: Path) -> None:
    _survives(tmp_path, (3, 17), items=24)


@pytest.mark.long
def test_twenty_kills_end_as_the_clean_run(tmp_path: Path) -> None:
    _survives(tmp_path, [3 + 9 * n for n in range(20)], items=150)
