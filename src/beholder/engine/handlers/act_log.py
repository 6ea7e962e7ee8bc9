"""What needs no more than to be on record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from beholder.engine.batch import Batch
from beholder.engine.command import Command, handles

__all__ = ["LogAct"]


@dataclass(frozen=True, slots=True)
class LogAct(Command[None]):
    """Something that only needs to be on record: a look at results, an unblinding, an export."""

    author: str
    what: str
    details: Mapping[str, Any] = field(default_factory=dict)


@handles(LogAct)
def log_act(batch: Batch, command: LogAct) -> None:
    """Puts something on record."""
    batch.record_act(command.author, command.what, dict(command.details))
