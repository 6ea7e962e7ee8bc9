"""The words under which a study stores what something is for and how it stands, with the sets of them that matter.

Each word is stored as it is written here. Who asks whether something is one of several asks for a set that has a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, nonmember

__all__ = [
    "AccountState",
    "ExcludedBy",
    "ItemState",
    "LeaseState",
    "MessageKind",
    "MessageState",
    "NoTrial",
    "Outcome",
    "RaterKind",
    "RaterStage",
    "RaterState",
    "Showing",
    "Standing",
    "StudyState",
    "Verdict",
    "reasons_in_words",
    "why_left_out",
]


class _Word(StrEnum):
    """A text with a name. Messages quote it as any other text that a table holds."""

    def __repr__(self) -> str:
        return repr(self.value)


class Showing(_Word):
    """Why something was shown: the column `kind` of items, trials, leases and ratings."""

    MAIN = "main"
    ATTENTION = "attention"
    REPEAT = "repeat"
    PRACTICE = "practice"
    QUALIFICATION = "qualification"
    PILOT = "pilot"
    ADJUDICATION = "adjudication"

    OF_ITEMS = nonmember((MAIN, ATTENTION, PRACTICE, QUALIFICATION))
    """What an item of a study may be for."""

    COUNTED = nonmember((MAIN,))
    """What enters the results."""

    PLANNED = nonmember((MAIN, PILOT))
    """What takes a place of the plan, and may fill a quota; also the two phases of a study."""

    EXCLUDABLE = nonmember((MAIN, PILOT, REPEAT))
    """What taking a rater out takes with it; the checks stay, since they are the reason."""

    ALIKE = nonmember((MAIN, PILOT, REPEAT, ATTENTION))
    """What a rater cannot tell apart."""

    PREPARING = nonmember((PRACTICE, QUALIFICATION))
    """What comes before the trials: everybody gets all of it, in the order of the items."""

    REFERENCED = nonmember((ATTENTION, PRACTICE, QUALIFICATION))
    """What has an expected answer, for certain or perhaps."""

    GRADED = nonmember((ATTENTION, QUALIFICATION))
    """What is of no use without an expected answer."""


class LeaseState(_Word):
    """What became of a showing that was promised to a rater."""

    OPEN = "open"
    ANSWERED = "answered"
    LATE = "late"
    EXCLUDED = "excluded"
    WITHDRAWN = "withdrawn"
    SKIPPED = "skipped"
    REPORTED = "reported"
    RELEASED = "released"
    EXPIRED = "expired"
    SET_ASIDE = "set-aside"

    HOLDING = nonmember((OPEN, ANSWERED))
    """What holds a place of its trial."""

    HAS_ANSWER = nonmember((ANSWERED, LATE, EXCLUDED))
    """What was answered, whether it counts or not."""

    PASSED_OVER = nonmember((SKIPPED, REPORTED))
    """What a rater saw and did not answer."""

    GIVEN_BACK = nonmember((EXPIRED, RELEASED))
    """What the same rater may be given again."""

    DEALT_WITH = nonmember((ANSWERED, SKIPPED, REPORTED))
    """What a rater has behind them in a stage that everybody works through."""

    MET = nonmember((ANSWERED, LATE, EXCLUDED, SKIPPED, REPORTED))
    """What a rater was shown to its end."""

    TAKEN = nonmember((OPEN, ANSWERED, LATE, EXCLUDED, SKIPPED, REPORTED))
    """What counts against the most that a rater may be given."""

    ERASABLE = nonmember((OPEN, ANSWERED, LATE, EXCLUDED))
    """What a withdrawal takes away."""

    PILOTED = nonmember((ANSWERED, LATE))
    """What the end of the pilot sets aside of the answers."""


class StudyState(_Word):
    """Whether trials are given out and answers taken."""

    OPEN = "open"
    PAUSED = "paused"
    CLOSED = "closed"


class RaterState(_Word):
    """Whether a rater is at work."""

    ACTIVE = "active"
    LEFT = "left"
    WITHDRAWN = "withdrawn"


class RaterKind(_Word):
    """Who judges. Adjudicators run the study, and have a rater's name for their decisions only.

    Models are kept in tables of their own, and are raters only where their answers are laid beside those of people.
    """

    HUMAN = "human"
    SIMULATED = "simulated"
    ADJUDICATOR = "adjudicator"
    MODEL = "model"

    PEOPLE = nonmember((HUMAN, SIMULATED))
    """Whose answers a rule for stopping counts."""


class RaterStage(_Word):
    """Where a rater is, in the order of the journey; then the two ends at which nothing more is served."""

    CONSENT = "consent"
    BEFORE = "before"
    PRACTICE = "practice"
    QUALIFICATION = "qualification"
    TRIALS = "trials"
    AFTER = "after"
    FINISHED = "finished"
    SCREENED_OUT = "screened_out"
    STOPPED = "stopped"

    ALWAYS = nonmember((TRIALS, FINISHED))
    """Stages of every study."""

    SERVED = nonmember((PRACTICE, QUALIFICATION, TRIALS))
    """Stages at which something is shown to be judged."""

    QUESTIONS = nonmember((BEFORE, AFTER))
    """Stages at which questions are asked once."""


class NoTrial(_Word):
    """Why a rater gets no trial, beside the state of the study and the stage they are at."""

    DONE = "done"
    WAIT = "wait"
    VISIT = "visit"
    SESSION = "session"
    DAY = "day"

    BREAKS = nonmember((VISIT, SESSION, DAY))
    """Where a visit ends, and work may go on later."""


class Outcome(_Word):
    """How a rater's part ended; `open` until it has."""

    OPEN = "open"
    COMPLETE = "complete"
    SCREENED_OUT = "screened_out"
    FAILED_CHECKS = "failed_checks"
    STOPPED = "stopped"
    SKIPPED = "skipped"
    TOO_FAST = "too_fast"
    OVER_QUOTA = "over_quota"

    UNCOMPLETED = nonmember((SKIPPED, TOO_FAST))
    """Work that was done to its end and does not count as complete; raters are told why."""


