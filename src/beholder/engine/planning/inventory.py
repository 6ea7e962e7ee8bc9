"""What a study serves, as digests that go on record: a changed item, trial or place is found by counting again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from sqlalchemy.engine import Connection

from beholder.protocols import Showing
from beholder.store import TrialRow
from beholder.store.items import stream_items
from beholder.store.leases import held_places
from beholder.store.records import rows_digest
from beholder.store.trials import stream_trials

__all__ = [
    "FORMAT",
    "held_by_showings",
    "items_digest",
    "places_digest",
    "seed_digest",
    "take_inventory",
    "trials_digest",
]

FORMAT = 2
"""How much records say. Since 2 answers name item, place in the rater's sequence and the state of the showing, joins
the rater's language and platform id, exclusions the state, guidelines their digest, and versions the inventory."""


def take_inventory(conn: Connection, key: int) -> dict[str, object]:
    """The part of a record that says what the study serves from now on."""
    trials = list(stream_trials(conn, key))
    return {
        "format": FORMAT,
        "items": items_digest(stream_items(conn, key)),
        "trials": trials_digest(trials),
        "places": places_digest(trials, held_by_showings(conn, key)),
    }


def seed_digest(seed: str) -> str:
    """What the record of the start says of the seed, which stays secret until the study is released."""
    return hashlib.sha256(seed.encode()).hexdigest()


def items_digest(items: Iterable[tuple[int, str]]) -> str:
    """SHA-256 of all items, given as number and canonical JSON."""
    digest = hashlib.sha256()
    for number, text in items:
        digest.update(f"{number} {text}\n".encode())
    return digest.hexdigest()


def trials_digest(trials: Iterable[TrialRow]) -> str:
    """SHA-256 of what is shown in which order how often. Whether an item is suspended for now does not matter."""
    return rows_digest([t.trial, t.item, t.kind, t.systems, _planned_rank(t.rank), t.quota] for t in trials)


def places_digest(trials: Iterable[TrialRow], held: Mapping[int, tuple[int, int]]) -> str:
    """SHA-256 of how many places each trial has, and how many flipped ones: open ones and those that showings hold."""
    nothing = (0, 0)
    return rows_digest(
        [t.trial, t.open + held.get(t.trial, nothing)[0], t.open_flipped + held.get(t.trial, nothing)[1]]
        for t in trials
    )


def held_by_showings(conn: Connection, key: int) -> dict[int, tuple[int, int]]:
    """How many places of each trial are taken, and how many of them flipped."""
    return held_places(conn, key, kinds=Showing.PLANNED)


def _planned_rank(rank: int) -> int:
    return rank if rank >= 0 else -rank - 2
