"""An answer ready to be stored: its text, its salt, and its record in the chain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beholder.engine.batch import Batch
from beholder.engine.handlers.joining import random_text
from beholder.errors import BeholderError
from beholder.fields import Payload
from beholder.store import AnswerRow, LeaseRow
from beholder.store.answers import OF_SHOWING, AnswerWithPayload
from beholder.store.records import canonical, payload_digest

__all__ = ["record_of_showing", "seal", "storable"]

MAX_META = 16_000


def storable(value: Any) -> str:
    """What a browser sent, as canonical text; refused if it holds a number that JSON has no place for."""
    try:
        return canonical(value)
    except ValueError:
        raise BeholderError("a number is infinite, undefined or too long", code="answer-bad-value") from None


def record_of_showing(meta: Mapping[str, Any]) -> str:
    """What the page tells of a showing, as it is stored."""
    about = storable(meta)
    if len(about) > MAX_META:
        raise BeholderError(f"the record of the showing has {len(about)} characters", code="answer-meta-too-large")
    return about


def seal(batch: Batch, lease: LeaseRow, row: AnswerRow, payload: Payload, about: str) -> AnswerWithPayload:
    """Adds the answer's record: what was shown and when in plain sight, what was answered as a salted digest."""
    text, salt = canonical(payload), random_text(batch, 16)
    body = {**row._asdict(), **{name: getattr(lease, name) for name in OF_SHOWING}}
    del body["seq"]
    seq = batch.chain.add("answer", row.answer, body, at=batch.now, digest=payload_digest(salt, text, about))
    return AnswerWithPayload(row._replace(seq=seq), text, about, salt)
