"""Ids as Prolific gives them: 24 hexadecimal characters."""

from __future__ import annotations

import hashlib


def prolific_id(name: str) -> str:
    """The id of an imagined person, the same for the same name."""
    return hashlib.sha256(name.encode()).hexdigest()[:24]
