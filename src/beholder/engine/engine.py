"""A running study: takes commands from many raters and carries them out together, each transaction a batch."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy.engine import Connection

from beholder.engine.batch import Batch, StudyContext
from beholder.engine.clock import Clock, system_clock
from beholder.engine.command import Command, carry_out
from beholder.engine.handlers.exclude import Exclude
from beholder.engine.planning.chance import keyed_shuffle
from beholder.engine.planning.workload import Workload, workload
from beholder.engine.stage_order import number_in_stage, stages
from beholder.engine.stopping.settle import StopDesk, settle
from beholder.engine.writer import Receiver, Writer
from beholder.protocols import Item, Showing
from beholder.store import Database
from beholder.store.answers import stream_answers
from beholder.store.items import load_items
from beholder.store.raters import all_raters
from beholder.store.studies import load_study, touch_study
from beholder.store.trials import count_trials, extra_trials, last_rank
from beholder.store.work_done import check_results, work_of_raters
from beholder.study import Definition
from beholder.tables.ratings import Rating, ratings_of, stream_ratings

if TYPE_CHECKING:
    from beholder.quality.exclusion import Exclusion
    from beholder.quality.rater_quality import RaterQuality
    from beholder.quality.rating_columns import RatingColumns

__all__ = ["Engine"]

R = TypeVar("R")
# answers that are judged together, with their items; it bounds memory, whatever the size of the study
_CHUNK = 2000


class Engine:
    """Carries out commands on one study. Thread-safe; results are handed out only once they are on disk.

    With `beat_seconds` it writes something that changes nothing whenever it is idle for so long, so that `works` tells
    of a full disk or a lost database before a rater does.
    """

    def __init__(
        self,
        database: Database,
        key: int,
        definition: Definition,
        *,
        clock: Clock = system_clock,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        code_digest: Callable[[str], str] | None = None,
        id_digest: Callable[[str], str] | None = None,
        beat_seconds: float | None = None,
    ) -> None:
        self.database = database
        self.key = key
        self.definition = definition
        self.clock = clock
        with database.read() as conn:
            rank, row = last_rank(conn, key), load_study(conn, key)
            extras = dict(extra_trials(conn, key))
            graded = load_items(conn, key, {trial.item for trials in extras.values() for trial in trials})
        if Showing.ATTENTION in extras:
            # shuffled once, since doing it for each check would take time that tells of the check
            extras[Showing.ATTENTION] = keyed_shuffle(row.seed, extras[Showing.ATTENTION], "checks along the plan")
        known = {number: Item.from_json(json.loads(text)).reference for number, text in graded.items()}
        self._context = StudyContext(
            key=key,
            definition=definition,
            last_rank=rank,
            version=row.version,
            lease_ms=int(definition.settings.lease_minutes * 60_000),
            entropy=entropy,
            extras=extras,
            stages=stages(definition, extras),
            code_digest=code_digest,
            id_digest=id_digest,
            references={number: reference for number, reference in known.items() if reference is not None},
            stopping=StopDesk.of(definition),
        )
        counts = {kind: len(found) for kind, found in extras.items()}
        self.workload: Workload = workload(definition, trials=rank + 1, extras=counts)
        # true at first: a process that was killed may not have come to it
        self._traces = True
        beat = None if beat_seconds is None else (beat_seconds, lambda conn: touch_study(conn, key))
        self._writer = Writer(database, key, self._apply, settle=self._drop_traces, beat=beat)

    @property
    def stages(self) -> Sequence[str]:
        """The stages of a rater's journey through this study."""
        return self._context.stages

    def number_in_stage(self, stage: str, trial: int) -> tuple[int, int]:
        """Which of how many trials this is, in practice or qualification."""
        return number_in_stage(self._context, stage, trial)

    @property
    def works(self) -> bool:
        """Whether commands are being written, and the database could be read when it was last asked."""
        return self._writer.works and not self.database.outage.lasts

    @property
    def waiting(self) -> int:
        """How many commands wait to be written."""
        return self._writer.waiting

    @property
    def since_commit(self) -> float:
        """Seconds since something was last written."""
        return self._writer.since_commit

    def run(self, command: Command[R]) -> R:
        """Carries a command out and waits until its result is on disk."""
        result: R = self.run_together([command])[0]
        return result

    def run_together(self, commands: Sequence[Command[Any]]) -> list[Any]:
        """The same for several in one transaction, whose make-up depends on nothing but them; raises the first refusal."""
        waiting: list[Future[Any]] = [Future() for _ in commands]
        self.enqueue(list(zip(commands, waiting, strict=True)))
        return [one.result() for one in waiting]

    def enqueue(self, jobs: Sequence[tuple[Command[Any], Receiver]]) -> None:
        """Leaves commands of one transaction to the thread that writes, which hands each result to its receiver."""
        if jobs:
            self._writer.enqueue(jobs)

    def quality(self) -> list[RaterQuality]:
        """How each rater works, as of now."""
        return self.observe()[1]

    def observe(self) -> tuple[RatingColumns, list[RaterQuality]]:
        """All ratings of one moment, and how each rater works by them."""
        # statistics are heavy to import, and a server that nobody coordinates never needs them
        from beholder.quality.flags import claims_of
        from beholder.quality.rater_quality import rater_quality
        from beholder.quality.rating_columns import RatingColumns, unread_fields

        definition = self.definition
        declaration, rule = definition.declaration, definition.settings.adjudicate
        read = {declaration.watched, *(rule.spread if rule else ())}
        with self.database.read() as conn:
            ratings = RatingColumns.of(self._rows(conn), unread=unread_fields(declaration.form) - read)
            checks = self._checks(conn)
            claims = claims_of(all_raters(conn, self.key), work_of_raters(conn, self.key))
        fast = definition.fast_seconds
        return ratings, rater_quality(ratings, declaration, checks, fast_seconds=fast, claims=claims)

    def foresee_rules(self, quality: Sequence[RaterQuality] | None = None) -> list[Exclusion]:
        """What the study's exclusion rules would take out now, by how raters work or were just seen to."""
        from beholder.quality.exclusion import decide

        rules = self.definition.settings.exclude
        if not rules:
            return []
        found = self.quality() if quality is None else quality
        with self.database.read() as conn:
            return decide(rules, found, self._rows(conn))

    def apply_rules(self) -> list[Exclusion]:
        """Takes out what the study's exclusion rules say; each exclusion names its rule."""
        decided = self.foresee_rules()
        reissue = {rule.id: rule.reissue for rule in self.definition.settings.exclude}
        for one in decided:
            self.run(Exclude(one.answers, one.rule, reissue=reissue[one.rule]))
        return decided

    def _checks(self, conn: Connection) -> dict[str, tuple[int, int]]:
        """Checks passed and given per rater: attention checks, and controls hidden in ordinary trials."""
        from beholder.quality.exclusion import combine_checks

        found = check_results(conn, self.key)
        controls, form = self.definition.protocol.controls, self.definition.declaration.form
        if controls is None:
            return found
        answers = stream_answers(conn, self.key)
        while chunk := list(islice(answers, _CHUNK)):
            stored = load_items(conn, self.key, {one.item for one in chunk})
            items = {number: Item.from_json(json.loads(text)) for number, text in stored.items()}
            told = (one for one in chunk if one.payload is not None)
            rows = (row for one in told for row in ratings_of(one, items[one.item], "", "", form))
            by_name = {item.id: item for item in items.values()}
            found = combine_checks(found, controls(rows, by_name, self.definition.params))
        return found

    def _rows(self, conn: Connection) -> Iterator[Rating]:
        form = self.definition.declaration.form
        return stream_ratings(conn, self.key, study="", protocol=self.definition.declaration.name, form=form)

    def places_wanted(self) -> int:
        """How many ratings the study wants in all."""
        with self.database.read() as conn:
            return count_trials(conn, self.key)[1]

    def close(self) -> None:
        """Finishes what is under way and stops. The study itself stays open."""
        self._writer.close()

    def _apply(self, conn: Connection, commands: Sequence[Command[Any]]) -> list[Any]:
        batch = Batch.begin(conn, self._context, self.clock())
        results = carry_out(batch, commands)
        settle(batch)
        batch.finish()
        self._traces |= any(command.erases for command in commands)
        return results

    def _drop_traces(self) -> None:
        """What a rater took back is gone from the database's own log too, or will be as soon as nobody reads from it."""
        if self._traces:
            self._traces = not self.database.drop_traces()
