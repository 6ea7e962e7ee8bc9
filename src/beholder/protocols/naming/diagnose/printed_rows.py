"""Rows of a diagnosis as a terminal shows them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from beholder.protocols.naming.diagnose.categories import CATEGORIES
from beholder.protocols.naming.diagnose.diagnosis import HUMAN, SHARES

__all__ = ["confusion_cells", "unobserved_left_out"]


def unobserved_left_out(row: Mapping[str, Any]) -> dict[str, Any]:
    """The row without a number that cannot be other than 0: nobody could have given people a name that nobody gave."""
    return {**row, CATEGORIES[-1]: math.nan} if row["system"] == HUMAN else dict(row)


def confusion_cells(row: Mapping[str, Any]) -> dict[str, Any]:
    """Which domain predicted names belong to, and how many of the domain's errors of each category that makes."""
    whole = ("system", "domain", "predicted_domain", "objects", "share", "share_interval")
    errors = {SHARES[name]: f"{row[name]}/{row[f'{name}_of']}" for name in CATEGORIES if name.startswith("incorrect")}
    return {name: row[name] for name in whole} | errors
