"""Words of the pages in one language: our catalogues, over them those of the protocol, below them those of field kinds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from beholder.fields import Field
from beholder.protocols import Protocol
from beholder.text import Catalogue, Words, language_name, languages_with

__all__ = ["PageWords", "kind_catalogues", "language_choices", "page_languages", "page_words", "protocol_words"]

PAGES = Catalogue("pages")


class PageWords:
    """The words of pages in one language: `t("saved", n=3)`. The first catalogue that has a message tells it.

    `own` are words that a protocol writes beside its declaration, with `{name}` where a value stands.
    """

    def __init__(self, language: str, *catalogues: Catalogue, own: Mapping[str, Words] | None = None) -> None:
        self.language = language
        self._catalogues = catalogues
        self._own = own or {}
        self._constant: dict[str, str] = {}

    def __contains__(self, key: str) -> bool:
        return key in self._own or any(key in one for one in self._catalogues)

    def __call__(self, key: str, /, **values: Any) -> str:
        """The message with its values filled in; the key itself if there is no such message."""
        if values:
            return self._format(key, values)
        # most words of a page never change, and a page has hundreds of them
        if key not in self._constant:
            self._constant[key] = self._format(key, values)
        return self._constant[key]

    def _format(self, key: str, values: Mapping[str, Any]) -> str:
        if key in self._own:
            text = self._own[key].to(self.language)
            for name, value in values.items():
                text = text.replace("{" + name + "}", str(value))
            return text
        found = next((one for one in self._catalogues if key in one), None)
        return found.format(self.language, key, **values) if found else key

    def for_script(self) -> dict[str, str | dict[str, Any]]:
        """All messages as the page's script fills them in."""
        told: dict[str, str | dict[str, Any]] = {}
        for one in reversed(self._catalogues):
            told |= one.for_script(self.language)
        return told | {key: words.to(self.language) for key, words in self._own.items()}


@cache
def page_words(language: str) -> PageWords:
    """The words of pages that belong to no study."""
    return PageWords(language, PAGES)


def kind_catalogues(fields: Iterable[Field]) -> list[Catalogue]:
    """The catalogues that the kinds of these fields bring, each once."""
    found = {field.kind: field.catalogue() for field in fields}
    return [one for kind in sorted(found) if (one := found[kind]) is not None]


def protocol_words(language: str, protocol: Protocol, fields: Iterable[Field] = ()) -> PageWords:
    """The words of the pages of a study with that protocol, which asks these fields."""
    catalogues = (protocol.catalogue, PAGES) if protocol.catalogue is not None else (PAGES,)
    return PageWords(language, *catalogues, *kind_catalogues(fields), own=protocol.own_words)


def page_languages() -> tuple[str, ...]:
    """The languages of pages that belong to no study."""
    return languages_with("pages")


def language_choices(offered: Iterable[str]) -> list[tuple[str, str]]:
    """The languages a reader can choose between, each with its own name for itself."""
    return [(code, language_name(code)) for code in offered]
