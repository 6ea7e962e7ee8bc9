"""A judgment as an answer, so that whatever reads answers reads it too."""

from __future__ import annotations

from beholder.declarations.states import LeaseState, RaterKind
from beholder.store.answers import FullAnswer
from beholder.store.judgments import JudgmentRow

__all__ = ["answer_of"]


def answer_of(row: JudgmentRow) -> FullAnswer | None:
    """A judgment as the ratings table reads answers; None where the judge gave none."""
    if row.state != LeaseState.ANSWERED or row.payload is None:
        return None
    return FullAnswer(
        answer=f"{row.judge}-{row.trial}-{row.occasion}",
        seq=row.seq,
        revision=1,
        rater=row.judge,
        rater_kind=RaterKind.MODEL,
        trial=row.trial,
        kind=row.kind,
        item=row.item,
        slots=row.slots,
        sequence=row.occasion,
        version=row.version,
        started_at=row.at,
        submitted_at=row.at,
        active_ms=0,
        guideline=row.guideline,
        excluded_by="",
        passed=row.passed,
        payload=row.payload,
    )
