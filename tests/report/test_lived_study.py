"""The report of a study with a life of its own: a pilot, a changed guideline, a decision, a rater taken out, a contrast."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape

import pytest

from beholder.engine import Answer, Engine, Join, Lease, SimulatedClock, database_address, open_study
from beholder.engine.handlers.adjudication import Adjudicate
from beholder.engine.handlers.guideline import ChangeGuideline
from beholder.engine.handlers.rater_stops import ExcludeRater
from beholder.engine.handlers.study_state import SetPhase
from beholder.facade import load
from beholder.report import Material, build_report, material_of_study
from beholder.store import Database
from beholder.store.study_home import Home
from beholder.text import DASH
from tests.english_left import left_in_english
from tests.report.test_chinese import CITED, _told
from tests.study_maker import make_study, payload_for

ITEMS = 6
EACH = ITEMS * 2
"""What one rater answers: two systems on each item."""

PILOT, DECIDED, TAKEN_OUT = {"a": 2, "b": 5}, 1, {"a": 2, "b": 5}
"""Scores that would move the means if they entered them."""

FIRST, SECOND = {"a": 4, "b": 2}, {"a": 5, "b": 3}
"""Scores under the two versions of the guideline, a point lower on every second item for `a`, on every third for `b`."""


def _work(engine: Engine, scores: dict[str, int], *, guideline: str) -> tuple[str, int]:
    """One rater answers everything; their id, and a trial of theirs."""
    rater, trial = engine.run(Join()).rater, -1
    while leases := engine.run(Lease(rater, want=1)).leases:
        lease = leases[0]
        ((system,),) = json.loads(lease.slots)
        lower = lease.item % 2 == 0 if system == "a" else lease.item % 3 == 0
        payload = payload_for("one", 1, value=scores[system] - lower)
        name = f"{rater}-{lease.sequence:04d}"
        assert isinstance(engine.clock, SimulatedClock)
        engine.clock.advance(9000)
        engine.run(
            Answer(id=name, rater=rater, lease=lease.lease, payload=payload, guideline=guideline, active_ms=9000)
        )
        trial = lease.trial
    return rater, trial


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Material]:
    folder, clock = tmp_path_factory.mktemp("lived") / "study", SimulatedClock()
    contrast = {"field": "score", "systems": ["a", "b"]}
    definition = make_study(folder, "one", items=ITEMS, systems="ab", ratings=8, contrasts=[contrast])
    Home(folder).make()
    database = Database.open(database_address(folder))
    engine = Engine(database, open_study(database, definition, clock=clock), definition, clock=clock)
    engine.run(SetPhase("ann", "pilot"))
    _work(engine, PILOT, guideline="1")
    engine.run(SetPhase("ann", "main"))
    for _ in range(3):
        _work(engine, FIRST, guideline="1")
    engine.run(ChangeGuideline("ann", {"en": "Look at edges, too."}, {"en": "Edges"}, material=True))
    _, trial = _work(engine, SECOND, guideline="2")
    _work(engine, SECOND, guideline="2")
    guesser, _ = _work(engine, TAKEN_OUT, guideline="2")
    engine.run(ExcludeRater("ann", guesser, "told us they guessed"))
    engine.run(Adjudicate("judge", trial, payload_for("one", 1, value=DECIDED), "clear case"))
    engine.close()
    database.close()
    with load(folder) as opened:
        yield material_of_study(opened)


@pytest.fixture(scope="module")
def words(material: Material) -> str:
    """The text of the page without the tables meant for copying."""
    page = re.sub(r"(?s)<(script|style|pre|svg)\b.*?</\1>", " ", build_report(material, draw=False))
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", page)))


@pytest.mark.parametrize(
    ("what", "answers", "raters", "enters"),
    [
        ("rating trials", 5 * EACH, 5, "yes"),
        ("excluded by by-hand", EACH, 1, "beside them"),
        ("pilot", EACH, 1, "no"),
        ("adjudication (kept apart from raw answers)", 1, DASH, "no"),
    ],
)
def test_every_answer_is_accounted_for(words: str, what: str, answers: int, raters: int | str, enters: str) -> None:
    assert f"{what} {answers} {answers} {raters} {enters}" in words


def test_only_what_counts_makes_the_result(material: Material) -> None:
    """`a` is ahead; pilot and the rater taken out say the contrary, and the decision is lower than any answer it is about."""
    found = material.analysis
    a, b = (3 * 3.5 + 2 * 4.5) / 5, (3 * 2 + 2 * 3) / 5 - 1 / 3
    assert found.finding("score.mean.a").value == pytest.approx(a)
    assert found.finding("score.mean.b").value == pytest.approx(b)
    assert found.finding("declared.score.a-b").value == pytest.approx(a - b)
    assert found.finding("score.mean_with_excluded.a").value == pytest.approx((5 * a + 1.5) / 6)


def test_the_declared_contrast_is_answered_first(material: Material, words: str) -> None:
    assert "The comparison declared before the data shows a clear difference" in words
    assert "No comparison was declared beforehand" not in words
    assert next(section for section in material.analysis.sections if section.role == "results").name == "declared"


def test_results_stand_by_version_of_the_guideline(material: Material, words: str) -> None:
    assert "Results for each of the 2 versions of the guideline" in words
    assert "The guideline changed while ratings were collected" in words
    assert "Versions of the guideline 1, 2" in words
    rows = {(row["guideline"], row["system"]): row for row in material.analysis.table("guidelines").rows}
    told = {key: (row["mean"], row["n"]) for key, row in rows.items()}
    assert told == {
        ("1", "a"): (3.5, 3 * ITEMS),
        ("1", "b"): (pytest.approx(2 - 1 / 3), 3 * ITEMS),
        ("2", "a"): (4.5, 2 * ITEMS),
        ("2", "b"): (pytest.approx(3 - 1 / 3), 2 * ITEMS),
    }


def test_the_rater_taken_out_is_told_with_what_they_change(words: str) -> None:
    assert (
        f"{EACH} answers are excluded by rule (by-hand {EACH}); results that include them are given as well." in words
    )
    assert f"{5 * EACH} answers" in words


def test_nothing_of_it_is_left_in_english(material: Material) -> None:
    assert left_in_english(_told(material.analysis), but=CITED) == set()
