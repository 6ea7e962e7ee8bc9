"""A real server for the whole run; a fresh browser profile for each test."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from beholder.testing import RunningServer, running_server
from tests.packages.own_kind import install_colour, tones_study

from .browser_studies import (
    ALL_KINDS,
    ASKING_MORE,
    FOUR_PICTURES,
    GROUPING,
    ORDER,
    PICK,
    TWO_QUESTIONS,
    disk,
    marking_study,
    masks_study,
    one_mask_study,
    one_picture_study,
    photograph,
    pictures_study,
    until_sure_study,
    yaml_study,
)
from .rater_page import RaterPage

# a loaded machine is slow, which is no fault of the page; only a test that fails waits so long
expect.set_options(timeout=20_000)

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}

# every way of answering and both languages; which of them meet makes no difference to the page
HANDS = [("keys", "zh"), ("mouse", "en"), ("touch", "zh"), ("keys", "en")]

# every screen, every set of fonts and both themes
LOOKS = [
    pytest.param({**DESKTOP, "fonts": "dejavu", "color_scheme": "light"}, id="desktop-dejavu"),
    pytest.param({**PHONE, "fonts": "bundled", "color_scheme": "dark"}, id="phone-bundled"),
    pytest.param({**DESKTOP, "fonts": "bundled", "color_scheme": "dark"}, id="desktop-bundled"),
    pytest.param({**PHONE, "fonts": "dejavu", "color_scheme": "light"}, id="phone-dejavu"),
]

MakePage = Callable[..., RaterPage]


@pytest.fixture(scope="session")
def studies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Study folders by name."""
    root = tmp_path_factory.mktemp("studies")
    holes = disk(240, 160, 60) & ~disk(230, 150, 8)
    holes[20, 460] = True
    one = disk(0, 0, 0) & False
    one[100, 200] = True
    return {
        "masks": masks_study(root / "masks"),
        "short": masks_study(root / "short", items=2, settings="max_per_rater: 2\n"),
        "holes": one_mask_study(root / "holes", holes, point=[240, 190]),
        "pixel": one_mask_study(root / "pixel", one, point=[200, 100]),
        "empty": one_mask_study(root / "empty", one & False, point=[100, 100]),
        "edge": one_mask_study(root / "edge", disk(470, 310, 60), box=[400, 250, 520, 360]),
        "off": one_mask_study(root / "off", disk(120, 160, 30), point=[400, 60]),
        "kinds": yaml_study(root / "kinds", ALL_KINDS),
        "groups": yaml_study(root / "groups", GROUPING),
        "tones": tones_study(root / "tones"),
        "marks": marking_study(root / "marks"),
        "single": one_picture_study(root / "single"),
        "sure": until_sure_study(root / "sure"),
        "pair": pictures_study(root / "pair", TWO_QUESTIONS, systems=2, source=True),
        "more": pictures_study(root / "more", ASKING_MORE, systems=2),
        "wide": pictures_study(root / "wide", ASKING_MORE, systems=2, across=2, painted=1),
        "three": pictures_study(root / "three", FOUR_PICTURES, systems=3, across=2),
        "four": pictures_study(root / "four", FOUR_PICTURES, systems=4),
        "pick": pictures_study(root / "pick", PICK, systems=4),
        "order": pictures_study(root / "order", ORDER, systems=4),
        "broad": pictures_study(root / "broad", PICK, systems=4, across=2, painted=1),
    }


@pytest.fixture(scope="session")
def server(studies: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """One server for all of them, with a package that brings a kind of field."""
    assert photograph().size == (480, 320), "the tests count pixels of this picture"
    with pytest.MonkeyPatch.context() as patch:
        installed = install_colour(tmp_path_factory.mktemp("installed") / "site")
        # before what is there: it may be what says from where Beholder itself is run
        patch.setenv("PYTHONPATH", str(installed), prepend=os.pathsep)
        with running_server(*studies.values()) as running:
            yield running


@pytest.fixture
def make_context(browsers: Callable[[str], Browser]) -> Iterator[Callable[..., BrowserContext]]:
    """Fresh browser profiles, with a set of fonts of one's choice, that fail the test on any error of the page."""
    made: list[BrowserContext] = []
    faults: list[str] = []

    def make(*, fonts: str = "bundled", **options: Any) -> BrowserContext:
        context = browsers(fonts).new_context(**{**DESKTOP, **options})
        context.on("weberror", lambda error: faults.append(str(error.error)))
        made.append(context)
        return context

    yield make
    for context in made:
        context.close()
    assert faults == []


@pytest.fixture
def open_page(
    make_context: Callable[..., BrowserContext], server: RunningServer, studies: dict[str, Path]
) -> Callable[..., RaterPage]:
    """A rater's page of a named study, in a profile of its own or in one that is given."""

    def make(study: str = "masks", *, context: BrowserContext | None = None, **options: Any) -> RaterPage:
        page: Page = (context or make_context(**options)).new_page()
        page.set_default_timeout(30_000)
        return RaterPage(page, server.rater_url(list(studies).index(study)), studies[study])

    return make
