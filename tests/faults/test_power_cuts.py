"""The power fails under a server: whatever part of the unsynced writes the disk kept, no confirmed answer is lost."""

from __future__ import annotations

import asyncio
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from beholder.facade import load
from beholder.fields import Form
from beholder.store.answers import stream_answers
from beholder.store.study_home import Home
from beholder.study import load_definition
from beholder.testing import HttpRater, RunningServer, write_masks_study
from tests.apart import run_apart
from tests.faults.power_cut import WriteLog, compile_recorder

NEVER = sys.maxsize


class ListeningRater(HttpRater):
    """Notes how long the log of writes was when an answer had been confirmed, and when a withdrawal had."""

    def __init__(self, server: RunningServer, form: Form, log: Path, *, seed: int) -> None:
        super().__init__(server.host, server.port, server.api(), form, seed=seed)
        self._log = log
        self.confirmed_at: dict[str, int] = {}
        self.withdrawal_sent_at = self.withdrawn_at = NEVER

    async def _answer(self, lease: str) -> None:
        await super()._answer(lease)
        for answer in self.history.confirmed.keys() - self.confirmed_at.keys():
            self.confirmed_at[answer] = self._log.stat().st_size

    async def withdraw(self) -> None:
        self.withdrawal_sent_at = self._log.stat().st_size
        response = await self._insist("POST", "/withdraw", {"confirm": True})
        assert response.status == 200, response.body
        self.withdrawn_at = self._log.stat().st_size


@dataclass(slots=True)
class Outcome:
    """Over many cuts: what was missing, what came back after its erasure, what did not open, and what was tried."""

    lost: int = 0
    returned: int = 0
    damaged: list[str] = field(default_factory=list)
    confirmed: int = 0
    harmed: int = 0


class Recorded:
    """A study whose server was killed after it had answered raters; every write to its database is known."""

    def __init__(self, place: Path, *, raters: int, each: int, withdrawals: int, seed: int) -> None:
        recorder = compile_recorder(place)
        if recorder is None:
            pytest.skip("no C compiler to build the library that records writes")
        self.folder = write_masks_study(place / "study", trials=raters * each // 2, ratings=3)
        server = RunningServer([self.folder])
        server.start()
        server.stop()
        self.base = shutil.copytree(self.folder, place / "base")
        files = Home(self.folder).database
        before = {str(path): path.read_bytes() for path in files.parent.glob(f"{files.name}*")}
        self.log = place / "writes.log"
        preloaded = {"LD_PRELOAD": recorder, "RECORD_WRITES_TO": self.log, "RECORD_WRITES_OF": files}
        server = RunningServer([self.folder], environment={name: str(value) for name, value in preloaded.items()})
        try:
            server.start()
            self.raters = run_apart(self._work(server, raters, each, withdrawals, seed))
        finally:
            server.kill()
        self.writes = WriteLog(self.log, before)

    async def _work(
        self, server: RunningServer, raters: int, each: int, withdrawals: int, seed: int
    ) -> list[ListeningRater]:
        form = load_definition(self.folder).declaration.form
        crowd = [ListeningRater(server, form, self.log, seed=seed + n) for n in range(raters)]

        async def one(number: int, rater: ListeningRater) -> None:
            await rater.join()
            await rater.work(most=each if number >= withdrawals else each // 2)
            if number < withdrawals:
                await rater.withdraw()
            rater.close()

        await asyncio.gather(*(one(number, rater) for number, rater in enumerate(crowd)))
        return crowd

    def cut(self, place: Path, cuts: int, *, seed: int, ignore_syncs_of: str = "-") -> Outcome:
        """Cuts the power that often, at random, and holds what is left against what raters were told before."""
        rng, outcome = np.random.default_rng(seed), Outcome()
        first = min(min(rater.confirmed_at.values()) for rater in self.raters)
        ends = [one.end for one in self.writes.operations if one.end >= first]
        for number, at in enumerate(rng.choice(ends, cuts)):
            disk = self.writes.cut(int(at), rng, ignore_syncs_of=ignore_syncs_of)
            outcome.harmed += disk.harmed
            folder = shutil.copytree(self.base, place / f"cut-{number}")
            database = Home(folder).database
            for path in database.parent.glob(f"{database.name}*"):
                path.unlink()
            for name, content in disk.files.items():
                (database.parent / Path(name).name).write_bytes(content)
            self._compare(folder, int(at), outcome)
            shutil.rmtree(folder)
        return outcome

    def _compare(self, folder: Path, at: int, outcome: Outcome) -> None:
        try:
            with load(folder) as study:
                outcome.damaged += [*study.database.integrity(), *study.verify().problems]
                with study.database.read() as conn:
                    stored = {row.answer: row.payload for row in stream_answers(conn, study.key, all_revisions=True)}
        except Exception as error:  # noqa: BLE001  # whatever it is, a database that does not open is the finding
            outcome.damaged.append(repr(error))
            return
        for rater in self.raters:
            told = {answer for answer, when in rater.confirmed_at.items() if when <= at}
            outcome.confirmed += len(told)
            if rater.withdrawn_at <= at:
                outcome.returned += sum(stored.get(answer) is not None for answer in told)
            elif at < rater.withdrawal_sent_at:
                outcome.lost += len(told - stored.keys())


def _sound(outcome: Outcome) -> None:
    assert (outcome.lost, outcome.returned, outcome.damaged) == (0, 0, [])
    assert outcome.confirmed > 0
    assert outcome.harmed > 0, "no cut fell among unsynced writes, so nothing was tried"


def test_power_cuts_lose_nothing_that_was_confirmed(tmp_path: Path) -> None:
    recorded = Recorded(tmp_path, raters=8, each=12, withdrawals=2, seed=1)
    _sound(recorded.cut(tmp_path, 24, seed=1))
    # the same cuts on a disk that only claims to sync: losses must show, else the test sees nothing
    assert recorded.cut(tmp_path, 6, seed=1, ignore_syncs_of="-wal").lost > 0


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_hundreds_of_power_cuts_lose_nothing_that_was_confirmed(tmp_path: Path, seed: int) -> None:
    recorded = Recorded(tmp_path, raters=16, each=40, withdrawals=4 * (seed % 2), seed=100 * seed)
    _sound(recorded.cut(tmp_path, 100, seed=seed))
    assert recorded.cut(tmp_path, 5, seed=seed, ignore_syncs_of="-wal").lost > 0
