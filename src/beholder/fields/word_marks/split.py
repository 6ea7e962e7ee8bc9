"""A text cut into words and what stands between them, the same on every machine."""

from __future__ import annotations

from unicodedata import category

__all__ = ["pieces_of", "words_in"]

# from the tables of word boundaries (Unicode Standard Annex 29): between two letters, and between two digits
_BETWEEN_LETTERS = frozenset("'’.:·․﹕＇．：")
_BETWEEN_DIGITS = frozenset("'’.,;٫٬＇．，；")
_ALONE = (
    (0x3041, 0x309F),  # Hiragana
    (0x3400, 0x4DBF),  # Han, extension A
    (0x4E00, 0x9FFF),  # Han
    (0xF900, 0xFAFF),  # Han, compatibility
    (0x1B100, 0x1B16F),  # Kana supplement
    (0x20000, 0x3FFFF),  # Han, further extensions
)
_JOINER = "\u200d"


def pieces_of(text: str) -> list[tuple[str, bool]]:
    """The text in pieces, each with whether it is a word; together they are the text.

    Boundaries are those of Unicode's Annex 29, without the dictionaries that browsers add, which differ: each Chinese
    character is a word, and a run of letters of a script without spaces, such as Thai, is one. A symbol such as an emoji
    is a word, too.
    """
    pieces: list[tuple[str, bool]] = []
    for at, char in enumerate(text):
        before = pieces[-1][0] if pieces else ""
        sort = _sort(char)
        if pieces and (_joins(before, char) or (pieces[-1][1] and _goes_on(text, at))):
            pieces[-1] = (before + char, pieces[-1][1])
        elif sort or not pieces or pieces[-1][1]:
            pieces.append((char, bool(sort)))
        else:
            pieces[-1] = (before + char, False)
    return pieces


def words_in(text: str) -> list[str]:
    """The words of a text, in their order."""
    return [piece for piece, is_word in pieces_of(text) if is_word]


def _sort(char: str) -> str:
    """`letter` or `digit`, which make words with their like; `alone`, a word of its own; empty for what stands between."""
    if any(low <= ord(char) <= high for low, high in _ALONE):
        return "alone"
    kind = category(char)
    if kind[0] == "L" or kind == "Pc":
        return "letter"
    if kind[0] == "N":
        return "digit"
    return "alone" if kind == "So" else ""


def _joins(before: str, char: str) -> bool:
    """Whether a character belongs to the one before it, whatever that is."""
    return category(char)[0] == "M" or char == _JOINER or before.endswith(_JOINER) or char == "\ufe0f"


def _goes_on(text: str, at: int) -> bool:
    """Whether the character goes on with the word before it."""
    before, here = _last_sort(text, at), _sort(text[at])
    if here in ("letter", "digit"):
        return before in ("letter", "digit") or _is_inner(text, at - 1)
    return _is_inner(text, at)


def _last_sort(text: str, at: int) -> str:
    """The sort of the last character before this that is more than a mark on another."""
    while at > 0:
        at -= 1
        if category(text[at])[0] != "M":
            return _sort(text[at])
    return ""


def _is_inner(text: str, at: int) -> bool:
    """Whether a sign stands inside a word: an apostrophe between letters, a comma between digits."""
    if not 0 < at < len(text) - 1:
        return False
    before, after = _last_sort(text, at), _sort(text[at + 1])
    if before == after == "letter":
        return text[at] in _BETWEEN_LETTERS
    return before == after == "digit" and text[at] in _BETWEEN_DIGITS
