"""An answer ready to be stored: its text, its salt, and its record in the chain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beholder.engine.batch import Batch
from beholder.engine.joining import random_text
from beholder.errors import BeholderError
from beholder.fields import Payload
from beholder.store import AnswerRow, LeaseRow
from beholder.store.answers import AnswerWithPayload
from beholder.store.records import canonical, payload_digest

__all__ = ["seal"]

MAX_META = 16_000


def seal(batch: Batch, lease: LeaseRow, row: AnswerRow, payload: Payload, meta: Mapping[str, Any]) -> AnswerWithPayload:
    """Adds the answer's record: what was shown and when in plain sight, what was answered as a salted digest."""
    about = canonical(meta)
    if len(about) > MAX_META:
        raise BeholderError(f"the record of the showing has {len(about)} characters", code="answer-meta-too-large")
    text, salt = canonical(payload), random_text(batch, 16)
    body = {
        **row._asdict(),
        "trial": lease.trial,
        "slots": lease.slots,
        "version": lease.version,
        "kind": lease.kind,
    }
    del body["seq"]
    seq = batch.chain.add("answer", row.answer, body, at=batch.now, digest=payload_digest(salt, text, about))
    return AnswerWithPayload(row._replace(seq=seq), text, about, salt)
