"""What may be the name of an item or a system: it stands in tables, addresses and reports for years."""

from __future__ import annotations

import re
from typing import Any

__all__ = ["MAX_NAME", "text_of", "wrong_name"]

MAX_NAME = 200
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")


def text_of(value: Any) -> str | None:
    """A text as it is, a whole or decimal number as it is written; nothing for anything else."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return repr(value)


def wrong_name(name: str | None) -> str:
    """What is wrong with an id or a system's name, as the end of a sentence; empty if nothing."""
    if name is None:
        return "must be a text"
    if not name:
        return "is empty"
    if len(name) > MAX_NAME:
        return f"has {len(name):,} characters; {MAX_NAME} are allowed"
    if name[0].isspace() or name[-1].isspace():
        return "begins or ends with a space"
    if _CONTROL.search(name):
        return "holds a control character"
    return ""
