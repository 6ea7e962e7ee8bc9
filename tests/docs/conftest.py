"""What the guides find in the folder in which a reader follows them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from .printed_guide import GUIDES


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("ratings.csv", "votes.csv", "opinions.csv", "orders.csv"):
        shutil.copy(GUIDES / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path
