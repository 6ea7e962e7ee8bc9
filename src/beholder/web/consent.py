"""What nobody may see before they have agreed to take part."""

from __future__ import annotations

from beholder.declarations.states import RaterStage
from beholder.store.raters import load_raters
from beholder.web.call import HttpError
from beholder.web.served_study import ServedStudy

__all__ = ["consent_first", "stage_of"]


async def stage_of(study: ServedStudy, rater: str) -> str:
    """Where a rater is on the journey."""
    rows = await study.read(lambda conn: load_raters(conn, study.engine.key, [rater]))
    return rows[rater].stage


async def consent_first(study: ServedStudy, rater: str) -> None:
    """Refuses a rater who has not agreed yet, in a study that asks."""
    if RaterStage.CONSENT in study.engine.stages and await stage_of(study, rater) == RaterStage.CONSENT:
        raise HttpError(403, "this needs your consent first", code="consent-needed", hint="read the text and agree")
