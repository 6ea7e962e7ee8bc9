"""What is seen of a study from its answers: quality, agreement, disputes. Computed off the event loop and kept a while."""

from __future__ import annotations

import asyncio
import json
import time
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy.engine import Connection

from beholder.protocols import Showing
from beholder.store.progress import count_item_states
from beholder.store.records import Record, stream_records
from beholder.store.stopping import stream_stopping
from beholder.store.studies import load_study
from beholder.tables.blinding import Blind, blind_of
from beholder.web.served_study import ServedStudy

if TYPE_CHECKING:
    from beholder.quality.disputes import Dispute
    from beholder.quality.rater_quality import RaterQuality
    from beholder.quality.rating_columns import RatingColumns
    from beholder.web.coordinate.estimates import FieldAgreement, Pilot

__all__ = ["Seen", "Watch", "read_acts", "watch"]

# points in the small curve of a rater; more are narrower than a pixel
_SPARK = 40
# numbers on the page may be so old: nobody reads faster
_PATIENCE_SECONDS = 5.0
# and so many times as old as they took to compute, so that watching costs at most a tenth of a core
_PATIENCE_TIMES = 10


@dataclass(frozen=True, slots=True)
class Seen:
    """A study at one moment. `speeds` are seconds per answer, the last ones of each rater in order."""

    at: int
    records: int
    quality: Sequence[RaterQuality] = ()
    speeds: Mapping[str, Sequence[float]] = field(default_factory=dict)
    agreement: Sequence[FieldAgreement] = ()
    disputes: Sequence[Dispute] = ()
    pilot: Pilot | None = None


class Watch:
    """The last look at one study. A look that took long is kept the longer, so that watching never slows raters down."""

    def __init__(self, study: ServedStudy) -> None:
        # a proxy: the watch is kept by study, and must not keep the study
        self._study: ServedStudy = weakref.proxy(study)
        self._engine = study.engine
        self._lock = asyncio.Lock()
        self._seen: Seen | None = None
        self._until = 0.0
        self._blind: Blind | None = None
        self._unblinded = False

    async def look(self) -> Seen:
        """The study as of now, or as of a moment ago."""
        async with self._lock:
            row = await self._study.read(lambda conn: load_study(conn, self._engine.key))
            fresh = self._seen is not None and (
                self._seen.records == row.chain_length or time.monotonic() < self._until
            )
            if self._seen is None or not fresh:
                began = time.monotonic()
                self._seen = await self._study.in_thread(lambda: self._observe(row.chain_length))
                cost = time.monotonic() - began
                self._until = time.monotonic() + max(_PATIENCE_SECONDS, _PATIENCE_TIMES * cost)
            return self._seen

    def forget(self) -> None:
        """Looks again next time: something was done."""
        self._until = 0.0

    def _observe(self, records: int) -> Seen:
        # statistics are heavy to import, and a server that nobody coordinates never needs them
        from beholder.quality.disputes import disputes
        from beholder.web.coordinate.estimates import agreement, pilot_figures

        definition = self._engine.definition
        ratings, quality = self._engine.observe()
        rule = definition.settings.adjudicate
        return Seen(
            at=self._engine.clock(),
            records=records,
            quality=quality,
            speeds=_speeds(ratings),
            agreement=agreement(ratings, definition, kind=Showing.MAIN, in_full=self._in_full()),
            disputes=disputes(ratings, rule) if rule else (),
            pilot=pilot_figures(ratings, definition, wanted=self._engine.places_wanted(), items=self._items()),
        )

    def _in_full(self) -> set[int] | None:
        if self._engine.definition.stop_rule is None:
            return None
        with self._engine.database.read() as conn:
            return {row.trial for row in stream_stopping(conn, self._engine.key) if row.in_full}

    def _items(self) -> int:
        with self._engine.database.read() as conn:
            return sum(count_item_states(conn, self._engine.key).values())

    async def blind(self) -> Blind:
        """The systems' letters, and whether their names are sealed."""
        if self._blind is None:
            self._blind = await self._study.read(lambda conn: blind_of(conn, self._engine.key))
        if not self._unblinded:
            acts = await self._study.read(lambda conn: read_acts(conn, self._engine.key))
            self._unblinded = any(body.get("what") == "unblind" for _, body in acts)
        return replace(self._blind, on=not self._unblinded)


def _speeds(ratings: RatingColumns) -> dict[str, list[float]]:
    # as heavy to import as the statistics
    import numpy as np

    planned = ratings.rows(Showing.PLANNED)
    rows = planned[np.unique(ratings.answer[planned], return_index=True)[1]]
    rater, names = ratings.text["rater"].codes[rows], ratings.text["rater"].names
    seconds = ratings.active_ms[rows] / 1000
    return {names[one]: seconds[rater == one][-_SPARK:].tolist() for one in np.unique(rater)}


def read_acts(conn: Connection, study: int) -> list[tuple[Record, dict[str, Any]]]:
    """What people who run the study did, in order, each with its details."""
    return [(record, json.loads(record.body)) for record in stream_records(conn, study, kind="act")]


_watches: weakref.WeakKeyDictionary[ServedStudy, Watch] = weakref.WeakKeyDictionary()


def watch(study: ServedStudy) -> Watch:
    """The watch over a study, the same for all who look."""
    found = _watches.get(study)
    if found is None:
        found = _watches[study] = Watch(study)
    return found
