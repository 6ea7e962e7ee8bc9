"""Wording in several languages, written once and read by pages, codebooks and docs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import (
    ConfigDict,
    RootModel,
    SerializationInfo,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)

__all__ = ["LEAVE_OUT", "Words"]

LEAVE_OUT = "leave_out"
"""In the context of Pydantic's `model_dump`: the languages that are not written down."""


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

    def missing(self, languages: Iterable[str]) -> list[str]:
        """Those of these languages in which this text is not written."""
        return [language for language in languages if not self.root.get(language, "").strip()]

    @model_serializer(mode="wrap")
    def _without(self, write: SerializerFunctionWrapHandler, info: SerializationInfo) -> dict[str, str]:
        """The texts by language, without those languages that whoever writes them down leaves out (`LEAVE_OUT`)."""
        texts: dict[str, str] = write(self)
        left_out = (info.context or {}).get(LEAVE_OUT, ())
        return {language: text for language, text in texts.items() if language not in left_out}
