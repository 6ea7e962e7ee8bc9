"""Raters: pseudonyms, their tokens' digests, and where each is in the study."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.declarations.states import LeaseState, RaterKind, RaterStage, RaterState
from beholder.store.prepared import PreparedStatement
from beholder.store.rows import RaterRow
from beholder.store.schema import leases, platform_ids, raters, sheets

__all__ = [
    "INVITE",
    "LINK",
    "absent_raters",
    "add_rater",
    "add_sheet",
    "all_platform_ids",
    "all_raters",
    "count_active",
    "count_present",
    "erase_sheets",
    "fill_code_digests",
    "find_by_code",
    "find_by_token",
    "last_number",
    "load_raters",
    "load_sheets",
    "platform_ids_below",
    "platform_ids_of",
    "platform_link",
    "stream_sheets",
    "update_raters",
]


def add_sheet(conn: Connection, study: int, *, rater: str, name: str, at: int, payload: str, salt: str) -> None:
    """Stores a sheet; each rater has one of each name."""
    conn.execute(sa.insert(sheets).values(study=study, rater=rater, name=name, at=at, payload=payload, salt=salt))


def load_sheets(conn: Connection, study: int, *, rater: str = "") -> list[tuple[str, str, int, str | None]]:
    """Sheets as (rater, name, time, payload), of one rater or of all; the payload is None where erased."""
    query = sa.select(sheets.c.rater, sheets.c.name, sheets.c.at, sheets.c.payload).where(sheets.c.study == study)
    if rater:
        query = query.where(sheets.c.rater == rater)
    return [(str(r), str(n), int(t), p) for r, n, t, p in conn.execute(query.order_by(sheets.c.at, sheets.c.rater))]


def stream_sheets(conn: Connection, study: int) -> Iterator[tuple[str, str, int, str | None, str | None]]:
    """Every sheet as stored: (rater, name, time, payload, salt)."""
    query = sa.select(sheets.c.rater, sheets.c.name, sheets.c.at, sheets.c.payload, sheets.c.salt)
    for row in conn.execute(query.where(sheets.c.study == study).order_by(sheets.c.rater, sheets.c.name)):
        yield row[0], row[1], row[2], row[3], row[4]


def erase_sheets(conn: Connection, study: int, rater: str) -> None:
    """Empties what a rater filled in."""
    conn.execute(
        sa.update(sheets).where(sheets.c.study == study, sheets.c.rater == rater).values(payload=None, salt=None)
    )


INVITE = "invite"
"""Stands for a platform's name where the id is a use of an invitation."""

LINK = ":link"
"""Ends the platform's name in rows that hold what else a rater's link said, as JSON, instead of an id."""

_COLUMNS = [raters.c[name] for name in RaterRow._fields]
_MOVING = (
    *("state", "seen_at", "cursor", "sequence", "last_item", "flips", "stage", "session_at"),
    *("worked_until", "overclaimed_ms", "unopened", "answered", "implausible"),
)

_SOME = PreparedStatement(
    sa.select(*_COLUMNS).where(
        raters.c.study == sa.bindparam("key"), raters.c.rater.in_(sa.bindparam("wanted", expanding=True))
    )
)


def add_rater(
    conn: Connection, study: int, row: RaterRow, *, token_digest: str, code_digest: str | None = None
) -> None:
    """Adds a rater."""
    digests = {"token_digest": token_digest, "code_digest": code_digest}
    conn.execute(sa.insert(raters).values(study=study, **digests, **row._asdict()))


def load_raters(conn: Connection, study: int, wanted: Sequence[str]) -> dict[str, RaterRow]:
    """Some raters by pseudonym."""
    return {row[0]: RaterRow(*row) for row in _SOME.all(conn, key=study, wanted=list(wanted))}


def all_raters(conn: Connection, study: int, *, adjudicators: bool = False) -> list[RaterRow]:
    """All raters in the order they joined; `adjudicators` run the study, and are stored beside them for their decisions."""
    query = sa.select(*_COLUMNS).where(raters.c.study == study).order_by(raters.c.number)
    if not adjudicators:
        query = query.where(raters.c.kind != RaterKind.ADJUDICATOR)
    return [RaterRow(*row) for row in conn.execute(query)]


