"""Words inside figures: how wide they are, and how they are broken into lines so that nothing overlaps or is cut."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

__all__ = ["clean", "column_slack", "is_measured", "longest_word", "shorten", "text_width", "widest", "wrap"]

# a label of more lines is taller than the row that it names
_LINES = 3
# of a line that is cut: as much as a version or the number of a checkpoint takes
_END = 0.4
# Thousandths of the type size, of Liberation Sans and of all faces made to its measure (Arial, Helvetica, Arimo). The
# drawing engine brings Liberation Sans along and lays figures out with it, whatever fonts the machine has.
_REGULAR = {
    191: "'", 222: "ijl‘’", 260: "|", 278: " !,./:;I[\\]ft", 333: "()-`r·“”", 334: "{}", 350: "•", 355: '"', 389: "*",
    400: "°", 469: "^", 500: "Jcksvxyz", 549: "±≤≥≈", 556: "#$0123456789?L_abdeghnopqu–", 584: "+<=>~−×", 611: "FTZ",
    667: "&ABEKPSVXY", 722: "CDHNRUw", 778: "GOQ", 833: "Mm", 889: "%", 944: "W", 1000: "—…→←", 1015: "@",
}  # fmt: skip
_BOLD = {
    238: "'", 278: " ,./I\\ijl‘’", 280: "|", 333: "!()-:;[]`ft·", 350: "•", 389: "*r{}", 400: "°", 474: '"',
    500: "z“”", 549: "±≤≥≈", 556: "#$0123456789J_aceksvxy–", 584: "+<=>^~−×", 611: "?FLTZbdghnopqu", 667: "EPSVXY",
    722: "&ABCDHKNRU", 778: "GOQw", 833: "M", 889: "%m", 944: "W", 975: "@", 1000: "—…→←",
}  # fmt: skip
_ADVANCES = [{c: width / 1000 for width, chars in table.items() for c in chars} for table in (_REGULAR, _BOLD)]
# what the engine takes for a character none of the machine's fonts has
_MISSING = 0.75


def clean(text: object) -> str:
    """Text without control characters or reversals of direction, which would disturb its neighbours."""
    return "".join(c if unicodedata.category(c)[0] != "C" else " " for c in str(text)).strip()


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """How many pixels a line needs."""
    return size * sum(_advance(c, bold) for c in text)


def _advance(char: str, bold: bool) -> float:
    if unicodedata.combining(char):
        return 0.0
    if _is_wide(char):
        return 1.0
    # an accent makes no letter wider
    base = unicodedata.normalize("NFD", char)[0]
    return _ADVANCES[bold].get(base, 0.72 if char.isupper() else 0.6)


def _is_wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"


def is_measured(text: str) -> bool:
    """Whether the width of a line is known and not a guess."""
    bare = (c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return all(c in _ADVANCES[False] or _is_wide(c) for c in bare)


def longest_word(text: str, size: float, *, bold: bool = False) -> float:
    """How many pixels a text needs that may be broken between its words."""
    return max((text_width(word.rstrip(" "), size, bold=bold) for word in _words(text)), default=0.0)


def widest(lines: Iterable[str], size: float) -> float:
    """The width of the widest line of all labels."""
    return max((text_width(part, size) for line in lines for part in line.split("\n")), default=0.0)


def column_slack(labels: Iterable[str], size: float) -> float:
    """What the drawing engine may miss of a label's width where the machine has no Chinese font."""
    return max((size * (1 - _MISSING) * sum(map(_is_wide, label)) for label in labels), default=0.0)


def wrap(text: str, *, width: float, size: float, bold: bool = False) -> str:
    """The label in at most three lines of that width; of what does not fit, the last line has the end."""
    lines = [""]
    for word in _words(clean(text)):
        if text_width(lines[-1] + word.rstrip(), size, bold=bold) <= width or not lines[-1]:
            lines[-1] += word
        else:
            lines.append(word.lstrip())
    pieces: list[str] = []
    for line in lines:
        bare = line.rstrip()
        *whole, last = _pieces(bare, width, size, bold)
        pieces += [*whole, last + line[len(bare) :]]
    if len(pieces) > _LINES:
        rest = "".join(pieces[_LINES - 1 :])
        pieces = [*pieces[: _LINES - 1], shorten(rest, width=width, size=size, bold=bold)]
    return "\n".join(piece.strip() for piece in pieces)


def shorten(text: str, *, width: float, size: float, bold: bool = False) -> str:
    """The label in one line of that width, with an ellipsis where it was cut.

    It is cut before its end, which often is all that tells the version of one system from that of another.
    """
    text = text.strip()
    if text_width(text, size, bold=bold) <= width:
        return text
    end = ""
    while text_width(text[-1] + end, size, bold=bold) <= width * _END:
        text, end = text[:-1], text[-1] + end
    while text and text_width(f"{text}…{end}", size, bold=bold) > width:
        text = text[:-1]
    return f"{text.rstrip()}…{end.lstrip()}"


def _words(text: str) -> list[str]:
    """Where a line may be broken: after spaces and hyphens, and between wide characters."""
    words, word = [], ""
    for char in text:
        word += char
        if char in " -_/" or _is_wide(char):
            words.append(word)
            word = ""
    return [*words, word] if word else words


def _pieces(line: str, width: float, size: float, bold: bool) -> list[str]:
    pieces = [""]
    for char in line:
        if text_width(pieces[-1] + char, size, bold=bold) > width and pieces[-1]:
            pieces.append("")
        pieces[-1] += char
    return pieces
