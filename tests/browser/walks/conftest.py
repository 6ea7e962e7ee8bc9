"""One server for the studies of all walks, and raters who walk."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext

from beholder.testing import RunningServer, running_server

from .model import PageModel
from .pages import PAGES
from .walker import SIZE, Walker

MakeWalker = Callable[..., Walker]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    root = tmp_path_factory.mktemp("walks")
    folders = [page.write(root / type(page).__name__) for page in PAGES]
    with running_server(*folders) as running:
        yield running


@pytest.fixture(scope="module")
def make_walker(server: RunningServer, chromium: Browser) -> Iterator[MakeWalker]:
    """A rater of a page at a computer, or at a tablet; the same one for every test."""
    made: dict[tuple[PageModel, bool], Walker] = {}

    def make(model: PageModel, *, tablet: bool = False) -> Walker:
        def context() -> BrowserContext:
            return chromium.new_context(viewport=SIZE, has_touch=tablet)

        number = PAGES.index(model)
        walker = Walker(model, server.rater_url(number), server.folders[number], context)
        return made.setdefault((model, tablet), walker)

    yield make
    for walker in made.values():
        walker.stand_up()
