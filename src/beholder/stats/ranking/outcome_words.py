"""The words in which tables say how a comparison of two came out, ours and those of arenas and benchmarks."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["BOTH_BAD", "LEFT", "RIGHT", "TIE", "UNSURE", "Winners", "outcome_named", "standing_named"]

LEFT, RIGHT, TIE = 0, 1, 2
"""Codes of the three outcomes that say who is better; also the columns of `PairwiseCounts.counts`."""

BOTH_BAD, UNSURE = 3, 4
"""Codes of what says nothing about who is better: a remark on quality, and none at all."""

_WORDS = {
    LEFT: (
        "left",
        "a",
        "a is better",
        "model a",
        "model 1",
        "system a",
        "first",
        "a>b",
        "b<a",
        "左",
        "左边",
        "左边更好",
    ),
    RIGHT: (
        "right",
        "b",
        "b is better",
        "model b",
        "model 2",
        "system b",
        "second",
        "b>a",
        "a<b",
        "右",
        "右边",
        "右边更好",
    ),
    TIE: (
        *("tie", "draw", "equal", "same", "roughly equal", "a=b", "平局", "平手", "差不多", "一样"),
        *("a=b=good", "both good", "bothgood", "tie (bothgood)", "tie (both good)", "都好"),
    ),
    BOTH_BAD: (
        *("both bad", "bothbad", "both are bad", "tie (bothbad)", "tie (both bad)", "a=b=bad"),
        *("都差", "都不好", "两个都不好", "两者都差"),
    ),
    UNSURE: (
        *(
            "unsure",
            "not sure",
            "cannot tell",
            "can't tell",
            "i cannot tell",
            "i can't tell",
            "don't know",
            "i don't know",
        ),
        *("不确定", "无法判断", "看不出来"),
    ),
}
_STANDINGS = {
    **dict.fromkeys(("win", "won", "胜"), "win"),
    **dict.fromkeys(("loss", "lose", "lost", "负"), "loss"),
    **dict.fromkeys(_WORDS[TIE], "tie"),
    **dict.fromkeys(_WORDS[BOTH_BAD], "both_bad"),
    **dict.fromkeys(_WORDS[UNSURE], "unsure"),
}
_MEANINGS = {word: code for code, words in _WORDS.items() for word in words}
# either sign between two names
_COMPARED = re.compile(r"(.+?)\s*([<>])\s*(.+)")


def outcome_named(text: str) -> int | None:
    """The code of an outcome told by sides: `left`, `model_a`, `A>B`, `tie`, `both_bad`, `A=B=Bad`, `unsure`."""
    return _MEANINGS.get(_plain(text))


def standing_named(text: str) -> str | None:
    """How a system came out of a comparison: `win`, `tie`, `loss`, `both_bad` or `unsure`, however it is spelled."""
    return _STANDINGS.get(_plain(text))


class Winners:
    """The systems that an outcome may call the winner.

    A name is more than a word: where systems are called A and B, `A>B` means them, wherever they stand.
    """

    def __init__(self, systems: Iterable[str]) -> None:
        self._exact = set(systems)
        self._folded: dict[str, str | None] = {}
        for name in self._exact:
            folded = name.strip().casefold()
            # two names that differ by capitals alone are told apart by them alone
            self._folded[folded] = None if folded in self._folded else name

    def named(self, text: str) -> str | None:
        """The system that is named alone, or as the better one of `mine > theirs`."""
        found = self._like(text)
        if found is not None:
            return found
        compared = _COMPARED.fullmatch(_bare(text))
        if compared is None:
            return None
        one, two = self._like(compared[1]), self._like(compared[3])
        return None if one is None or two is None else one if compared[2] == ">" else two

    def _like(self, text: str) -> str | None:
        return text if text in self._exact else self._folded.get(text.strip().casefold())


def _bare(text: str) -> str:
    """Without the brackets of a verdict, `[[A>B]]`."""
    return text.strip().removeprefix("[[").removesuffix("]]").strip()


def _plain(text: str) -> str:
    """Without capitals and what stands for a space; signs without spaces around."""
    word = _bare(text).casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    word = re.sub(r"(?<=\w)[_-]+(?=\w)", " ", word)
    word = re.sub(r"\s*([<>=])\s*", r"\1", word)
    return " ".join(word.split())
