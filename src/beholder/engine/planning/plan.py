"""The plan: which trials there are, how often each is wanted, in which order, and how sides are balanced.

Everything here follows from the study and its seed; who gets which trial when is decided later, by leases.
"""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import combinations

import numpy as np

from beholder.declarations.states import Showing
from beholder.engine.planning.chance import keyed_rng
from beholder.engine.planning.subsets import SubsetBalance, balance_of, choose_subsets
from beholder.engine.planning.workload import checks_wanted, per_sitting, question_minutes, reading_minutes, workload
from beholder.protocols import Item
from beholder.store import TrialRow
from beholder.study import Definition, Settings

__all__ = [
    "Outline",
    "choose_pairs",
    "count_checks",
    "made_checks",
    "outline",
    "plan_extras",
    "plan_trials",
    "planned_in_full",
]

Pair = tuple[str, str]


def choose_pairs(
    systems_of_items: Sequence[Sequence[str]], settings: Settings, rng: np.random.Generator
) -> list[list[Pair]]:
    """The pairs for each item, each pair in alphabetical order.

    With `per_item`, every item takes the pairs used least so far; ties go along a ring of all systems, so that few
    items already connect everything and no system is met more often than another.
    """
    wanted = settings.pairs
    if wanted.all:
        return [list(combinations(sorted(systems), 2)) for systems in systems_of_items]
    if wanted.per_item is not None:
        return _balanced(systems_of_items, wanted.per_item, rng)
    listed = sorted((min(pair), max(pair)) for pair in wanted.listed)
    return [[(a, b) for a, b in listed if a in systems and b in systems] for systems in systems_of_items]


def _balanced(systems_of_items: Sequence[Sequence[str]], per_item: int, rng: np.random.Generator) -> list[list[Pair]]:
    everyone = sorted({system for systems in systems_of_items for system in systems})
    ring = [everyone[i] for i in rng.permutation(len(everyone))]
    index = {pair: number for number, pair in enumerate(_ring_order(ring))}
    used: Counter[Pair] = Counter()
    met: Counter[str] = Counter()
    chosen: list[list[Pair]] = [[] for _ in systems_of_items]
    for number in rng.permutation(len(systems_of_items)):
        possible = list(combinations(sorted(systems_of_items[number]), 2))
        for _ in range(min(per_item, len(possible))):
            best = min(possible, key=lambda pair: (used[pair], met[pair[0]] + met[pair[1]], index[pair]))
            possible.remove(best)
            used[best] += 1
            met.update(best)
            chosen[number].append(best)
    return chosen


