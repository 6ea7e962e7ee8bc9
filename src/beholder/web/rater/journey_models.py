"""What the addresses of the rater's journey take and give."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from beholder.web.rater.trial_models import PlatformLink, ReplyBody, RequestBody, RequestKey

__all__ = [
    "AskBody",
    "BrokenBody",
    "BrokenNoted",
    "ConsentBody",
    "ConsentText",
    "Finish",
    "FinishBody",
    "Message",
    "Messages",
    "Noted",
    "QuestionSheet",
    "SheetBody",
    "SkipBody",
    "SkipNoted",
    "Stage",
    "StageReached",
    "TurnedAwayBody",
]

Text = Annotated[str, Field(min_length=1, max_length=4000)]
Token = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class ConsentBody(RequestBody):
    """The rater agrees to the text with this digest."""

    agree: Literal[True]
    digest: Annotated[str, Field(max_length=64)]


class SheetBody(RequestBody):
    """Answers to the questions asked once."""

    values: dict[str, Any]


class SkipBody(RequestBody):
    """The rater passes a trial over."""

    lease: Token
    reason: Text


class BrokenBody(RequestBody):
    """The rater says that something about the pictures is wrong."""

    lease: Token
    text: Text
    key: RequestKey = ""


class AskBody(RequestBody):
    """A question to those who run the study."""

    text: Text
    lease: Annotated[str, Field(max_length=64, pattern=r"^[A-Za-z0-9_-]*$")] = ""
    key: RequestKey = ""


class ConsentText(ReplyBody):
    """What the rater is asked to agree to, as safe HTML, and the digest under which agreement is kept."""

    html: str
    warning: str
    digest: str


class QuestionSheet(ReplyBody):
    """Questions asked once: as a form, and as what the page needs to check it."""

    name: str
    html: str
    form: dict[str, Any]


class Stage(ReplyBody):
    """Where the rater is, and what that stage shows: a text to agree to, or questions to answer."""

    stage: str
    stages: list[str]
    consent: ConsentText | None
    sheet: QuestionSheet | None


class StageReached(ReplyBody):
    """The stage that comes next."""

    stage: str


class Noted(ReplyBody):
    """It is on record."""

    noted: Literal[True] = True


class SkipNoted(Noted):
    """The trial goes to somebody else. `standing` is `warned` if the rater has skipped so many that they are told so."""

    standing: Literal["", "warned"] = ""


class BrokenNoted(ReplyBody):
    """The report is on record; whether the item is shown to nobody now."""

    suspended: bool


class Message(ReplyBody):
    """One message. `mine` if the rater wrote it."""

    number: int
    kind: str
    text: str
    mine: bool
    about: int
    at: str


class Messages(ReplyBody):
    """The rater's questions, the answers to them, and what was published to all."""

    messages: list[Message]


class FinishBody(RequestBody):
    """The rater ends their part instead of waiting."""


class TurnedAwayBody(RequestBody):
    """Somebody who could not join because the study is full, with what the link of a crowd platform says."""

    platform: PlatformLink = Field(default_factory=dict, max_length=20)


class Finish(ReplyBody):
    """How the rater's part ended: `complete`, `screened_out`, `failed_checks`, `stopped`, `skipped`, `too_fast`, `over_quota`, or `open` while it has not.

    `stopped` is by those who run the study, `failed_checks` by the score on checks, `skipped` by too many trials passed
    over, `too_fast` by answers quicker than anybody can look, `over_quota` because no place was left. `note` says what there is to say beside the code, `minutes`
    how long the rater worked. `code` and `redirect` are there only after the last answer is stored.
    """

    outcome: Literal[
        "open", "complete", "screened_out", "failed_checks", "stopped", "skipped", "too_fast", "over_quota"
    ]
    answered: int
    code: str
    redirect: str
    note: str = ""
    minutes: int = 0
