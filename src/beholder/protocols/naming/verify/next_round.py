"""Round 2 from round 1: `next_round` writes a naming-verify study from the answers of a naming study."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from beholder.declarations.item import Item
from beholder.declarations.states import Showing
from beholder.errors import BeholderError
from beholder.protocols.naming.collect.normalise import Normaliser
from beholder.protocols.naming.collect.raw_answers import answers_from_ratings
from beholder.protocols.naming.collect.sets import ResponseSet
from beholder.protocols.naming.params import NamingParams
from beholder.protocols.naming.published.manynames import PublishedObject, write_manynames
from beholder.protocols.naming.published.release_files import write_changes
from beholder.protocols.naming.round_one import SETS_FILE
from beholder.protocols.naming.verify.planting import PlannedName, PlannedObject, VerificationPlan, plan_verification
from beholder.protocols.naming.verify.practice import practice_items, study_text
from beholder.protocols.rounds import FinishedRound, RoundMade

__all__ = ["CHANGES_FILE", "PLAN_FILE", "next_round"]

CHANGES_FILE = "normalisation.csv"
"""What normalisation made of the raw strings of round 1."""

PLAN_FILE = "round.json"
"""Which objects and names stayed out of round 2 and why, and how many controls of each kind were planted."""

_ABOUT_OBJECT = ("domain", "reference_name")


def next_round(done: FinishedRound, folder: Path) -> RoundMade:
    """Writes the study of round 2 into a folder: items with their names and controls, media, settings, practice.

    Beside them lie the response sets of round 1 in the public layout, what normalisation changed, and what stays out.
    """
    params = done.params if isinstance(done.params, NamingParams) else NamingParams()
    answers = answers_from_ratings(done.ratings, done.items)
    sets, changed = answers.to_sets(Normaliser.of(params.normalise))
    if not sets:
        raise BeholderError(
            "round 1 has no answers that count",
            code="naming-no-objects",
            hint="collect names with `beholder serve`, or try `beholder simulate`",
        )
    by_id = {item.id: item for item in done.items if item.kind == Showing.MAIN}
    plan = plan_verification(
        sets,
        params.verification,
        np.random.default_rng(done.seed),
        image_of={item.id: str(item.columns["image"]) for item in by_id.values()},
        others={item.id: _listed(item.columns.get("others")) for item in by_id.values()},
    )
    if not plan.objects:
        raise BeholderError(
            "no object has two names that were given often enough, so there is nothing to verify",
            code="naming-nothing-to-verify",
            hint=f"names must be given {params.verification.min_count} times; see params.verification.min_count",
        )
    items = [_item(by_id[one.item], one, folder=folder, media=done.media) for one in plan.objects]
    folder.mkdir(parents=True, exist_ok=True)
    lines = [*practice_items(folder / "media", done.languages[0]), *items]
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    (folder / "items.jsonl").write_text(text, encoding="utf-8")
    (folder / "study.yaml").write_text(
        study_text(
            title=done.title,
            languages=done.languages,
            contact=done.contact,
            ratings=params.verification.ratings,
            by_domain=all("domain" in item for item in items),
        ),
        encoding="utf-8",
    )
    raw = answers.raw_counts()
    rows = [PublishedObject(_tidy(one), raw_responses=raw.get(one.item, {})) for one in sets]
    write_manynames(rows, folder / SETS_FILE)
    write_changes(changed, folder / CHANGES_FILE)
    report = _report(plan, dict(answers.left_out))
    (folder / PLAN_FILE).write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    notes = (*_notes(plan), f"{changed.answers_changed:,} answers stand under another spelling: {CHANGES_FILE}")
    return RoundMade(
        folder=folder, protocol="naming-verify", items=len(plan.objects), candidates=plan.names, notes=notes
    )


def _tidy(one: ResponseSet) -> ResponseSet:
    """The set with what is known of the object, without the columns that only showed it."""
    return replace(
        one, columns={name: one.columns[name] for name in _ABOUT_OBJECT if one.columns.get(name) is not None}
    )


def _item(item: Item, planned: PlannedObject, *, folder: Path, media: Path) -> dict[str, Any]:
    image = str(item.columns["image"])
    source, target = media / image, folder / "media" / image
    if not target.exists():
        if not source.is_file():
            raise BeholderError(f"there is no picture {image}", code="naming-no-picture", where=str(source))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    made: dict[str, Any] = {"id": item.id, "image": image, "box": list(item.columns["box"])}
    domain = item.columns.get("domain") or item.group
    if domain:
        made["domain"] = domain
    truth = item.columns.get("truth")
    by_system = {one.system: one for one in planned.names}
    made["candidates"] = [_candidate(one, by_system, truth) for one in planned.names]
    return made


def _candidate(one: PlannedName, by_system: Mapping[str, PlannedName], truth: Any) -> dict[str, Any]:
    made: dict[str, Any] = {"system": one.system, "name": one.name}
    for name in ("count", "planted", "control", "copy_of"):
        if value := getattr(one, name):
            made[name] = value
    if isinstance(truth, Mapping):
        made["truth"] = _truth(one, by_system, truth)
    return made


def _truth(one: PlannedName, by_system: Mapping[str, PlannedName], truth: Mapping[str, Any]) -> dict[str, Any]:
    """What a perfect verifier would say, as far as the namers' vocabulary is known."""
    if one.planted == "random":
        return {"adequacy": 0, "type": "other", "object": f"none of it: {one.name}"}
    if one.planted == "other-object":
        return {"adequacy": 0, "type": "referential", "object": one.name}
    if one.planted == "typo":
        original = _truth(by_system[one.copy_of], by_system, truth)
        return {"adequacy": 0.5, "type": "linguistic", "object": original["object"]}
    if one.name in truth.get("names", {}):
        return {"adequacy": 1, "type": "none", "object": "boxed"}
    if one.name in truth.get("visual", {}):
        return {"adequacy": 0, "type": "visual", "object": "boxed"}
    if one.name in truth.get("referential", {}):
        return {"adequacy": 0, "type": "referential", "object": one.name}
    return {"adequacy": 0.5, "type": "linguistic", "object": "boxed"}


def _listed(value: Any) -> Sequence[str]:
    return [str(one) for one in value] if isinstance(value, list | tuple) else []


def _report(plan: VerificationPlan, left_out: dict[str, int]) -> dict[str, Any]:
    return {
        "objects": len(plan.objects),
        "names": plan.names,
        "planted": plan.planted,
        "known_right": plan.known_right,
        "names_set_aside": plan.names_set_aside,
        "objects_skipped": {reason: list(items) for reason, items in plan.skipped.items()},
        "answers_left_out": left_out,
    }


def _notes(plan: VerificationPlan) -> Iterator[str]:
    planted = sum(plan.planted.values())
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in plan.planted.items())
    yield f"{len(plan.objects):,} objects with {plan.names:,} names, {planted:,} of them planted ({kinds})"
    yield f"{plan.known_right:,} names of round 1 are known to be right and serve as controls too"
    for reason, items in plan.skipped.items():
        yield f"{len(items):,} objects stay out: {reason}"
    yield f"{plan.names_set_aside:,} names given too rarely were set aside"
