"""`beholder judge`: what is said before the first request, what is never sent without consent, and where a run ends."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner

from beholder.cli import app
from beholder.cli.judge import judge
from beholder.judges import judge_run
from beholder.store.study_home import Home
from beholder.testing.chat_server import chat_server
from tests.judges.judged_studies import judgments, score, write_study


def _run(folder: Path, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "beholder", "judge", str(folder), *options],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "COLUMNS": "200", **environment},
    )


def test_a_run_says_what_it_sends_and_what_came_of_it(tmp_path: Path) -> None:
    with chat_server(score) as server:
        prices = {"budget": {"requests": 50, "prices": {"input": 1.0, "output": 2.0}}}
        folder = write_study(tmp_path, "item", server.address, items=3, judge={**prices, "key": "MY_KEY"})
        done = _run(folder, MY_KEY="sk-secret")
        assert done.returncode == 0, done.stderr
        again = _run(folder, MY_KEY="sk-secret")
    assert "stays on this machine" in done.stdout
    assert "3 answers (0 after a repair), 0 skipped" in done.stdout
    assert "nothing is left to ask" in again.stdout
    assert "secret" not in done.stdout + done.stderr
    assert len(judgments(folder)) == 3


@pytest.mark.long
def test_a_dry_run_asks_nothing_and_starts_nothing(tmp_path: Path) -> None:
    with chat_server(score) as server:
        folder = write_study(tmp_path, "pictures", server.address, items=3)
        shown = _run(folder, "--dry-run")
        assert shown.returncode == 0, shown.stderr
        assert server.asked == []
    assert '"response_format"' in shown.stdout
    assert "3 to ask now" in shown.stdout
    assert "data:image/png;base64" in shown.stdout
    started = subprocess.run(
        [sys.executable, "-m", "beholder", "status", str(folder)], capture_output=True, text=True, check=False
    )
    assert "has not been started" in started.stderr
    assert Home(folder).folder.exists()


def test_a_run_that_reaches_nobody_says_why_and_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge_run, "MOST_RETRIES", 0)
    with chat_server(score, fails=lambda question: "broken") as server:
        folder = write_study(tmp_path, "item", server.address, items=4)
        failed = CliRunner().invoke(app, ["judge", str(folder)], env={"COLUMNS": "200"})
    assert failed.exit_code == 1
    assert "The last problem: HTTP 500" in failed.stdout
    assert "out of memory" in failed.stdout
    # there is nothing to analyse yet
    assert "Next:" not in failed.stdout


class _Screen(io.StringIO):
    """A terminal that keeps all that was on it."""

    def isatty(self) -> bool:
        return True


def test_a_run_that_waits_to_ask_again_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    screen, seen = _Screen(), "retrying 2 calls, next in"

    def until_it_is_read(_seconds: float) -> None:
        # only a run that says nothing waits long
        for _ in range(600):
            if seen in screen.getvalue():
                return
            time.sleep(0.05)

    for name, value in {"TERM": "xterm", "COLUMNS": "200"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(judge_run, "JudgeRun", partial(judge_run.JudgeRun, pause=until_it_is_read))
    monkeypatch.setattr(sys, "stderr", screen)
    with chat_server(score, fails=lambda question: "broken" if question.attempt == 0 else None) as server:
        judge(write_study(tmp_path, "item", server.address, items=2))
    assert seen in screen.getvalue()
    assert screen.getvalue().rpartition(seen)[2].count("2/2"), "the bar goes on to its end"
    assert len(judgments(tmp_path)) == 2


def test_replies_that_are_no_answers_are_told_with_what_is_wrong(tmp_path: Path) -> None:
    with chat_server(lambda question: "The left one.") as server:
        folder = write_study(tmp_path, "item", server.address, items=1)
        done = CliRunner().invoke(app, ["judge", str(folder)], env={"COLUMNS": "200"})
    assert done.exit_code == 0
    assert "and no pictures" in done.stdout
    assert "1 skipped" in done.stdout
    assert "The last problem: it is not one JSON object" in done.stdout


def test_nothing_leaves_the_machine_before_somebody_agrees(tmp_path: Path) -> None:
    folder = write_study(tmp_path, "item", "http://judge.invalid:9/v1", items=1, judge={"key": "OTHER_SECRET"})
    refused = _run(folder, OTHER_SECRET="sk-secret")
    assert refused.returncode == 2
    assert "judge.invalid" in refused.stderr
    assert "$OTHER_SECRET" in refused.stderr
    assert "sk-secret" not in refused.stdout + refused.stderr
    assert "--yes" in refused.stderr
    assert "leaves this machine for judge.invalid" in refused.stdout


def test_mistakes_are_told_in_words(tmp_path: Path) -> None:
    folder = write_study(tmp_path, "item", "http://127.0.0.1:9/v1", items=1, judge={"key": "NOT_SET_HERE"})
    assert "NOT_SET_HERE is not set" in _run(folder).stderr
    assert "no judge 'q'" in _run(folder, "--judge", "q").stderr
    (folder / "study.yaml").write_text("protocol: protocol.yaml\nitems: items.jsonl\nseed: 11\n", encoding="utf-8")
    assert "names no judges" in _run(folder).stderr
    assert not Home(folder).folder.exists()
