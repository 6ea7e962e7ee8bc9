"""Ratings of simulated people without a study: quick enough to ask a thousand times whether an analysis is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from beholder.analysis import FieldInfo, RatingsData
from beholder.protocols import Candidate, Declaration, Item, Protocol, Shown, SimulatedRater

__all__ = ["simulate_ratings"]

_COLUMNS = (
    "item", "group", "block", "system", "rater", "rater_kind", "trial", "answer", "kind", "field", "value", "side",
    "guideline", "excluded_by", "number", "sequence", "position", "active_ms", "study_version", "revision",
)  # fmt: skip


def simulate_ratings(
    protocol: Protocol,
    items: Sequence[Item],
    *,
    raters: int,
    ratings: int,
    rng: np.random.Generator,
    people: Sequence[SimulatedRater] | None = None,
    declaration: Declaration | None = None,
) -> RatingsData:
    """Each trial answered by `ratings` of the raters, drawn at random, through the protocol's own simulator.

    What a trial shows follows the declaration; sides and orders are shuffled per rater. No engine and no store: nothing
    is balanced beyond chance, and there are no practice, checks or repeats.
    """
    declared = declaration or protocol.declaration
    crowd = list(people or [SimulatedRater.draw(rng, seconds=declared.timing.pace_seconds) for _ in range(raters)])
    rows = _rows(protocol, declared, items, crowd, min(ratings, raters), rng)
    return RatingsData.of_rows(rows, _COLUMNS, fields=FieldInfo.of_form(declared.form), protocol=protocol.name)


def _rows(
    protocol: Protocol,
    declared: Declaration,
    items: Sequence[Item],
    crowd: Sequence[SimulatedRater],
    ratings: int,
    rng: np.random.Generator,
) -> Iterator[tuple[object, ...]]:
    sequence = [0] * len(crowd)
    n = 0
    for item in items:
        for trial, shown in _trials(declared, item):
            for who in rng.choice(len(crowd), size=ratings, replace=False):
                order = rng.permutation(len(shown)) if len(shown) > 1 else range(len(shown))
                slots = tuple((shown[index],) for index in order)
                payload = protocol.answer_like_a_person(declared, Shown(item, slots), crowd[who], rng)
                sequence[who] += 1
                n += 1
                shown_slots = max(len(slots), 1)
                milliseconds = 1000 * crowd[who].time(rng)
                for cell in declared.form.cells(payload, slots=shown_slots):
                    system, position, side = item.system, None, ""
                    if cell.slot is not None and slots:
                        system, position = slots[cell.slot][0].system, cell.slot + 1
                        side = ("left", "right")[cell.slot] if len(slots) == 2 else ""
                    elif len(slots) == 1 and not declared.form.candidate_fields:
                        system, position = slots[0][0].system, 1
                    elif slots:
                        system = ""
                    yield (
                        item.id, item.group, item.block or item.id, system, f"r{who}", "simulated", trial, f"a{n}", "main",
                        cell.field, cell.value, side, "1", "", cell.number, sequence[who], position, milliseconds, 1, 1,
                    )  # fmt: skip


def _trials(declared: Declaration, item: Item) -> Iterator[tuple[str, tuple[Candidate, ...]]]:
    candidates = item.candidates
    if declared.shows == "item":
        yield item.id, ()
    elif declared.shows == "one":
        for one in candidates:
            yield one.id, (one,)
    elif declared.shows == "pair":
        for pair in combinations(candidates, 2):
            yield f"{item.id}:{pair[0].system}:{pair[1].system}", pair
    else:
        yield item.id, candidates
