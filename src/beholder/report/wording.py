"""The report's own words in English and Chinese; what an analysis says brings its words with it."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from beholder.errors import BeholderError, nearest

__all__ = ["ReportWording", "report_languages"]

_FOLDER = Path(__file__).parent / "words"


def report_languages() -> tuple[str, ...]:
    """The languages in which reports are written: those that have the words for it."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


class ReportWording:
    """Words in one language: `t("figure", n=3)`."""

    def __init__(self, language: str) -> None:
        known = report_languages()
        if language not in known:
            raise BeholderError(
                f"there is no report in {language!r}", code="report-language", hint=nearest(language, known)
            )
        self.language = language
        self._texts = _read(language)

    def __call__(self, key: str, /, **values: object) -> str:
        """The text of a key with its places filled."""
        text = self._texts[key]
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def listed(self, texts: list[str]) -> str:
        """Several texts as an enumeration."""
        return ("、" if self.language == "zh" else ", ").join(texts)


@cache
def _read(language: str) -> dict[str, str]:
    with (_FOLDER / f"{language}.toml").open("rb") as file:
        return dict(tomllib.load(file))
