"""The report's own words in one language; what an analysis says brings its words with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from beholder.errors import BeholderError, nearest
from beholder.text import Catalogue, Listing

__all__ = ["CATALOGUE", "ReportWording", "report_languages"]

CATALOGUE = Catalogue("report")


def report_languages() -> tuple[str, ...]:
    """The languages in which reports are written: those that have the words for it."""
    return CATALOGUE.languages


class ReportWording:
    """Words in one language: `t("figure", n=3)`."""

    def __init__(self, language: str) -> None:
        known = report_languages()
        if language not in known:
            raise BeholderError(
                f"there is no report in {language!r}", code="report-language", hint=nearest(language, known)
            )
        self.language = language

    def __call__(self, key: str, /, **values: Any) -> str:
        """The text of a key with its places filled."""
        told = {
            name: value if isinstance(value, str | int) or hasattr(value, "to") else str(value)
            for name, value in values.items()
        }
        return CATALOGUE.format(self.language, key, **told)

    def __contains__(self, key: str) -> bool:
        return key in CATALOGUE

    def listed(self, texts: Sequence[Any]) -> str:
        """Several texts as an enumeration."""
        return Listing(texts).to(self.language)