class Standing(_Word):
    """What a rule of the study has just made of a rater's work."""

    WARNED = "warned"
    STOPPED = "stopped"


class Verdict(_Word):
    """What a rater's score on checks comes to under the study's rule."""

    FINE = "fine"
    WARN = "warn"
    STOP = "stop"
    TOO_FEW = "too few"

    ACTED_ON = nonmember((WARN, STOP))
    """What has consequences."""


class ExcludedBy(_Word):
    """Why an answer may be out of the results without a rule of the study's own."""

    LATE = "late"
    WITHDRAWN = "withdrawn"
    STOPPED = "stopped"
    BY_HAND = "by-hand"
    CHECK_SCORE = "check-score"

    PAID = nonmember(("", LATE))
    """Marks of work done in good faith: none, and that it came too late."""

    NOT_FOR_QUALITY = nonmember((LATE, WITHDRAWN))
    """Reasons that say nothing about the work: it came too late, or was taken back."""


class MessageKind(_Word):
    """What a message is: from a rater, to raters, or from a rule of the study."""

    QUESTION = "question"
    BROKEN = "broken"
    SKIP = "skip"
    REPLY = "reply"
    CLARIFICATION = "clarification"
    NOTICE = "notice"
    WARNING = "warning"
    STOP = "stop"
    SKIPS = "skips"
    UNCOMPLETED = "uncompleted"
    FAST = "fast"

    ASKED = nonmember((QUESTION, BROKEN))
    """What waits for somebody who runs the study."""

    POSTED = nonmember((REPLY, CLARIFICATION, NOTICE))
    """What those who run the study write."""

    REPLIED = nonmember((REPLY, CLARIFICATION))
    """How a question is answered: for who asked, or for everybody."""

    PUBLISHED = nonmember((CLARIFICATION, NOTICE))
    """What is written without being asked, or for everybody."""

    OF_SKIPS = nonmember((SKIPS, UNCOMPLETED))
    """What the rule about trials passed over tells a rater; the text is `skipped/met`."""

    STANDING = nonmember((WARNING, STOP, SKIPS, UNCOMPLETED, FAST))
    """How the study's rules tell a rater how they stand: on checks (`passed/given`), skips, and speed (`fast/answered`)."""


class MessageState(_Word):
    """Whether a message waits for somebody."""

    OPEN = "open"
    DONE = "done"


class ItemState(_Word):
    """How far an item is, in the order in which those who run the study want to see them."""

    PROGRESS = "progress"
    NEW = "new"
    DONE = "done"
    SUSPENDED = "suspended"


class AccountState(_Word):
    """Whether somebody who runs the study may sign in."""

    ACTIVE = "active"
    DISABLED = "disabled"


def why_left_out(kind: str, excluded_by: str, *, latest: bool = True) -> str:
    """Why a rating does not enter the results; empty if it does. The one definition of the column `counts`."""
    if kind not in Showing.COUNTED:
        return kind
    if excluded_by:
        return f"excluded by {excluded_by}"
    return "" if latest else "superseded by a correction"


def reasons_in_words(left_out: Mapping[str, int]) -> str:
    """`60 attention, 24 repeat, 12 excluded by failed-checks`, the commonest first."""
    ordered = sorted(left_out.items(), key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{n:,} {reason}" for reason, n in ordered)
