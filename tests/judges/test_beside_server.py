"""People and models at the same time, in one SQLite file: neither waits for the other, and nothing of either is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from beholder.errors import BeholderError
from beholder.facade import load
from beholder.judges.judge_run import RunOutcome
from beholder.judges.open_study import open_for_judging
from beholder.store.study_home import Home
from beholder.study import load_definition
from beholder.testing import HttpRater, running_server
from beholder.testing.chat_server import ChatQuestion, chat_server
from tests.apart import run_apart
from tests.judges.judged_studies import judgments, run_judge, score, write_study

# far longer than anything here takes; only a test that fails waits so long
_PATIENCE = 180


def test_people_answer_while_a_model_is_asked_and_a_server_may_come_later(tmp_path: Path) -> None:
    first_asked, served = Event(), Event()

    def answer(question: ChatQuestion) -> dict[str, Any]:
        first_asked.set()
        assert served.wait(_PATIENCE)
        return score(question)

    outcomes: list[RunOutcome] = []
    with chat_server(answer) as models:
        folder = write_study(tmp_path / "study", "item", models.address, items=12, ratings=2)
        form = load_definition(folder).declaration.form
        run = Thread(target=lambda: outcomes.append(run_judge(folder)))
        run.start()
        assert first_asked.wait(_PATIENCE)
        # the run is under way, and a server is started beside it
        with running_server(folder) as server:
            served.set()

            async def work() -> None:
                people = [HttpRater(server.host, server.port, server.api(), form, seed=n) for n in range(2)]
                await asyncio.gather(*(one.join() for one in people))
                await asyncio.gather(*(one.work() for one in people))
                for one in people:
                    one.close()

            run_apart(work())
            run.join(_PATIENCE)
            # and a run is started beside a server
            write_study(folder, "item", models.address, items=12, ratings=2, judge={"model": "another"})
            assert run_judge(folder).answered == 12
            # what people are shown must not be something else than what models are
            write_study(folder, "item", models.address, items=13, ratings=2)
            with pytest.raises(BeholderError, match="changed since the server that runs was started"):
                run_judge(folder)
            write_study(folder, "item", models.address, items=12, ratings=2)
    assert [one.answered for one in outcomes] == [12]
    assert len(judgments(folder)) == 24
    with load(folder) as study:
        assert study.verify().problems == ()
        assert len(study.ratings()) == 24


def test_two_runs_at_once_are_refused_since_they_would_ask_the_same(tmp_path: Path) -> None:
    folder = write_study(tmp_path / "study", "item", "http://127.0.0.1:9/v1", items=1)
    with (
        Home(folder).judging("beholder judge"),
        pytest.raises(BeholderError, match="in use: beholder judge"),
        open_for_judging(load_definition(folder)),
    ):
        pass
