"""Leases: the current trial of a rater and up to five ahead, committed before they are sent."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from beholder.declarations.states import NoTrial, RaterKind, RaterStage, Standing, StudyState
from beholder.engine.batch import Batch
from beholder.engine.command import Command, Turn, handles_together
from beholder.engine.handlers.check_score import follow_rule
from beholder.engine.handlers.joining import free_leases
from beholder.engine.known_rater import rater_or_refuse
from beholder.engine.serving.request import MOST_HELD, Request
from beholder.engine.stopping.settle import settle
from beholder.errors import BeholderError
from beholder.store import LeaseRow, RaterRow, leases, raters
from beholder.store.items import load_items

__all__ = ["NEWCOMERS_HOLD", "Lease", "Leased", "lease_many"]

NEWCOMERS_HOLD = 60
"""Places that raters who have not answered yet may hold in any study: ten people who open the page at once go unhindered."""


# where raters are told how they stand on checks: the end of a visit, and that of their part, where no warning helps
_ENDS = (NoTrial.DONE, RaterStage.AFTER, RaterStage.FINISHED, StudyState.CLOSED)


@dataclass(frozen=True, slots=True)
class Leased:
    """Leases in the order of showing. Without any, `reason` says why: done, wait, paused, closed or stopped.

    `open_places` is how many ratings of the study nobody has given or holds. `items` are texts of items by number.
    """

    leases: Sequence[LeaseRow]
    reason: str = ""
    open_places: int = 0
    items: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lease(Command[Leased]):
    """Trials for a rater: what they hold already, topped up to `want`.

    With `known`, the result brings the stored text of the items that are not in it.
    """

    turn: ClassVar[Turn] = Turn.LEASES

    rater: str
    want: int = 6
    known: Container[int] | None = None


@handles_together(Lease)
def lease_many(batch: Batch, commands: Sequence[Lease]) -> list[Leased | BeholderError]:
    """Carries out all lease requests of a transaction."""
    free_leases(batch)
    settle(batch)
    # what others gave back in this transaction must be open for trials as it is for checks, which need no place
    batch.write_places()
    key = batch.context.key
    known = raters.load_raters(batch.conn, key, [command.rater for command in commands])
    held = leases.open_leases(batch.conn, key, list(known))
    active, newcomers = raters.count_active(batch.conn, key, since=batch.now - batch.context.lease_ms)
    results: list[Leased | BeholderError] = []
    for command in commands:
        try:
            row = rater_or_refuse(known, command.rater)
        except BeholderError as error:
            results.append(error)
            continue
        most = _most_held(batch, row, active=max(1, active), newcomers=newcomers)
        serving = Request(batch, row, held[row.rater])
        serving.run(min(command.want, most))
        held[row.rater] = serving.held
        known[row.rater] = serving.rater
        if not serving.held and serving.reason in (*NoTrial.BREAKS, *_ENDS):
            review = {row.rater: serving.rater.answered}
            if (
                follow_rule(batch, known, review, warns=serving.reason in NoTrial.BREAKS).get(row.rater)
                == Standing.STOPPED
            ):
                serving.reason = RaterStage.STOPPED
        results.append(Leased(serving.held, serving.reason, batch.open_places))
    raters.update_raters(batch.conn, key, known.values())
    return _with_items(batch, commands, results)


def _most_held(batch: Batch, rater: RaterRow, *, active: int, newcomers: int) -> int:
    """How many trials the rater may hold. One while places are few, or many newcomers hold those there are."""
    for_newcomers = max(NEWCOMERS_HOLD, batch.context.definition.settings.newcomer_places * batch.open_places)
    crowded = rater.kind == RaterKind.HUMAN and not rater.worked_until and MOST_HELD * newcomers > for_newcomers
    # near the end, places held ahead by one rater would keep others waiting
    return 1 if crowded or batch.open_places < MOST_HELD * active else MOST_HELD


def _with_items(
    batch: Batch, commands: Sequence[Lease], results: list[Leased | BeholderError]
) -> list[Leased | BeholderError]:
    """The results with the items that are missing where they go, read at once: each by itself would cost a snapshot."""
    missing = {
        lease.item
        for command, result in zip(commands, results, strict=True)
        if isinstance(result, Leased) and command.known is not None
        for lease in result.leases
        if lease.item not in command.known
    }
    if not missing:
        return results
    loaded = load_items(batch.conn, batch.context.key, missing)
    return [replace(result, items=loaded) if isinstance(result, Leased) else result for result in results]
