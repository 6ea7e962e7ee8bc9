"""A study that is started, grows while people work on it, and is refused where answers would change their meaning."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from PIL import Image

from beholder.declarations.states import LeaseState
from beholder.engine import Engine, Join, Lease, find_stored, open_simulated, open_study, read_status, refused_changes
from beholder.engine.handlers.suspension import SuspendItem
from beholder.engine.planning.freeze import open_started
from beholder.errors import BeholderError, Problem
from beholder.keeping.verify import verify_chain
from beholder.store import Database
from beholder.store.leases import load_leases
from beholder.store.raters import all_raters
from beholder.store.studies import load_study
from beholder.store.study_home import Home
from beholder.store.trials import load_trials, raise_quota, stream_trials
from beholder.study import load_definition
from beholder.testing import write_masks_study
from tests.study_maker import make_study, start


def _open(folder: Path) -> Database:
    file = Home(folder).database
    file.parent.mkdir(parents=True)
    return Database.open(file)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = _open(tmp_path / "study")
    yield opened
    opened.close()


def _wanted(database: Database, key: int) -> tuple[int, int, int]:
    """Trials, ratings wanted, and open places, which must be told the same by the study and by its trials."""
    with database.read() as conn:
        status, open_places = read_status(conn, key), load_study(conn, key).open_places
        assert open_places == sum(one.open for one in load_trials(conn, key, range(200)).values())
    return status.trials, status.wanted, open_places


@pytest.mark.parametrize(
    ("shape", "before", "after", "grown"),
    [
        ("one", {"items": 2, "ratings": 1}, {"items": 2, "ratings": 3}, (6, 18, 18)),
        ("one", {"items": 2, "ratings": 1}, {"items": 4, "ratings": 1}, (12, 12, 12)),
        ("pair", {"items": 2, "ratings": 1}, {"items": 2, "ratings": 4}, (6, 24, 24)),
        (
            "pair",
            {"items": 2, "ratings": 1, "pairs": {"listed": [["a", "b"]]}},
            {"items": 2, "ratings": 1, "pairs": {"listed": [["a", "b"], ["a", "c"]]}},
            (4, 4, 4),
        ),
        (
            "one",
            {"items": 4, "ratings": 1},
            {"items": 4, "ratings": 1, "overlap": {"share": 0.5, "ratings": 3}},
            (12, 24, 24),
        ),
    ],
    ids=["more ratings", "more items", "more ratings of pairs", "another pair", "overlap"],
)
def test_a_study_grows_by_what_was_added(
    tmp_path: Path,
    database: Database,
    shape: str,
    before: dict[str, Any],
    after: dict[str, Any],
    grown: tuple[int, int, int],
) -> None:
    key = open_study(database, make_study(tmp_path / "study", shape, **before))
    assert open_study(database, make_study(tmp_path / "study", shape, **after)) == key
    assert _wanted(database, key) == grown
    open_study(database, make_study(tmp_path / "study", shape, **after))
    assert _wanted(database, key) == grown, "opened again, it is the same version"


def test_a_suspended_item_stays_out_when_pairs_are_added(tmp_path: Path, database: Database) -> None:
    first, more = [["a", "b"]], [["a", "b"], ["a", "c"]]
    definition = make_study(tmp_path / "study", "pair", items=2, ratings=1, pairs={"listed": first})
    key = open_study(database, definition)
    engine = Engine(database, key, definition)
    engine.run(SuspendItem("me", "i0"))
    engine.close()
    open_study(database, make_study(tmp_path / "study", "pair", items=2, ratings=1, pairs={"listed": more}))
    with database.read() as conn:
        served = {(one.item, one.rank >= 0) for one in load_trials(conn, key, range(200)).values()}
        assert verify_chain(conn, key).problems == ()
    assert served == {(0, False), (1, True)}


def test_a_showing_of_a_picture_that_was_replaced_is_taken_back(tmp_path: Path) -> None:
    """Nobody judges one picture and is on record for another; the place is free for whoever sees the new one."""
    folder = write_masks_study(tmp_path / "masks", trials=2, ratings=1)
    database = _open(folder)
    definition = load_definition(folder)
    key = open_study(database, definition)
    engine = Engine(database, key, definition)
    rater = engine.run(Join("human", "en")).rater
    held = engine.run(Lease(rater, want=1)).leases[0].lease
    engine.close()
    assert _wanted(database, key) == (2, 2, 1)
    notes: list[Problem] = []
    Image.new("RGB", (64, 64), (200, 30, 30)).save(folder / "media" / "picture.png")
    open_study(database, load_definition(folder), notes=notes)
    assert _wanted(database, key) == (2, 2, 2)
    with database.read() as conn:
        assert load_leases(conn, key, [held])[held].state == LeaseState.EXPIRED
        assert verify_chain(conn, key).problems == ()
    database.close()
    assert [one.code for one in notes] == ["media-recorded"]


def test_a_quota_is_never_lowered(tmp_path: Path, database: Database) -> None:
    key = open_study(database, make_study(tmp_path / "study", "one", items=1, ratings=3))
    with database.write(key) as conn:
        assert raise_quota(conn, key, [(0, 2, 0), (1, 4, 0)]) == 1


def test_raising_all_quotas_takes_as_many_statements_as_raising_one(tmp_path: Path, database: Database) -> None:
    key = open_study(database, make_study(tmp_path / "study", "pair", items=40, ratings=1))
    statements: list[str] = []
    counts = []
    for trials in (range(1), range(1, 120)):
        with database.write(key) as conn:
            sa.event.listen(conn, "before_cursor_execute", lambda *told: statements.append(told[2]))
            assert raise_quota(conn, key, [(trial, 3, 1) for trial in trials]) == 2 * len(trials)
        counts.append(len(statements))
        statements.clear()
    assert counts[0] == counts[1]
    with database.read() as conn:
        after = load_trials(conn, key, range(120)).values()
    assert {(one.quota, one.open) for one in after} == {(3, 3)}
    assert {one.open_flipped for one in after} == {1, 2}


def test_trials_lie_in_the_order_in_which_they_are_served(tmp_path: Path, database: Database) -> None:
    """A rater's next trials are then read and written together, however many a study has."""
    key = open_study(database, make_study(tmp_path / "study", "one", items=40, ratings=1))
    with database.read() as conn:
        ranks = conn.exec_driver_sql("SELECT rank FROM trials ORDER BY rowid").scalars().all()
        assert ranks == sorted(ranks)
        assert [one.trial for one in stream_trials(conn, key)] == list(range(len(ranks)))


