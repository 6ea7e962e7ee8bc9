"""Real names, where the machine has them, and a way to call the commands."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from beholder.protocols.naming.object_bootstrap import Resampling


@pytest.fixture(scope="session")
def manynames() -> Path:
    """The folder of published naming data."""
    folder = os.environ.get("BEHOLDER_DATA")
    if not folder or not (Path(folder) / "manynames").is_dir():
        pytest.skip("published naming data: set BEHOLDER_DATA to a folder that holds manynames/")
    return Path(folder) / "manynames"


@pytest.fixture
def how() -> Resampling:
    """Few resamples, fixed seed."""
    return Resampling(rng=np.random.default_rng(1), replicates=200)
