"""What people call the columns of their tables, for whoever reads one."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["SYSTEM_NAMES", "named_like_a_system", "plain_name", "system_columns"]

SYSTEM_NAMES = (
    "system",
    "system_id",
    "system_name",
    "model",
    "model_id",
    "model_name",
    "method",
    "generator",
    "系统",
    "模型",
    "方法",
)
"""Columns that say whose output a row is about."""

_ENDS_IN_SYSTEM = re.compile(r"[\W_](model|system|generator|method)([\W_]?(id|name))?$", re.IGNORECASE)


def plain_name(name: str) -> str:
    """A name as it is compared: `Item ID`, `item-id` and `itemId` are all one."""
    return re.sub(r"[\W_]+", "", name.lower())


def named_like_a_system(titles: Iterable[str]) -> list[str]:
    """Columns that are called as `gen_model` is."""
    return [title for title in titles if _ENDS_IN_SYSTEM.search(title)]


def system_columns(titles: Iterable[str]) -> list[str]:
    """Columns that may say whose output a row is, though none is called `system`."""
    names = list(titles)
    known = {plain_name(name) for name in SYSTEM_NAMES}
    return [name for name in names if plain_name(name) in known] or named_like_a_system(names)
