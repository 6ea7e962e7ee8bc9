"""One rater's request for trials: what they hold, topped up with what is theirs to get next."""

from __future__ import annotations

from beholder.declarations.states import LeaseState, NoTrial, RaterStage, StudyState
from beholder.engine.batch import Batch
from beholder.engine.handlers.stages import move_on
from beholder.engine.known_rater import in_contact
from beholder.engine.planning.chance import keyed_bit
from beholder.engine.serving.arrangement import arrange, is_flipped, merge_data, place_taken, swapped
from beholder.engine.serving.handed_back import RepeatsDue, check_at, check_pool, find_returning
from beholder.engine.serving.limits import room_left
from beholder.engine.serving.picking import Pick, pick_trials
from beholder.engine.stage_order import following, in_order
from beholder.protocols import Showing
from beholder.store import LeaseRow, RaterRow, TrialRow, leases

__all__ = ["MOST_HELD", "Request"]

MOST_HELD = 6
"""The current trial and five ahead."""


class Request:
    """What one rater holds and gets."""

    def __init__(self, batch: Batch, rater: RaterRow, held: list[LeaseRow]) -> None:
        self.batch = batch
        self.rater = in_contact(batch, rater)
        self.seen_before = rater.seen_at
        self.rested = batch.now - rater.seen_at > batch.context.lease_ms
        self.barred: set[int] = set()
        self.passed_over = False
        self.held = held
        self.reason = ""
        self.new: list[LeaseRow] = []
        self.again: list[LeaseRow] = []

    def run(self, most: int) -> None:
        """Tops up what the rater holds, or says why there is nothing."""
        stage, batch = self.rater.stage, self.batch
        room = room_left(batch, self.rater)
        self._hand_back(self.held[max(1, room.trials) :])
        needed = min(most, room.trials) - len(self.held)
        if stage not in RaterStage.SERVED:
            self.reason = stage
        elif batch.state != StudyState.OPEN:
            self.reason = "" if self.held else batch.state
        elif not room.trials and not self.held:
            self._stop_at(room.reason)
        elif needed > 0 and stage == RaterStage.TRIALS:
            self._serve_trials(needed)
        elif needed > 0:
            self._serve_in_order(stage, needed)
            if not (self.held or self.new or self.again):
                self._pass_over(stage, most)
                return
        leases.add_leases(batch.conn, batch.context.key, self.new)
        leases.reopen_leases(batch.conn, self.again)
        self.held = [*self.held, *sorted((*self.new, *self.again), key=lambda lease: lease.sequence)]

    def _hand_back(self, ahead: list[LeaseRow]) -> None:
        """Takes back what no longer fits into a limit; the trial on screen may be finished."""
        if ahead:
            self.held = self.held[: -len(ahead)]
            self.batch.give_back(ahead)
            self.batch.write_places()
            leases.set_lease_states(self.batch.conn, {lease.lease: LeaseState.RELEASED for lease in ahead})

    def _stop_at(self, limit: str) -> None:
        """A limit ends the work, unless the work has ended by itself: whoever has done everything is told so."""
        if self.rater.stage == RaterStage.TRIALS:
            pick = pick_trials(self.batch, self.rater, 1, holds_some=False)
            if not pick.trials:
                self._nothing_left(capped=pick.capped)
        if self.reason in ("", NoTrial.WAIT):
            # asking in vain is not work: the rest that ends a sitting goes on
            self.rater = self.rater._replace(seen_at=self.seen_before)
            self.reason = limit

    def _serve_in_order(self, stage: str, needed: int) -> None:
        had = leases.of_kind(self.batch.conn, self.batch.context.key, self.rater.rater, stage)
        attempt = max((lease.occasion for lease in had), default=0)
        if had and all(lease.state == LeaseState.SET_ASIDE for lease in had if lease.occasion == attempt):
            attempt += 1
        now = [lease for lease in had if lease.occasion == attempt]
        back = {lease.trial: lease for lease in now if lease.state in LeaseState.GIVEN_BACK}
        done = {lease.trial for lease in now if lease.trial not in back}
        left = [trial for trial in in_order(self.batch.context, stage) if trial.trial not in done]
        data = merge_data(self.batch, left[:needed])
        for trial in left[:needed]:
            flipped = keyed_bit(self.batch.row.seed, "side", trial.trial, self.rater.rater)
            slots = arrange(self.batch, self.rater.rater, trial, flipped=flipped, data=data.get(trial.item))
            self._add(trial, stage, slots=slots, occasion=attempt, old=back.get(trial.trial))

    def _pass_over(self, stage: str, most: int) -> None:
        """Goes on where the last trial of a stage was not answered but skipped or reported."""
        if self.passed_over:
            self.reason = NoTrial.WAIT
            return
        self.passed_over = True
        self.rater = move_on(self.batch, self.rater, stage)
        self.run(most)

    def _serve_trials(self, needed: int) -> None:
        """Trials with checks and repeats among them; without any open trial the rater is done, checks or not."""
        needed -= self._return(needed)
        if not needed:
            return
        mixed = self._mixed_in(needed)
        wanted = needed - len(mixed)
        # even if only a check or a repeat is due now, there must be a trial left to hide it among
        pick = pick_trials(self.batch, self.rater, max(1, wanted), holds_some=bool(self.held), without=self.barred)
        if not pick.trials:
            if not self.held:
                self._nothing_left(capped=pick.capped)
            return
        if wanted > 0:
            self.rater = pick.rater
        else:
            pick.trials = []
        before = leases.earlier_leases(
            self.batch.conn, self.batch.context.key, self.rater.rater, [trial.trial for trial in pick.trials]
        )
        data = merge_data(self.batch, [*pick.trials, *(one for one in mixed.values() if isinstance(one, TrialRow))])
        waiting = list(pick.trials)
        for position in range(self.rater.sequence + 1, self.rater.sequence + 1 + needed):
            extra = mixed.get(position)
            if isinstance(extra, LeaseRow) and extra.item in (self.rater.last_item, waiting[0].item if waiting else -1):
                extra = None
            if isinstance(extra, TrialRow):
                flipped = _coin(self.batch, extra, self.rater)
                slots = arrange(self.batch, self.rater.rater, extra, flipped=flipped, data=data.get(extra.item))
                self._add(extra, Showing.ATTENTION, slots=slots)
            elif isinstance(extra, LeaseRow):
                self._add_repeat(extra)
            elif waiting:
                trial = waiting.pop(0)
                self._add_main(trial, before.get(trial.trial), data.get(trial.item), pick)
            else:
                # what is mixed in further on belongs there: sooner it would be too near to what it repeats
                break
        self.batch.write_places()

    def _return(self, most: int) -> int:
        """Gives the rater what they handed back before anything new, in its old order and at its old place; how many.

        A check or a repeat that did not come back as trials do would be known by that.
        """
        batch, rater = self.batch, self.rater
        found = find_returning(batch, rater.rater, most, rested=self.rested)
        self.barred = found.barred
        if not found.leases:
            return 0
        alone = not self.held and found.only_hidden
        if alone and not pick_trials(batch, rater, 1, holds_some=False, without=self.barred).trials:
            return 0
        again = []
        for lease in found.leases:
            # so far back that others were shown since: it comes as what is new does
            if rater.sequence - lease.sequence >= MOST_HELD:
                rater = rater._replace(sequence=rater.sequence + 1)
                lease = lease._replace(sequence=rater.sequence)
            if lease.kind in Showing.PLANNED:
                batch.change_place(lease.trial, -1, flipped=lease.flipped)
            rater = rater._replace(last_item=lease.item)
            again.append(lease._replace(state=LeaseState.OPEN, version=batch.row.version))
        leases.reopen_leases(batch.conn, again)
        batch.write_places()
        self.rater = rater
        self.held = sorted((*self.held, *again), key=lambda lease: lease.sequence)
        return len(again)

    def _mixed_in(self, needed: int) -> dict[int, TrialRow | LeaseRow]:
        settings = self.batch.context.definition.settings
        if settings.checks is None and settings.repeats is None:
            return {}
        key, rater = self.batch.context.key, self.rater
        had = {lease.trial for lease in leases.of_kind(self.batch.conn, key, rater.rater, Showing.ATTENTION)}
        pool, mixed = check_pool(self.batch, rater), dict[int, TrialRow | LeaseRow]()
        repeats = RepeatsDue(self.batch, rater, rater.sequence + needed)
        for position in range(rater.sequence + 1, rater.sequence + 1 + needed):
            check = check_at(self.batch, rater, position, pool, had)
            if check is not None:
                mixed[position] = check
                had.add(check.trial)
                continue
            again = repeats.take(position)
            if again is not None:
                mixed[position] = again
        return mixed

    def _add_main(self, trial: TrialRow, old: LeaseRow | None, data: str | None, pick: Pick) -> None:
        flipped = self._show_flipped(trial) if old is None else is_flipped(old.slots, trial.systems)
        place_flipped = place_taken(trial, flipped)
        self.batch.change_place(trial.trial, -1, flipped=place_flipped)
        slots = arrange(self.batch, self.rater.rater, trial, flipped=flipped, data=data) if old is None else old.slots
        kind = Showing.PILOT if self.batch.row.phase == Showing.PILOT else Showing.MAIN
        drawn = pick.drawn.get(trial.trial, ("", None))
        self._add(trial, kind, slots=slots, old=old, place_flipped=place_flipped, adjacent=pick.adjacent, drawn=drawn)
        if old is None and self.batch.context.definition.declaration.shows == "pair":
            self.rater = self.rater._replace(flips=self.rater.flips + (1 if flipped else -1))

    def _add_repeat(self, first: LeaseRow) -> None:
        slots = swapped(self.batch, first.slots, first.trial, self.rater.rater)
        trial = TrialRow(first.trial, first.item, Showing.MAIN, "", 0, 0, 0, 0)
        self._add(trial, Showing.REPEAT, slots=slots, occasion=first.occasion + 1)

    def _add(
        self,
        trial: TrialRow,
        kind: str,
        *,
        slots: str,
        occasion: int = 0,
        old: LeaseRow | None = None,
        place_flipped: bool = False,
        adjacent: bool = False,
        drawn: tuple[str, float | None] = ("", None),
    ) -> None:
        self.rater = self.rater._replace(sequence=self.rater.sequence + 1, last_item=trial.item)
        lease = LeaseRow(
            lease=self.batch.random_text(16) if old is None else old.lease,
            rater=self.rater.rater,
            trial=trial.trial,
            occasion=occasion,
            kind=kind,
            item=trial.item,
            state=LeaseState.OPEN,
            flipped=place_flipped,
            slots=slots,
            sequence=self.rater.sequence,
            adjacent=adjacent,
            version=self.batch.row.version,
            issued_at=self.batch.now if old is None else old.issued_at,
            held_at=self.batch.now,
            candidates=drawn[0],
            probability=drawn[1],
        )
        (self.new if old is None else self.again).append(lease)

    def _nothing_left(self, *, capped: bool) -> None:
        """Wait while a trial may still come free for this rater; else go on to what comes after the trials."""
        conn, key = self.batch.conn, self.batch.context.key
        if not capped and (self.barred or leases.may_come_free(conn, key, self.rater.rater)):
            self.reason = NoTrial.WAIT
            return
        stage = following(self.batch.context.stages, RaterStage.TRIALS)
        if stage == RaterStage.AFTER:
            self.rater = self.rater._replace(stage=stage)
            self.reason = stage
        else:
            self.reason = NoTrial.DONE

    def _show_flipped(self, trial: TrialRow) -> bool:
        straight, flipped = trial.open - trial.open_flipped, trial.open_flipped
        if not straight or not flipped:
            return flipped > 0
        if self.rater.flips != 0:
            return self.rater.flips < 0
        return _coin(self.batch, trial, self.rater)


def _coin(batch: Batch, trial: TrialRow, rater: RaterRow) -> bool:
    return keyed_bit(batch.row.seed, "side", trial.trial, rater.rater)
