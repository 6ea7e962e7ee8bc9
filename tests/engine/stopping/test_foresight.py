"""What a rule for stopping would have made of a pilot, told before the study begins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from scipy.stats import t

from beholder.engine import Answer, Join, Lease
from beholder.engine.handlers.study_state import SetPhase
from beholder.engine.stopping.foresight import Foresight, foresee_stops
from beholder.store import Database
from beholder.study.stop_rule import LEAST_DF
from tests.study_maker import make_study, payload_for, start

ITEMS = 12


def _foreseen(folder: Path, database: Database, *, items: int = ITEMS, **settings: Any) -> Foresight | None:
    """After a pilot in which three raters gave 2, 3 and 4 to everything."""
    definition = make_study(folder, "one", items=items, systems="a", **settings)
    engine, _ = start(definition, database)
    engine.run(SetPhase("ada", "pilot"))
    for value in (2, 3, 4):
        rater = engine.run(Join()).rater
        while leased := engine.run(Lease(rater, want=1)).leases:
            payload = payload_for("one", 1, value=value)
            engine.run(Answer(id=f"{rater}-{leased[0].trial:04d}", rater=rater, lease=leased[0].lease, payload=payload))
    with database.read() as conn:
        found = foresee_stops(conn, engine.key, definition)
    engine.close()
    return found


def test_a_rule_by_width_is_foreseen_from_the_spread_of_the_pilot(tmp_path: Path, database: Database) -> None:
    width = 0.8
    rule = {"least": 2, "most": 20, "stop": {"half_width": width}}
    found = _foreseen(tmp_path / "study", database, ratings=rule, overlap={"share": 0.25, "ratings": 20})
    assert found is not None
    # 2, 3 and 4 lie 1 apart, with two degrees of freedom for each item
    enough = next(n for n in range(2, 20) if t.ppf(0.975, 2 * ITEMS) / n**0.5 <= width)
    assert found.per_trial == pytest.approx(0.75 * enough + 0.25 * 20)
    assert found.to_json()["saved"] == pytest.approx(1 - found.per_trial / 20)


def test_a_pilot_that_is_too_small_foresees_nothing(tmp_path: Path, database: Database) -> None:
    rule = {"least": 2, "most": 20, "stop": {"half_width": 0.8}}
    assert LEAST_DF > 2
    assert _foreseen(tmp_path / "study", database, items=1, ratings=rule) is None


def test_without_a_rule_there_is_nothing_to_foresee(tmp_path: Path, database: Database) -> None:
    assert _foreseen(tmp_path / "study", database, items=2, ratings=3) is None
