"""How a study was run, as one thing: who took part, what was collected of what was planned, what changed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from beholder.conduct.changes import ChangeMade, changes_made
from beholder.conduct.chronicle import read_chronicle
from beholder.conduct.collected import Collected, collected
from beholder.conduct.flow import ParticipantFlow, participant_flow
from beholder.store import TrialRow
from beholder.store.records import Record

__all__ = ["Conduct", "Look", "conduct_of"]


class Look(NamedTuple):
    """A look at results before the study was closed, with the reason that was given; or a file that named systems."""

    at: int
    reason: str
    file: str = ""
    share: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conduct:
    """What a reader of results must know of how they came about."""

    flow: ParticipantFlow
    collected: Collected
    changes: tuple[ChangeMade, ...]
    looks: tuple[Look, ...] = ()

    @property
    def after_look(self) -> tuple[ChangeMade, ...]:
        """Changes of the design that were made when somebody had looked at results."""
        return tuple(change for change in self.changes if change.design and change.looks)

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data."""
        changes = [change.to_json() for change in self.changes]
        # looks of earlier versions do not say how much was in
        looks = [{name: value for name, value in look._asdict().items() if value is not None} for look in self.looks]
        return {
            "flow": self.flow.to_json(),
            "collected": self.collected.to_json(),
            "changes": changes,
            "looks": looks,
        }


def conduct_of(
    versions: Sequence[tuple[int, str, str]],
    records: Iterable[Record],
    trials: Iterable[TrialRow],
    item_numbers: Mapping[str, int],
) -> Conduct:
    """From the frozen versions (number, digest, text), the chain, the trials and the number of each item by its id.

    A function of what a release holds, so that whoever has one comes to the same.
    """
    definitions = [json.loads(text) for _, _, text in versions]
    chronicle = read_chronicle(records)
    return Conduct(
        flow=participant_flow(chronicle, definitions[-1]["settings"]),
        collected=collected(chronicle, trials, item_numbers, definitions),
        changes=changes_made(chronicle, definitions),
        looks=tuple(
            Look(
                event.at,
                str(event.body.get("reason") or ""),
                str(event.body.get("file") or ""),
                event.body.get("share"),
            )
            for event in chronicle.looks
        ),
    )
