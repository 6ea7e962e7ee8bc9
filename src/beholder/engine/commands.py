"""What can be asked of a running study, and what comes back. Commands of many raters are carried out together."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from beholder.store import LeaseRow

__all__ = [
    "Answer",
    "Answered",
    "Command",
    "Exclude",
    "Join",
    "JoinedRater",
    "Lease",
    "Leased",
    "Leave",
    "SetState",
    "Sweep",
    "Withdraw",
    "Withdrawn",
]


@dataclass(frozen=True, slots=True)
class Join:
    """A new rater. `platform` and `external` say who a crowd platform claims this is, `link` what else its link said."""

    kind: str = "human"
    language: str = "en"
    platform: str = ""
    external: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class JoinedRater:
    """The pseudonym, and the token that only the rater holds."""

    rater: str
    token: str


@dataclass(frozen=True, slots=True)
class Lease:
    """Trials for a rater: what they hold already, topped up to `want`.

    With `known`, the result brings the stored text of the items that are not in it.
    """

    rater: str
    want: int = 6
    known: Container[int] | None = None


@dataclass(frozen=True, slots=True)
class Leased:
    """Leases in the order of showing. Without any, `reason` says why: done, wait, paused, closed or stopped.

    `open_places` is how many ratings of the study nobody has given or holds. `items` are texts of items by number.
    """

    leases: Sequence[LeaseRow]
    reason: str = ""
    open_places: int = 0
    items: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer. `id` is made by the client, `revises` names the answer it corrects.

    `elapsed_ms` is the time from first paint to submit, `age_ms` that from submit to sending: both measured by the
    client, turned into server times on arrival.
    """

    id: str
    rater: str
    lease: str
    payload: Mapping[str, Any]
    meta: Mapping[str, Any] = field(default_factory=dict)
    revises: str = ""
    elapsed_ms: int = 0
    active_ms: int = 0
    age_ms: int = 0
    guideline: str = "1"


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer is on disk. `replay` if it was there before; `excluded_by` if it will not count, and why.

    `passed` says whether it is as expected, where something is: in practice, qualification and attention checks.
    `standing` says what the rule about checks made of it: `warned`, `stopped`, or nothing.
    """

    answer: str
    seq: int
    revision: int
    excluded_by: str = ""
    replay: bool = False
    kind: str = "main"
    passed: bool | None = None
    standing: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """The rater goes: leases are handed back."""

    rater: str


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The rater withdraws: everything they answered is erased, and its places open again."""

    rater: str


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """How many answers were erased."""

    answers: int


@dataclass(frozen=True, slots=True)
class Exclude:
    """Takes answers out of the results by a named rule; they are kept, and with `reissue` their places open again."""

    answers: Sequence[str]
    rule: str
    reissue: bool = True


@dataclass(frozen=True, slots=True)
class SetState:
    """Opens, pauses or closes the study."""

    state: str


@dataclass(frozen=True, slots=True)
class Sweep:
    """Frees the leases of raters who have not been in contact for too long."""


Command = Join | Lease | Answer | Leave | Withdraw | Exclude | SetState | Sweep
