"""Systems as A, B, C … for everybody who runs the study, until an unblinding is on record."""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from sqlalchemy.engine import Connection

from beholder.fields import Words
from beholder.protocols import Item, Showing
from beholder.store.items import stream_items
from beholder.store.records import stream_records
from beholder.store.studies import load_study
from beholder.tables.ratings import letter

if TYPE_CHECKING:
    from beholder.analysis import Context, RatingsData

__all__ = ["Blind", "blind_of", "blinded", "sealed", "systems_of"]

_SHORT = 2
"""Names of so many signs mean something else beside a digit (`3a`, `v2`), and are hidden only where they stand alone."""

_SPELLED = 4
"""From so many signs on a name is hidden as `sam2` and as `SAM-2`; "a 1" is more often no `a1`."""

# Scripts that write words without spaces between them, or add endings to them as Korean does: there a name begins and
# ends anywhere. Thai; Hangul; kana, Han and their extensions.
_UNSPACED = "\u0e00-\u0e7f\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_LETTER = rf"[^\W\d_{_UNSPACED}]"


class _NamesSystem(Protocol):
    """A named tuple that says of which system it is."""

    @property
    def item(self) -> str: ...
    @property
    def group(self) -> str: ...
    @property
    def block(self) -> str: ...
    @property
    def system(self) -> str: ...
    @property
    def candidate(self) -> str: ...

    def _replace(self, *args: Any, **columns: Any) -> Self: ...


Row = TypeVar("Row", bound=_NamesSystem)


@dataclass(frozen=True)
class Blind:
    """The letters of the systems that are compared. `on` while their names are sealed.

    `others` are names that only checks and practice have, such as that of a made check: no systems, and no secret.
    """

    letters: Mapping[str, str]
    on: bool = True
    others: frozenset[str] = frozenset()

    def system(self, name: str) -> str:
        """The system as it may be called."""
        if not self.on or not name:
            return name
        return self.letters.get(name) or (self.text(name) if name in self.others else "?")

    def text(self, text: str) -> str:
        """What may hold the name of a system, such as an item's id or a reason, with the names in it replaced.

        A name is found as a whole, in any case and with any separators: `SAM-2` in `sam2_004.png`, and no `image` in
        `skimage`.
        """
        return self._names.sub(self._hidden, text) if self.on and self.letters else text

    def _hidden(self, found: re.Match[str]) -> str:
        return self._signs[(found.lastindex or 1) - 1]

    @cached_property
    def _longest_first(self) -> list[str]:
        return sorted(self.letters, key=lambda name: (-len(name), name))

    @cached_property
    def _signs(self) -> list[str]:
        return [self.letters[name] for name in self._longest_first]

    @cached_property
    def _names(self) -> re.Pattern[str]:
        return re.compile("|".join(f"({_whole(name)})" for name in self._longest_first), re.IGNORECASE)

    def rows(self, rows: Iterable[Row], *, texts: Collection[str] = ()) -> Iterator[Row]:
        """Rows of a table that name no system; `texts` are further columns in which a name may stand."""
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
                **{column: self.text(getattr(row, column)) for column in texts},
            )


def _whole(name: str) -> str:
    """A pattern for the name where it is no part of a longer word or number."""
    runs = re.findall(r"[^\W_]+", name)
    signs = "".join(runs)
    if not signs:
        return re.escape(name)
    # what is written apart may be written together or with another separator, and the other way round
    if len(signs) >= _SPELLED:
        body = r"[\W_]{0,2}".join(map(re.escape, re.findall(r"\d+|[^\W\d_]+", name)))
    else:
        body = r"[\W_]{1,2}".join(map(re.escape, runs))
    return f"(?<!{_neighbour(signs[0], len(signs))}){body}(?!{_neighbour(signs[-1], len(signs))})"


def _neighbour(edge: str, length: int) -> str:
    """The signs that make a name part of something longer when they stand beside this edge of it."""
    unspaced = re.match(f"[{_UNSPACED}]", edge) is not None
    if length == 1 or (length <= _SHORT and not unspaced):
        return r"[^\W_]"
    if unspaced:
        # matches nothing
        return r"(?!)"
    return r"\d" if edge.isdigit() else _LETTER


def blinded(data: RatingsData, context: Context, blind: Blind) -> tuple[RatingsData, Context]:
    """What an analysis reads, under the names that may be told; so its words need no hiding of names afterwards."""
    if not blind.on:
        return data, context
    ids = _distinct({*data.text["item"].names, *context.items}, blind.text)
    renamed = {
        "system": {name: blind.system(name) for name in data.text["system"].names},
        "item": ids,
        "group": _distinct(data.text["group"].names, blind.text),
        "block": _distinct(data.text["block"].names, blind.text),
    }
    text = {
        column: replace(data.text[column], names=tuple(told[name] for name in data.text[column].names))
        for column, told in renamed.items()
    }
    items = {ids[name]: _renamed(item, ids[name], blind) for name, item in context.items.items()}
    contrasts = tuple(
        replace(one, first=blind.system(one.first), second=blind.system(one.second)) for one in context.contrasts
    )
    changes = tuple(
        replace(one, what=Words({language: blind.text(told) for language, told in one.what.root.items()}))
        for one in context.changes
    )
    context = replace(context, items=items, contrasts=contrasts, changes=changes)
    return replace(data, text={**data.text, **text}), context


def _distinct(names: Iterable[str], rename: Callable[[str], str]) -> dict[str, str]:
    """New names, of which no two are the same: two items that became one would change the numbers."""
    out: dict[str, str] = {}
    taken: set[str] = set()
    for name in sorted(names):
        told = rename(name)
        while told in taken:
            told += "′"
        taken.add(told)
        out[name] = told
    return out


def _renamed(item: Item, name: str, blind: Blind) -> Item:
    return replace(
        item,
        id=name,
        system=blind.system(item.system),
        group=blind.text(item.group),
        block=blind.text(item.block),
        candidates=tuple(replace(one, item=name, system=blind.system(one.system)) for one in item.candidates),
    )


def blind_of(conn: Connection, study: int, *, on: bool = True) -> Blind:
    """The letter of each system, in an order that the study's seed decides and nobody can guess."""
    names: set[str] = set()
    compared: set[str] = set()
    for _, data in stream_items(conn, study):
        item = json.loads(data)
        these = {candidate["system"] for candidate in item.get("candidates", ())}
        these |= {item["system"]} if item.get("system") else set()
        names |= these
        compared |= these if item.get("kind", Showing.MAIN) in Showing.COUNTED else set()
    seed = load_study(conn, study).seed.encode()
    mixed = sorted(compared, key=lambda name: hmac.digest(seed, f"blind:{name}".encode(), "sha256"))
    letters = {name: letter(position) for position, name in enumerate(mixed)}
    return Blind(letters, on=on, others=frozenset(names - compared))


def systems_of(conn: Connection, study: int) -> dict[str, str]:
    """The systems that are compared, each with its letter."""
    return dict(blind_of(conn, study).letters)


def sealed(conn: Connection, study: int) -> bool:
    """Whether no unblinding is on record."""
    acts = (json.loads(record.body) for record in stream_records(conn, study, kind="act"))
    return not any(body.get("what") == "unblind" for body in acts)
