"""What a rater is told of an answer in practice."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy.engine import Connection

from beholder.engine.serving.showing_content import letter
from beholder.fields import Payload
from beholder.protocols import Item, Reference, expectations_met
from beholder.store.items import load_items
from beholder.store.leases import load_leases
from beholder.web.served_study import ServedStudy

__all__ = ["practice_feedback"]


async def practice_feedback(study: ServedStudy, lease: str, payload: Payload, language: str) -> dict[str, Any] | None:
    """What was expected of a practice answer, what of it was met, and why; candidates by the letter they stood under."""
    found = await study.read(lambda conn: _practised(conn, study.engine.key, lease))
    if found is None:
        return None
    reference, slots = found
    letters = {system: letter(slot) for slot, systems in enumerate(slots) for system in systems}
    form = study.definition.declaration.form
    met = expectations_met(reference, form, form.check(payload, slots=max(len(slots), 1)), slots)
    tests = {"is_", "any_of", "at_least", "at_most"}
    expected = [
        {
            "field": one.field,
            "place": letters.get(one.system, ""),
            **one.model_dump(mode="json", by_alias=True, exclude_defaults=True, include=tests),
            **({"groups": _lettered(one.groups, letters)} if one.groups else {}),
            **({"hits": len(one.hits)} if one.hits else {}),
            **({"told": one.told.to(language)} if one.told else {}),
            "met": fine,
        }
        for one, fine in zip(reference.expects, met, strict=True)
    ]
    reasons = {letters[system]: words.to(language) for system, words in reference.reasons.items() if system in letters}
    return {
        "passed": all(met),
        "why": reference.why.to(language),
        "reasons": reasons,
        "marks": [mark.model_dump(mode="json") for mark in reference.marks],
        "expected": expected,
    }


def _practised(conn: Connection, key: int, lease: str) -> tuple[Reference, list[list[str]]] | None:
    row = load_leases(conn, key, [lease])[lease]
    item = Item.from_json(json.loads(load_items(conn, key, [row.item])[row.item]))
    return (item.reference, json.loads(row.slots)) if item.reference else None


def _lettered(groups: Iterable[Iterable[str]], letters: Mapping[str, str]) -> list[list[str]]:
    """Groups of candidates by the letters of their places, in the order of the page."""
    return sorted(sorted({letters[system] for system in group if system in letters}) for group in groups)
