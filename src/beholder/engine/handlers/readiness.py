"""Whether the thread that writes can write: asked of itself, not told from what it did last."""

from __future__ import annotations

from dataclasses import dataclass

from beholder.engine.batch import Batch
from beholder.engine.command import Command, handles
from beholder.store.studies import touch_study

__all__ = ["TryWriting"]


@dataclass(frozen=True, slots=True)
class TryWriting(Command[bool]):
    """Goes to the disk like an answer, and changes nothing."""


@handles(TryWriting)
def try_writing(batch: Batch, _command: TryWriting) -> bool:
    """Writes a row as it is; the answer is handed out once it is on disk."""
    touch_study(batch.conn, batch.context.key)
    return True
