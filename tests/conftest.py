"""What tests of several parts share: both databases, a browser, real data, painted studies."""

from __future__ import annotations

import fcntl
import gc
import os
import uuid
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from zlib import crc32

import psycopg
import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, sync_playwright

from beholder.protocols import find_protocol
from beholder.store import Database
from beholder.testing.browser import BrowserMissing, launch_options
from beholder.testing.postgres import PostgresMissing, running_postgres
from tests.fonts import browser_arguments, missing_families, write_font_set
from tests.published import Published, published

# The same cases on every run and every machine: neither chance nor a machine under load decides whether a test passes.
settings.register_profile(
    "anywhere", deadline=None, derandomize=True, max_examples=30, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("anywhere")

# What takes longest comes first: what is left for the end should be short, or one process works while the others wait.
# Files that mostly wait (for a browser) and files that mostly compute take turns.
LONG_FIRST = (
    "browser/test_journey.py",
    "faults/test_http_load.py",
    "browser/test_journeys.py",
    "docs/test_guides.py",
    "browser/walks/test_walks.py",
    "web/rater/test_blind_checks.py",
    "browser/test_trajectories.py",
    "test_wheel.py",
    "browser/test_coordinator.py",
    "engine/test_schedules.py",
    "web/test_outage.py",
    "browser",
    "demo",
    "docs",
    "web",
    "faults",
    "report",
    "protocols",
    "analysis",
    "engine",
    "media",
)


_BROWSER = Path(__file__).parent / "browser"


def _turn(path: Path) -> int:
    within = path.relative_to(Path(__file__).parent).as_posix()
    named = (n for n, first in enumerate(LONG_FIRST) if within == first or within.startswith(f"{first}/"))
    return next(named, len(LONG_FIRST))


def _other_database(item: pytest.Item) -> bool:
    """Whether a test that runs on both databases is left to the long form on this one: they take turns over the tests."""
    variant = getattr(item, "callspec", None)
    here = variant.params.get("database_url") if variant is not None else None
    apart = item.nodeid.replace("postgres", "").replace("sqlite", "")
    return bool(here) and here != ("sqlite", "postgres")[crc32(apart.encode()) % 2]


def pytest_collection_finish() -> None:
    """What was imported stays until the end: no search for garbage has to look at it again."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the long files first, and leaves to the long form what the short one has no time for."""
    items.sort(key=lambda item: _turn(item.path))
    tests: dict[tuple[Path, str], list[pytest.Item]] = {}
    for item in items:
        if _BROWSER in item.path.parents:
            item.add_marker(pytest.mark.browser)
        if _other_database(item):
            item.add_marker(pytest.mark.long)
        if item.get_closest_marker("long") is None:
            tests.setdefault((item.path, item.name.partition("[")[0]), []).append(item)
    for (path, name), variants in tests.items():
        marker = variants[0].get_closest_marker("variants")
        default = 1 if _BROWSER in path.parents else len(variants)
        taken = min(marker.args[0] if marker else default, len(variants))
        # where the choice begins depends on the name, so that languages, devices and databases take turns over the tests
        first = crc32(f"{path.name} {name}".encode())
        kept = {(first + k * len(variants) // taken) % len(variants) for k in range(taken)}
        for k, item in enumerate(variants):
            if k not in kept:
                item.add_marker(pytest.mark.long)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A PostgreSQL server for the whole run; missing only where nobody promised one."""
    try:
        with running_postgres() as address:
            yield address
    except PostgresMissing as missing:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(missing))


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """An empty PostgreSQL database of the test's own."""
    name = f"t{uuid.uuid4().hex}"
    with psycopg.connect(f"{postgres_server}postgres", autocommit=True) as conn:
        conn.execute(f'CREATE DATABASE "{name}"'.encode())
    yield f"{postgres_server}{name}"
    with psycopg.connect(f"{postgres_server}postgres", autocommit=True) as conn:
        conn.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, once for each kind."""
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_url"))
    return f"sqlite:///{tmp_path / 'store.sqlite3'}"


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """An open, empty database, once for each kind."""
    opened = Database.open(database_url)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def browsers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Browser]]:
    """The browser of the machine, started once for each set of fonts that is asked for."""
    try:
        options = launch_options()
    except BrowserMissing as missing:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(missing))
    with sync_playwright() as playwright:
        started: dict[str, Browser] = {}

        def browser_with(fonts: str) -> Browser:
            if fonts not in started:
                missing = missing_families(fonts)
                assert not missing or os.environ.get("CI") != "true", f"no fonts {missing}: run make system"
                # where nobody promised the fonts, the machine's own have to do
                config = None if missing else write_font_set(fonts, tmp_path_factory.mktemp(fonts))
                env: dict[str, str | float | bool] = {
                    **os.environ,
                    **({"FONTCONFIG_FILE": str(config)} if config else {}),
                }
                arguments = [*options.get("args", []), *browser_arguments(fonts)]
                started[fonts] = playwright.chromium.launch(**{**options, "args": arguments}, env=env)
            return started[fonts]

        yield browser_with
        for browser in started.values():
            browser.close()


@pytest.fixture(scope="session")
def chromium(browsers: Callable[[str], Browser]) -> Browser:
    """The browser for tests in which it makes no difference what fonts it has."""
    return browsers("bundled")


@pytest.fixture(scope="session")
def painted(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The example study of a protocol with seed 1, painted once for the whole run; who changes it takes a copy."""
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "painted"
    shared.mkdir(exist_ok=True)

    def paint(name: str) -> Path:
        folder, make = shared / name, find_protocol(name).example
        assert make is not None
        with (shared / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.is_dir():
                folder.mkdir()
                make(folder, 1)
        return folder

    return paint


@pytest.fixture(scope="session")
def data_set(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Published]:
    """A published data set by name; where BEHOLDER_DATA does not hold it, one made in its layout."""
    return cache(lambda name: published(name, tmp_path_factory))
