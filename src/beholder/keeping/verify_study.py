"""Versions, items, trials and guidelines against their records: the same for a database and for a release."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from beholder.engine.ledger import Ledger
from beholder.engine.planning.inventory import items_digest, places_digest, seed_digest, share_digest, trials_digest
from beholder.protocols import Item, Showing
from beholder.store import StoppingRow, StudyRow, TrialRow
from beholder.store.guidelines import GuidelineRow
from beholder.study.item_texts import item_digest

__all__ = [
    "compare_guidelines",
    "compare_items",
    "compare_places",
    "compare_share",
    "compare_study",
    "compare_suspended",
    "compare_trials",
    "compare_versions",
]


def compare_study(row: StudyRow, ledger: Ledger) -> Iterator[str]:
    """What the study's own row says and the records do not."""
    if ledger.start is None:
        yield "the chain does not tell of the study's start"
        return
    expected: dict[str, object] = {
        "id": ledger.start.author,
        "created_at": ledger.start.at,
        "state": ledger.state,
        "phase": ledger.phase,
        "version": max(ledger.versions),
        "simulated": ledger.start.body.get("simulated", bool(row.simulated)),
    }
    for name, value in expected.items():
        if getattr(row, name) != value:
            yield f"the study's {name} is {getattr(row, name)!r}, the records say {value!r}"
    if ledger.start.body.get("seed", seed_digest(row.seed)) != seed_digest(row.seed):
        yield "the study's seed is not the one with which it was started"


def compare_versions(
    versions: Sequence[tuple[int, str, str]], ledger: Ledger, *, times: Mapping[int, int] | None = None
) -> Iterator[str]:
    """Frozen versions that are not the ones on record; `times` is when they were frozen, where that is known."""
    if [number for number, _, _ in versions] != sorted(ledger.versions):
        yield "the frozen versions are not those on record"
    for number, claimed, text in versions:
        recorded = ledger.versions.get(number)
        digest = hashlib.sha256(text.encode()).hexdigest()
        if recorded is None or not digest == claimed == recorded.digest:
            yield f"version {number} of the study is not the one on record"
        elif times is not None and times[number] != recorded.at:
            yield f"version {number} of the study has another time than its record"


def compare_items(
    items: Iterable[tuple[int, str]],
    versions: Sequence[tuple[int, str, str]],
    ledger: Ledger,
    *,
    numbers: Mapping[str, int] | None = None,
) -> Iterator[str]:
    """Items that are not those of the newest version, or not those that were on record when it came.

    `numbers` are those under which items are found by their ids, where these are stored once more.
    """
    frozen: dict[str, str] = dict(json.loads(versions[-1][2])["items"]) if versions else {}
    changed: list[str] = []
    misnamed: list[str] = []

    def noted() -> Iterator[tuple[int, str]]:
        for number, text in items:
            item = Item.from_json(json.loads(text))
            digest = item_digest(item)
            if frozen.pop(item.id, digest) != digest:
                changed.append(item.id)
            if numbers is not None and numbers.get(item.id) != number:
                misnamed.append(item.id)
            yield number, text

    digest = items_digest(noted())
    yield from (f"item {name!r} is not the one that was rated" for name in changed)
    yield from (f"item {name!r} is stored under another id" for name in misnamed)
    if frozen:
        yield f"{len(frozen)} items are missing, such as {min(frozen)!r}"
    elif not changed and digest != ledger.inventory.get("items", digest):
        yield "the items are not those that were on record when the newest version was frozen"


def compare_trials(trials: Iterable[TrialRow], ledger: Ledger) -> Iterator[str]:
    """Whether what is shown in which order how often is as planned."""
    digest = trials_digest(trials)
    if digest != ledger.inventory.get("trials", digest):
        yield "the trials are not those that were planned"


def compare_suspended(
    trials: Iterable[TrialRow],
    numbers: Mapping[str, int],
    versions: Sequence[tuple[int, str, str]],
    ledger: Ledger,
) -> Iterator[str]:
    """Trials that are served while their item is suspended, or held back while it is not; `numbers` by the items' ids."""
    out = ledger.suspended_items(numbers)
    listed = [_listed_pairs(text) for _, _, text in versions]
    # earlier releases of ours served these whether or not their item was suspended
    listed_later = set().union(*listed[1:]) - listed[0] if listed else set()
    for trial in trials:
        held_back = trial.rank < 0
        if trial.kind != Showing.MAIN or held_back == (trial.item in out):
            continue
        if held_back or frozenset(json.loads(trial.systems)) not in listed_later:
            yield f"trial {trial.trial} is {'suspended' if held_back else 'served'}, the records say otherwise"


def _listed_pairs(text: str) -> set[frozenset[str]]:
    settings = json.loads(text)["settings"]
    return {frozenset(pair) for pair in settings.get("pairs", {}).get("listed", ())}


def compare_places(trials: Iterable[TrialRow], held: Mapping[int, tuple[int, int]], ledger: Ledger) -> Iterator[str]:
    """Trials whose places do not add up."""
    everything = list(trials)
    for trial in everything:
        if trial.open + held.get(trial.trial, (0, 0))[0] != trial.quota:
            yield f"trial {trial.trial} has {trial.quota} places, which is not what is open and what was given out"
    digest = places_digest(everything, held)
    if digest != ledger.inventory.get("places", digest):
        yield "the places of the trials are not those that were planned"


def compare_share(stopping: Iterable[StoppingRow], ledger: Ledger) -> Iterator[str]:
    """Whether the trials that are rated in full are those that were drawn."""
    if share_digest(stopping) != ledger.inventory.get("in_full", share_digest(())):
        yield "the trials that are rated in full are not those that were drawn"


def compare_guidelines(rows: Iterable[GuidelineRow], ledger: Ledger) -> Iterator[str]:
    """Guidelines that changed, that nobody put there, or that are gone."""
    seen: set[int] = set()
    for row in rows:
        seen.add(row.number)
        recorded = ledger.guidelines.get(row.number)
        if recorded is None:
            yield f"guideline {row.number} has no record"
            continue
        same = (row.at, row.author, row.material) == (recorded.at, recorded.author, recorded.body["material"])
        if not same or row.digest != (recorded.digest or row.digest):
            yield f"guideline {row.number} is not the one that was recorded"
    yield from (f"guideline {number} is missing" for number in ledger.guidelines if number not in seen)
