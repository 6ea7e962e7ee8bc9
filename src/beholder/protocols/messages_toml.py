"""The older form of a protocol's messages: one `messages.toml` with a table per message and a text per language.

Read for protocols that were written before catalogues; `messages.<language>.ftl` takes its place.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from beholder.errors import BeholderError, Problem
from beholder.text import Words

__all__ = ["OLD_FILE", "old_messages", "read_messages_toml"]

OLD_FILE = "messages.toml"


def read_messages_toml(folder: Path) -> dict[str, Words]:
    """The messages of the file; none where there is no such file. Nested tables give dotted keys."""
    path = folder / OLD_FILE
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BeholderError(f"cannot read the messages: {error}", code="messages-unreadable", where=str(path)) from None
    return dict(_flat(data, ""))


def _flat(data: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Words]]:
    for key, value in data.items():
        if not isinstance(value, Mapping):
            raise BeholderError(f"the message {prefix}{key} has no languages", code="messages-unreadable")
        if all(isinstance(text, str) for text in value.values()):
            yield prefix + key, Words(dict(value))
        else:
            yield from _flat(value, f"{prefix}{key}.")


def old_messages(folder: Path | None) -> list[Problem]:
    """A remark for whoever still brings a `messages.toml`."""
    if folder is None or not (folder / OLD_FILE).is_file():
        return []
    hint = "write one messages.<language>.ftl per language instead, with { $name } where a value stands"
    return [Problem("messages.toml will not be read for ever", "messages-old-format", OLD_FILE, hint, warning=True)]
