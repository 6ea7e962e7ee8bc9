"""Messages between raters and those who run the study."""

from __future__ import annotations

from dataclasses import dataclass

from beholder.declarations.states import MessageKind, MessageState
from beholder.engine.batch import Batch
from beholder.engine.command import Command, handles
from beholder.engine.known_rater import load_rater, own_lease
from beholder.errors import BeholderError
from beholder.store import LeaseRow, messages
from beholder.store.messages import MessageRow

__all__ = ["Ask", "CloseMessage", "Post", "plain_text", "tell_of_rule", "write_message"]


# characters: a long letter, as the boxes on the pages take
_MOST_TEXT = 4000


@dataclass(frozen=True, slots=True)
class Ask(Command[int]):
    """The rater asks those who run the study, about a trial or in general."""

    rater: str
    text: str
    lease: str = ""
    key: str = ""


@handles(Ask)
def ask(batch: Batch, command: Ask) -> int:
    """Keeps a rater's question; its number."""
    rater = load_rater(batch, command.rater)
    lease = own_lease(batch, rater.rater, command.lease) if command.lease else None
    author, key = rater.rater, command.key
    return write_message(
        batch, MessageKind.QUESTION, rater=author, author=author, text=command.text, lease=lease, key=key
    )


@dataclass(frozen=True, slots=True)
class Post(Command[int]):
    """A reply to one rater, a clarification for all, or a notice."""

    author: str
    kind: str
    text: str
    rater: str = ""
    about: int = -1


@handles(Post)
def post(batch: Batch, command: Post) -> int:
    """A reply, a clarification or a notice; closes the question it answers."""
    if command.kind not in MessageKind.POSTED:
        raise BeholderError(f"expected one of {', '.join(MessageKind.POSTED)}", code="message-kind", where="kind")
    rater = "" if command.kind == MessageKind.CLARIFICATION else command.rater
    number = write_message(
        batch, command.kind, rater=rater, author=command.author, text=command.text, about=command.about
    )
    if command.about >= 0:
        messages.set_message_state(batch.conn, batch.context.key, command.about, MessageState.DONE)
    batch.record_act(command.author, command.kind, {"message": number, "about": command.about})
    return number


@dataclass(frozen=True, slots=True)
class CloseMessage(Command[bool]):
    """A message is dealt with."""

    author: str
    message: int


@handles(CloseMessage)
def close_message(batch: Batch, command: CloseMessage) -> bool:
    """Marks a message as dealt with."""
    found = messages.set_message_state(batch.conn, batch.context.key, command.message, MessageState.DONE)
    batch.record_act(command.author, "close-message", {"message": command.message})
    return found


def write_message(
    batch: Batch,
    kind: str,
    *,
    rater: str,
    author: str,
    text: str,
    lease: LeaseRow | None = None,
    about: int = -1,
    key: str = "",
) -> int:
    """Stores a message; its number. One that is sent again with its key is stored once."""
    row = MessageRow(
        message=0,
        kind=kind,
        rater=rater,
        author=author,
        lease=lease.lease if lease else "",
        item=lease.item if lease else -1,
        about=about,
        state=MessageState.OPEN if kind in MessageKind.ASKED else MessageState.DONE,
        at=batch.now,
        text=plain_text(text),
        key=key,
    )
    if key and (sent := messages.find_sent(batch.conn, batch.context.key, row)) is not None:
        return sent.message
    return messages.add_message(batch.conn, batch.context.key, row).message


def plain_text(text: str) -> str:
    """What somebody wrote, if it can be stored and read; else an error."""
    text = text.strip()
    if not text or len(text) > _MOST_TEXT or "\x00" in text or any("\ud800" <= c <= "\udfff" for c in text):
        raise BeholderError(f"expected a text of 1 to {_MOST_TEXT} characters", code="message-text", where="text")
    return text


def tell_of_rule(batch: Batch, kind: str, rater: str, *, rule: str, share: tuple[int, int]) -> None:
    """Leaves a message by the rule; `share` is how many of how many."""
    write_message(batch, kind, rater=rater, author=rule, text=f"{share[0]}/{share[1]}")
