"""Messages between raters and those who run the study."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.declarations.states import LeaseState, MessageKind, MessageState, Showing
from beholder.store.schema import leases, messages

__all__ = [
    "MessageRow",
    "add_message",
    "broken_reports",
    "erase_messages",
    "find_sent",
    "list_messages",
    "reported_items",
    "set_message_state",
    "settle_reports",
]


class MessageRow(NamedTuple):
    """One message. `rater` is whose question it is or to whom a reply goes, empty for everybody."""

    message: int
    kind: str
    rater: str
    author: str
    lease: str
    item: int
    about: int
    state: str
    at: int
    text: str
    key: str = ""


_COLUMNS = [messages.c[name] for name in MessageRow._fields]


def add_message(conn: Connection, study: int, row: MessageRow) -> MessageRow:
    """Stores a message under the next number."""
    last = conn.execute(
        sa.select(sa.func.coalesce(sa.func.max(messages.c.message), 0)).where(messages.c.study == study)
    ).scalar_one()
    row = row._replace(message=int(last) + 1)
    conn.execute(sa.insert(messages).values(study=study, **row._asdict()))
    return row


def find_sent(conn: Connection, study: int, row: MessageRow) -> MessageRow | None:
    """The message that its author has sent with the same key and the same words before."""
    alike = [messages.c[name] == getattr(row, name) for name in ("author", "key", "kind", "lease", "text")]
    stored = conn.execute(sa.select(*_COLUMNS).where(messages.c.study == study, *alike)).first()
    return MessageRow(*stored) if stored else None


def list_messages(
    conn: Connection, study: int, *, rater: str | None = None, kinds: Sequence[str] = (), state: str = ""
) -> list[MessageRow]:
    """Messages in order: of one rater (with those for everybody), of some kinds, in a state."""
    query = sa.select(*_COLUMNS).where(messages.c.study == study)
    if rater is not None:
        query = query.where(messages.c.rater.in_([rater, ""]))
    if kinds:
        query = query.where(messages.c.kind.in_(kinds))
    if state:
        query = query.where(messages.c.state == state)
    return [MessageRow(*row) for row in conn.execute(query.order_by(messages.c.message))]


def broken_reports(conn: Connection, study: int, *, answered: int, item: int | None = None) -> dict[int, int]:
    """How many raters reported each item's media, by item; only reports that wait, of raters who answered so many trials."""
    # practice tells nothing of whether somebody works on the study
    worked = sa.select(leases.c.rater).where(
        leases.c.study == study, leases.c.state.in_(LeaseState.HAS_ANSWER), leases.c.kind.in_(Showing.ALIKE)
    )
    worked = worked.group_by(leases.c.rater).having(sa.func.count() >= answered)
    query = (
        sa.select(messages.c.item, sa.func.count(sa.distinct(messages.c.rater)))
        .where(messages.c.study == study, messages.c.kind == MessageKind.BROKEN, messages.c.state == MessageState.OPEN)
        .group_by(messages.c.item)
    )
    if answered:
        query = query.where(messages.c.rater.in_(worked))
    if item is not None:
        query = query.where(messages.c.item == item)
    return {int(number): int(count) for number, count in conn.execute(query)}


def reported_items(conn: Connection, study: int) -> set[int]:
    """The items of which anybody ever reported the media."""
    query = (
        sa.select(messages.c.item).where(messages.c.study == study, messages.c.kind == MessageKind.BROKEN).distinct()
    )
    return {int(item) for item in conn.execute(query).scalars()}


def settle_reports(conn: Connection, study: int, item: int) -> None:
    """Marks the reports about an item as dealt with."""
    conn.execute(
        sa.update(messages)
        .where(messages.c.study == study, messages.c.kind == MessageKind.BROKEN, messages.c.item == item)
        .values(state=MessageState.DONE)
    )


def set_message_state(conn: Connection, study: int, message: int, state: str) -> bool:
    """Marks a message as done or open again; whether there is such a message."""
    changed = conn.execute(
        sa.update(messages).where(messages.c.study == study, messages.c.message == message).values(state=state)
    )
    return changed.rowcount == 1


def erase_messages(conn: Connection, study: int, rater: str) -> None:
    """Empties what a rater wrote, and what was told of their answers."""
    told = sa.and_(messages.c.rater == rater, messages.c.kind.in_(MessageKind.STANDING))
    conn.execute(
        sa.update(messages)
        .where(messages.c.study == study, sa.or_(messages.c.author == rater, told))
        .values(text="", state=MessageState.DONE)
    )
