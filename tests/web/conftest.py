"""A small served study and a client that talks to it without a network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from beholder.testing import write_masks_study
from tests.web.web_client import Site, open_site


@pytest.fixture
def study_folder(tmp_path: Path) -> Path:
    return write_masks_study(tmp_path / "study", trials=12, ratings=3)


@pytest.fixture
def site(study_folder: Path) -> Iterator[Site]:
    """A server in this process with one study, and nobody signed in."""
    with open_site(study_folder) as opened:
        yield opened


@pytest.fixture
def anyone(site: Site) -> Iterator[httpx.Client]:
    """A browser that has never been here."""
    with site.client() as client:
        yield client
