"""The guide on judges as printed: its settings are read, its commands run, against a server that answers on loopback."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from beholder.testing.chat_server import ChatQuestion, chat_server
from tests.forked import run_command
from tests.judges.judged_studies import write_study

_PAGE = Path(__file__).parents[2] / "docs" / "guides" / "judges.md"
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def blocks() -> list[tuple[str, str]]:
    return _BLOCK.findall(_PAGE.read_text(encoding="utf-8"))


def test_a_lab_can_follow_the_guide(tmp_path: Path, blocks: list[tuple[str, str]]) -> None:
    def left(question: ChatQuestion) -> dict[str, Any]:
        return {"reason": "", "trial": {"better": "left"}, "slots": []}

    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("BEHOLDER")},
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "200",
        "QWEN_API_KEY": "not-a-real-key",
    }
    (given,) = (text for kind, text in blocks if kind == "yaml")
    settings = yaml.safe_load(given)["judges"]
    assert settings["qwen"]["address"].startswith("http://127.0.0.1")
    with chat_server(left) as server:
        settings["qwen"]["address"] = server.address
        folder = write_study(tmp_path / "my-study", "pair", server.address, items=12, ratings=3, judges=settings)
        assert run_command(["beholder", "simulate", folder.name, "--raters", "4"], tmp_path, environment)[0] == 0
        printed = {}
        commands = [line[2:] for kind, text in blocks if kind == "console" for line in text.splitlines()]
        for command in commands:
            code, printed[command] = run_command(command.split(), tmp_path, environment)
            assert code == 0, printed[command]
    assert "stays on this machine" in printed["beholder judge my-study --dry-run"]
    assert "24 answers" in printed["beholder judge my-study"]
    told = printed["beholder analyze my-study"]
    assert "qwen#1 follows the place and not the pictures" in re.sub(r"\s+", " ", told)
