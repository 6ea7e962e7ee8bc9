"""What a judge is asked: every trial in each order and as often as its samples, then repeats and attention checks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy.engine import Connection

from beholder.declarations.states import Showing
from beholder.engine.planning.chance import keyed_bit, keyed_shuffle
from beholder.engine.serving.arrangement import merged
from beholder.store import TrialRow
from beholder.store.items import load_items
from beholder.store.studies import load_study
from beholder.store.trials import stream_trials
from beholder.study import Definition
from beholder.study.judges import JudgeSettings

__all__ = ["JudgeShowing", "plan_showings"]

REPEATED = 1000
"""Occasions from here on are repeats; a judge has at most a hundred samples in two orders."""


@dataclass(frozen=True, slots=True)
class JudgeShowing:
    """One question to a judge. `slots` are the systems per place in the order shown."""

    trial: int
    item: int
    occasion: int
    kind: str
    sample: int
    slots: tuple[tuple[str, ...], ...]


def plan_showings(conn: Connection, key: int, definition: Definition, judge: JudgeSettings) -> list[JudgeShowing]:
    """All that the judge is asked, in the plan's order: the same for the same study, whoever asks and whenever."""
    seed = load_study(conn, key).seed
    stored = list(stream_trials(conn, key))
    # a suspended item has a negative rank
    main = sorted((t for t in stored if t.kind == Showing.MAIN and t.rank >= 0), key=lambda t: t.rank)
    checks = [t for t in stored if t.kind == Showing.ATTENTION]
    plan = _ShowingPlan(conn, key, definition, judge, seed)
    found = [showing for trial in main for showing in plan.asked(trial)]
    found += [showing for trial in checks for showing in plan.once(trial, Showing.ATTENTION, occasion=0)]
    found += [showing for trial in plan.repeated(main) for showing in plan.once(trial, Showing.REPEAT, REPEATED)]
    return found


class _ShowingPlan:
    def __init__(self, conn: Connection, key: int, definition: Definition, judge: JudgeSettings, seed: str) -> None:
        self._conn = conn
        self._key = key
        self._declaration = definition.declaration
        self._repeats = definition.settings.repeats
        self._judge = judge
        self._seed = seed

    def asked(self, trial: TrialRow) -> Iterator[JudgeShowing]:
        """A trial in each order, as often as there are samples."""
        for sample in range(self._judge.samples):
            for flipped, slots in self._orders(trial, sample):
                yield JudgeShowing(trial.trial, trial.item, 2 * sample + flipped, Showing.MAIN, sample, slots)

    def once(self, trial: TrialRow, kind: str, occasion: int) -> Iterator[JudgeShowing]:
        """A trial once: a check, or a repeat of its first showing in the same order."""
        flipped, slots = self._orders(trial, 0)[0]
        yield JudgeShowing(trial.trial, trial.item, occasion + flipped, kind, 0, slots)

    def repeated(self, main: Sequence[TrialRow]) -> list[TrialRow]:
        """The trials that are asked again: as large a share as people get."""
        if self._repeats is None or not self._declaration.repeats:
            return []
        chosen = keyed_shuffle(self._seed, main, "judge repeats")[: round(self._repeats.share * len(main))]
        return sorted(chosen, key=lambda trial: trial.rank)

    def _orders(self, trial: TrialRow, sample: int) -> list[tuple[bool, tuple[tuple[str, ...], ...]]]:
        systems: list[str] = json.loads(trial.systems)
        shows = self._declaration.shows
        if shows == "item":
            return [(False, ())]
        places: list[list[str]] = [[system] for system in systems]
        if shows == "pair":
            both = [(False, _slots(places)), (True, _slots(places[::-1]))]
            if self._judge.sides == "both" and trial.kind == Showing.MAIN:
                return both
            return [both[keyed_bit(self._seed, "judge side", trial.trial, sample)]]
        if shows == "all":
            if self._declaration.merge_equal:
                data = load_items(self._conn, self._key, {trial.item})[trial.item]
                places = merged(self._declaration.merge_equal, systems, data)
            places = keyed_shuffle(self._seed, places, "judge places", trial.trial, sample)
        return [(False, _slots(places))]


def _slots(places: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(held) for held in places)
