"""Layouts that a protocol knows how to write, such as the one in which a field publishes its data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from beholder.errors import BeholderError
from beholder.exports.tables import Exported
from beholder.facade import Study
from beholder.keeping.verify import Receipt
from beholder.protocols import FinishedRound, RoundMade
from beholder.store.studies import load_study
from beholder.tables.formats import format_names
from beholder.tables.ratings import Rating
from beholder.tables.writing import written_whole

__all__ = ["layout_names", "write_layout", "write_next_round"]


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
    done = replace(_finished(study, study.ratings(all_rows=True).rows), seed=seed)
    return make(done, folder)


def layout_names(study: Study) -> tuple[str, ...]:
    """The layouts that the study's protocol brings."""
    return tuple(study.definition.protocol.layouts)


def write_layout(study: Study, name: str, path: Path) -> Exported:
    """Writes the study in a layout of its protocol; the protocol says which endings it knows."""
    layout = study.definition.protocol.layouts.get(name)
    if layout is None:
        own = ", ".join(layout_names(study)) or "none of its own"
        raise BeholderError(
            f"there is no format {name!r} for a study of the protocol {study.definition.declaration.name!r}",
            code="export-format",
            hint=f"{', '.join(format_names())}, hf; and {own}",
        )
    with study.database.read() as conn:
        row = load_study(conn, study.key)
        done = replace(_finished(study, tuple(study.rows(conn))), folder=study.definition.folder)
    with written_whole(path) as temporary:
        count = layout.write(done, temporary)
    return Exported(files=(path,), rows=count, receipt=Receipt(row.chain_length, row.chain_head))


def _finished(study: Study, ratings: Sequence[Rating]) -> FinishedRound:
    """What a protocol is told of a round that is over."""
    definition, settings = study.definition, study.definition.settings
    return FinishedRound(
        items=definition.items or tuple(study.items().values()),
        ratings=ratings,
        media=definition.media_root,
        params=definition.params,
        title=definition.title,
        languages=settings.languages,
        contact=settings.contact.model_dump(),
        group=settings.group or "",
    )
