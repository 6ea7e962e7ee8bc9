"""What raters do beside answering, and what those who run the study may do. Every act of theirs is a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = [
    "Act",
    "Adjudicate",
    "Ask",
    "ChangeGuideline",
    "CloseMessage",
    "EndSessions",
    "ExcludeRater",
    "FillSheet",
    "GiveConsent",
    "LogAct",
    "NoteSkips",
    "Post",
    "PutPerson",
    "Readmit",
    "ReissueGuideline",
    "ReportBroken",
    "ResumeAll",
    "SetPhase",
    "Skip",
    "SuspendItem",
]


@dataclass(frozen=True, slots=True)
class GiveConsent:
    """The rater agrees to the text with this digest."""

    rater: str
    digest: str


@dataclass(frozen=True, slots=True)
class FillSheet:
    """The rater answers the questions asked once: `before` or `after`."""

    rater: str
    name: str
    values: Mapping[str, Any]


SKIP_REASONS = ("cannot-judge", "known", "disturbing")
"""Reasons that the page offers by name. Only these go into the chain, which no withdrawal can empty."""


@dataclass(frozen=True, slots=True)
class Skip:
    """The rater passes a trial over, with one of `SKIP_REASONS` or words of their own; it goes to somebody else."""

    rater: str
    lease: str
    reason: str


@dataclass(frozen=True, slots=True)
class NoteSkips:
    """A rater has come to the end: if they passed over too many trials, that is on record from now on."""

    rater: str


@dataclass(frozen=True, slots=True)
class ReportBroken:
    """The rater says that pictures are wrong or missing."""

    rater: str
    lease: str
    text: str


@dataclass(frozen=True, slots=True)
class Ask:
    """The rater asks those who run the study, about a trial or in general."""

    rater: str
    text: str
    lease: str = ""


@dataclass(frozen=True, slots=True)
class Post:
    """A reply to one rater, a clarification for all, or a notice."""

    author: str
    kind: str
    text: str
    rater: str = ""
    about: int = -1


@dataclass(frozen=True, slots=True)
class CloseMessage:
    """A message is dealt with."""

    author: str
    message: int


@dataclass(frozen=True, slots=True)
class ChangeGuideline:
    """A new version of the guideline. `material` if earlier answers might have been given otherwise under it."""

    author: str
    texts: Mapping[str, str]
    changes: Mapping[str, str] = field(default_factory=dict)
    material: bool = False


@dataclass(frozen=True, slots=True)
class ReissueGuideline:
    """Answers given under guideline versions before this one are set aside and asked again."""

    author: str
    before: int


@dataclass(frozen=True, slots=True)
class SuspendItem:
    """Takes an item out of what is served, or back in. Answers to it are kept."""

    author: str
    item: str
    suspended: bool = True


@dataclass(frozen=True, slots=True)
class ResumeAll:
    """Takes every suspended item back in; reports about them are dealt with."""

    author: str


@dataclass(frozen=True, slots=True)
class SetPhase:
    """Pilot or main study. The end of the pilot sets its answers aside and opens their places."""

    author: str
    phase: str


@dataclass(frozen=True, slots=True)
class ExcludeRater:
    """Takes all answers of a rater out, for a reason; `stop` gives them nothing more, `reissue` opens the places."""

    author: str
    rater: str
    reason: str
    stop: bool = True
    reissue: bool = True


@dataclass(frozen=True, slots=True)
class Readmit:
    """Lets a stopped rater go on."""

    author: str
    rater: str


@dataclass(frozen=True, slots=True)
class Adjudicate:
    """A decision on a trial on which raters differed; kept apart from their answers."""

    author: str
    trial: int
    payload: Mapping[str, Any]
    comment: str = ""


@dataclass(frozen=True, slots=True)
class PutPerson:
    """Adds or changes somebody who runs the study."""

    author: str
    name: str
    role: str = "viewer"
    adjudicates: bool = False
    password: str = ""
    link_digest: str = ""
    state: str = "active"


@dataclass(frozen=True, slots=True)
class EndSessions:
    """Signs somebody who runs the study out, in every browser."""

    name: str


@dataclass(frozen=True, slots=True)
class LogAct:
    """Something that only needs to be on record: a look at results, an unblinding, an export."""

    author: str
    what: str
    details: Mapping[str, Any] = field(default_factory=dict)


Act = (
    GiveConsent
    | FillSheet
    | Skip
    | NoteSkips
    | ReportBroken
    | Ask
    | Post
    | CloseMessage
    | ChangeGuideline
    | ReissueGuideline
    | SuspendItem
    | ResumeAll
    | SetPhase
    | ExcludeRater
    | Readmit
    | Adjudicate
    | PutPerson
    | EndSessions
    | LogAct
)
