"""Values of which only a lower bound is known, censored from above: `>20`, `≥20`, `20+`."""

from __future__ import annotations

import math
import re

__all__ = ["is_bound", "least_of"]

_BOUND = re.compile(r"\s*(?:(?P<sign>>=|[>≥])\s*(?P<after>[-+]?\d+(?:\.\d+)?)|(?P<before>\d+(?:\.\d+)?)\s*\+)\s*")


def is_bound(text: str) -> bool:
    """Whether the text names a bound instead of a number."""
    return _BOUND.fullmatch(text) is not None


def least_of(text: str) -> int | None:
    """The least whole number that a bound can stand for: 21 for `>20`, 20 for `≥20` and `20+`; None if it is no bound."""
    found = _BOUND.fullmatch(text)
    if found is None:
        return None
    number = float(found["after"] or found["before"])
    return math.floor(number) + 1 if found["sign"] == ">" else math.ceil(number)
