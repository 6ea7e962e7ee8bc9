"""A running study: takes commands from many raters and carries them out together, each transaction a batch."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy.engine import Connection

from beholder.engine.batch import Batch, StudyContext
from beholder.engine.clock import Clock, system_clock
from beholder.engine.command import Command, carry_out
from beholder.engine.handlers.exclude import Exclude
from beholder.engine.planning.workload import Workload, workload
from beholder.engine.stage_order import number_in_stage, stages
from beholder.engine.stopping.settle import StopDesk, settle
from beholder.engine.writer import Receiver, Writer
from beholder.protocols import Item
from beholder.store import Database
from beholder.store.items import load_items, stream_items
from beholder.store.raters import all_raters
from beholder.store.studies import load_study, touch_study
from beholder.store.trials import count_trials, extra_trials, last_rank
from beholder.store.work_done import check_results, work_of_raters
from beholder.study import Definition
from beholder.tables.ratings import Rating, stream_ratings

if TYPE_CHECKING:
    from beholder.quality.exclusion import Exclusion
    from beholder.quality.rater_quality import RaterQuality

__all__ = ["Engine"]

R = TypeVar("R")


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
            rank, version = last_rank(conn, key), load_study(conn, key).version
            extras = extra_trials(conn, key)
            graded = load_items(conn, key, {trial.item for trials in extras.values() for trial in trials})
        known = {number: Item.from_json(json.loads(text)).reference for number, text in graded.items()}
        self._context = StudyContext(
            key=key,
            definition=definition,
            last_rank=rank,
            version=version,
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

    def observe(self) -> tuple[list[Rating], list[RaterQuality]]:
        """All ratings of one moment, and how each rater works by them."""
        # statistics are heavy to import, and a server that nobody coordinates never needs them
        from beholder.quality.flags import claims_of
        from beholder.quality.rater_quality import rater_quality

        with self.database.read() as conn:
            rows = list(_compact(self._rows(conn)))
            checks, definition = self._checks(conn, rows), self.definition
            fast = definition.fast_seconds
            claims = claims_of(all_raters(conn, self.key), work_of_raters(conn, self.key))
            return rows, rater_quality(rows, definition.declaration, checks, fast_seconds=fast, claims=claims)

    def foresee_rules(self) -> list[Exclusion]:
        """What the study's exclusion rules would take out now."""
        from beholder.quality.exclusion import decide

        rules = self.definition.settings.exclude
        if not rules:
            return []
        rows, quality = self.observe()
        return decide(rules, quality, rows)

    def apply_rules(self) -> list[Exclusion]:
        """Takes out what the study's exclusion rules say; each exclusion names its rule."""
        decided = self.foresee_rules()
        reissue = {rule.id: rule.reissue for rule in self.definition.settings.exclude}
        for one in decided:
            self.run(Exclude(one.answers, one.rule, reissue=reissue[one.rule]))
        return decided

    def _checks(self, conn: Connection, rows: Sequence[Rating]) -> dict[str, tuple[int, int]]:
        """Checks passed and given per rater: attention checks, and controls hidden in ordinary trials."""
        from beholder.quality.exclusion import combine_checks

        found = check_results(conn, self.key)
        controls = self.definition.protocol.controls
        if controls is not None:
            stored = (Item.from_json(json.loads(text)) for _, text in stream_items(conn, self.key))
            items = {item.id: item for item in stored}
            return combine_checks(found, controls(rows, items, self.definition.params))
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


def _compact(rows: Iterable[Rating]) -> Iterator[Rating]:
    """The rows with equal texts held once and without their times, which no figure of quality needs.

    A row takes two fifths less memory then, and a coordinator's page holds all of them while it is computed.
    """
    texts: dict[str, str] = {}
    share = texts.setdefault
    for row in rows:
        yield row._replace(
            candidate=share(row.candidate, row.candidate),
            rater=share(row.rater, row.rater),
            rater_kind=share(row.rater_kind, row.rater_kind),
            trial=share(row.trial, row.trial),
            kind=share(row.kind, row.kind),
            value=share(row.value, row.value),
            guideline=share(row.guideline, row.guideline),
            excluded_by=share(row.excluded_by, row.excluded_by),
            started_at="",
            submitted_at="",
        )
