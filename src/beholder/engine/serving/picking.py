"""Which trials a rater gets next: an index look-up in the plan's order from where this rater stands."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from beholder.declarations.states import LeaseState
from beholder.engine.batch import Batch
from beholder.engine.planning.chance import keyed_shuffle
from beholder.protocols import Showing
from beholder.store import RaterRow, TrialRow, leases
from beholder.store.trials import next_trials

__all__ = ["Pick", "left_in_cap", "pick_trials"]

_WINDOW = 10
"""Trials looked at beyond those needed: enough to vary the order and to keep two of one item apart."""

# beyond every rank: to the end of the plan
_FAR = 2**31 - 1


@dataclass(slots=True)
class Pick:
    """Trials for one rater. `adjacent` if the first is of the item just seen, `capped` if the rater's limit is reached."""

    rater: RaterRow
    trials: list[TrialRow] = field(default_factory=list)
    adjacent: bool = False
    capped: bool = False


def pick_trials(batch: Batch, rater: RaterRow, needed: int, *, holds_some: bool, without: Collection[int] = ()) -> Pick:
    """Open trials the rater has not had, up to `needed`, `without` some; moves the rater's place in the plan."""
    pick = Pick(rater)
    left = left_in_cap(batch, rater.rater)
    pick.capped = left <= 0
    needed = min(needed, left)
    if needed <= 0:
        return pick
    new_items = batch.context.definition.settings.same_rater == "avoid"
    window = _look(batch, rater, needed, new_item=new_items, without=without)
    if not window and new_items:
        new_items = False
        window = _look(batch, rater, needed, new_item=False, without=without)
    _choose(batch, pick, window, needed, new_items=new_items, holds_some=holds_some)
    _move_cursor(pick, window)
    return pick


def left_in_cap(batch: Batch, rater: str) -> int:
    """How many more trials the rater may be given in all."""
    cap = batch.context.definition.settings.max_per_rater
    if cap is None:
        return _FAR
    return cap - leases.count_leases(batch.conn, batch.context.key, rater, LeaseState.TAKEN, kinds=Showing.PLANNED)


def _look(batch: Batch, rater: RaterRow, most: int, *, new_item: bool, without: Collection[int]) -> list[TrialRow]:
    conn, key = batch.conn, batch.context.key
    most += _WINDOW + len(without)
    found = next_trials(conn, key, rater.rater, after=rater.cursor, until=_FAR, most=most, new_item=new_item)
    if len(found) < most:
        rest = most - len(found)
        found += next_trials(conn, key, rater.rater, after=-1, until=rater.cursor, most=rest, new_item=new_item)
    return [trial for trial in found if trial.trial not in without]


def _choose(
    batch: Batch, pick: Pick, window: Sequence[TrialRow], needed: int, *, new_items: bool, holds_some: bool
) -> None:
    rater = pick.rater
    waiting = keyed_shuffle(batch.row.seed, window, "order", rater.rater, rater.sequence)
    last, flips = rater.last_item, rater.flips
    while waiting and len(pick.trials) < needed:
        apart = [trial for trial in waiting if trial.item != last]
        if not apart:
            # two of one item in a row, and nothing else is open: only if the rater would otherwise have nothing
            if not pick.trials and not holds_some:
                pick.trials, pick.adjacent = [waiting[0]], True
            return
        chosen = next((trial for trial in apart if _evens_out(trial, flips)), apart[0])
        pick.trials.append(chosen)
        last = chosen.item
        flips += _turn(chosen, flips)
        waiting = [trial for trial in waiting if trial is not chosen and not (new_items and trial.item == last)]


def _move_cursor(pick: Pick, window: Sequence[TrialRow]) -> None:
    taken = {trial.trial for trial in pick.trials}
    left = [trial.rank for trial in window if trial.trial not in taken]
    # the look-up begins at the first trial that was passed over; behind it lies nothing open for this rater
    cursor = left[0] - 1 if left else (window[-1].rank if window else pick.rater.cursor)
    pick.rater = pick.rater._replace(cursor=cursor)


def _evens_out(trial: TrialRow, flips: int) -> bool:
    """Whether the trial has a place on the side this rater has seen less."""
    if flips == 0:
        return True
    return trial.open_flipped > 0 if flips < 0 else trial.open > trial.open_flipped


def _turn(trial: TrialRow, flips: int) -> int:
    """How a showing of this trial will move the rater's balance of sides."""
    if trial.open_flipped == 0:
        return -1
    if trial.open_flipped == trial.open:
        return 1
    return 1 if flips < 0 else -1
