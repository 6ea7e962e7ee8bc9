"""The example study of the captions protocol, written once for all its tests."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def example(painted: Callable[[str], Path]) -> Path:
    """The example as `beholder new captions` writes it; tests only read it."""
    return painted("captions")


@pytest.fixture(scope="session")
def example_items(example: Path) -> list[dict[str, Any]]:
    """The items of the example as they stand in its file."""
    return [json.loads(line) for line in (example / "items.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def own_example(example: Path, tmp_path: Path) -> Path:
    """A copy of the example that a test may change and run."""
    return Path(shutil.copytree(example, tmp_path / "study"))
