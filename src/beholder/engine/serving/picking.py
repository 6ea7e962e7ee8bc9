"""Which trials a rater gets next: an index look-up in the plan's order from where this rater stands."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from beholder.declarations.states import LeaseState
from beholder.engine.batch import Batch
from beholder.engine.planning.chance import keyed_number, keyed_shuffle
from beholder.engine.stopping.settle import contrasts_of
from beholder.protocols import Showing
from beholder.store import RaterRow, TrialRow, leases
from beholder.store.trials import next_trials

__all__ = ["Pick", "candidates_digest", "left_in_cap", "pick_trials"]

_WINDOW = 10
"""Trials looked at beyond those needed: enough to vary the order and to keep two of one item apart."""

_WIDE_WINDOW = 40
"""The same where pairs are chosen: with ten, those that are decided would soon be all there is to see."""

_COIN = 1_000_000
"""Sides of the coin that says whether a pair is drawn at random."""

# beyond every rank: to the end of the plan
_FAR = 2**31 - 1


@dataclass(slots=True)
class Pick:
    """Trials for one rater. `adjacent` if the first is of the item just seen, `capped` if the rater's limit is reached."""

    rater: RaterRow
    trials: list[TrialRow] = field(default_factory=list)
    adjacent: bool = False
    capped: bool = False
    drawn: dict[int, tuple[str, float]] = field(default_factory=dict)
    """For each trial the digest of those it was drawn from, and how likely it was, where a rule asks for that."""


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
    desk = batch.context.stopping
    most += (_WIDE_WINDOW if desk is not None and desk.chooses else _WINDOW) + len(without)
    # what another process added in a later version lies behind the plan that this one knows, and cannot be shown here
    known = batch.context.version
    end = _FAR if known is None or batch.row.version <= known else batch.context.last_rank
    found = next_trials(conn, key, rater.rater, after=rater.cursor, until=end, most=most, new_item=new_item)
    if len(found) < most:
        rest = most - len(found)
        until = min(rater.cursor, end)
        found += next_trials(conn, key, rater.rater, after=-1, until=until, most=rest, new_item=new_item)
    return [trial for trial in found if trial.trial not in without]


def _choose(
    batch: Batch, pick: Pick, window: Sequence[TrialRow], needed: int, *, new_items: bool, holds_some: bool
) -> None:
    rater, logged = pick.rater, batch.context.stopping is not None
    waiting = keyed_shuffle(batch.row.seed, window, "order", rater.rater, rater.sequence)
    last, flips = rater.last_item, rater.flips
    while waiting and len(pick.trials) < needed:
        if logged and pick.trials:
            # a draw of its own for each: in one order, what was passed over before would be likelier now
            turn = rater.sequence + len(pick.trials)
            waiting = keyed_shuffle(batch.row.seed, waiting, "order", rater.rater, turn)
        apart = [trial for trial in waiting if trial.item != last]
        if not apart:
            # two of one item in a row, and nothing else is open: only if the rater would otherwise have nothing
            if not pick.trials and not holds_some:
                pick.trials, pick.adjacent = [waiting[0]], True
                if logged:
                    pick.drawn[waiting[0].trial] = (candidates_digest(t.trial for t in waiting), 1 / len(waiting))
            return
        likely = [trial for trial in apart if _evens_out(trial, flips)] or apart
        wanted, chance = _undecided(batch, pick, likely)
        chosen = wanted[0]
        pick.trials.append(chosen)
        if logged:
            pick.drawn[chosen.trial] = (candidates_digest(trial.trial for trial in likely), chance[chosen.trial])
        last = chosen.item
        flips += _turn(chosen, flips)
        waiting = [trial for trial in waiting if trial is not chosen and not (new_items and trial.item == last)]


def _undecided(batch: Batch, pick: Pick, likely: Sequence[TrialRow]) -> tuple[Sequence[TrialRow], Mapping[int, float]]:
    """Those that are drawn from, and how likely each was: all of them, or rather pairs that are not told apart yet."""
    even = {trial.trial: 1 / len(likely) for trial in likely}
    contrasts = contrasts_of(batch)
    if contrasts is None:
        return likely, even
    open_ones = [trial for trial in likely if contrasts.undecided(*json.loads(trial.systems))]
    if not open_ones:
        return likely, even
    share = batch.context.definition.settings.pairs.random
    chance = {number: share * one for number, one in even.items()}
    for trial in open_ones:
        chance[trial.trial] += (1 - share) / len(open_ones)
    turn = pick.rater.sequence + len(pick.trials)
    at_random = keyed_number(batch.row.seed, _COIN, "random pair", pick.rater.rater, turn) < share * _COIN
    return likely if at_random else open_ones, chance


def candidates_digest(trials: Iterable[int]) -> str:
    """Stands for a set of trials from which one was drawn."""
    return hashlib.sha256(" ".join(map(str, sorted(trials))).encode()).hexdigest()[:16]


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
