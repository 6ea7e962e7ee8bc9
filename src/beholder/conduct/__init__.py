"""How a study was run, from its chain: who came how far, what was planned and collected, what changed and when."""

from beholder.conduct.changes import ChangeMade, changes_made
from beholder.conduct.chronicle import Chronicle, read_chronicle
from beholder.conduct.collected import Collected, collected
from beholder.conduct.conduct import Conduct, conduct_of
from beholder.conduct.flow import FlowStep, LostRaters, ParticipantFlow, participant_flow

__all__ = [
    "ChangeMade",
    "Chronicle",
    "Collected",
    "Conduct",
    "FlowStep",
    "LostRaters",
    "ParticipantFlow",
    "changes_made",
    "collected",
    "conduct_of",
    "participant_flow",
    "read_chronicle",
]
