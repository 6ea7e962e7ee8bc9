"""Wording in several languages, written once and read by pages, codebooks and docs."""

from __future__ import annotations

from typing import Any

from pydantic import ConfigDict, RootModel, model_validator

from beholder.text.languages import LANGUAGES

__all__ = ["Words"]


class Words(RootModel[dict[str, str]]):
    """One text in one or more languages: `{en: "How many?", zh: "有多少个？"}`; a plain string stands for all of them."""

    model_config = ConfigDict(frozen=True)
    root: dict[str, str] = {}

    @model_validator(mode="before")
    @classmethod
    def _plain_string(cls, value: Any) -> Any:
        return {"en": value} if isinstance(value, str) else value

    def to(self, language: str) -> str:
        """The text in that language, else in English, else in whatever language there is."""
        return self.root.get(language) or self.root.get("en") or next(iter(self.root.values()), "")

    def __bool__(self) -> bool:
        return any(self.root.values())

    def missing(self) -> list[str]:
        """The built-in languages in which this text is not written."""
        return [language for language in LANGUAGES if not self.root.get(language, "").strip()]
