"""A name with one slip of the pen, in any script that has more than one sign to slip on."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator

import numpy as np

__all__ = ["misspell", "signs"]

_JOINER = "\u200d"
# slips are drawn at random; short words have few that make no other name
_ATTEMPTS = 24


def signs(text: str) -> list[str]:
    """The text cut into what a reader sees as one sign: marks stay with their letter, joined emoji together."""
    out: list[str] = []
    for char in text:
        joins = bool(out) and (
            unicodedata.category(char).startswith("M") or char == _JOINER or out[-1].endswith(_JOINER)
        )
        if joins:
            out[-1] += char
        else:
            out.append(char)
    return out


def misspell(name: str, rng: np.random.Generator, *, known: Collection[str] = ()) -> str | None:
    """The name with two neighbouring signs swapped, one left out, or one written twice; None where no slip is to be had.

    The slip is inside a word, never at its first sign, and gives no name in `known`. Words of fewer than four letters, and
    names of a single Chinese character, are too short for a slip that still shows what was meant.
    """
    cut = signs(name)
    positions = [n for n in range(1, len(cut)) if _is_letter(cut[n]) and _is_letter(cut[n - 1])]
    spaced = any(unicodedata.category(char) in ("Lu", "Ll", "Lt", "Lm") for char in name)
    if not positions or (spaced and len(positions) < 3):
        return None
    for _ in range(_ATTEMPTS):
        made = "".join(next(_slips(cut, int(rng.choice(positions)), int(rng.integers(3)), spaced=spaced)))
        if made != name and made not in known:
            return made
    return None


def _slips(cut: list[str], at: int, way: int, *, spaced: bool) -> Iterator[list[str]]:
    after = at + 1 < len(cut) and _is_letter(cut[at + 1])
    if not spaced:
        # leaving out or doubling a Chinese character may well give another word; the wrong order does not
        yield [*cut[: at - 1], cut[at], cut[at - 1], *cut[at + 1 :]]
    elif way == 0 and after:
        yield [*cut[:at], cut[at + 1], cut[at], *cut[at + 2 :]]
    elif way == 1:
        yield [*cut[:at], *cut[at + 1 :]]
    else:
        yield [*cut[:at], cut[at], *cut[at:]]


def _is_letter(sign: str) -> bool:
    return unicodedata.category(sign[0]).startswith("L")
