"""Ways of asking people about pictures: each protocol is one folder and one declaration."""

from beholder.declarations.column import Column, Spot
from beholder.declarations.declaration import Declaration, Timing
from beholder.declarations.item import Candidate, Item, Shown
from beholder.declarations.reference import Expectation, Reference, expectations_met, reference_met
from beholder.declarations.states import Showing, reasons_in_words, why_left_out
from beholder.protocols.check_rule import CHECK_SCORE, MIN_MISSED, CheckRule
from beholder.protocols.deferred import Deferred
from beholder.protocols.protocol import NoParams, PageTexts, Protocol
from beholder.protocols.registry import find_protocol, protocol_names
from beholder.protocols.rounds import FinishedRound, Layout, RatingRow, RoundMade
from beholder.protocols.simulation import SimulatedRater, latent, simulate_form

__all__ = [
    "CHECK_SCORE",
    "MIN_MISSED",
    "Candidate",
    "CheckRule",
    "Column",
    "Declaration",
    "Deferred",
    "Expectation",
    "FinishedRound",
    "Item",
    "Layout",
    "NoParams",
    "PageTexts",
    "Protocol",
    "RatingRow",
    "Reference",
    "RoundMade",
    "Showing",
    "Shown",
    "SimulatedRater",
    "Spot",
    "Timing",
    "expectations_met",
    "find_protocol",
    "latent",
    "protocol_names",
    "reasons_in_words",
    "reference_met",
    "simulate_form",
    "why_left_out",
]
