"""Simulated raters through the real engine: the same leases, checks and transactions as for people."""

from __future__ import annotations

import heapq
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from beholder.declarations.states import NoTrial, RaterKind, Standing
from beholder.engine.clock import SimulatedClock
from beholder.engine.engine import Engine
from beholder.engine.handlers.answer import Answer, Answered
from beholder.engine.handlers.joining import Join, JoinedRater
from beholder.engine.handlers.lease import Lease, Leased
from beholder.engine.planning.chance import keyed_rng
from beholder.fields import Payload
from beholder.protocols import Item, Shown, SimulatedRater
from beholder.store import LeaseRow
from beholder.store.items import load_items
from beholder.tables.ratings import what_is_shown

__all__ = ["seeded_entropy", "simulate"]

# as many raters as a busy server has in one batch
_TOGETHER = 64
# a rater for whom there is nothing now looks again after a minute
_WAIT_MS = 60_000
# raters arrive one after the other, three a minute, as after an announcement
_ARRIVAL_MS = 20_000


def seeded_entropy(seed: int) -> Callable[[int], bytes]:
    """Bytes for tokens and salts that are the same for the same seed; for simulation only."""
    rng = keyed_rng(str(seed), "entropy")
    return rng.bytes


@dataclass(slots=True)
class _Person:
    """One simulated rater at work."""

    name: str
    character: SimulatedRater
    rng: np.random.Generator
    leases: list[LeaseRow] = field(default_factory=list)
    before: dict[int, Payload] = field(default_factory=dict)
    """The last answer to a page with so many places."""

    started: int = 0
    answered: int = 0


def simulate(
    engine: Engine,
    clock: SimulatedClock,
    *,
    raters: int,
    seed: int,
    people: Sequence[SimulatedRater] = (),
    progress: Callable[[int], None] | None = None,
) -> int:
    """Lets `raters` simulated people work until nothing is left for any of them; how many answers they gave.

    The first of them are `people`, in the order in which they join; the others are drawn.

    The same study and seed give the same answers, ids and times: events are carried out in the order of simulated
    time, in transactions whose make-up depends on nothing else.
    """
    simulation = _Simulation(engine, clock, seed)
    simulation.people_join(raters, people)
    return simulation.run(progress or (lambda _: None))


class _Simulation:
    def __init__(self, engine: Engine, clock: SimulatedClock, seed: int) -> None:
        self.engine = engine
        self.clock = clock
        self.seed = seed
        self.protocol = engine.definition.protocol
        self.declaration = engine.definition.declaration
        self.items: dict[int, Item] = {}
        self.people: list[_Person] = []
        self.agenda: list[tuple[int, int]] = []
        self.answered = 0

    def people_join(self, count: int, people: Sequence[SimulatedRater]) -> None:
        joins: list[JoinedRater] = self.engine.run_together([Join(kind=RaterKind.SIMULATED) for _ in range(count)])
        for number, joined in enumerate(joins):
            rng = keyed_rng(str(self.seed), "rater", number)
            drawn = SimulatedRater.draw(rng, seconds=self.declaration.timing.pace_seconds * 0.7)
            character = people[number] if number < len(people) else drawn
            self.people.append(_Person(joined.rater, character, rng))
            heapq.heappush(self.agenda, (self.clock.now + number * _ARRIVAL_MS, number))

    def run(self, progress: Callable[[int], None]) -> int:
        while self.agenda:
            due = [heapq.heappop(self.agenda) for _ in range(min(_TOGETHER, len(self.agenda)))]
            self.clock.move_to(due[-1][0])
            self._answer([(when, n) for when, n in due if self.people[n].leases])
            self._continue(due)
            progress(self.answered)
        return self.answered

    def _answer(self, due: list[tuple[int, int]]) -> None:
        self._load({self.people[n].leases[0].item for _, n in due})
        commands = [self._command(self.people[n], when) for when, n in due]
        answered: list[Answered] = self.engine.run_together(commands)
        for (_, n), saved in zip(due, answered, strict=True):
            person = self.people[n]
            person.leases = [] if saved.standing == Standing.STOPPED else person.leases[1:]
            person.answered += 1
        self.answered += len(commands)

    def _command(self, person: _Person, when: int) -> Answer:
        lease = person.leases[0]
        shown = what_is_shown(self.items[lease.item], json.loads(lease.slots))
        payload = self._payload(person, shown)
        return Answer(
            id=f"{person.name}-{person.answered + 1:06d}",
            rater=person.name,
            lease=lease.lease,
            payload=payload,
            meta={"simulated": True},
            elapsed_ms=when - person.started,
            active_ms=when - person.started,
            age_ms=self.clock.now - when,
        )

    def _payload(self, person: _Person, shown: Shown) -> Payload:
        character, shown_slots = person.character.after(person.answered), len(shown.slots)
        if character.insistence and shown_slots in person.before and person.rng.random() < character.insistence:
            return person.before[shown_slots]
        payload = self.protocol.answer_like_a_person(self.declaration, shown, character, person.rng)
        person.before[shown_slots] = payload
        return payload

    def _continue(self, due: list[tuple[int, int]]) -> None:
        without = [(when, n) for when, n in due if not self.people[n].leases]
        asked: list[Leased] = self.engine.run_together([Lease(self.people[n].name) for _, n in without])
        reasons: dict[int, str] = {}
        for (_, n), leased in zip(without, asked, strict=True):
            self.people[n].leases = list(leased.leases)
            reasons[n] = leased.reason
        for when, n in due:
            person = self.people[n]
            if person.leases:
                # what was leased just now cannot have been on screen before
                person.started = self.clock.now if n in reasons else when
                heapq.heappush(self.agenda, (person.started + int(1000 * person.character.time(person.rng)), n))
            elif reasons.get(n) == NoTrial.WAIT:
                heapq.heappush(self.agenda, (when + _WAIT_MS, n))

    def _load(self, numbers: set[int]) -> None:
        missing = numbers - self.items.keys()
        if missing:
            with self.engine.database.read() as conn:
                loaded = load_items(conn, self.engine.key, missing)
            self.items |= {n: Item.from_json(json.loads(text)) for n, text in loaded.items()}
