"""What the site shows beside this folder: guidelines that raters read, in each language, and the files of the root.

A hook of MkDocs. Links are written so that they work where the files lie; here they are made to work on the site.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

__all__ = ["on_config", "on_files", "on_page_markdown"]

_ROOT = Path(__file__).parents[1]
_PROTOCOLS = "src/beholder/protocols"
_FROM_ROOT = {f"{name.upper()}.md": f"{name}.md" for name in ("changelog", "contributing", "security")}
_LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)#\s]+)")
_FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


def _guidelines() -> dict[str, str]:
    """Pages of guidelines by their files: `masks/guideline.zh.md` is shown as `raters/masks.zh.md`."""
    found = {}
    for path in sorted((_ROOT / _PROTOCOLS).rglob("guideline.*.md")):
        folder = path.parent.relative_to(_ROOT / _PROTOCOLS).as_posix()
        found[path.relative_to(_ROOT).as_posix()] = f"raters/{folder}/{path.suffixes[0][1:]}.md"
    return found


def _title(path: Path) -> str:
    match = _TITLE.search(path.read_text(encoding="utf-8"))
    return match[1] if match else path.stem


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Puts guidelines and decisions, which are found rather than listed, into the navigation."""
    raters = [{f"{_title(_ROOT / source)}": page} for source, page in _guidelines().items()]
    decisions = ["decisions/index.md"] + [
        {_title(path): f"decisions/{path.name}"} for path in sorted((_ROOT / "docs/decisions").glob("[0-9]*.md"))
    ]
    _fill(config.nav, {"raters/": raters, "decisions/": decisions})
    return config


def _fill(nav: object, found: dict[str, list[object]]) -> None:
    if isinstance(nav, list):
        for entry in nav:
            _fill(entry, found)
    elif isinstance(nav, dict):
        for title, value in nav.items():
            if isinstance(value, str) and value in found:
                nav[title] = found[value]
            else:
                _fill(value, found)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages that lie elsewhere, and the pictures of guidelines."""
    for source, page in (_guidelines() | _FROM_ROOT).items():
        files.append(File.generated(config, page, abs_src_path=str(_ROOT / source)))
    for source, page in _guidelines().items():
        for picture in sorted((_ROOT / source).parent.glob("pictures/*")):
            address = f"{posixpath.dirname(page)}/pictures/{picture.name}"
            if files.get_file_from_path(address) is None:
                files.append(File.generated(config, address, abs_src_path=str(picture)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Leads links between files to the pages that these have become."""
    pages = _guidelines() | _FROM_ROOT
    address = page.file.src_uri
    origin = next((source for source, shown in pages.items() if shown == address), f"docs/{address}")

    def lead(match: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(origin), match[1]))
        shown = pages.get(target) or (target.removeprefix("docs/") if target.startswith("docs/") else "")
        return posixpath.relpath(shown, posixpath.dirname(address) or ".") if shown else match[1]

    parts = _FENCE.split(markdown)
    return "".join(part if part.startswith("```") else _LINK.sub(lead, part) for part in parts)