def _ring_order(ring: Sequence[str]) -> list[Pair]:
    size = len(ring)
    pairs: list[Pair] = []
    for distance in range(1, size // 2 + 1):
        for start in range(size):
            a, b = sorted((ring[start], ring[(start + distance) % size]))
            if (a, b) not in pairs:
                pairs.append((a, b))
    return pairs


# trials of so many items are mixed together, so that the first raters already see every system
_CHUNK_OF_ITEMS = 12


@dataclass(frozen=True, slots=True)
class _Planned:
    item: int
    systems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """What a study will take: shown by `check` before anybody is asked.

    `raters` is how many it needs if each does what the study lets them do, or one sitting. `invited` is one more where
    `max_per_rater` leaves little room: the last places may be of trials that those who still have time rated already,
    so that only somebody new can take them. Each rater reads the guideline, answers the questions and does `practice`
    trials of practice and qualification; `hidden` counts the checks and repeats of all. `cost` has the platform's `fee`
    in it. `subsets` is how balanced the sets are, where a trial shows some of an item's candidates.
    """

    items: int
    trials: int
    ratings: int
    ratings_each: int
    raters: int
    invited: int
    practice: int
    hidden: int
    rating_hours: float
    hidden_hours: float
    practice_hours: float
    reading_hours: float
    question_hours: float
    hours: float
    cost: float | None
    fee: float
    currency: str
    subsets: SubsetBalance | None = None

    def to_json(self) -> dict[str, object]:
        """The outline as one JSON object."""
        return asdict(self)


def outline(definition: Definition) -> Outline:
    """Trials, ratings, hours and cost of a study, with all that raters do beside the ratings themselves."""
    rows = list(plan_trials(definition, definition.items, seed="outline"))
    quotas = [row.quota for row in rows]
    ratings, per_hour = sum(quotas), 3600 / definition.declaration.timing.pace_seconds
    one = workload(definition, trials=len(quotas), extras=_count_extras(definition, len(quotas)))
    each = min(one.trials, per_sitting(definition)) if one.endless else one.trials
    most_asked = max(quotas, default=0)
    raters = max(most_asked, math.ceil(ratings / each)) if quotas else 0
    hidden = math.ceil((one.shown - one.trials) * ratings / one.trials) if quotas else 0
    hours = {
        "rating_hours": ratings / per_hour,
        "hidden_hours": hidden / per_hour,
        "practice_hours": raters * one.preparing / per_hour,
        "reading_hours": raters * reading_minutes(definition.guideline(definition.settings.languages[0])) / 60,
        "question_hours": raters * question_minutes(definition) / 60,
    }
    total, cost = math.fsum(hours.values()), definition.settings.cost
    pay = 0.0 if cost is None else cost.of_work(hours=_paid_hours(definition, hours, raters), raters=raters)
    fee = 0.0 if cost is None else pay * cost.fee
    return Outline(
        items=sum(item.kind == Showing.MAIN for item in definition.items),
        trials=len(quotas),
        ratings=ratings,
        ratings_each=definition.ratings,
        raters=raters,
        invited=raters + (one.trials < len(quotas) and raters * each - ratings < each / 2),
        practice=one.preparing,
        hidden=hidden,
        **hours,
        hours=total,
        cost=None if cost is None else pay + fee,
        fee=fee,
        currency="" if cost is None else cost.currency,
        subsets=_balance(definition, rows),
    )


def _balance(definition: Definition, rows: Sequence[TrialRow]) -> SubsetBalance | None:
    subsets = definition.settings.subsets
    if subsets is None or definition.declaration.shows != "all":
        return None
    return balance_of((json.loads(row.systems) for row in rows), subsets.size)


def _paid_hours(definition: Definition, hours: Mapping[str, float], raters: int) -> float:
    """The hours that are paid: all, or with `reading_minutes` those instead of what reading and questions may take."""
    cost = definition.settings.cost
    if cost is None or cost.reading_minutes is None:
        return math.fsum(hours.values())
    working = math.fsum(hours[name] for name in ("rating_hours", "hidden_hours", "practice_hours"))
    return working + raters * cost.reading_minutes / 60


def _count_extras(definition: Definition, trials: int) -> Counter[str]:
    """Trials of practice, qualification and checks; where checks are still to be made, as many as were asked for."""
    extras = Counter(row.kind for row in plan_extras(definition, definition.items))
    if definition.protocol.checks is not None and not extras[Showing.ATTENTION]:
        extras[Showing.ATTENTION] = checks_wanted(definition, trials=trials)
    return extras


def plan_trials(
    definition: Definition, items: Sequence[Item], *, seed: str, first_item: int = 0, first_trial: int = 0
) -> Iterator[TrialRow]:
    """The trials of these items. Items added to a running study are planned by themselves, after the others."""
    planned, rng = _planned(definition, items, seed, first_item)
    quotas = _quotas(definition, planned, rng)
    ranks = _ranks(definition, planned, rng)
    flipped = _flipped_places(definition, planned, quotas, rng)
    texts: dict[tuple[str, ...], str] = {}
    for n, trial in enumerate(planned):
        systems = texts.get(trial.systems)
        if systems is None:
            systems = texts[trial.systems] = json.dumps(trial.systems, ensure_ascii=False)
        quota = int(quotas[n])
        yield TrialRow(
            first_trial + n,
            trial.item,
            Showing.MAIN,
            systems,
            first_trial + int(ranks[n]),
            quota,
            quota,
            int(flipped[n]),
        )


def planned_in_full(
    definition: Definition, items: Sequence[Item], *, seed: str, first_item: int = 0, first_trial: int = 0
) -> list[int]:
    """Which of the trials of `plan_trials` are the random share that is rated in full; none unless a rule decides the rest."""
    if definition.stop_rule is None:
        return []
    planned, rng = _planned(definition, items, seed, first_item)
    return [first_trial + n for n in sorted(_overlapping(definition, planned, rng))]


def _planned(
    definition: Definition, items: Sequence[Item], seed: str, first_item: int
) -> tuple[list[_Planned], np.random.Generator]:
    """What is shown, and the chance with which the rest is planned."""
    numbered = [(first_item + n, item) for n, item in enumerate(items) if item.kind == Showing.MAIN]
    rng = keyed_rng(seed, "plan", first_item)
    return _what_is_compared(definition, numbered, rng), rng


def plan_extras(
    definition: Definition, items: Sequence[Item], *, first_item: int = 0, first_trial: int = 0
) -> Iterator[TrialRow]:
    """The trials of practice, qualification and attention items: no places, since they are no part of the results."""
    number = first_trial
    for index, item in enumerate(items, start=first_item):
        if item.kind == Showing.MAIN:
            continue
        for systems in _sets_of(definition, item):
            yield TrialRow(number, index, item.kind, json.dumps(systems, ensure_ascii=False), 0, 0, 0, 0)
            number += 1


def _sets_of(definition: Definition, item: Item) -> list[tuple[str, ...]]:
    systems = tuple(sorted(candidate.system for candidate in item.candidates))
    shows = definition.declaration.shows
    if shows == "one":
        return [(system,) for system in systems]
    if shows == "pair":
        return list(combinations(systems, 2))
    return [systems]


def made_checks(definition: Definition, *, seed: str, trials: int) -> list[Item]:
    """Attention checks that the protocol makes from the items of a study of so many trials, where it brings none."""
    make, count = definition.protocol.checks, checks_wanted(definition, trials=trials)
    brings_own = any(item.kind == Showing.ATTENTION for item in definition.items)
    if make is None or brings_own or not count:
        return []
    main = tuple(item for item in definition.items if item.kind == Showing.MAIN)
    return make(main, count, keyed_rng(seed, "checks"))


def count_checks(definition: Definition, *, trials: int) -> int:
    """How many trials there are in the pool of attention checks, brought by the study or made from its items."""
    items = (*definition.items, *made_checks(definition, seed="outline", trials=trials))
    return sum(row.kind == Showing.ATTENTION for row in plan_extras(definition, items))


def _what_is_compared(
    definition: Definition, numbered: Sequence[tuple[int, Item]], rng: np.random.Generator
) -> list[_Planned]:
    shows = definition.declaration.shows
    if shows == "item":
        return [_Planned(n, (item.system,) if item.system else ()) for n, item in numbered]
    if shows == "one":
        # one tuple for all trials of a system, of which there may be a million
        alone = cache(lambda system: (system,))
        return [_Planned(n, alone(c.system)) for n, item in numbered for c in item.candidates]
    systems = [[c.system for c in item.candidates] for _, item in numbered]
    subsets = definition.settings.subsets
    chosen: Sequence[Sequence[tuple[str, ...]]]
    if shows == "pair":
        chosen = choose_pairs(systems, definition.settings, rng)
    elif subsets is not None:
        chosen = choose_subsets(systems, subsets, rng)
    else:
        chosen = [[tuple(sorted(names))] for names in systems]
    return [_Planned(n, together) for k, (n, _) in enumerate(numbered) for together in chosen[k]]


def _quotas(definition: Definition, planned: Sequence[_Planned], rng: np.random.Generator) -> np.ndarray:
    quotas = np.full(len(planned), definition.ratings, dtype=np.int64)
    overlap = definition.settings.overlap
    if overlap is not None:
        quotas[_overlapping(definition, planned, rng)] = overlap.ratings
    return quotas


def _overlapping(definition: Definition, planned: Sequence[_Planned], rng: np.random.Generator) -> list[int]:
    overlap = definition.settings.overlap
    if overlap is None or not planned:
        return []
    # every 1/share-th trial of a list sorted by system: the overlap then falls evenly on all systems
    keys = rng.random(len(planned))
    order = sorted(range(len(planned)), key=lambda n: (planned[n].systems, keys[n]))
    wanted = max(1, round(overlap.share * len(planned)))
    picks = ((np.arange(wanted) + rng.random()) * len(planned) / wanted).astype(int) % len(planned)
    return [order[pick] for pick in picks]


def _ranks(definition: Definition, planned: Sequence[_Planned], rng: np.random.Generator) -> np.ndarray:
    count = len(planned)
    if definition.settings.same_rater != "prefer":
        return rng.permutation(count)
    # items in small chunks, and within a chunk one candidate of each item in turn: a rater who works through a chunk
    # meets all systems of an item, yet never two of them in a row
    by_item: dict[int, list[int]] = defaultdict(list)
    for n in rng.permutation(count):
        by_item[planned[n].item].append(int(n))
    item_numbers = [list(by_item)[i] for i in rng.permutation(len(by_item))]
    order: list[int] = []
    for start in range(0, len(item_numbers), _CHUNK_OF_ITEMS):
        chunk = [by_item[item] for item in item_numbers[start : start + _CHUNK_OF_ITEMS]]
        for turn in range(max(map(len, chunk))):
            order += [trials[turn] for trials in chunk if turn < len(trials)]
    ranks = np.empty(count, dtype=np.int64)
    ranks[order] = np.arange(count)
    return ranks


def _flipped_places(
    definition: Definition, planned: Sequence[_Planned], quotas: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    flipped = np.zeros(len(planned), dtype=np.int64)
    if definition.declaration.shows != "pair":
        return flipped
    # half of a trial's places show the pair the other way round; the odd place alternates from trial to trial of the
    # same two systems, so that over the study neither system stands on the left more than once more than the other
    odd_is_flipped: dict[tuple[str, ...], bool] = {}
    for n in rng.permutation(len(planned)):
        quota = int(quotas[n])
        extra = 0
        if quota % 2:
            pair = planned[n].systems
            extra = odd_is_flipped.setdefault(pair, bool(rng.integers(2)))
            odd_is_flipped[pair] = not extra
        flipped[n] = quota // 2 + int(extra)
    return flipped
