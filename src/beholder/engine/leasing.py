"""Who gets which trial next: an index look-up in the plan's order from where this rater stands."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from beholder.engine.batch import Batch
from beholder.engine.commands import Lease, Leased
from beholder.engine.joining import random_text, rater_or_refuse, sweep
from beholder.engine.keyed import keyed_bit, keyed_shuffle
from beholder.errors import BeholderError
from beholder.store import LeaseRow, RaterRow, TrialRow, items, leases, raters
from beholder.store.trials import next_trials

__all__ = ["lease_many"]

MOST_HELD = 6
"""The current trial and five ahead."""

_WINDOW = 10
"""Trials looked at beyond those needed: enough to vary the order and to keep two of one item apart."""

_FAR = 2**31 - 1


def lease_many(batch: Batch, commands: Sequence[Lease]) -> list[Leased | BeholderError]:
    """Carries out all lease requests of a transaction."""
    sweep(batch)
    key = batch.context.key
    wanted = [command.rater for command in commands]
    known = raters.load_raters(batch.conn, key, wanted)
    held = leases.open_leases(batch.conn, key, list(known))
    active = max(1, raters.count_active(batch.conn, key, since=batch.now - batch.context.lease_ms))
    results: list[Leased | BeholderError] = []
    for command in commands:
        try:
            row = rater_or_refuse(batch, known, command.rater)
        except BeholderError as error:
            results.append(error)
            continue
        row = row._replace(state="active", seen_at=batch.now)
        # near the end, places held ahead by one rater would keep others waiting
        most = MOST_HELD if batch.open_places >= MOST_HELD * active else 1
        needed = min(command.want, most) - len(held[row.rater])
        picked = _Pick(batch, row, held[row.rater], needed)
        if batch.state == "open":
            picked.run()
            held[row.rater] = held[row.rater] + picked.leases
        known[row.rater] = picked.rater
        reason = "" if held[row.rater] else picked.reason()
        results.append(Leased(held[row.rater], reason, batch.open_places))
    raters.update_raters(batch.conn, key, known.values())
    return results


@dataclass(slots=True)
class _Pick:
    """New leases for one rater."""

    batch: Batch
    rater: RaterRow
    held: list[LeaseRow]
    needed: int
    leases: list[LeaseRow] = field(default_factory=list)
    capped: bool = False

    def reason(self) -> str:
        """Why there is nothing: another rater's lease may still run out, or this rater is done for good."""
        if self.batch.state != "open":
            return self.batch.state
        waiting = not self.capped and leases.any_open(self.batch.conn, self.batch.context.key)
        return "wait" if waiting else "done"

    def run(self) -> None:
        """Chooses trials and stores their leases."""
        self._respect_cap()
        if self.needed <= 0:
            return
        new_items = self.batch.context.definition.settings.same_rater == "avoid"
        window = self._look(new_item=new_items)
        if not window and new_items:
            new_items = False
            window = self._look(new_item=False)
        chosen, adjacent = self._choose(window, new_items=new_items)
        self._move_cursor(window, chosen)
        self._store(chosen, adjacent)

    def _respect_cap(self) -> None:
        cap = self.batch.context.definition.settings.max_per_rater
        if cap is not None:
            had = leases.count_leases(
                self.batch.conn, self.batch.context.key, self.rater.rater, ["open", "answered", "late", "excluded"]
            )
            self.capped = had >= cap
            self.needed = min(self.needed, cap - had)

    def _look(self, *, new_item: bool) -> list[TrialRow]:
        conn, key, rater = self.batch.conn, self.batch.context.key, self.rater.rater
        most = self.needed + _WINDOW
        found = next_trials(conn, key, rater, after=self.rater.cursor, until=_FAR, most=most, new_item=new_item)
        if len(found) < most:
            rest = most - len(found)
            found += next_trials(conn, key, rater, after=-1, until=self.rater.cursor, most=rest, new_item=new_item)
        return found

    def _choose(self, window: Sequence[TrialRow], *, new_items: bool) -> tuple[list[TrialRow], bool]:
        seed, sequence = self.batch.row.seed, self.rater.sequence
        waiting = keyed_shuffle(seed, window, "order", self.rater.rater, sequence)
        chosen: list[TrialRow] = []
        last, flips = self.rater.last_item, self.rater.flips
        while waiting and len(chosen) < self.needed:
            apart = [trial for trial in waiting if trial.item != last]
            if not apart:
                # two of one item in a row, and nothing else is open: only if the rater would otherwise have nothing
                if chosen or self.held:
                    break
                return [waiting[0]], waiting[0].item == last
            pick = next((trial for trial in apart if _evens_out(trial, flips)), apart[0])
            chosen.append(pick)
            last = pick.item
            flips += _turn(pick, flips)
            waiting = [trial for trial in waiting if trial is not pick and not (new_items and trial.item == last)]
        return chosen, False

    def _move_cursor(self, window: Sequence[TrialRow], chosen: Sequence[TrialRow]) -> None:
        taken = {trial.trial for trial in chosen}
        left = [trial.rank for trial in window if trial.trial not in taken]
        # the look-up begins at the first trial that was passed over; behind it lies nothing open for this rater
        cursor = left[0] - 1 if left else (window[-1].rank if window else self.rater.cursor)
        self.rater = self.rater._replace(cursor=cursor)

    def _store(self, chosen: Sequence[TrialRow], adjacent: bool) -> None:
        batch, rater = self.batch, self.rater
        if not chosen:
            return
        before = leases.earlier_leases(batch.conn, batch.context.key, rater.rater, [t.trial for t in chosen])
        data = self._merge_data(chosen)
        new: list[LeaseRow] = []
        again: list[LeaseRow] = []
        for trial in chosen:
            old = before.get(trial.trial)
            shown_flipped = self._show_flipped(trial) if old is None else _is_flipped(old.slots, trial.systems)
            place_flipped = _place(trial, shown_flipped)
            batch.change_place(trial.trial, -1, flipped=place_flipped)
            rater = rater._replace(sequence=rater.sequence + 1, last_item=trial.item)
            lease = LeaseRow(
                lease=random_text(batch, 16) if old is None else old.lease,
                rater=rater.rater,
                trial=trial.trial,
                occasion=0,
                item=trial.item,
                state="open",
                flipped=place_flipped,
                slots=self._slots(trial, shown_flipped, data.get(trial.item)) if old is None else old.slots,
                sequence=rater.sequence,
                adjacent=adjacent,
                version=batch.row.version,
                issued_at=batch.now,
            )
            (new if old is None else again).append(lease)
            self.leases.append(lease)
            if batch.context.definition.declaration.shows == "pair":
                rater = rater._replace(flips=rater.flips + (1 if shown_flipped else -1))
            self.rater = rater
        batch.write_places()
        leases.add_leases(batch.conn, batch.context.key, new)
        leases.reopen_leases(batch.conn, again)

    def _show_flipped(self, trial: TrialRow) -> bool:
        straight, flipped = trial.open - trial.open_flipped, trial.open_flipped
        if not straight or not flipped:
            return flipped > 0
        if self.rater.flips != 0:
            return self.rater.flips < 0
        return keyed_bit(self.batch.row.seed, "side", trial.trial, self.rater.rater)

    def _merge_data(self, chosen: Sequence[TrialRow]) -> dict[int, str]:
        if not self.batch.context.definition.declaration.merge_equal:
            return {}
        return items.load_items(self.batch.conn, self.batch.context.key, {trial.item for trial in chosen})

    def _slots(self, trial: TrialRow, flipped: bool, data: str | None) -> str:
        shows = self.batch.context.definition.declaration.shows
        systems: list[str] = json.loads(trial.systems)
        if shows == "item":
            return "[]"
        if shows == "pair":
            return json.dumps([[s] for s in (reversed(systems) if flipped else systems)], ensure_ascii=False)
        places = [[s] for s in systems] if data is None else self._merged(systems, data)
        return json.dumps(
            keyed_shuffle(self.batch.row.seed, places, "places", trial.trial, self.rater.rater), ensure_ascii=False
        )

    def _merged(self, systems: Sequence[str], data: str) -> list[list[str]]:
        column = self.batch.context.definition.declaration.merge_equal
        by_text: dict[str, list[str]] = {}
        shown = {c["system"]: c["columns"].get(column) for c in json.loads(data).get("candidates", ())}
        for system in systems:
            by_text.setdefault(json.dumps(shown[system], sort_keys=True), []).append(system)
        return list(by_text.values())


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


def _is_flipped(slots: str, systems: str) -> bool:
    shown = [place[0] for place in json.loads(slots)]
    return len(shown) == 2 and shown != json.loads(systems)


def _place(trial: TrialRow, flipped: bool) -> bool:
    """Which kind of place is taken: the one that is shown, unless only the other kind is open."""
    if flipped:
        return trial.open_flipped > 0
    return trial.open == trial.open_flipped
