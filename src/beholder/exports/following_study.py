"""The study that comes after another, made from its answers."""

from __future__ import annotations

from pathlib import Path

from beholder.errors import BeholderError
from beholder.facade import Study
from beholder.protocols import FinishedRound, RoundMade

__all__ = ["write_next_round"]


def write_next_round(study: Study, folder: Path, *, seed: int) -> RoundMade:
    """Writes the next round into an empty folder, where the study's protocol has one."""
    definition = study.definition
    make = definition.protocol.next_round
    if make is None:
        raise BeholderError(
            f"the protocol {definition.declaration.name!r} has no next round",
            code="next-round-missing",
            where=str(definition.folder),
        )
    settings = definition.settings
    done = FinishedRound(
        items=definition.items,
        ratings=study.ratings(all_rows=True).rows,
        media=definition.media_root,
        params=definition.params,
        title=definition.title,
        languages=settings.languages,
        contact=settings.contact,
        group=settings.group or "",
        seed=seed,
    )
    return make(done, folder)
