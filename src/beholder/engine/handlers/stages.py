"""From one stage of the journey to the next: by consent, by questions answered, by trials that are all done."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from beholder.declarations.states import LeaseState, RaterStage
from beholder.engine.batch import Batch
from beholder.engine.command import Command, handles
from beholder.engine.known_rater import in_contact, load_rater
from beholder.engine.stage_order import following, in_order
from beholder.errors import BeholderError
from beholder.fields import Form
from beholder.protocols import Item
from beholder.store import LeaseRow, RaterRow, leases, raters
from beholder.store.answers import newest_answers
from beholder.store.items import load_items
from beholder.store.records import canonical, payload_digest
from beholder.study import FEWEST_FOR_KAPPA

__all__ = ["FillSheet", "GiveConsent", "advance", "move_on", "qualification_of"]


@dataclass(frozen=True, slots=True)
class GiveConsent(Command[str]):
    """The rater agrees to the text with this digest."""

    rater: str
    digest: str


@handles(GiveConsent)
def give_consent(batch: Batch, command: GiveConsent) -> str:
    """Keeps the consent with the digest of its text; nothing is served before. The next stage."""
    rater = load_rater(batch, command.rater)
    if rater.stage == RaterStage.CONSENT:
        _store_sheet(batch, rater, RaterStage.CONSENT, canonical({"text": command.digest}))
        advance(batch, rater, RaterStage.CONSENT)
    return load_rater(batch, command.rater).stage


@dataclass(frozen=True, slots=True)
class FillSheet(Command[str]):
    """The rater answers the questions asked once: `before` or `after`."""

    rater: str
    name: str
    values: Mapping[str, Any]


@handles(FillSheet)
def fill_sheet(batch: Batch, command: FillSheet) -> str:
    """Keeps the answers to the questions before or after; the next stage. A sheet sent twice is stored once."""
    rater = load_rater(batch, command.rater)
    if command.name not in RaterStage.QUESTIONS:
        raise BeholderError("there are questions before and after only", code="sheet-unknown")
    if rater.stage != command.name:
        return rater.stage
    settings = batch.context.definition.settings
    form = Form(fields=settings.before if command.name == RaterStage.BEFORE else settings.after)
    clean = form.check({"trial": dict(command.values), "slots": []}, slots=1)
    _store_sheet(batch, rater, command.name, canonical(clean["trial"]))
    advance(batch, rater, command.name)
    return load_rater(batch, command.rater).stage


def _store_sheet(batch: Batch, rater: RaterRow, name: str, payload: str) -> None:
    salt = batch.random_text(16)
    raters.add_sheet(
        batch.conn, batch.context.key, rater=rater.rater, name=name, at=batch.now, payload=payload, salt=salt
    )
    digest = payload_digest(salt, payload, "")
    batch.chain.add("sheet", rater.rater, {"name": name}, at=batch.now, digest=digest)


def advance(batch: Batch, rater: RaterRow, stage: str) -> None:
    """Puts the rater, who has done with a stage, at the next one."""
    after = following(batch.context.stages, stage)
    batch.chain.add("stage", rater.rater, {"from": stage, "to": after}, at=batch.now)
    raters.update_raters(batch.conn, batch.context.key, [in_contact(batch, rater)._replace(stage=after)])


def move_on(batch: Batch, rater: RaterRow, stage: str) -> RaterRow:
    """The rater's row after an answer in practice or qualification: one stage further if that was the last of them."""
    if rater.stage != stage:
        return rater
    given = leases.of_kind(batch.conn, batch.context.key, rater.rater, stage)
    attempt = max((lease.occasion for lease in given), default=0)
    now = [lease for lease in given if lease.occasion == attempt]
    if sum(lease.state in LeaseState.DEALT_WITH for lease in now) < len(in_order(batch.context, stage)):
        return rater
    after = following(batch.context.stages, stage)
    if stage == RaterStage.QUALIFICATION:
        after = _qualified(batch, rater, now, attempt)
    if after != stage:
        batch.chain.add("stage", rater.rater, {"from": stage, "to": after}, at=batch.now)
    return rater._replace(stage=after)


def _qualified(batch: Batch, rater: RaterRow, given: list[LeaseRow], attempt: int) -> str:
    rule = batch.context.definition.settings.qualification
    assert rule is not None, "there is a rule where there is the stage"
    score = qualification_of(batch, given)
    reached = score is not None and score >= rule.at_least
    again = not reached and attempt + 1 < rule.attempts
    told = {"attempt": attempt + 1, "score": None if score is None else round(score, 6), "again": again}
    batch.chain.add("qualification", rater.rater, told, at=batch.now)
    if reached:
        return following(batch.context.stages, RaterStage.QUALIFICATION)
    if not again:
        return RaterStage.SCREENED_OUT
    leases.begin_attempt(batch.conn, [lease.lease for lease in given])
    return RaterStage.QUALIFICATION


def qualification_of(batch: Batch, given: Iterable[LeaseRow]) -> float | None:
    """Agreement with the experts: the share of trials answered as expected, or weighted kappa over all scales.

    Nothing where too few numbers were given to tell: whoever skips does not qualify by it.
    """
    rule = batch.context.definition.settings.qualification
    rows = list(given)
    newest = newest_answers(batch.conn, [lease.lease for lease in rows])
    if rule is None or rule.measure == "share":
        return float(np.mean([lease.lease in newest and bool(newest[lease.lease][0]) for lease in rows]))
    loaded = load_items(batch.conn, batch.context.key, {lease.item for lease in rows})
    pairs = [
        pair
        for lease in rows
        if lease.lease in newest
        for pair in _numbers(Item.from_json(json.loads(loaded[lease.item])), lease, json.loads(newest[lease.lease][1]))
    ]
    return _weighted_kappa(pairs)


def _numbers(item: Item, lease: LeaseRow, payload: dict[str, object]) -> list[tuple[float, float]]:
    """Expected and given numbers of one answer."""
    found: list[tuple[float, float]] = []
    slots: list[list[str]] = json.loads(lease.slots)
    for one in item.reference.expects if item.reference else ():
        slot = next((n for n, systems in enumerate(slots) if one.system in systems), None)
        sheets = payload["slots"]
        values = sheets[slot] if one.system and slot is not None and sheets else payload["trial"]  # type: ignore[index]
        value = values.get(one.field)  # type: ignore[union-attr]
        expected = one.number
        if expected is not None and isinstance(value, int | float) and not isinstance(value, bool):
            found.append((expected, float(value)))
    return found


def _weighted_kappa(pairs: list[tuple[float, float]]) -> float | None:
    if len(pairs) < FEWEST_FOR_KAPPA:
        return None
    expected, given = np.array(pairs).T
    chance = np.mean((expected[:, None] - given[None, :]) ** 2)
    return float(1 - np.mean((expected - given) ** 2) / chance) if chance > 0 else float(np.all(expected == given))
