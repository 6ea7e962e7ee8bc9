"""Rows as the engine reads them: small named tuples, one per table it works on."""

from __future__ import annotations

from typing import NamedTuple

from beholder.declarations.states import RaterStage, Showing

__all__ = ["AnswerRow", "LeaseRow", "RaterRow", "StoppingRow", "StudyRow", "TrialRow"]


class StudyRow(NamedTuple):
    """A study as stored."""

    study: int
    id: str
    created_at: int
    state: str
    simulated: bool
    seed: str
    version: int
    open_places: int
    chain_length: int
    chain_head: str
    phase: str = Showing.MAIN


class TrialRow(NamedTuple):
    """One item and candidate set that can be shown, with its places."""

    trial: int
    item: int
    kind: str
    systems: str
    rank: int
    quota: int
    open: int
    open_flipped: int


class RaterRow(NamedTuple):
    """A rater and where they are in the study."""

    rater: str
    number: int
    kind: str
    state: str
    language: str
    joined_at: int
    seen_at: int
    cursor: int
    sequence: int
    last_item: int
    flips: int
    stage: str = RaterStage.TRIALS
    session_at: int = 0
    worked_until: int = 0
    overclaimed_ms: int = 0
    unopened: int = 0
    answered: int = 0
    implausible: int = 0


class LeaseRow(NamedTuple):
    """One showing promised to one rater."""

    lease: str
    rater: str
    trial: int
    occasion: int
    kind: str
    item: int
    state: str
    flipped: bool
    slots: str
    sequence: int
    adjacent: bool
    version: int
    issued_at: int
    held_at: int = 0
    candidates: str = ""
    probability: float | None = None


class StoppingRow(NamedTuple):
    """A trial that is rated in full whatever a rule says, or one that was stopped, with the places that are closed."""

    trial: int
    in_full: bool = False
    stopped: int = 0
    closed: int = 0
    closed_flipped: int = 0


class AnswerRow(NamedTuple):
    """One answer, without its payload."""

    answer: str
    seq: int
    lease: str
    rater: str
    revision: int
    received_at: int
    submitted_at: int
    started_at: int
    active_ms: int
    guideline: str
    request_digest: str
    excluded_by: str
    passed: bool | None = None
