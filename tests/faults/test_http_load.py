"""Many raters over real HTTP, and a server that is killed under them: no confirmed answer is lost, no quota exceeded."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from beholder.facade import load
from beholder.keeping.verify import verify_chain
from beholder.store import StoppingRow
from beholder.store.answers import stream_answers
from beholder.store.stopping import stream_stopping
from beholder.store.trials import stream_trials
from beholder.study import load_definition
from beholder.testing import HttpRater, RaterHistory, RunningServer, compare_histories, write_masks_study
from tests.apart import run_apart

RATERS, TRIALS, RATINGS = 64, 800, 3
# so much work for each kill that a fast machine is not done before the last one
TRIALS_PER_KILL = 60


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def store(request: pytest.FixtureRequest) -> str | None:
    """Where answers go: the study's own SQLite file, or a PostgreSQL database."""
    return str(request.getfixturevalue("postgres_url")) if request.param == "postgres" else None


async def _work(
    server: RunningServer, folder: Path, *, raters: int, kills: int, lifetime: tuple[float, float]
) -> tuple[list[RaterHistory], int]:
    """All raters at work while the server is killed and started again; their histories and how often it was killed."""
    form = load_definition(folder).declaration.form
    crowd = [HttpRater(server.host, server.port, server.api(), form, seed=n) for n in range(raters)]
    await asyncio.gather(*(rater.join() for rater in crowd))
    working = asyncio.gather(*(rater.work() for rater in crowd))
    rng = np.random.default_rng(7)
    killed = 0
    while killed < kills and not working.done():
        await asyncio.wait([asyncio.ensure_future(asyncio.sleep(float(rng.uniform(*lifetime))))])
        if working.done():
            break
        server.kill()
        killed += 1
        await asyncio.to_thread(server.start)
    reasons = await working
    for rater in crowd:
        rater.close()
    assert set(reasons) == {"done"}
    return [rater.history for rater in crowd], killed


def _check(folder: Path, store: str | None, histories: Sequence[RaterHistory], *, trials: int, ratings: int) -> None:
    assert not [refusal for history in histories for refusal in history.refused]
    with load(folder, database=store) as study:
        assert compare_histories(study, histories) == []
        with study.database.read() as conn:
            per_trial = Counter(answer.trial for answer in stream_answers(conn, study.key) if not answer.excluded_by)
        assert len(per_trial) == trials
        assert set(per_trial.values()) == {ratings}
        assert study.status().given == trials * ratings


@pytest.mark.long
def test_every_trial_gets_its_ratings_from_64_raters_at_once(tmp_path: Path, store: str | None) -> None:
    folder = write_masks_study(tmp_path / "study", trials=TRIALS, ratings=RATINGS)
    server = RunningServer([folder], database=store)
    try:
        server.start()
        histories, _ = run_apart(_work(server, folder, raters=RATERS, kills=0, lifetime=(1, 1)))
    finally:
        server.stop()
    _check(folder, store, histories, trials=TRIALS, ratings=RATINGS)
    assert sum(len(history.confirmed) for history in histories) == TRIALS * RATINGS


@pytest.mark.long
@pytest.mark.parametrize("kills", [0, 5])
def test_64_raters_at_once_stop_every_trial_as_declared(tmp_path: Path, store: str | None, kills: int) -> None:
    folder = write_masks_study(tmp_path / "study", trials=TRIALS, ratings=RATINGS)
    settings = folder / "study.yaml"
    rule = "ratings: {least: 2, most: 5, stop: {lead: 2}}\noverlap: {share: 0.1, ratings: 5}\n"
    text = settings.read_text(encoding="utf-8").replace(f"ratings: {RATINGS}\n", rule)
    settings.write_text(text, encoding="utf-8")
    server = RunningServer([folder], database=store)
    try:
        server.start()
        histories, _ = run_apart(_work(server, folder, raters=RATERS, kills=kills, lifetime=(0.05, 0.3)))
    finally:
        server.stop()
    assert not [refusal for history in histories for refusal in history.refused]
    with load(folder, database=store) as study:
        assert compare_histories(study, histories) == []
        with study.database.read() as conn:
            given = Counter(answer.trial for answer in stream_answers(conn, study.key) if not answer.excluded_by)
            rows = {row.trial: row for row in stream_stopping(conn, study.key)}
            trials = [trial for trial in stream_trials(conn, study.key) if trial.kind == "main"]
            # decides every stop again
            assert verify_chain(conn, study.key).problems == ()
    assert len(trials) == TRIALS
    for trial in trials:
        row = rows.get(trial.trial, StoppingRow(trial.trial))
        assert trial.open == 0
        assert given[trial.trial] + row.closed == trial.quota == 5
        assert given[trial.trial] >= (5 if row.in_full else 2)
    # raters who answer at random agree on a tenth or so
    assert sum(bool(row.stopped) for row in rows.values()) > TRIALS / 20


@pytest.mark.variants(1)
def test_a_server_killed_twice_loses_nothing(tmp_path: Path, store: str | None) -> None:
    _killed(tmp_path / "study", store, kills=2, raters=16)


@pytest.mark.long
def test_a_server_killed_two_hundred_times_loses_nothing(tmp_path: Path, store: str | None) -> None:
    _killed(tmp_path / "study", store, kills=200, raters=RATERS)


def _killed(folder: Path, store: str | None, *, kills: int, raters: int) -> None:
    trials = kills * TRIALS_PER_KILL
    write_masks_study(folder, trials=trials, ratings=RATINGS)
    server = RunningServer([folder], database=store)
    try:
        server.start()
        # short lives: a kill has to fall among answers on their way, not into the quiet after the last one
        histories, killed = run_apart(_work(server, folder, raters=raters, kills=kills, lifetime=(0.05, 0.3)))
        assert killed == kills, f"the work was done after {killed} kills"
    finally:
        server.stop()
    _check(folder, store, histories, trials=trials, ratings=RATINGS)


def test_stopping_politely_answers_everything_under_way(tmp_path: Path) -> None:
    folder = write_masks_study(tmp_path / "study", trials=400, ratings=3)
    server = RunningServer([folder])
    server.start()
    form = load_definition(folder).declaration.form

    async def until_stopped() -> list[RaterHistory]:
        crowd = [HttpRater(server.host, server.port, server.api(), form, seed=n) for n in range(16)]
        await asyncio.gather(*(rater.join() for rater in crowd))
        going = True
        working = [asyncio.create_task(rater.work(running=lambda: going)) for rater in crowd]
        while not any(rater.history.confirmed for rater in crowd):
            await asyncio.sleep(0.05)
        await asyncio.to_thread(server.stop)
        for one in working:
            one.cancel()
        await asyncio.gather(*working, return_exceptions=True)
        for rater in crowd:
            rater.close()
        return [rater.history for rater in crowd]

    histories = run_apart(until_stopped())
    assert "Traceback" not in server.output()
    with load(folder) as study:
        assert compare_histories(study, histories) == []
        assert study.status().given > 0
