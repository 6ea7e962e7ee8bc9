"""A running study: takes commands from many raters and carries them out together, each transaction a batch."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from sqlalchemy.engine import Connection

from beholder.engine.acts import Act
from beholder.engine.batch import Batch, StudyContext
from beholder.engine.clock import Clock, system_clock
from beholder.engine.commands import (
    Answer,
    Answered,
    Command,
    Exclude,
    Join,
    JoinedRater,
    Lease,
    Leased,
    Leave,
    SetState,
    Sweep,
    Withdraw,
    Withdrawn,
)
from beholder.engine.handlers import joining
from beholder.engine.handlers.acts import HANDLERS
from beholder.engine.handlers.answer import answer_many
from beholder.engine.handlers.rater_stops import exclude
from beholder.engine.journey import stages
from beholder.engine.serving.lease import lease_many
from beholder.engine.writer import Receiver, Writer
from beholder.errors import BeholderError
from beholder.protocols import Item
from beholder.store import Database
from beholder.store.items import load_items, stream_items
from beholder.store.raters import all_raters
from beholder.store.studies import touch_study
from beholder.store.trials import count_trials, extra_trials, last_rank
from beholder.store.work_done import check_results, work_of_raters
from beholder.study import Definition
from beholder.tables.ratings import Rating, stream_ratings

if TYPE_CHECKING:
    from beholder.quality.exclusion import Exclusion
    from beholder.quality.rater_quality import RaterQuality

__all__ = ["Engine"]


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
            rank = last_rank(conn, key)
            extras = extra_trials(conn, key)
            graded = load_items(conn, key, {trial.item for trials in extras.values() for trial in trials})
        known = {number: Item.from_json(json.loads(text)).reference for number, text in graded.items()}
        self._context = StudyContext(
            key=key,
            definition=definition,
            last_rank=rank,
            lease_ms=int(definition.settings.lease_minutes * 60_000),
            entropy=entropy,
            extras=extras,
            stages=stages(definition, extras),
            code_digest=code_digest,
            id_digest=id_digest,
            references={number: reference for number, reference in known.items() if reference is not None},
        )
        # true at first: a process that was killed may not have come to it
        self._traces = True
        beat = None if beat_seconds is None else (beat_seconds, lambda conn: touch_study(conn, key))
        self._writer = Writer(database, key, self._apply, settle=self._drop_traces, beat=beat)

    @property
    def stages(self) -> Sequence[str]:
        """The stages of a rater's journey through this study."""
        return self._context.stages

    def submit(self, command: Command | Act) -> Future[Any]:
        """Queues a command."""
        return self._writer.submit(command)

    @property
    def works(self) -> bool:
        """Whether commands are being written."""
        return self._writer.works

    def hand_together(self, jobs: Sequence[tuple[Command | Act, Receiver]]) -> None:
        """Queues commands of one transaction; each result goes to its receiver, in the thread that writes."""
        self._writer.hand_together(list(jobs))

    def submit_together(self, commands: Sequence[Command | Act]) -> list[Future[Any]]:
        """Queues commands that are carried out in one transaction, in a way that depends on nothing but them."""
        return self._writer.submit_together(commands)

    def join(self, *, kind: str = "human", language: str = "en") -> JoinedRater:
        """A new rater."""
        joined: JoinedRater = self._writer.do(Join(kind, language))
        return joined

    def lease(self, rater: str, *, want: int = 6) -> Leased:
        """Trials for a rater."""
        leased: Leased = self._writer.do(Lease(rater, want))
        return leased

    def answer(self, answer: Answer) -> Answered:
        """Stores an answer."""
        answered: Answered = self._writer.do(answer)
        return answered

    def leave(self, rater: str) -> int:
        """Hands a rater's leases back."""
        released: int = self._writer.do(Leave(rater))
        return released

    def withdraw(self, rater: str) -> Withdrawn:
        """Erases a rater's answers."""
        withdrawn: Withdrawn = self._writer.do(Withdraw(rater))
        return withdrawn

    def exclude(self, answers_: Sequence[str], *, rule: str) -> int:
        """Takes answers out of the results."""
        count: int = self._writer.do(Exclude(tuple(answers_), rule))
        return count

    def set_state(self, state: str) -> None:
        """Opens, pauses or closes the study."""
        self._writer.do(SetState(state))

    def sweep(self) -> int:
        """Frees leases that ran out."""
        freed: int = self._writer.do(Sweep())
        return freed

    def quality(self) -> list[RaterQuality]:
        """How each rater works, as of now."""
        return self.observe()[1]

    def observe(self) -> tuple[list[Rating], list[RaterQuality]]:
        """All ratings of one moment, and how each rater works by them."""
        # statistics are heavy to import, and a server that nobody coordinates never needs them
        from beholder.quality.flags import claims_of
        from beholder.quality.rater_quality import rater_quality

        with self.database.read() as conn:
            rows = list(self._rows(conn))
            checks, definition = self._checks(conn, rows), self.definition
            fast = definition.settings.limits.fast_seconds
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
            self._writer.do(Exclude(one.answers, one.rule, reissue=reissue[one.rule]))
        return decided

    def _checks(self, conn: Connection, rows: Sequence[Rating]) -> dict[str, tuple[int, int]]:
        """Checks passed and given per rater: attention checks, and controls hidden in ordinary trials."""
        from beholder.quality.exclusion import both

        found = check_results(conn, self.key)
        controls = self.definition.protocol.controls
        if controls is not None:
            stored = (Item.from_json(json.loads(text)) for _, text in stream_items(conn, self.key))
            items = {item.id: item for item in stored}
            return both(found, controls(rows, items, self.definition.params))
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

    def _apply(self, conn: Connection, commands: Sequence[Command | Act]) -> list[Any]:
        # commands of one batch were under way at the same time, so their order is ours to choose: answers come first,
        # since what they free or fill decides what can be leased
        batch = Batch.begin(conn, self._context, self.clock())
        results: list[Any] = [None] * len(commands)

        def together(kind: type, run: Callable[[Batch, Any], list[Any]]) -> None:
            places = [n for n, command in enumerate(commands) if isinstance(command, kind)]
            if places:
                for n, result in zip(places, run(batch, [commands[n] for n in places]), strict=True):
                    results[n] = result

        together(Answer, answer_many)
        for n, command in enumerate(commands):
            if not isinstance(command, Answer | Lease):
                try:
                    results[n] = _single(batch, command)
                except BeholderError as error:
                    results[n] = error
        together(Lease, lease_many)
        batch.finish()
        self._traces |= any(isinstance(command, Withdraw) for command in commands)
        return results

    def _drop_traces(self) -> None:
        """What a rater took back is gone from the database's own log too, or will be as soon as nobody reads from it."""
        if self._traces:
            self._traces = not self.database.drop_traces()


def _single(batch: Batch, command: Command | Act) -> Any:
    if isinstance(command, Join):
        return joining.join(batch, command)
    if isinstance(command, Leave):
        return joining.leave(batch, command)
    if isinstance(command, Withdraw):
        return joining.withdraw(batch, command)
    if isinstance(command, Exclude):
        return exclude(batch, list(command.answers), rule=command.rule, reissue=command.reissue)
    if isinstance(command, SetState):
        return _set_state(batch, command)
    if isinstance(command, Sweep):
        return joining.sweep(batch)
    return HANDLERS[type(command)](batch, command)


_STATES = ("open", "paused", "closed")


def _set_state(batch: Batch, command: SetState) -> None:
    if command.state not in _STATES:
        raise BeholderError(f"expected one of {', '.join(_STATES)}; got {command.state!r}", code="state-unknown")
    if command.state != batch.state:
        batch.chain.add("state", command.state, {"before": batch.state}, at=batch.now)
        batch.state = command.state
