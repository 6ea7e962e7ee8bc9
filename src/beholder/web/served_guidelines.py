"""The guideline of a served study as raters read it, which somebody may change while they work."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

from sqlalchemy.engine import Connection

from beholder.fields import Words
from beholder.store.guidelines import GuidelineRow, list_guidelines
from beholder.web.render import Renderer

__all__ = ["ServedGuidelines"]

T = TypeVar("T")
# how long another process's new guideline may go unseen
_SEEN_FOR = 5


class _Read(Protocol):
    def __call__(self, what: Callable[[Connection], T], /) -> Awaitable[T]: ...


class ServedGuidelines:
    """All versions that are stored. `read` gives a snapshot of the store."""

    def __init__(self, read: _Read, key: int) -> None:
        self._read = read
        self._key = key
        self._rows: list[GuidelineRow] = []
        self._read_at = float("-inf")

    async def in_force(self, renderer: Renderer, language: str) -> dict[str, Any] | None:
        """The guideline in force: its number, which is stored with each answer, its HTML, and what changed in it."""
        changed = await self._stored()
        if not changed:
            page = renderer.guideline(language)
            return {"version": "1", "html": page["html"], "changes": ""} if page else None
        newest = changed[-1]
        page, what = (renderer.markdown(Words(texts).to(language)) for texts in (newest.texts, newest.changes))
        return {
            "version": str(newest.number),
            "html": page["html"] if page else "",
            "changes": what["html"] if what else "",
        }

    async def number(self) -> str:
        """The number of the guideline in force, so that a page notices a new one."""
        return (await self._numbers())[-1]

    async def number_read(self, claimed: str) -> str:
        """The number stored with an answer: what the page says it showed, if there is such a version, else the one in force."""
        if claimed not in await self._numbers():
            # the page may have read a version that is newer than what is remembered here
            self.forget()
        known = await self._numbers()
        return claimed if claimed in known else known[-1]

    def forget(self) -> None:
        """Reads the store again when next asked."""
        self._read_at = float("-inf")

    async def _numbers(self) -> list[str]:
        return ["1", *(str(one.number) for one in await self._stored() if one.number > 1)]

    async def _stored(self) -> list[GuidelineRow]:
        if time.monotonic() - self._read_at > _SEEN_FOR:
            self._rows = await self._read(lambda conn: list_guidelines(conn, self._key))
            self._read_at = time.monotonic()
        return self._rows
