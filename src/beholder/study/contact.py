"""Whom raters can ask: one line or several, each in one language or in many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ConfigDict, RootModel, field_validator, model_serializer, model_validator

from beholder.fields import Words

__all__ = ["Contact"]

# a page of text; it stands in a menu
_MOST_CHARACTERS = 2_000


class Contact(RootModel[tuple[Words, ...]]):
    """Lines such as technical help, coordinator and emergency. Written as a text, as texts by language, or as a list."""

    model_config = ConfigDict(frozen=True)
    root: tuple[Words, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _spelled(cls, value: Any) -> Any:
        if isinstance(value, str):
            return [value] if value else []
        if isinstance(value, Mapping):
            return [value]
        if not isinstance(value, list | tuple):
            raise ValueError("expected a text, texts by language, or a list of these")  # noqa: TRY004 Pydantic's way
        return value

    @field_validator("root")
    @classmethod
    def _readable(cls, value: tuple[Words, ...]) -> tuple[Words, ...]:
        for line in value:
            if not line:
                raise ValueError("a line is empty")
            if any(len(text) > _MOST_CHARACTERS for text in line.root.values()):
                raise ValueError(f"a line is longer than {_MOST_CHARACTERS:,} characters")
        return value

    @model_serializer(mode="plain")
    def _written(self) -> Any:
        """As simple as it can be said, so that one line of text stays one."""
        lines = [line.root["en"] if set(line.root) == {"en"} else dict(line.root) for line in self.root]
        return (lines or [""])[0] if len(lines) < 2 else lines

    def lines(self, language: str) -> list[str]:
        """The lines in that language, or the next best."""
        return [part for line in self.root for part in line.to(language).splitlines() if part.strip()]
