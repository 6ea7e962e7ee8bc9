"""Systems as A, B, C … for everybody who runs the study, until an unblinding is on record."""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy.engine import Connection

from beholder.engine.ratings import Rating
from beholder.engine.shown import letter
from beholder.store.items import stream_items
from beholder.store.records import stream_records
from beholder.store.studies import load_study

__all__ = ["Blind", "sealed", "systems_of"]

_ANYWHERE = 5
"""A name of so many characters is hidden even inside a longer word; shorter ones only where they stand alone."""


@dataclass(frozen=True)
class Blind:
    """The letters of the systems. `on` while their names are sealed."""

    letters: Mapping[str, str]
    on: bool = True

    def system(self, name: str) -> str:
        """The system as it may be called."""
        return self.letters.get(name, "?") if self.on and name else name

    def text(self, text: str) -> str:
        """A text such as an item's id, with the names of systems in it replaced."""
        return self._names.sub(self._hidden, text) if self.on and self.letters else text

    def _hidden(self, found: re.Match[str]) -> str:
        return self._folded[found[0].casefold()]

    @cached_property
    def _folded(self) -> dict[str, str]:
        return {name.casefold(): sign for name, sign in self.letters.items()}

    @cached_property
    def _names(self) -> re.Pattern[str]:
        parts = []
        for name in sorted(self.letters, key=len, reverse=True):
            exact = re.escape(name)
            parts.append(exact if len(name) >= _ANYWHERE else rf"(?<![^\W_]){exact}(?![^\W_])")
        return re.compile("|".join(parts), re.IGNORECASE)

    def rows(self, rows: Iterable[Rating]) -> Iterator[Rating]:
        """Rows of the ratings table that name no system."""
        if not self.on:
            yield from rows
            return
        for row in rows:
            item = self.text(row.item)
            sign = self.system(row.system)
            yield row._replace(
                item=item,
                group=self.text(row.group),
                block=self.text(row.block),
                system=sign,
                candidate=f"{item}/{sign}" if row.candidate else "",
            )


def systems_of(conn: Connection, study: int) -> dict[str, str]:
    """The letter of each system, in an order that the study's seed decides and nobody can guess."""
    names: set[str] = set()
    rated: set[str] = set()
    for _, data in stream_items(conn, study):
        item = json.loads(data)
        these = {candidate["system"] for candidate in item.get("candidates", ())}
        these |= {item["system"]} if item.get("system") else set()
        names |= these
        rated |= these if item.get("kind", "main") == "main" else set()
    seed = load_study(conn, study).seed.encode()
    # what occurs in checks and practice only comes last, so that the letters of the systems have no gap
    mixed = sorted(names, key=lambda name: (name not in rated, hmac.digest(seed, f"blind:{name}".encode(), "sha256")))
    return {name: letter(place) for place, name in enumerate(mixed)}


def sealed(conn: Connection, study: int) -> bool:
    """Whether no unblinding is on record."""
    acts = (json.loads(record.body) for record in stream_records(conn, study, kind="act"))
    return not any(body.get("what") == "unblind" for body in acts)
