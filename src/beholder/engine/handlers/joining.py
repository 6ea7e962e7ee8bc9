"""Raters come, leave, fall silent, withdraw."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Mapping

from beholder.engine.batch import Batch
from beholder.engine.commands import Join, JoinedRater, Leave, Withdraw, Withdrawn
from beholder.engine.planning.chance import keyed_rng
from beholder.errors import BeholderError
from beholder.store import RaterRow, answers, leases, messages, raters
from beholder.store import raters as sheets
from beholder.store.records import canonical, payload_digest

__all__ = ["in_contact", "join", "leave", "rater_or_refuse", "sweep", "token_digest", "withdraw"]

_GOLDEN = 0.6180339887498949


def token_digest(token: str) -> str:
    """What is stored of a rater's token."""
    return hashlib.sha256(token.encode()).hexdigest()


def random_text(batch: Batch, size: int) -> str:
    """Unguessable text for tokens and pseudonyms."""
    return base64.urlsafe_b64encode(batch.context.entropy(size)).rstrip(b"=").decode()


def join(batch: Batch, command: Join) -> JoinedRater:
    """Adds a rater. Starting points are spread over the plan, so that early raters cover it evenly."""
    context = batch.context
    if command.platform:
        _refuse_known(batch, command)
    number = raters.last_number(batch.conn, context.key) + 1
    offset = float(keyed_rng(batch.row.seed, "start").random())
    start = int(((offset + number * _GOLDEN) % 1.0) * (context.last_rank + 1)) - 1
    pseudonym, code = _new_name(batch)
    token = random_text(batch, 24)
    row = RaterRow(
        rater=pseudonym,
        number=number,
        kind=command.kind,
        state="active",
        language=command.language,
        joined_at=batch.now,
        seen_at=batch.now,
        cursor=start,
        sequence=0,
        last_item=-1,
        flips=0,
        stage=context.stages[0] if command.kind == "human" else "trials",
        session_at=batch.now,
    )
    raters.add_rater(batch.conn, context.key, row, token_digest=token_digest(token), code_digest=code)
    digest = _keep_platform_ids(batch, pseudonym, command) if command.platform else ""
    told = {"kind": command.kind, "number": number, "language": command.language}
    batch.chain.add("join", pseudonym, told, at=batch.now, digest=digest)
    return JoinedRater(pseudonym, token)


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
    salt = random_text(batch, 16)
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


def rater_or_refuse(batch: Batch, found: dict[str, RaterRow], rater: str) -> RaterRow:
    """The rater's row; an error if there is none or they have withdrawn."""
    row = found.get(rater)
    if row is None:
        raise BeholderError("this study does not know the rater", code="rater-unknown")
    if row.state == "withdrawn":
        raise BeholderError("the rater has withdrawn from the study", code="rater-withdrawn")
    return row


def in_contact(batch: Batch, rater: RaterRow) -> RaterRow:
    """The rater's row now that they were heard from.

    A sitting begins anew after a silence as long as a lease lasts, and where the clock was set back to before it.
    """
    rested = batch.now - rater.seen_at > batch.context.lease_ms or rater.session_at > batch.now
    sitting = batch.now if rested else rater.session_at
    return rater._replace(state="active", seen_at=batch.now, session_at=sitting)


def leave(batch: Batch, command: Leave) -> int:
    """Hands the rater's open leases back; how many there were."""
    found = raters.load_raters(batch.conn, batch.context.key, [command.rater])
    row = rater_or_refuse(batch, found, command.rater)
    held = leases.leases_of(batch.conn, batch.context.key, row.rater, ["open"])
    batch.give_back(held)
    leases.set_lease_states(batch.conn, {lease.lease: "released" for lease in held})
    raters.update_raters(batch.conn, batch.context.key, [row._replace(state="left", seen_at=batch.now)])
    return len(held)


def sweep(batch: Batch) -> int:
    """Frees the leases of raters who have been silent for longer than a lease lasts, and those held too long; how many."""
    conn, context = batch.conn, batch.context
    since, until = batch.now - context.lease_ms, batch.now + context.lease_ms
    absent = raters.absent_raters(conn, context.key, since=since, until=until)
    freed = leases.held_since(conn, context.key, batch.now - context.definition.settings.longest_lease_ms)
    if absent:
        held = leases.open_leases(conn, context.key, [row.rater for row in absent])
        of_absent = [lease for of_rater in held.values() for lease in of_rater]
        freed = list({lease.lease: lease for lease in (*freed, *of_absent)}.values())
        raters.update_raters(conn, context.key, [row._replace(state="left") for row in absent])
    if freed:
        batch.give_back(freed)
        leases.set_lease_states(conn, {lease.lease: "expired" for lease in freed})
        batch.write_places()
    return len(freed)


def withdraw(batch: Batch, command: Withdraw) -> Withdrawn:
    """Erases everything the rater answered and opens its places again; the chain stays valid."""
    conn, key = batch.conn, batch.context.key
    row = rater_or_refuse(batch, raters.load_raters(conn, key, [command.rater]), command.rater)
    held = leases.leases_of(conn, key, row.rater, ["open", "answered", "late", "excluded"])
    batch.give_back(lease for lease in held if lease.state in ("open", "answered"))
    states = {lease.lease: "released" if lease.state == "open" else "withdrawn" for lease in held}
    leases.set_lease_states(conn, states)
    given = [answer.answer for answer in answers.answers_of_rater(conn, key, row.rater)]
    answers.exclude_answers(conn, given, rule="withdrawn")
    answers.erase_payloads(conn, given)
    sheets.erase_sheets(conn, key, row.rater)
    messages.erase_messages(conn, key, row.rater)
    raters.update_raters(conn, key, [row._replace(state="withdrawn", seen_at=batch.now)])
    # whoever declines to take part has tried nothing, and may think better of it
    ids = {} if row.stage == "consent" else raters.platform_ids_of(conn, key, row.rater)
    kept = _kept(ids, batch.context.id_digest)
    raters.erase_platform_ids(conn, key, row.rater, kept=kept)
    batch.chain.add("withdraw", row.rater, {"answers": len(given)}, at=batch.now)
    return Withdrawn(len(given))
