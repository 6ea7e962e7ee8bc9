"""Simulated namers with a known vocabulary, confusions and slips, and simulated verifiers of what they said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from beholder.declarations.declaration import Declaration
from beholder.declarations.item import Candidate, Item, Shown
from beholder.fields import Payload
from beholder.protocols.naming.declaration import OPT_OUTS
from beholder.protocols.naming.example.misspelling import misspell
from beholder.protocols.naming.verify.controls import EXPECTED
from beholder.protocols.simulation import SimulatedRater, latent

__all__ = ["USUAL_RATES", "simulate_namer", "simulate_verifier"]

USUAL_RATES: Mapping[str, float] = {"visual": 0.04, "referential": 0.07, "typo": 0.02, "opt_out": 0.02}
"""How often a namer takes the object for another, names another thing, slips with the pen, or gives no name."""

_STOCK = ("bench", "seat", "vehicle", "animal", "tool", "plant", "building", "cloth", "dish", "person")


def simulate_namer(declaration: Declaration, shown: Shown, rater: SimulatedRater, rng: np.random.Generator) -> Payload:
    """One name from the hidden column `truth`, or why there is none.

    `truth` has `names` (right names with weights), `visual` and `referential` (wrong names with weights) and may have
    `rates`. Rates hold on average over raters: a noisy rater errs more often, in proportion to their noise. Who does not
    look types any word, so that attention checks can be missed.
    """
    if rater.lapses(rng):
        return _named(declaration, _STOCK[int(rng.integers(len(_STOCK)))])
    practised = _practised(shown.item)
    if practised is not None:
        return {"trial": practised, "slots": []}
    truth = shown.item.columns.get("truth")
    known = truth if isinstance(truth, Mapping) else _made_up(shown.item)
    rates = {**USUAL_RATES, **known.get("rates", {})}
    clumsy = rater.noise / 0.5
    kinds = [kind for kind in ("visual", "referential") if known.get(kind)]
    draw = float(rng.random())
    if "opt_out" in declaration.form.fields:
        if draw < rates["opt_out"]:
            chosen = "cannot-tell" if rng.random() < 0.5 else OPT_OUTS[int(rng.integers(len(OPT_OUTS)))]
            return {"trial": {"name": None, "opt_out": chosen}, "slots": []}
        draw -= rates["opt_out"]
    name = ""
    for kind in kinds:
        share = rates[kind] * clumsy
        if not name and 0 <= draw < share:
            name = _weighted(known[kind], rng)
        draw -= share
    name = name or _weighted(known["names"], rng)
    if rng.random() < rates["typo"] * clumsy:
        name = misspell(name, rng) or name
    return _named(declaration, name)


def _named(declaration: Declaration, name: str) -> Payload:
    trial: dict[str, Any] = {"name": name}
    if "opt_out" in declaration.form.fields:
        trial["opt_out"] = None
    return {"trial": trial, "slots": []}


def _practised(item: Item) -> dict[str, Any] | None:
    """What is expected, where something is: simulated raters have read the guideline."""
    if item.reference is None:
        return None
    expected = {one.field: one.any_of[0] if one.any_of else one.is_ for one in item.reference.expects}
    return {"name": expected.get("name"), "opt_out": expected.get("opt_out")}


def _made_up(item: Item) -> dict[str, Any]:
    """A vocabulary for objects of which nothing is known: fixed by the object's id."""
    order = sorted(_STOCK, key=lambda word: latent(word, item.id))
    return {"names": {order[0]: 6, order[1]: 3}, "visual": {order[2]: 1}, "referential": {order[3]: 1}}


def _weighted(names: Mapping[str, float], rng: np.random.Generator) -> str:
    words = list(names)
    weights = np.array([float(names[word]) for word in words])
    return words[int(rng.choice(len(words), p=weights / weights.sum()))]


def simulate_verifier(
    declaration: Declaration, shown: Shown, rater: SimulatedRater, rng: np.random.Generator
) -> Payload:
    """Judgments near the hidden column `truth`; what is not known of a name follows its kind, or a fixed draw.

    A careful rater errs on one name in twenty; each error is a step in adequacy, another fault, or a group of its own.
    """
    if rater.lapses(rng):
        return declaration.form.draw(rng, slots=len(shown.slots))
    sheets: list[dict[str, Any]] = []
    objects: list[str] = []
    for slot, candidates in enumerate(shown.slots):
        truth = _truth_of(candidates[0])
        adequacy = float(truth["adequacy"])
        kind = str(truth["type"])
        if rng.random() < 0.1 * rater.noise:
            adequacy = float(np.clip(adequacy + rng.choice([-0.5, 0.5]), 0, 1))
        sheet: dict[str, Any] = {"adequacy": {1.0: "perfect", 0.5: "slight", 0.0: "inadequate"}[adequacy]}
        if adequacy < 1:
            unsure = kind == "none" or rng.random() < 0.06 * rater.noise
            sheet["inadequacy"] = str(rng.choice(["visual", "referential", "other"])) if unsure else kind
        sheets.append(sheet)
        alone = rng.random() < 0.04 * rater.noise
        objects.append(f"alone {slot}" if alone else str(truth["object"]))
    numbers = {one: n for n, one in enumerate(dict.fromkeys(objects), start=1)}
    return {"trial": {"group": [numbers[one] for one in objects]}, "slots": sheets}


def _truth_of(candidate: Candidate) -> Mapping[str, Any]:
    truth = candidate.columns.get("truth")
    if isinstance(truth, Mapping):
        return truth
    planted = str(candidate.columns.get("planted") or "")
    name = str(candidate.columns.get("name"))
    if planted in EXPECTED:
        typo = planted == "typo"
        return {"adequacy": 0.5 if typo else 0, "type": EXPECTED[planted], "object": "boxed" if typo else name}
    wrong = candidate.columns.get("control") != "right" and latent("wrong", candidate.item, name) > 1.2
    return {"adequacy": 0, "type": "referential", "object": name} if wrong else _RIGHT


_RIGHT: Mapping[str, Any] = {"adequacy": 1, "type": "none", "object": "boxed"}
