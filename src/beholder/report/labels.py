"""Words inside figures: how wide they are, and how they are broken into lines so that nothing overlaps or is cut."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

__all__ = ["clean", "shorten", "text_width", "widest", "wrap"]

_LINES = 3


def clean(text: object) -> str:
    """Text without control characters or reversals of direction, which would disturb its neighbours."""
    return "".join(c if unicodedata.category(c)[0] != "C" else " " for c in str(text)).strip()


def text_width(text: str, size: float) -> float:
    """Roughly how many pixels a line needs in a sans-serif face."""
    return size * sum(_advance(c) for c in text)


def _advance(char: str) -> float:
    if unicodedata.east_asian_width(char) in "WF":
        return 1.0
    if char in "iljt.,:;|!'()[] fI":
        return 0.34
    if char in "mwMW@%":
        return 0.9
    return 0.67 if char.isupper() else 0.56


def widest(lines: Iterable[str], size: float) -> float:
    """The width of the widest line of all labels."""
    return max((text_width(part, size) for line in lines for part in line.split("\n")), default=0.0)


def wrap(text: str, *, width: float, size: float) -> str:
    """The label in at most three lines of that width; what does not fit ends in an ellipsis."""
    lines = [""]
    for word in _words(clean(text)):
        if text_width(lines[-1] + word.rstrip(), size) <= width or not lines[-1]:
            lines[-1] += word
        else:
            lines.append(word.lstrip())
    lines = [piece for line in lines for piece in _pieces(line.strip(), width, size)]
    if len(lines) > _LINES:
        lines = [*lines[: _LINES - 1], shorten(lines[_LINES - 1] + " " * _LINES, width=width, size=size)]
    return "\n".join(lines)


def shorten(text: str, *, width: float, size: float) -> str:
    """The label in one line of that width, with an ellipsis where it was cut."""
    if text_width(text, size) <= width and text == text.strip():
        return text
    text = text.strip()
    while text and text_width(text + "…", size) > width:
        text = text[:-1]
    return text + "…"


def _words(text: str) -> list[str]:
    """Where a line may be broken: after spaces and hyphens, and between wide characters."""
    words, word = [], ""
    for char in text:
        word += char
        if char in " -_/" or unicodedata.east_asian_width(char) in "WF":
            words.append(word)
            word = ""
    return [*words, word] if word else words


def _pieces(line: str, width: float, size: float) -> list[str]:
    pieces = [""]
    for char in line:
        if text_width(pieces[-1] + char, size) > width and pieces[-1]:
            pieces.append("")
        pieces[-1] += char
    return pieces
