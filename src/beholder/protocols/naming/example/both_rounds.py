"""Both rounds of the example with simulated people, and two pretend systems: what `beholder naming demo` shows."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from beholder.declarations.item import Item, Shown
from beholder.protocols.naming.collect.raw_answers import RatingCells
from beholder.protocols.naming.example.first_round import make_example, simulated_ratings
from beholder.protocols.naming.example.namers import simulate_verifier
from beholder.protocols.naming.params import NamingParams
from beholder.protocols.naming.verify.declaration import VERIFY_DECLARATION
from beholder.protocols.naming.verify.next_round import next_round
from beholder.protocols.naming.wording import text
from beholder.protocols.rounds import FinishedRound
from beholder.protocols.simulation import SimulatedRater

__all__ = ["Rehearsal", "SimulatedRound", "rehearse"]

# as in ManyNames: 36 named each object; and an odd number of verifiers, so that a majority exists
_NAMERS, _VERIFIERS = 36, 3


@dataclass(frozen=True, slots=True)
class SimulatedRound:
    """Items and ratings of a round that nobody was asked."""

    items: tuple[Item, ...]
    ratings: tuple[RatingCells, ...]


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """Where both rounds lie, what simulated people said in them, and what the pretend systems predict."""

    first: Path
    second: Path
    rounds: dict[Path, SimulatedRound]
    predictions: Path


def rehearse(folder: Path, seed: int) -> Rehearsal:
    """Paints the example, lets simulated people name and then verify, and writes predictions beside both rounds."""
    first, second = folder / "round-1", folder / "round-2"
    for one in (first, second):
        one.mkdir(parents=True)
    make_example(first, seed)
    items = _main(first)
    names = tuple(simulated_ratings(list(items), raters=_NAMERS, seed=seed))
    title = text("study-title")
    done = FinishedRound(
        items=items, ratings=names, media=first / "media", params=NamingParams(), title=title, seed=seed
    )
    next_round(done, second)
    verified = _main(second)
    judged = tuple(_judgments(verified, seed))
    predictions = folder / "predictions.csv"
    _predict(items, predictions, np.random.default_rng([seed, 99]))
    rounds = {first: SimulatedRound(items, names), second: SimulatedRound(verified, judged)}
    return Rehearsal(first, second, rounds, predictions)


def _main(folder: Path) -> tuple[Item, ...]:
    lines = map(json.loads, (folder / "items.jsonl").read_text(encoding="utf-8").splitlines())
    return tuple(_item(line) for line in lines if line.get("kind", "main") == "main")


def _item(line: dict[str, Any]) -> Item:
    apart = ("id", "candidates", "kind", "reference")
    candidates = [
        {"system": one["system"], "columns": {k: v for k, v in one.items() if k != "system"}}
        for one in line.get("candidates", ())
    ]
    columns = {name: value for name, value in line.items() if name not in apart}
    return Item.from_json(
        {"id": line["id"], "columns": columns, "candidates": candidates, "group": line.get("domain", "")}
    )


def _judgments(items: Sequence[Item], seed: int) -> Iterator[RatingCells]:
    for number in range(_VERIFIERS):
        rng = np.random.default_rng([seed, 50 + number])
        rater = SimulatedRater.draw(rng, seconds=30)
        for item in items:
            shown = Shown(item, tuple((one,) for one in item.candidates))
            payload = simulate_verifier(VERIFY_DECLARATION, shown, rater, rng)
            for cell in VERIFY_DECLARATION.form.cells(payload, slots=len(item.candidates)):
                if cell.slot is not None:
                    yield RatingCells(
                        item=item.id,
                        group=item.group,
                        system=item.candidates[cell.slot].system,
                        rater=f"v{number + 1}",
                        answer=f"v{number + 1}-{item.id}",
                        kind="main",
                        field=cell.field,
                        value=cell.value,
                        number=cell.number,
                        excluded_by="",
                    )


def _predict(items: Sequence[Item], path: Path, rng: np.random.Generator) -> None:
    """One system that names much as people do, one that often names something else in the picture."""
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["item", "system", "name"])
        for item in items:
            known = item.columns["truth"]
            names, beside = list(known["names"]), list(known["referential"])
            table.writerow([item.id, "careful", names[0] if rng.random() < 0.8 else names[-1]])
            strays = beside and rng.random() < 0.4
            table.writerow([item.id, "distracted", beside[0] if strays else names[0]])
