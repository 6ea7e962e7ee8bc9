"""Pairs that are not told apart are shown rather than others, and what a rule would have made of a pilot."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from beholder.engine import Answer, Join, Lease
from beholder.engine.handlers.study_state import SetPhase
from beholder.engine.stopping.ballot import Ballot
from beholder.engine.stopping.contrasts import Contrasts
from beholder.engine.stopping.foresight import foresee_stops
from beholder.store import Database
from tests.study_maker import make_study, payload_for, start

pytestmark = pytest.mark.variants(1)


def test_two_systems_are_told_apart_by_six_wins_in_a_row_and_no_fewer() -> None:
    win = Ballot((("a", "win"), ("b", "loss")), {"a": 1.0, "b": 0.0})
    found = Contrasts()
    found.put(0, [win] * 5)
    assert found.undecided("a", "b")
    found.put(0, [win] * 6)
    assert not found.undecided("b", "a")
    found.put(0, [])
    assert found.undecided("a", "b")


def test_pairs_that_are_not_told_apart_are_shown_more_often_and_each_says_how_likely_it_was(
    tmp_path: Path, database: Database
) -> None:
    pairs = {"choose": "undecided", "random": 0.2}
    definition = make_study(tmp_path / "study", "pair", items=60, systems="abc", ratings=2, pairs=pairs)
    engine, _ = start(definition, database)
    shown: Counter[str] = Counter()
    for number in range(90):
        if number % 30 == 0:
            rater = engine.run(Join()).rater
        lease = engine.run(Lease(rater, want=1)).leases[0]
        systems = sorted(one for slot in json.loads(lease.slots) for one in slot)
        shown["".join(systems)] += number >= 45
        assert lease.probability is not None
        assert 0 < lease.probability <= 1
        assert lease.candidates
        # a beats the others always; b and c win in turn
        first = json.loads(lease.slots)[0][0]
        left = first == "a" if "a" in systems else (number % 2 == 0) == (first == "b")
        payload = {"trial": {"better": "left" if left else "right"}, "slots": []}
        engine.run(Answer(id=f"answer-{number:04d}", rater=rater, lease=lease.lease, payload=payload))
    engine.close()
    # of 45 showings, 15 would be of each pair if all were as likely
    assert shown["bc"] > 24


def test_a_pilot_tells_what_the_rule_would_have_saved(tmp_path: Path, database: Database) -> None:
    rule = {"least": 2, "most": 3, "stop": {"lead": 2}}
    definition = make_study(tmp_path / "study", "one", items=4, systems="a", ratings=rule)
    engine, _ = start(definition, database)
    with database.read() as conn:
        assert foresee_stops(conn, engine.key, definition) is None
    engine.run(SetPhase("ada", "pilot"))
    for number in range(3):
        rater = engine.run(Join()).rater
        while leased := engine.run(Lease(rater, want=1)).leases:
            trial = leased[0].trial
            payload = payload_for("one", 1, value=2 if trial == 0 and number == 2 else 3)
            engine.run(Answer(id=f"{rater}-{trial:04d}", rater=rater, lease=leased[0].lease, payload=payload))
    with database.read() as conn:
        found = foresee_stops(conn, engine.key, definition)
    engine.close()
    assert found is not None
    # three trials are clear after two answers; of the fourth, one order in three is
    assert found.trials == 4
    assert found.per_trial == pytest.approx((3 * 2 + 2 / 3 * 3 + 1 / 3 * 2) / 4)
    assert found.same_label == pytest.approx(1.0)
