"""Which languages there are: one folder each below `beholder/languages`, and nothing else names them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from babel import Locale, UnknownLocaleError

__all__ = [
    "BUILT_IN",
    "OFFERED_BY_DEFAULT",
    "language_folder",
    "language_name",
    "languages_with",
    "reads_right_to_left",
]

_FOLDER = Path(__file__).parents[1] / "languages"

BUILT_IN: tuple[str, ...] = tuple(
    sorted((one.name for one in _FOLDER.iterdir() if one.is_dir()), key=lambda n: (n != "en", n))
)
"""Every language that has a folder, English first. What each of them covers, `Catalogue.missing` tells."""


OFFERED_BY_DEFAULT = ("en", "zh")
"""What a study offers that does not say, and what frozen studies hold of each text. It stays as it was when there were two:
a language that comes with a newer Beholder must not change a running study."""


def languages_with(*domains: str) -> tuple[str, ...]:
    """The languages that have a catalogue for each of these domains, English first."""
    return tuple(one for one in BUILT_IN if all((language_folder(one) / f"{name}.ftl").is_file() for name in domains))


def language_folder(language: str) -> Path:
    """Where the catalogues and guidelines of a language lie."""
    return _FOLDER / language


@cache
def _locale(language: str) -> Locale | None:
    try:
        return Locale.parse(language, sep="-")
    except (ValueError, UnknownLocaleError):
        return None


def language_name(language: str) -> str:
    """What a language calls itself; its code where that is not known."""
    locale = _locale(language)
    return (locale.get_language_name() or language).capitalize() if locale is not None else language


def reads_right_to_left(language: str) -> bool:
    """Whether the language is written from right to left."""
    locale = _locale(language)
    return locale is not None and locale.text_direction == "rtl"
