"""What the rater API takes and gives. The OpenAPI document is made from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "AnswerBody",
    "AnswerSaved",
    "Answers",
    "Envelope",
    "GivenAnswer",
    "Guideline",
    "Health",
    "JoinBody",
    "Joined",
    "LeaseBody",
    "LeasedTrial",
    "Leases",
    "LeaveBody",
    "Left",
    "PageFiles",
    "PlatformLink",
    "Progress",
    "ReplyBody",
    "RequestBody",
    "RequestKey",
    "Session",
    "WithdrawBody",
    "WithdrawnAnswers",
]

Language = Annotated[str, Field(max_length=20, pattern=r"^[A-Za-z-]*$")]
Milliseconds = Annotated[int, Field(ge=0, le=2**53)]
PlatformLink = dict[Annotated[str, Field(max_length=100)], Annotated[str, Field(max_length=200, pattern=r"^[^\x00]*$")]]
RequestKey = Annotated[
    str,
    Field(
        pattern=r"^([0-9a-f]{32})?$",
        description="128 random bits of the browser's. The same request with the same key is carried out once.",
    ),
]
Token = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class RequestBody(BaseModel):
    """What a browser sends: every key is declared, and nothing is converted."""

    model_config = ConfigDict(extra="forbid", strict=True)


class JoinBody(RequestBody):
    """A rater arrives: new, or with the code of an earlier visit."""

    language: Language = ""
    invite: Annotated[str, Field(max_length=400)] = ""
    resume_code: Annotated[str, Field(max_length=40)] = ""
    platform: PlatformLink = Field(
        default_factory=dict, max_length=20, description="What the link of a crowd platform says."
    )
    key: RequestKey = ""


class LeaseBody(RequestBody):
    """How many trials the page would like to hold."""

    want: Annotated[int, Field(ge=1, le=6)] = 6
    language: Language = ""


class AnswerBody(RequestBody):
    """An answer. `elapsed_ms` runs from first paint to submit, `age_ms` from submit to sending.

    `payload` is `{"trial": {field: value}, "slots": [{field: value}, ...]}`, with a slot for each candidate if
    candidates are asked about.
    """

    lease: Token
    payload: dict[str, Any]
    meta: dict[str, Any] = Field(default_factory=dict)
    revises: Annotated[str, Field(max_length=64)] = ""
    elapsed_ms: Milliseconds = 0
    active_ms: Milliseconds = 0
    age_ms: Milliseconds = 0
    guideline: Annotated[str, Field(max_length=64)] = ""


class LeaveBody(RequestBody):
    """The rater goes for now."""


class WithdrawBody(RequestBody):
    """The rater takes everything back. `confirm` must be true."""

    confirm: Literal[True]


class ReplyBody(BaseModel):
    """What the server answers: every key is declared."""

    model_config = ConfigDict(extra="forbid")


class Progress(ReplyBody):
    """How far the rater is, and how many trials there are for them at most, checks and repeats among both.

    How many places are left in the study is not told: a check takes none, and would show. `total` therefore follows from
    the plan alone, and is missing where there are more trials than fit into a sitting and nobody has to do all of them.
    """

    answered: int
    total: int | None


class Joined(ReplyBody):
    """The rater's pseudonym, token and resume code."""

    token: str
    rater: str
    code: str
    language: str


class LeasedTrial(ReplyBody):
    """One trial as a form, and the pictures to load ahead.

    In practice and qualification `number` says which of how many it is, and `attempt` which try, from 0.
    """

    lease: str
    html: str
    media: list[str]
    sequence: int
    practice: bool = False
    counts: bool = True
    number: int = 0
    of: int = 0
    attempt: int = 0


class Leases(ReplyBody):
    """Trials in the order of showing; without any, `reason` says why: wait, done, paused, closed, or what comes first."""

    leases: list[LeasedTrial]
    reason: str
    progress: Progress
    guideline: str


class AnswerSaved(ReplyBody):
    """The answer is on disk. In practice, `feedback` says what was expected and why.

    `standing` says what follows from the rater's score on checks: a warning among the messages, or the end.
    """

    answer: str
    revision: int
    saved: Literal[True] = True
    feedback: dict[str, Any] | None = None
    standing: Literal["", "warned", "stopped"] = ""


class GivenAnswer(ReplyBody):
    """An answer the rater gave, to be looked at again."""

    answer: str
    lease: str
    revision: int
    payload: dict[str, Any]
    html: str
    media: list[str]
    sequence: int
    counts: bool


class Answers(ReplyBody):
    """The rater's last answers, newest last."""

    answers: list[GivenAnswer]


class Left(ReplyBody):
    """How many trials were handed back."""

    released: int


class WithdrawnAnswers(ReplyBody):
    """How many answers were erased."""

    erased: int


class Guideline(ReplyBody):
    """The guideline in force as safe HTML, and what is new in it since the version before."""

    version: str
    html: str
    changes: str


class PageFiles(ReplyBody):
    """The script and the style that the protocol's own page brings; empty where it brings none."""

    script: str
    style: str


class Session(ReplyBody):
    """All that the page needs to begin."""

    study: str
    rater: str
    code: str
    title: str
    description: str
    instruction: str
    contact: str
    language: str
    languages: list[tuple[str, str]]
    form: dict[str, Any]
    timing: dict[str, Any]
    params: dict[str, Any]
    guideline: Guideline | None
    progress: Progress
    state: Literal["open", "paused", "closed"]
    page: PageFiles
    messages: dict[str, str | dict[str, Any]]
    preview: bool


class Health(ReplyBody):
    """The server is up and takes answers; `degraded` if something else is missing, which `code` names."""

    status: Literal["ok", "degraded"]
    code: Literal["", "media-store-unavailable"] = ""


class ProblemBody(ReplyBody):
    """One thing that is wrong, in words, with a stable code."""

    code: str
    problem: str
    hint: str
    where: str


class ErrorBody(ProblemBody):
    """The first problem, and the list of all."""

    problems: list[ProblemBody]


class Envelope(ReplyBody):
    """The one shape of every error."""

    error: ErrorBody
