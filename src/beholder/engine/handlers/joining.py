"""Raters come, leave, fall silent, withdraw."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from beholder.declarations.states import ExcludedBy, LeaseState, RaterKind, RaterStage, RaterState, StudyState
from beholder.engine.batch import Batch
from beholder.engine.command import Command, handles
from beholder.engine.known_rater import load_rater
from beholder.engine.planning.chance import plan_start
from beholder.errors import BeholderError
from beholder.store import RaterRow, answers, leases, messages, raters
from beholder.store.records import canonical, payload_digest

__all__ = [
    "AskForPlace",
    "Join",
    "JoinedRater",
    "Leave",
    "Sweep",
    "Withdraw",
    "Withdrawn",
    "free_leases",
    "join",
    "token_digest",
]


def token_digest(token: str) -> str:
    """What is stored of a rater's token."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class JoinedRater:
    """The pseudonym, the token that only the rater holds, and the language they came with."""

    rater: str
    token: str
    language: str


@dataclass(frozen=True, slots=True)
class Join(Command[JoinedRater]):
    """A new rater. `platform` and `external` say who a crowd platform claims this is, `link` what else its link said.

    With a `token` of the sender's, the same command again is the same rater; without, one is made.
    """

    kind: str = RaterKind.HUMAN
    language: str = "en"
    platform: str = ""
    external: str = ""
    link: str = ""
    token: str = ""


@handles(Join)
def join(batch: Batch, command: Join) -> JoinedRater:
    """Adds a rater. Starting points are spread over the plan, so that early raters cover it evenly."""
    context = batch.context
    token = command.token or batch.random_text(24)
    if command.token and (joined := raters.find_by_token(batch.conn, token_digest(token))):
        before = load_rater(batch, joined[1].rater)
        return JoinedRater(before.rater, token, before.language)
    if command.platform:
        _refuse_known(batch, command)
    number = raters.last_number(batch.conn, context.key) + 1
    start = int(plan_start(batch.row.seed, number) * (context.last_rank + 1)) - 1
    pseudonym, code = _new_name(batch)
    row = RaterRow(
        rater=pseudonym,
        number=number,
        kind=command.kind,
        state=RaterState.ACTIVE,
        language=command.language,
        joined_at=batch.now,
        seen_at=batch.now,
        cursor=start,
        sequence=0,
        last_item=-1,
        flips=0,
        stage=context.stages[0] if command.kind == RaterKind.HUMAN else RaterStage.TRIALS,
        session_at=batch.now,
    )
    raters.add_rater(batch.conn, context.key, row, token_digest=token_digest(token), code_digest=code)
    digest = _keep_platform_ids(batch, pseudonym, command) if command.platform else ""
    told = {"kind": command.kind, "number": number, "language": command.language}
    batch.chain.add("join", pseudonym, told, at=batch.now, digest=digest)
    return JoinedRater(pseudonym, token, command.language)


@dataclass(frozen=True, slots=True)
class AskForPlace(Command[bool]):
    """Whether somebody new would have something to do, so that nobody is asked anything in vain."""


@handles(AskForPlace)
def ask_for_place(batch: Batch, command: AskForPlace) -> bool:
    """Whether there is a place. Whom a platform sends cannot wait for what others may leave; anybody else can."""
    if batch.state == StudyState.CLOSED:
        return False
    if batch.open_places <= 0:
        free_leases(batch)
    if batch.open_places > 0:
        return True
    waits = batch.context.definition.settings.crowd is None
    return waits and leases.any_open(batch.conn, batch.context.key)


def _refuse_known(batch: Batch, command: Join) -> None:
    """Refuses an id with which somebody came before, in the same words if they withdrew: that is nobody else's business."""
    context, platform = batch.context, command.platform
    known = [command.external, *_kept(_ids_in(command), context.id_digest).values()]
    if raters.has_platform_id(batch.conn, context.key, platform=platform, externals=known):
        # anybody can write an id into a link: only the code, which the first browser was given, proves who it is
        raise BeholderError(
            "somebody has already begun with this id",
            code="platform-id-taken",
            hint="go on in the browser you began in, or enter the code you were given there",
        )


def _kept(ids: Mapping[str, str], digest: Callable[[str], str] | None) -> dict[str, str]:
    """What a withdrawal leaves of ids, so that it frees no invitation and gives nobody another attempt."""
    kept: dict[str, str] = {}
    for platform, external in ids.items():
        if platform.endswith(raters.LINK):
            continue
        # invitations have no further link; a platform of that name has
        if platform == raters.INVITE and platform + raters.LINK not in ids:
            kept[platform] = external
        elif digest:
            kept[platform] = digest(canonical([platform, external]))
    return kept


def _ids_in(command: Join) -> dict[str, str]:
    link = {command.platform + raters.LINK: command.link} if command.link else {}
    return {command.platform: command.external, **link}


