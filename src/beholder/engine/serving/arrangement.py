"""What stands where on the page: sides of a pair, order of all candidates, equal ones shown once."""

from __future__ import annotations

import json
from collections.abc import Sequence

from beholder.declarations.states import Showing
from beholder.engine.batch import Batch
from beholder.engine.planning.chance import keyed_shuffle
from beholder.engine.planning.subsets import turned
from beholder.store import TrialRow, items

__all__ = ["arrange", "is_flipped", "merge_data", "merged", "place_taken", "swapped"]


def merge_data(batch: Batch, trials: Sequence[TrialRow]) -> dict[int, str]:
    """The items of these trials, where equal candidates are to be found in them."""
    if not batch.context.definition.declaration.merge_equal or not trials:
        return {}
    return items.load_items(batch.conn, batch.context.key, {trial.item for trial in trials})


def arrange(batch: Batch, rater: str, trial: TrialRow, *, flipped: bool, data: str | None, occasion: int = 0) -> str:
    """The systems per place, as stored with the lease. The order of `all` depends on trial, rater and occasion.

    Some of an item's candidates stand as planned, moved on by one slot for each time the trial was given out.
    """
    shows = batch.context.definition.declaration.shows
    systems: list[str] = json.loads(trial.systems)
    if shows == "item":
        return "[]"
    if shows == "pair":
        return json.dumps([[s] for s in (reversed(systems) if flipped else systems)], ensure_ascii=False)
    column = batch.context.definition.declaration.merge_equal
    arranged = [[s] for s in systems] if data is None else merged(column, systems, data)
    if trial.kind == Showing.MAIN and batch.context.definition.settings.subsets:
        return json.dumps(turned(arranged, trial.quota - trial.open), ensure_ascii=False)
    purpose = ("places", trial.trial, rater) if occasion == 0 else ("places", trial.trial, rater, occasion)
    return json.dumps(keyed_shuffle(batch.row.seed, arranged, *purpose), ensure_ascii=False)


def swapped(batch: Batch, slots: str, trial: int, rater: str) -> str:
    """The places of a repeat: a pair with its sides exchanged, several in another order, one as it was."""
    arranged: list[list[str]] = json.loads(slots)
    if len(arranged) == 2:
        return json.dumps(arranged[::-1], ensure_ascii=False)
    again = keyed_shuffle(batch.row.seed, arranged, "repeat", trial, rater)
    if len(arranged) > 1 and again == arranged:
        again = [*arranged[1:], arranged[0]]
    return json.dumps(again, ensure_ascii=False)


def is_flipped(slots: str, systems: str) -> bool:
    """Whether a pair was shown the other way round than the plan names it."""
    shown = [place[0] for place in json.loads(slots)]
    return len(shown) == 2 and shown != json.loads(systems)


def place_taken(trial: TrialRow, flipped: bool) -> bool:
    """Which kind of place is taken: the one that is shown, unless only the other kind is open."""
    if flipped:
        return trial.open_flipped > 0
    return trial.open == trial.open_flipped


def merged(column: str, systems: Sequence[str], data: str) -> list[list[str]]:
    """The systems per place where those whose outputs are equal in this column share one; `data` is the item as stored."""
    by_text: dict[str, list[str]] = {}
    shown = {c["system"]: c["columns"].get(column) for c in json.loads(data).get("candidates", ())}
    for system in systems:
        by_text.setdefault(json.dumps(shown[system], sort_keys=True), []).append(system)
    return list(by_text.values())
