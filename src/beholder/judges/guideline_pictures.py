"""Pictures of a guideline: those that raters see are sent too, and the text says which stands where."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from beholder.study import Definition

__all__ = ["GuidelinePicture", "number_pictures"]

# ![what it shows](where it lies "a title"), or the same as HTML; bounded, so that no text takes long to look through
_MARKDOWN = re.compile(r"!\[(?P<words>[^\]]{0,1000})\]\(\s{0,20}<?(?P<file>[^)\s>]{0,300})>?[^)]{0,300}\)")
_HTML = re.compile(r"<img\b(?P<attributes>[^>]{0,2000})>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""\b(src|alt)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
# what pages show and models read; a drawing (SVG) is told in words
_ENDINGS = frozenset({".webp", ".png", ".jpg", ".jpeg"})


@dataclass(frozen=True)
class GuidelinePicture:
    """A picture of the guideline, and what the guideline says of it."""

    words: str
    path: Path


def number_pictures(
    text: str, definition: Definition, tell: Callable[[int, str], str]
) -> tuple[str, list[GuidelinePicture]]:
    """The text with words for each picture, and the pictures that it numbers; `tell` names the picture of a number."""
    found: list[GuidelinePicture] = []

    def told(words: str, file: str) -> str:
        path = _shown_file(file, definition)
        if path is None:
            return f"({words})" if words else ""
        known = [one.path for one in found]
        if path not in known:
            found.append(GuidelinePicture(words, path))
            known.append(path)
        return f"({tell(known.index(path) + 1, words)})"

    def of_html(match: re.Match[str]) -> str:
        given = {name.lower(): double or single for name, double, single in _ATTRIBUTE.findall(match["attributes"])}
        return told(given.get("alt", ""), given.get("src", ""))

    plain = _MARKDOWN.sub(lambda match: told(match["words"], match["file"]), text)
    return _HTML.sub(of_html, plain), found


def _shown_file(address: str, definition: Definition) -> Path | None:
    """The file that raters see at this address; None where they see none.

    As on their pages: the protocol's own pictures, and nothing beside a protocol that lies in the study's folder.
    """
    local = address.removeprefix("./")
    shown = (path for path in definition.protocol.pictures if f"pictures/{path.name}" == local)
    return next((path for path in shown if path.suffix.lower() in _ENDINGS and path.is_file()), None)
