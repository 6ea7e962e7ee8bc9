"""Words of the pages in every language, from `messages.toml` files."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from beholder.errors import BeholderError
from beholder.fields import LANGUAGES, Words

__all__ = ["LANGUAGE_NAMES", "Messages", "read_messages"]

LANGUAGE_NAMES = {"en": "English", "zh": "中文"}
_OWN = Path(__file__).parent / "messages.toml"


@cache
def read_messages(path: Path) -> dict[str, Words]:
    """The messages of a file: a table per key with one text per language; nested tables give dotted keys."""
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


class Messages:
    """The words of the pages in one language: ours, and over them those of the protocol."""

    def __init__(self, language: str, own: Mapping[str, Words], folder: Path | None = None) -> None:
        self.language = language
        words = {**read_messages(_OWN), **(read_messages(folder / "messages.toml") if folder else {}), **own}
        self.texts = {key: text.to(language) for key, text in words.items()}

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key with `{name}` filled in; the key itself if there is no such text."""
        text = self.texts.get(key, key)
        for name, value in values.items():
            text = text.replace("{" + name + "}", str(value))
        return text


def language_choices(offered: tuple[str, ...]) -> list[tuple[str, str]]:
    """The languages a rater can choose between, each with its own name for itself."""
    return [(code, LANGUAGE_NAMES.get(code, code)) for code in offered or LANGUAGES]