_BY_TOKEN = sa.select(raters.c.study, *_COLUMNS).where(raters.c.token_digest == sa.bindparam("digest"))


def find_by_token(conn: Connection, digest: str) -> tuple[int, RaterRow] | None:
    """The study and rater that hold the token with this digest."""
    row = conn.execute(_BY_TOKEN, {"digest": digest}).one_or_none()
    return (int(row[0]), RaterRow(*row[1:])) if row else None


_BY_CODE = sa.select(*_COLUMNS).where(
    raters.c.study == sa.bindparam("key"), raters.c.code_digest == sa.bindparam("digest")
)


def find_by_code(conn: Connection, study: int, digest: str) -> RaterRow | None:
    """The rater whose resume code has this digest."""
    row = conn.execute(_BY_CODE, {"key": study, "digest": digest}).one_or_none()
    return RaterRow(*row) if row else None


def fill_code_digests(conn: Connection, study: int, digest_of: Callable[[str], str]) -> None:
    """Adds the digests of codes to raters who joined before digests were kept."""
    query = sa.select(raters.c.rater).where(raters.c.study == study, raters.c.code_digest.is_(None))
    # two raters in a million share a code by chance; the first of them keeps it
    digests = {digest_of(rater): rater for rater in sorted(conn.execute(query).scalars(), reverse=True)}
    known = sa.select(raters.c.code_digest).where(raters.c.study == study, raters.c.code_digest.is_not(None))
    taken = set(conn.execute(known).scalars()) if digests else set()
    new = [{"who": rater, "digest": digest} for digest, rater in digests.items() if digest not in taken]
    if new:
        who = (raters.c.study == study, raters.c.rater == sa.bindparam("who"))
        conn.execute(sa.update(raters).where(*who).values(code_digest=sa.bindparam("digest")), new)


def last_number(conn: Connection, study: int) -> int:
    """The number of the rater who joined last; -1 if nobody has."""
    query = sa.select(sa.func.coalesce(sa.func.max(raters.c.number), -1)).where(raters.c.study == study)
    return int(conn.execute(query).scalar_one())


_UPDATE = PreparedStatement(
    sa.update(raters)
    .where(raters.c.study == sa.bindparam("key"), raters.c.rater == sa.bindparam("who"))
    .values({name: sa.bindparam(f"new_{name}") for name in _MOVING})
)


def update_raters(conn: Connection, study: int, rows: Iterable[RaterRow]) -> None:
    """Writes what moves about raters: state, last contact, place in the plan."""
    given: list[Mapping[str, Any]] = [
        {"key": study, "who": row.rater, **{f"new_{name}": getattr(row, name) for name in _MOVING}} for row in rows
    ]
    _UPDATE.many(conn, given)


_ACTIVE = PreparedStatement(
    sa.select(
        sa.func.count(), sa.func.coalesce(sa.func.sum(sa.case((raters.c.worked_until == 0, 1), else_=0)), 0)
    ).where(
        raters.c.study == sa.bindparam("key"),
        raters.c.seen_at > sa.bindparam("since"),
        raters.c.state == RaterState.ACTIVE,
    )
)


def count_active(conn: Connection, study: int, *, since: int) -> tuple[int, int]:
    """How many raters were in contact since then, and how many of them have not answered anything yet."""
    everybody, new = _ACTIVE.all(conn, key=study, since=since)[0]
    return int(everybody), int(new)


def count_present(conn: Connection, study: int, *, since: int) -> int:
    """How many raters were in contact since then and have something before them: a trial they hold, or another stage.

    Whoever has come to the end holds nothing, however short ago that was.
    """
    holds = sa.exists().where(
        leases.c.study == study, leases.c.rater == raters.c.rater, leases.c.state == LeaseState.OPEN.value
    )
    on_the_way = raters.c.stage.in_([*RaterStage.QUESTIONS, RaterStage.CONSENT.value])
    query = sa.select(sa.func.count()).where(
        raters.c.study == study,
        raters.c.seen_at > since,
        raters.c.state == RaterState.ACTIVE.value,
        raters.c.stage.not_in([RaterStage.SCREENED_OUT.value, RaterStage.STOPPED.value]),
        sa.or_(on_the_way, holds),
    )
    return int(conn.execute(query).scalar_one())


