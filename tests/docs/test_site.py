"""The docs as a site: built with warnings as errors, complete, and of use from a folder without a network."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import beholder
from beholder import stats, testing

_ROOT = Path(__file__).parents[2]
_FOREIGN = re.compile(
    r"""<(?:script|img|iframe|source)[^>]+src=["']?(?:https?:)?//|<link[^>]+href=["']?(?:https?:)?//"""
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site in a folder; any warning of the build is an error."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(folder)]
    quiet = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=_ROOT, env=quiet, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def _text(site: Path, page: str) -> str:
    return (site / page).read_text(encoding="utf-8")


def test_every_page_of_the_docs_is_on_the_site(site: Path) -> None:
    for page in (_ROOT / "docs").rglob("*.md"):
        assert (site / page.relative_to(_ROOT / "docs").with_suffix(".html")).exists()


@pytest.mark.parametrize(
    ("page", "names"), [("beholder", beholder.__all__), ("stats", stats.__all__), ("testing", testing.__all__)]
)
def test_every_public_name_is_in_the_python_reference(site: Path, page: str, names: list[str]) -> None:
    text = _text(site, f"python/{page}.html")
    have_pages_of_their_own = {"__version__", "fields", "stats", "testing"}
    for name in sorted(set(names) - have_pages_of_their_own):
        assert re.search(rf'id="beholder[\w.]*\.{name}"', text), f"{name} has no entry"


def test_what_raters_read_is_there_in_each_language(site: Path) -> None:
    guidelines = list((_ROOT / "src/beholder/protocols").rglob("guideline.*.md"))
    assert len(guidelines) == len(list((site / "raters").rglob("*.html")))
    assert "掩码评分指南" in _text(site, "raters/masks/zh.html")


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        assert not _FOREIGN.search(page.read_text(encoding="utf-8")), page.name


def test_the_search_knows_guides_reference_and_python(site: Path) -> None:
    index = json.loads(_text(site, "search/search_index.json"))
    found = {entry["location"] for entry in index["docs"]}
    assert {"guides/first-study.html", "python/stats.html#beholder.stats.krippendorff_alpha"} <= found


@pytest.mark.browser
def test_the_site_is_searched_from_a_folder_without_a_network(site: Path, chromium: Browser) -> None:
    asked: list[str] = []
    context = chromium.new_context(offline=True)
    page = context.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.goto((site / "index.html").as_uri())
    box = page.get_by_role("textbox", name="Search")
    box.click()
    # the index is read once somebody wants to search
    expect(page.locator(".md-search-result__meta")).to_have_text("Type to start searching", timeout=60_000)
    box.press_sequentially("krippendorff_alpha")
    first = page.locator(".md-search-result__link").first
    expect(first).to_have_attribute("href", re.compile("python/stats"), timeout=60_000)
    context.close()
    assert [url for url in asked if not url.startswith(("file:", "data:", "about:"))] == []
