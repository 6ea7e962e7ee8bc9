"""Every link in the docs leads somewhere, and every page can be reached from the first."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]
_PAGES = sorted([*_ROOT.glob("*.md"), *(_ROOT / "docs").rglob("*.md")])
_CODE = re.compile(r"`([\w/.*<>-]+)`")
_SUFFIXES = (".py", ".toml", ".json", ".html", ".js", ".yml", ".ftl", ".cff")
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def _links(page: Path) -> list[str]:
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    return [link for link in _LINK.findall(text) if not link.startswith(("http://", "https://", "mailto:"))]


def _anchors(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", _FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", _PAGES, ids=lambda page: page.relative_to(_ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    for link in _links(page):
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), f"{link} in {page.name}: no such file"
        if anchor:
            assert anchor in _anchors(target), f"{link} in {page.name}: no such heading"


def test_files_that_the_docs_of_the_project_name_exist() -> None:
    roots = (_ROOT, _ROOT / "src/beholder", _ROOT / "docs")
    for page in [_ROOT / "CONTRIBUTING.md", _ROOT / "docs/design.md", *(_ROOT / "docs/decisions").glob("*.md")]:
        named = [name for name in _CODE.findall(page.read_text(encoding="utf-8")) if "/" in name and "<" not in name]
        for name in (name for name in named if name.endswith((*_SUFFIXES, "/"))):
            pattern = name.rstrip("/")
            assert any(any(root.glob(pattern)) for root in roots), f"{name} in {page.name}: no such file"


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached: set[Path] = set()
    waiting = [_ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in reached or page.suffix != ".md":
            continue
        reached.add(page)
        waiting += [(page.parent / link.partition("#")[0]).resolve() for link in _links(page) if link[0] != "#"]
    assert [page.relative_to(_ROOT).as_posix() for page in _PAGES if page not in reached] == []


def test_every_picture_is_shown_somewhere() -> None:
    shown = {(page.parent / link).resolve() for page in _PAGES for link in _links(page)}
    assert {path.resolve() for path in (_ROOT / "docs" / "pictures").iterdir()} <= shown
