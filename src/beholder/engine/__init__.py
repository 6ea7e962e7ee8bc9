"""The running study: plan, leases, answers, quality, simulation, and the ratings table."""

from beholder.engine.clock import Clock, SimulatedClock, system_clock
from beholder.engine.engine import Engine
from beholder.engine.handlers.answer import Answer, Answered
from beholder.engine.handlers.joining import Join, JoinedRater, Withdrawn
from beholder.engine.handlers.lease import Lease, Leased
from beholder.engine.planning.freeze import database_address, find_stored, open_simulated, open_study, refused_changes
from beholder.engine.planning.plan import Outline, count_checks, outline
from beholder.engine.planning.plan_size import find_oversized
from beholder.engine.planning.workload import find_endless, find_small_pool, find_unmet_repeats
from beholder.engine.rater_rules import rules_for_raters
from beholder.engine.simulate import seeded_entropy, simulate
from beholder.engine.status import Status, read_status

__all__ = [
    "Answer",
    "Answered",
    "Clock",
    "Engine",
    "Join",
    "JoinedRater",
    "Lease",
    "Leased",
    "Outline",
    "SimulatedClock",
    "Status",
    "Withdrawn",
    "count_checks",
    "database_address",
    "find_endless",
    "find_oversized",
    "find_small_pool",
    "find_stored",
    "find_unmet_repeats",
    "open_simulated",
    "open_study",
    "outline",
    "read_status",
    "refused_changes",
    "rules_for_raters",
    "seeded_entropy",
    "simulate",
    "system_clock",
]
