"""What kinds share that speak of all candidates of a page at once and have one control for each of them."""

from __future__ import annotations

from typing import Final

__all__ = ["DIGITS", "MOST_CANDIDATES", "need_all"]

MOST_CANDIDATES: Final = 9
"""As many as have a digit, and more than anybody keeps in mind."""

DIGITS: Final = {f"Digit{number}": str(number) for number in range(1, MOST_CANDIDATES + 1)}
"""A key for each candidate in the order of the page."""


def need_all(shows: str, what: str) -> None:
    """Raises ValueError unless a trial shows several candidates."""
    if shows != "all":
        raise ValueError(f"{what} need `shows: all`; how many of the candidates that is, a study says by `subsets`")
