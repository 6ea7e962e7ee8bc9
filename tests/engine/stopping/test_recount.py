"""Every stop is decided again from the raw answers, in a database and in a release."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from beholder.engine import Engine, SimulatedClock, open_simulated, seeded_entropy, simulate
from beholder.engine.stopping.recount import compare_stopping
from beholder.keeping.verify import verify_chain
from beholder.report.release import write_release
from beholder.report.verify_release import verify_release
from beholder.store import Database, StoppingRow, TrialRow
from beholder.store.answers import stream_stored
from beholder.store.records import Record, stream_records
from beholder.store.stopping import stream_stopping
from beholder.store.studies import load_versions
from beholder.store.study_home import Home
from beholder.store.trials import stream_trials
from tests.study_maker import make_study

RULES: dict[str, tuple[dict[str, Any], dict[str, Any] | None]] = {
    "lead": ({"least": 2, "most": 5, "stop": {"lead": 2}}, {"share": 0.2, "ratings": 5}),
    "width": ({"least": 2, "most": 6, "stop": {"half_width": 1.2}}, {"share": 0.2, "ratings": 6}),
    "no-share": ({"least": 2, "most": 5, "stop": {"lead": 2}}, None),
}


def simulated(folder: Path, rule: str = "lead", *, items: int = 20, raters: int = 8) -> None:
    """A study of which simulated raters answered everything that the rule asks for."""
    ratings, overlap = RULES[rule]
    more = {} if overlap is None else {"overlap": overlap}
    definition = make_study(folder, "one", items=items, systems="ab", ratings=ratings, **more)
    Home(folder).make()
    database, clock = Database.open(Home(folder).database), SimulatedClock()
    key = open_simulated(database, definition, seed=1, now=clock.now)
    engine = Engine(database, key, definition, clock=clock, entropy=seeded_entropy(1))
    simulate(engine, clock, raters=raters, seed=1)
    engine.close()
    database.close()


class Kept(NamedTuple):
    """What a stop is checked by."""

    rows: list[StoppingRow]
    trials: list[TrialRow]
    records: list[Record]
    versions: list[tuple[int, str, str]]
    payloads: dict[str, str | None]

    def problems(self) -> list[str]:
        return list(
            compare_stopping(self.rows, self.trials, self.records, self.versions, lambda: self.payloads.items())
        )


@pytest.fixture(scope="module", params=["lead", "width"])
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Kept:
    folder = tmp_path_factory.mktemp("stopping") / "study"
    simulated(folder, request.param)
    database = Database.open(Home(folder).database)
    with database.read() as conn:
        key = 1
        assert verify_chain(conn, key).problems == ()
        found = Kept(
            list(stream_stopping(conn, key)),
            list(stream_trials(conn, key)),
            list(stream_records(conn, key)),
            load_versions(conn, key),
            {str(row["answer"]): payload for row, payload, _, _ in stream_stored(conn, key)},
        )
    database.close()
    return found


def test_an_honest_study_is_found_so_and_stops_some_but_not_all(kept: Kept) -> None:
    assert kept.problems() == []
    stopped = [row for row in kept.rows if row.stopped]
    assert 5 < len(stopped) <= 32
    assert sum(row.closed for row in stopped) > 10


def _another_answer(kept: Kept) -> Kept:
    record = next(one for one in kept.records if one.kind == "stop")
    changed = {answer: json.dumps({"trial": {"score": n}, "slots": []}) for n, answer in _numbered(record)}
    return kept._replace(payloads={**kept.payloads, **changed})


def _numbered(record: Record) -> Iterator[tuple[int, str]]:
    return enumerate(json.loads(record.body)["answers"], start=1)


def _stop_left_out(kept: Kept) -> Kept:
    last = [one for one in kept.records if one.kind == "stop"][-1]
    return kept._replace(records=[one for one in kept.records if one is not last])


def _unmarked(kept: Kept) -> Kept:
    return kept._replace(rows=[row for row in kept.rows if not row.stopped])


def _reopened(kept: Kept) -> Kept:
    number = next(row.trial for row in kept.rows if row.stopped)
    trials = [one._replace(open=1) if one.trial == number else one for one in kept.trials]
    return kept._replace(trials=trials)


def _others_named(kept: Kept) -> Kept:
    first = next(one for one in kept.records if one.kind == "stop")
    body = {**json.loads(first.body), "answers": ["somebody-else"]}
    records = [one._replace(body=json.dumps(body)) if one is first else one for one in kept.records]
    return kept._replace(records=records)


def _without_rule(kept: Kept) -> Kept:
    number, digest, text = kept.versions[-1]
    data = json.loads(text)
    data["settings"]["ratings"] = 5
    return kept._replace(versions=[(number, digest, json.dumps(data))])


def _in_full_all_the_same(kept: Kept) -> Kept:
    first = next(row.trial for row in kept.rows if row.stopped)
    return kept._replace(rows=[row._replace(in_full=True) if row.trial == first else row for row in kept.rows])


def _of_no_trial(kept: Kept) -> Kept:
    return kept._replace(rows=[*kept.rows, StoppingRow(10_000)])


def _closed_unasked(kept: Kept) -> Kept:
    spoilt = next(row for row in kept.rows if not row.stopped)
    return kept._replace(rows=[row._replace(closed=1) if row is spoilt else row for row in kept.rows])


@pytest.mark.parametrize(
    "change",
    [
        _in_full_all_the_same,
        _of_no_trial,
        _closed_unasked,
        _another_answer,
        _stop_left_out,
        _unmarked,
        _reopened,
        _others_named,
        _without_rule,
    ],
)
def test_a_stop_that_does_not_follow_is_named(kept: Kept, change: Callable[[Kept], Kept]) -> None:
    assert change(kept).problems()


def test_what_was_erased_is_held_against_nobody(kept: Kept) -> None:
    stop = next(one for one in kept.records if one.kind == "stop")
    gone = dict.fromkeys(json.loads(stop.body)["answers"])
    assert kept._replace(payloads={**kept.payloads, **gone}).problems() == []


def test_a_release_brings_what_its_stops_are_checked_by(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    simulated(folder, items=12, raters=7)
    write_release(folder, tmp_path / "study.zip")
    found = verify_release(tmp_path / "study.zip")
    assert found.problems == ()


def test_a_release_of_a_study_without_a_rule_has_nothing_of_it(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    definition = make_study(folder, "one", items=3, systems="ab", ratings=2)
    Home(folder).make()
    database, clock = Database.open(Home(folder).database), SimulatedClock()
    key = open_simulated(database, definition, seed=1, now=clock.now)
    engine = Engine(database, key, definition, clock=clock, entropy=seeded_entropy(1))
    simulate(engine, clock, raters=3, seed=1)
    engine.close()
    database.close()
    write_release(folder, tmp_path / "study.zip")
    with zipfile.ZipFile(tmp_path / "study.zip") as archive:
        assert "stopping.jsonl" not in archive.namelist()
        assert b"probability" not in archive.read("answers.jsonl")
        assert "stopped" not in json.loads(archive.read("conduct.json"))["collected"]