_ABSENT = PreparedStatement(
    sa.select(*_COLUMNS).where(
        raters.c.study == sa.bindparam("key"),
        raters.c.seen_at <= sa.bindparam("since"),
        raters.c.state == RaterState.ACTIVE,
    )
)
_AHEAD = PreparedStatement(
    sa.select(*_COLUMNS).where(
        raters.c.study == sa.bindparam("key"),
        raters.c.seen_at > sa.bindparam("until"),
        raters.c.state == RaterState.ACTIVE,
    )
)


def absent_raters(conn: Connection, study: int, *, since: int, until: int) -> list[RaterRow]:
    """Raters counted as active who were not in contact after `since`.

    Where the clock was set back, the last contact of those who have been silent since then lies after `until`.
    """
    found = (*_ABSENT.all(conn, key=study, since=since), *_AHEAD.all(conn, key=study, until=until))
    return [RaterRow(*row) for row in found]


def add_platform_id(conn: Connection, study: int, *, rater: str, platform: str, external: str, salt: str) -> None:
    """Notes whom a crowd platform says a rater is."""
    conn.execute(
        sa.insert(platform_ids).values(study=study, platform=platform, external=external, rater=rater, salt=salt)
    )


def all_platform_ids(conn: Connection, study: int) -> dict[str, tuple[str, dict[str, str]]]:
    """What platforms say of each rater who is known to one: the salt, and ids by platform. Uses without a rater are left out."""
    found: dict[str, tuple[str, dict[str, str]]] = {}
    query = sa.select(
        platform_ids.c.rater, platform_ids.c.salt, platform_ids.c.platform, platform_ids.c.external
    ).where(platform_ids.c.study == study, platform_ids.c.rater != "")
    for rater, salt, platform, external in conn.execute(query):
        found.setdefault(str(rater), (str(salt), {}))[1][str(platform)] = str(external)
    return found


def has_platform_id(conn: Connection, study: int, *, platform: str, externals: Sequence[str]) -> bool:
    """Whether somebody came with one of these platform ids before."""
    query = sa.select(platform_ids.c.rater).where(
        platform_ids.c.study == study, platform_ids.c.platform == platform, platform_ids.c.external.in_(externals)
    )
    return conn.execute(query).first() is not None


def platform_ids_of(conn: Connection, study: int, rater: str) -> dict[str, str]:
    """What platforms say of one rater, by platform."""
    query = sa.select(platform_ids.c.platform, platform_ids.c.external).where(
        platform_ids.c.study == study, platform_ids.c.rater == rater
    )
    return {str(platform): str(external) for platform, external in conn.execute(query)}


def platform_link(conn: Connection, study: int, *, rater: str, platform: str) -> str | None:
    """What the link of a rater from this platform said, as JSON."""
    query = sa.select(platform_ids.c.external).where(
        platform_ids.c.study == study, platform_ids.c.rater == rater, platform_ids.c.platform == platform + LINK
    )
    return conn.execute(query).scalar_one_or_none()


def platform_ids_below(conn: Connection, study: int, *, platform: str, prefix: str) -> set[str]:
    """The platform ids that begin with a prefix."""
    query = sa.select(platform_ids.c.external).where(
        platform_ids.c.study == study,
        platform_ids.c.platform == platform,
        platform_ids.c.external.startswith(prefix, autoescape=True),
    )
    return set(conn.execute(query).scalars())


def erase_platform_ids(conn: Connection, study: int, rater: str, *, kept: Mapping[str, str]) -> None:
    """Forgets who a rater was. What is `kept`, by platform, says that somebody came, and not who."""
    conn.execute(sa.delete(platform_ids).where(platform_ids.c.study == study, platform_ids.c.rater == rater))
    for platform, external in kept.items():
        add_platform_id(conn, study, rater="", platform=platform, external=external, salt="")
