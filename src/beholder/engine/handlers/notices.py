"""What a rule made of a rater's work, told to those who run the study: in the inbox, as done."""

from __future__ import annotations

from beholder.engine.batch import Batch
from beholder.store import messages
from beholder.store.messages import MessageRow

__all__ = ["tell_of_rule"]


def tell_of_rule(batch: Batch, kind: str, rater: str, *, rule: str, share: tuple[int, int]) -> None:
    """Leaves a message by the rule; `share` is how many of how many."""
    row = MessageRow(
        message=0,
        kind=kind,
        rater=rater,
        author=rule,
        lease="",
        item=-1,
        about=-1,
        state="done",
        at=batch.now,
        text=f"{share[0]}/{share[1]}",
    )
    messages.add_message(batch.conn, batch.context.key, row)
