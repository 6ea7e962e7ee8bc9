"""What a study serves, as digests that go on record: a changed item, trial or place is found by counting again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice

from sqlalchemy.engine import Connection

from beholder.protocols import Showing
from beholder.store import StoppingRow, TrialRow
from beholder.store.items import stream_items
from beholder.store.leases import held_places
from beholder.store.records import canonical, rows_digest
from beholder.store.stopping import stream_stopping
from beholder.store.trials import stream_trials

__all__ = [
    "FORMAT",
    "ItemsDigest",
    "first_inventory",
    "held_places_of",
    "items_digest",
    "places_digest",
    "seed_digest",
    "share_digest",
    "take_inventory",
    "trials_digest",
]

# a few hundred kilobytes: hashing is called a hundred times for a million rows, and memory stays flat
_LINES_AT_ONCE = 10_000

ItemRow = tuple[int, str, int, str]
"""An item as it is stored: number, id, version, canonical JSON."""

FORMAT = 2
"""How much records say. Since 2 answers name item, place in the rater's sequence and the state of the showing, joins
the rater's language and platform id, exclusions the state, guidelines their digest, and versions the inventory."""


def take_inventory(conn: Connection, key: int) -> dict[str, object]:
    """The part of a record that says what the study serves from now on."""
    stopping = list(stream_stopping(conn, key))
    # read twice rather than held: a million trials take half a gigabyte
    trials = trials_digest(stream_trials(conn, key))
    places = places_digest(stream_trials(conn, key), held_places_of(conn, key))
    return _inventory(items_digest(stream_items(conn, key)), trials, places, stopping)


def first_inventory(items: str, planned: Sequence[TrialRow], stopping: Sequence[StoppingRow]) -> dict[str, object]:
    """What `take_inventory` gives of a study that starts: `items` is the digest of what was stored, no place is held."""
    return _inventory(items, trials_digest(planned), places_digest(planned, {}), stopping)


def _inventory(items: str, trials: str, places: str, stopping: Sequence[StoppingRow]) -> dict[str, object]:
    share = {"in_full": share_digest(stopping)} if stopping else {}
    return {"format": FORMAT, "items": items, "trials": trials, "places": places, **share}


def seed_digest(seed: str) -> str:
    """What the record of the start says of the seed, which stays secret until the study is released."""
    return hashlib.sha256(seed.encode()).hexdigest()


class ItemsDigest:
    """SHA-256 of items in their order, taken while they pass by on their way into the store."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()

    def add(self, number: int, text: str) -> None:
        """One item, as number and canonical JSON."""
        self._digest.update(f"{number} {text}\n".encode())

    def of_rows(self, rows: Iterable[ItemRow]) -> Iterator[ItemRow]:
        """The same rows."""
        for row in rows:
            self.add(row[0], row[3])
            yield row

    def hexdigest(self) -> str:
        """Of all so far."""
        return self._digest.hexdigest()


def items_digest(items: Iterable[tuple[int, str]]) -> str:
    """SHA-256 of all items, given as number and canonical JSON."""
    digest = ItemsDigest()
    for number, text in items:
        digest.add(number, text)
    return digest.hexdigest()


def trials_digest(trials: Iterable[TrialRow]) -> str:
    """SHA-256 of what is shown in which order how often. Whether an item is suspended for now does not matter."""
    # a few texts stand in all of a hundred thousand rows
    written = cache(canonical)
    return _lines_digest(
        f"[{t.trial},{t.item},{written(t.kind)},{written(t.systems)},{_planned_rank(t.rank)},{t.quota}]" for t in trials
    )


def places_digest(trials: Iterable[TrialRow], held: Mapping[int, tuple[int, int]]) -> str:
    """SHA-256 of how many places each trial has, and how many flipped ones: open ones and those that showings hold."""
    nothing = (0, 0)
    return _lines_digest(
        f"[{t.trial},{t.open + held.get(t.trial, nothing)[0]},{t.open_flipped + held.get(t.trial, nothing)[1]}]"
        for t in trials
    )


def share_digest(stopping: Iterable[StoppingRow]) -> str:
    """SHA-256 of which trials are rated in full, whatever a rule says."""
    return rows_digest(row.trial for row in stopping if row.in_full)


def held_places_of(conn: Connection, key: int) -> dict[int, tuple[int, int]]:
    """How many places of each trial are not open, taken by showings or closed by a rule, and how many of them flipped."""
    held = held_places(conn, key, kinds=Showing.PLANNED)
    for row in stream_stopping(conn, key):
        count, flipped = held.get(row.trial, (0, 0))
        held[row.trial] = (count + row.closed, flipped + row.closed_flipped)
    return held


def _lines_digest(rows: Iterator[str]) -> str:
    """What `rows_digest` gives for rows of whole numbers and texts, which are quicker written than encoded one by one."""
    digest = hashlib.sha256()
    while lines := list(islice(rows, _LINES_AT_ONCE)):
        digest.update("\n".join([*lines, ""]).encode())
    return digest.hexdigest()


def _planned_rank(rank: int) -> int:
    return rank if rank >= 0 else -rank - 2
