"""The running study: plan, leases, answers, quality, simulation, and the ratings table."""

from beholder.engine.clock import Clock, SimulatedClock, system_clock
from beholder.engine.commands import Answer, Answered, Join, Joined, Lease, Leased, Withdrawn
from beholder.engine.engine import Engine
from beholder.engine.freeze import database_address, find_stored, open_simulated, open_study, refused_changes
from beholder.engine.plan import Outline, outline
from beholder.engine.rater_rules import rules_for_raters
from beholder.engine.ratings import COLUMNS, Rating, stream_ratings
from beholder.engine.shown import what_is_shown
from beholder.engine.simulate import seeded_entropy, simulate
from beholder.engine.status import Status, read_status
from beholder.engine.table import RatingsTable
from beholder.engine.verify import Receipt, verify_chain

__all__ = [
    "COLUMNS",
    "Answer",
    "Answered",
    "Clock",
    "Engine",
    "Join",
    "Joined",
    "Lease",
    "Leased",
    "Outline",
    "Rating",
    "RatingsTable",
    "Receipt",
    "SimulatedClock",
    "Status",
    "Withdrawn",
    "database_address",
    "find_stored",
    "open_simulated",
    "open_study",
    "outline",
    "read_status",
    "refused_changes",
    "rules_for_raters",
    "seeded_entropy",
    "simulate",
    "stream_ratings",
    "system_clock",
    "verify_chain",
    "what_is_shown",
]
