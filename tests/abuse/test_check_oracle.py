"""Throwaway raters who want to know which trials are checks learn next to nothing, whatever they answer.

The attacker joins again and again, answers some trials badly on purpose and all others well, and looks at everything that
comes back: who is warned or stopped after which answers, and who was shown what. What they believe of each trial is
computed by belief propagation over these observations, as in group testing, and decides what the next raters answer badly.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import poisson

from beholder.engine import Answer, Engine, Join, Lease, SimulatedClock
from beholder.store import Database, LeaseRow
from tests.engine.test_journey import begin, graded
from tests.study_maker import payload_for

OWN, EVERY, REVIEW, DELAY = 114, 20, 60, 10
# four times what one rater does and meets: 114 trials, and six checks among them
TRIALS, POOL = 4 * OWN, 4 * 6
GUESSES = 6
SECONDS = 25


@dataclass
class Throwaway:
    """One identity: what it was shown, in order, what it answered badly, and after how many answers it was told something."""

    name: str
    shown: list[int] = field(default_factory=list)
    bad: list[bool] = field(default_factory=list)
    told: dict[int, str] = field(default_factory=dict)
    over: bool = False


@dataclass(frozen=True)
class Observed:
    """Trials answered badly, one of which is a check or several are; whether as many of them were as has consequences."""

    trials: np.ndarray
    warned: bool
    needed: int


class Attacker:
    """Joins as many raters as they like, in groups that work at the same time."""

    def __init__(self, engine: Engine, clock: SimulatedClock, rng: np.random.Generator, *, needed: int = 3) -> None:
        self.engine, self.clock, self.rng, self.needed = engine, clock, rng, needed
        self.review = REVIEW
        self.raters: list[Throwaway] = []
        self.observed: list[Observed] = []
        self.prior = POOL / (TRIALS + POOL)
        self.belief: dict[int, float] = {}

    def send(self, count: int, *, at_once: int = 6) -> None:
        """So many further raters, who work through all they are given."""
        group = [Throwaway(self.engine.run(Join()).rater) for _ in range(count)]
        while working := [rater for rater in group if not rater.over]:
            leased = self.engine.run_together([Lease(rater.name, want=at_once) for rater in working])
            self.clock.advance(1000 * SECONDS * at_once)
            for rater, found in zip(working, leased, strict=True):
                rater.over = not found.leases
                if found.reason == "stopped" and "stopped" not in rater.told.values():
                    rater.told[len(rater.shown)] = "stopped"
            given = [(rater, lease) for rater, found in zip(working, leased, strict=True) for lease in found.leases]
            replies = self.engine.run_together([self._answer(rater, lease) for rater, lease in given])
            for (rater, _), reply in zip(given, replies, strict=True):
                count = len(rater.shown)
                if reply.standing and (self.review == 1 or count % self.review == 0) and count not in rater.told:
                    rater.told[count] = reply.standing
        self.raters += group
        for rater in group:
            self.observed += self._conclusions(rater)
        self.belief = self._believe()

    def _answer(self, rater: Throwaway, lease: LeaseRow) -> Answer:
        bad = self._answers_badly(rater, lease.item)
        rater.shown.append(lease.item)
        rater.bad.append(bad)
        payload = payload_for("one", 1, value=1 if bad else 3)
        return Answer(f"a-{lease.lease}", rater.name, lease.lease, payload, active_ms=1000 * SECONDS)

    def _answers_badly(self, rater: Throwaway, trial: int) -> bool:
        """As many badly between two looks as make a consequence as likely as not; rather those under suspicion."""
        wanted = self.needed - 0.3 if not rater.told else 0.7
        between = OWN / 2 * self.prior
        share = wanted / between * (self.belief.get(trial, self.prior) / self.prior) ** 0.5
        return bool(self.rng.random() < min(0.9, share))

    def _conclusions(self, rater: Throwaway) -> Iterable[Observed]:
        shown, bad = np.array(rater.shown), np.array(rater.bad)
        delay = 0 if self.review == 1 else DELAY
        since, needed = 0, self.needed
        for answered in (*range(self.review, len(shown) + 1, self.review), len(shown)):
            upto = max(since, answered - delay)
            yield Observed(shown[since:upto][bad[since:upto]], answered in rater.told, needed)
            if answered in rater.told:
                # what was answered badly before the warning stops nobody
                since, needed = answered, 1
            elif self.review == 1:
                since = upto

    def _believe(self) -> dict[int, float]:
        """How likely each trial is a check: messages between trials and observations, until they settle."""
        trials = sorted({trial for rater in self.raters for trial in rater.shown})
        place = {trial: n for n, trial in enumerate(trials)}
        tests = [(np.array([place[t] for t in one.trials]), one) for one in self.observed if len(one.trials)]
        start = float(np.log(self.prior / (1 - self.prior)))
        messages = [np.zeros(len(where)) for where, _ in tests]
        for _ in range(12):
            odds = np.full(len(trials), start)
            for (where, _one), message in zip(tests, messages, strict=True):
                np.add.at(odds, where, message)
            for n, (where, one) in enumerate(tests):
                likely = 1 / (1 + np.exp(-(odds[where] - messages[n])))
                others = likely.sum() - likely
                if_check, if_not = poisson.sf(one.needed - 2, others), poisson.sf(one.needed - 1, others)
                if not one.warned:
                    if_check, if_not = 1 - if_check, 1 - if_not
                change = np.log(np.clip(if_check, 1e-6, 1)) - np.log(np.clip(if_not, 1e-6, 1))
                messages[n] = (messages[n] + change) / 2
        return {trial: float(1 / (1 + np.exp(-odds[place[trial]]))) for trial in trials}

    def by_standing(self) -> dict[int, float]:
        """What follows from who was warned and stopped."""
        return self.belief

    def by_frequency(self) -> dict[int, float]:
        """What many raters were shown."""
        seen: dict[int, float] = defaultdict(float)
        for rater in self.raters:
            for trial in rater.shown:
                seen[trial] += 1
        return seen

    def by_rarity(self) -> dict[int, float]:
        """What few raters were shown."""
        return {trial: -count for trial, count in self.by_frequency().items()}

    def by_company(self) -> dict[int, float]:
        """What raters were shown who have little else in common."""
        shown = [set(rater.shown) for rater in self.raters]
        common = {(a, b): len(shown[a] & shown[b]) for a, b in combinations(range(len(shown)), 2)}
        found: dict[int, float] = {}
        for trial in self.belief:
            pairs = list(combinations([n for n, one in enumerate(shown) if trial in one], 2))
            found[trial] = -float(np.mean([common[pair] for pair in pairs])) if pairs else float("nan")
        return found

    def by_place(self) -> dict[int, float]:
        """What stands at odd places: those beside which other raters saw something else."""
        beside: dict[int, list[set[int]]] = defaultdict(list)
        for rater in self.raters:
            for n, trial in enumerate(rater.shown):
                beside[trial].append(set(rater.shown[max(0, n - 15) : n + 16]) - {trial})
        shared = {trial: [len(a & b) for a, b in combinations(around, 2)] for trial, around in beside.items()}
        return {trial: -float(np.mean(counts)) if counts else float("nan") for trial, counts in shared.items()}

    def by_all(self) -> dict[int, float]:
        """Standing, company and place together."""
        ranks: dict[int, float] = defaultdict(float)
        for score in (self.by_standing(), self.by_company(), self.by_place()):
            for rank, trial in enumerate(sorted(score, key=lambda trial: float(np.nan_to_num(score[trial], nan=-1e9)))):
                ranks[trial] += rank
        return ranks

    def best_guesses(self, score: dict[int, float]) -> Sequence[int]:
        """The six trials that score highest; equal ones at random."""
        known = [trial for trial, value in score.items() if not np.isnan(value)]
        ties = dict(zip(known, self.rng.random(len(known)), strict=True))
        return sorted(known, key=lambda trial: (score[trial], ties[trial]), reverse=True)[:GUESSES]


WAYS: dict[str, Callable[[Attacker], dict[int, float]]] = {
    "standing": Attacker.by_standing,
    "frequency": Attacker.by_frequency,
    "rarity": Attacker.by_rarity,
    "company": Attacker.by_company,
    "place": Attacker.by_place,
    "all": Attacker.by_all,
    "likeness": lambda attacker: {trial: -score for trial, score in attacker.by_company().items()},
    "same place": lambda attacker: {trial: -score for trial, score in attacker.by_place().items()},
}


def attacked(folder: Path, seed: int, groups: Sequence[int]) -> dict[str, list[int]]:
    """How many of the six best guesses are checks, in each way, after each group of raters."""
    hits: dict[str, list[int]] = {way: [] for way in WAYS}
    with closing(Database.open(f"sqlite:///{folder / f'{seed}.sqlite3'}")) as database:
        engine, clock = study(folder / f"study{seed}", database, seed)
        with closing(engine):
            attacker = Attacker(engine, clock, np.random.default_rng(seed))
            for count in groups:
                attacker.send(count)
                for way, score in WAYS.items():
                    guesses = attacker.best_guesses(score(attacker))
                    hits[way].append(sum(trial >= TRIALS for trial in guesses))
    return hits


def study(folder: Path, database: Database, seed: int, *, after: int = 3) -> tuple[Engine, SimulatedClock]:
    """456 trials, of which one rater does 114 with six checks among them; 24 checks in all."""
    checks = [graded(f"c{n}", "attention") for n in range(POOL)]
    rule = {"every": EVERY, "warn_below": 0.9, "stop_below": 0.5, "after": after}
    settings: dict[str, Any] = {"items": TRIALS, "systems": "a", "ratings": 40, "max_per_rater": OWN, "checks": rule}
    engine, clock = begin(folder, database, extra=checks, seed=seed, **settings)
    return engine, clock


def mean_hits(folder: Path, seeds: Iterable[int], groups: Sequence[int]) -> dict[str, np.ndarray]:
    runs = [attacked(folder, seed, groups) for seed in seeds]
    return {way: np.mean([run[way] for run in runs], axis=0) for way in WAYS}


def test_ten_throwaway_raters_know_one_check_at_most(tmp_path: Path) -> None:
    # 0.9 in the mean of sixty studies, which vary by 0.6: of twelve, the mean is above 1.5 once in a thousand runs
    found = mean_hits(tmp_path, range(12), [10])
    assert {way: hits[0] for way, hits in found.items() if hits[0] > 1.5} == {}


@pytest.mark.long
def test_thirty_throwaway_raters_know_two_checks_at_most(tmp_path: Path) -> None:
    found = mean_hits(tmp_path, range(60), [10, 20])
    assert {way: hits[0] for way, hits in found.items() if hits[0] > 1.1} == {}
    assert {way: hits[1] for way, hits in found.items() if hits[1] > 2} == {}


def test_the_same_attacker_lists_checks_where_they_are_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("beholder.engine.handlers.answer.review_every", lambda definition: 1)
    monkeypatch.setattr("beholder.engine.handlers.check_score.TOLD_AFTER", 0)
    monkeypatch.setattr("beholder.protocols.check_rule.MIN_MISSED", 1)
    with closing(Database.open(f"sqlite:///{tmp_path / 'told.sqlite3'}")) as database:
        engine, clock = study(tmp_path / "study", database, 1, after=1)
        with closing(engine):
            attacker = Attacker(engine, clock, np.random.default_rng(1), needed=1)
            attacker.review = 1
            attacker.send(5, at_once=1)
            guesses = attacker.best_guesses(attacker.by_standing())
            assert sum(trial >= TRIALS for trial in guesses) >= 4
