"""What values a kind of answer can have, in words: in English for exports, in the reader's language on pages."""

from __future__ import annotations

from typing import Any

from beholder.text import Catalogue, Text

__all__ = ["allowed"]

_WORDS = Catalogue("fields")


def allowed(key: str, /, **values: Any) -> Text:
    """The message `allowed-<key>`. Numbers stand as Python writes them: programs read codebooks too."""
    told = {name: value if hasattr(value, "to") else str(value) for name, value in values.items()}
    return Text(_WORDS.later(f"allowed-{key}", **told))
