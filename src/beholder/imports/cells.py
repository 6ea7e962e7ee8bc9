"""Cells as people type them: spaces around a name, decimal commas."""

from __future__ import annotations

import re

import numpy as np

from beholder.analysis import Coded

__all__ = ["decimal_points", "trimmed"]

_COMMA = re.compile(r"[+-]?\d*,\d+")
_WHOLE = re.compile(r"[+-]?\d+")
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}")


def trimmed(column: Coded) -> Coded:
    """The column without spaces around its texts, so that `ours` and `ours ` are one system."""
    return _renamed(column, [name.strip() for name in column.names])


def decimal_points(column: Coded) -> Coded:
    """The column with points for decimal commas, if all its texts are numbers of that kind.

    Where every comma stands before three digits (`1,250`) it may as well part thousands, and all stays as it is.
    """
    said = [name for name in column.names if name]
    commas = [name for name in said if _COMMA.fullmatch(name)]
    plain = all(_COMMA.fullmatch(name) or _WHOLE.fullmatch(name) for name in said)
    if not commas or not plain or all(_THOUSANDS.fullmatch(name) for name in commas):
        return column
    return _renamed(column, [name.replace(",", ".") for name in column.names])


def _renamed(column: Coded, names: list[str]) -> Coded:
    place = {name: i for i, name in enumerate(dict.fromkeys(names))}
    return Coded(np.array([place[name] for name in names], dtype=np.int32)[column.codes], tuple(place))