def test_what_the_next_start_would_refuse_is_told_before(tmp_path: Path, database: Database) -> None:
    study = tmp_path / "study"
    definition = make_study(study, "one", items=2, ratings=1)
    assert refused_changes(definition) == ()
    open_study(database, definition)
    assert refused_changes(definition) == ()
    fewer = make_study(study, "one", items=1, ratings=1)
    told = refused_changes(fewer)
    assert told
    with pytest.raises(BeholderError) as caught:
        open_study(database, fewer)
    assert caught.value.problems == told


def test_simulated_answers_are_replaced_only_where_that_was_asked_for(tmp_path: Path, database: Database) -> None:
    definition = make_study(tmp_path / "study", "one", items=2, ratings=1)
    open_simulated(database, definition, seed=1, now=0)
    assert open_simulated(database, definition, seed=1, now=0, replace=False), "a study without answers loses nothing"
    engine, _ = start(definition, database)
    key = engine.key
    engine.run(Join(kind="simulated"))
    engine.close()
    with pytest.raises(BeholderError) as caught:
        open_simulated(database, definition, seed=1, now=0, replace=False)
    assert caught.value.code == "study-simulated-already"
    assert "--again" in caught.value.problems[0].hint
    with database.read() as conn:
        assert len(all_raters(conn, key)) == 1


def test_simulated_raters_and_people_do_not_mix(tmp_path: Path, database: Database) -> None:
    definition = make_study(tmp_path / "study", "one", items=1, ratings=1)
    assert find_stored(database, definition.folder) is None
    open_simulated(database, definition, seed=1, now=0)
    assert refused_changes(make_study(tmp_path / "study", "one", items=1, ratings=2)) == ()
    with pytest.raises(BeholderError) as caught:
        open_study(database, definition)
    assert caught.value.code == "study-simulated"
    again = open_simulated(database, definition, seed=2, now=1)
    stored = find_stored(database, definition.folder)
    assert stored is not None
    assert stored.study == again
    assert _wanted(database, again) == (3, 3, 3)

    other = make_study(tmp_path / "other", "one", items=1, ratings=1)
    people = _open(other.folder)
    open_study(people, other)
    with pytest.raises(BeholderError) as mixed:
        open_simulated(people, other, seed=1, now=0)
    assert mixed.value.code == "study-has-people"
    people.close()


def test_a_study_that_was_not_started_is_told_so(tmp_path: Path) -> None:
    definition = make_study(tmp_path / "study", "one", items=1, ratings=1)
    with pytest.raises(BeholderError) as caught:
        open_started(definition.folder)
    assert caught.value.code == "study-not-started"
    assert not Home(definition.folder).database.exists()