def _keep_platform_ids(batch: Batch, rater: str, command: Join) -> str:
    """Notes whom a platform says the rater is; the salted digest of it, from which nothing can be guessed once it is erased."""
    ids = _ids_in(command)
    salt = batch.random_text(16)
    for platform, external in ids.items():
        raters.add_platform_id(
            batch.conn, batch.context.key, rater=rater, platform=platform, external=external, salt=salt
        )
    return payload_digest(salt, canonical(ids), "")


def _new_name(batch: Batch) -> tuple[str, str | None]:
    """A pseudonym, and the digest of its code; drawn again where somebody has that code already."""
    context = batch.context
    while True:
        name = "r" + base64.b32encode(context.entropy(5)).decode().lower()
        code = context.code_digest(name) if context.code_digest else None
        if code is None or raters.find_by_code(batch.conn, context.key, code) is None:
            return name, code


@dataclass(frozen=True, slots=True)
class Leave(Command[int]):
    """The rater goes: leases are handed back."""

    rater: str


@handles(Leave)
def leave(batch: Batch, command: Leave) -> int:
    """Hands the rater's open leases back; how many there were."""
    row = load_rater(batch, command.rater)
    held = leases.leases_of(batch.conn, batch.context.key, row.rater, [LeaseState.OPEN])
    batch.give_back(held)
    leases.set_lease_states(batch.conn, {lease.lease: LeaseState.RELEASED for lease in held})
    raters.update_raters(batch.conn, batch.context.key, [row._replace(state=RaterState.LEFT, seen_at=batch.now)])
    return len(held)


@dataclass(frozen=True, slots=True)
class Sweep(Command[int]):
    """Frees the leases of raters who have not been in contact for too long."""


@handles(Sweep)
def sweep(batch: Batch, command: Sweep) -> int:
    """Frees what can be freed now; how many leases."""
    return free_leases(batch)


def free_leases(batch: Batch) -> int:
    """Frees the leases of raters who have been silent for longer than a lease lasts, and those held too long; how many."""
    conn, context = batch.conn, batch.context
    since, until = batch.now - context.lease_ms, batch.now + context.lease_ms
    absent = raters.absent_raters(conn, context.key, since=since, until=until)
    freed = leases.held_since(conn, context.key, batch.now - context.definition.settings.longest_lease_ms)
    if absent:
        held = leases.open_leases(conn, context.key, [row.rater for row in absent])
        of_absent = [lease for of_rater in held.values() for lease in of_rater]
        freed = list({lease.lease: lease for lease in (*freed, *of_absent)}.values())
        raters.update_raters(conn, context.key, [row._replace(state=RaterState.LEFT) for row in absent])
    if freed:
        batch.give_back(freed)
        leases.set_lease_states(conn, {lease.lease: LeaseState.EXPIRED for lease in freed})
        batch.write_places()
    return len(freed)


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """How many answers were erased."""

    answers: int


@dataclass(frozen=True, slots=True)
class Withdraw(Command[Withdrawn]):
    """The rater withdraws: everything they answered is erased, and its places open again."""

    erases: ClassVar[bool] = True

    rater: str


@handles(Withdraw)
def withdraw(batch: Batch, command: Withdraw) -> Withdrawn:
    """Erases everything the rater answered and opens its places again; the chain stays valid."""
    conn, key = batch.conn, batch.context.key
    row = load_rater(batch, command.rater)
    held = leases.leases_of(conn, key, row.rater, LeaseState.ERASABLE)
    batch.give_back(lease for lease in held if lease.state in LeaseState.HOLDING)
    batch.note_votes(lease for lease in held if lease.state == LeaseState.ANSWERED)
    states = {
        lease.lease: LeaseState.RELEASED if lease.state == LeaseState.OPEN else LeaseState.WITHDRAWN for lease in held
    }
    leases.set_lease_states(conn, states)
    given = [answer.answer for answer in answers.answers_of_rater(conn, key, row.rater)]
    answers.exclude_answers(conn, given, rule=ExcludedBy.WITHDRAWN)
    answers.erase_payloads(conn, given)
    raters.erase_sheets(conn, key, row.rater)
    messages.erase_messages(conn, key, row.rater)
    raters.update_raters(conn, key, [row._replace(state=RaterState.WITHDRAWN, seen_at=batch.now)])
    # whoever declines to take part has tried nothing, and may think better of it
    ids = {} if row.stage == RaterStage.CONSENT else raters.platform_ids_of(conn, key, row.rater)
    kept = _kept(ids, batch.context.id_digest)
    raters.erase_platform_ids(conn, key, row.rater, kept=kept)
    batch.chain.add("withdraw", row.rater, {"answers": len(given)}, at=batch.now)
    return Withdrawn(len(given))
