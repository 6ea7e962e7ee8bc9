"""Who works well, who does not, and what the study's own rules do about it."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from beholder.engine import Answer, Engine, Join, Lease, SimulatedClock, open_simulated, seeded_entropy
from beholder.protocols import Timing, find_protocol
from beholder.quality.disputes import disputes
from beholder.quality.exclusion import decide
from beholder.quality.rater_quality import RaterQuality, rater_quality
from beholder.quality.rating_columns import RatingColumns, unread_fields
from beholder.store import Database
from beholder.study import load_definition
from beholder.study.journey import Adjudication
from beholder.tables.ratings import Rating, stream_ratings
from tests.study_maker import make_study


@pytest.fixture
def population(tmp_path: Path) -> dict[str, Any]:
    """A study of 40 items with known raters: four honest, one slow, one severe, one fast, one who always says 3, one random."""
    folder = tmp_path / "study"
    settings = {
        "checks": {"every": 5},
        "repeats": {"share": 0.1, "distance": 5},
        "exclude": [
            {"id": "failed-checks", "measure": "checks-failed", "above": 0.5, "after": 4},
            {"id": "too-fast", "measure": "too-fast", "below": 1},
        ],
    }
    make_study(folder, "one", items=40, systems="ab", ratings=9, **settings)
    with (folder / "items.jsonl").open("a", encoding="utf-8") as file:
        for n in range(16):
            reference = {"expects": [{"field": "score", "is": 5}]}
            row = {
                "id": f"c{n}",
                "kind": "attention",
                "reference": reference,
                "candidates": [{"system": "k", "text": "x"}],
            }
            file.write(json.dumps(row) + "\n")
    database = Database.open(tmp_path / "store.sqlite3")
    definition, clock = load_definition(folder), SimulatedClock()
    key = open_simulated(database, definition, seed=3, now=clock.now)
    engine = Engine(database, key, definition, clock=clock, entropy=seeded_entropy(3))
    rng = np.random.default_rng(5)
    truth = rng.integers(2, 5, size=200)
    people = ["honest-1", "honest-2", "honest-3", "honest-4", "slow", "severe", "fast", "same", "random"]
    names = {}
    for person in people:
        rater = engine.run(Join()).rater
        names[person] = rater
        while leases := engine.run(Lease(rater)).leases:
            for lease in leases:
                value = (
                    5
                    if lease.kind == "attention"
                    else int(np.clip(truth[lease.trial % 200] + (rng.random() < 0.02), 1, 5))
                )
                ms = int(rng.normal(9000, 1500))
                if person == "severe" and lease.kind != "attention":
                    value = max(1, value - 1)
                if person == "slow":
                    ms *= 6
                if person == "fast":
                    ms = 600 if rng.random() < 0.6 else ms
                if person == "same":
                    value = 3
                if person == "random":
                    value = int(rng.integers(1, 6))
                clock.advance(ms)
                engine.run(
                    Answer(
                        id=f"{rater}-{lease.sequence:05d}",
                        rater=rater,
                        lease=lease.lease,
                        payload={"trial": {"score": value}, "slots": []},
                        active_ms=ms,
                    )
                )
    yield_quality = {q.rater: q for q in engine.quality()}
    result = {person: yield_quality[rater] for person, rater in names.items()}
    return {"engine": engine, "database": database, "names": names, "quality": result}


def test_each_kind_of_rater_is_seen_for_what_they_are(population: dict[str, Any]) -> None:
    quality: dict[str, RaterQuality] = population["quality"]
    assert "run" in quality["same"].flags
    assert "checks" in quality["same"].flags
    assert "checks" in quality["random"].flags
    assert quality["random"].consistent.value < 0.5
    assert "fast" in quality["fast"].flags
    for person in ("honest-1", "honest-2", "honest-3", "honest-4", "slow", "severe"):
        assert quality[person].flags == (("severe",) if person == "severe" else ()), person
        assert quality[person].checks.value == 1
        assert quality[person].consistent.value > 0.55
    interval = quality["severe"].severity_interval
    assert interval is not None
    assert interval[0] > 0.3
    assert quality["random"].agree.value < quality["honest-1"].agree.value
    assert quality["slow"].median_seconds > 40
    assert quality["slow"].sentence("en") == "Nothing unusual."
    assert "同样的答案" in quality["same"].sentence("zh")


def test_what_is_remarkably_slow_is_said_by_the_protocol(population: dict[str, Any]) -> None:
    engine, names = population["engine"], population["names"]
    declaration = engine.definition.declaration
    strict = declaration.model_copy(update={"timing": Timing(most_seconds=25)})
    ratings = engine.observe()[0]
    found = {one.rater: one.slow for one in rater_quality(ratings, strict, {})}
    assert found[names["slow"]].value > 0.9
    assert found[names["honest-1"]].hits == 0
    usual = {one.rater: one.slow for one in rater_quality(ratings, declaration, {})}
    assert usual[names["slow"]].hits == 0, "an answer in twice the aim is not remarkable"


def test_declared_rules_exclude_by_name_and_nobody_else(population: dict[str, Any]) -> None:
    engine, names = population["engine"], population["names"]
    decided = engine.apply_rules()
    by_rule = {(one.rule, one.rater) for one in decided}
    assert by_rule == {
        ("failed-checks", names["same"]),
        ("failed-checks", names["random"]),
        ("too-fast", names["fast"]),
    }
    with engine.database.read() as conn:
        rows = list(stream_ratings(conn, engine.key, study="s", protocol="p", form=engine.definition.declaration.form))
    main = [row for row in rows if row.kind == "main"]
    assert {row.excluded_by for row in main if row.rater == names["same"]} == {"failed-checks"}
    assert {row.excluded_by for row in main if row.rater == names["fast"]} == {"", "too-fast"}
    assert all((row.excluded_by == "too-fast") == (row.active_ms < 1000) for row in main if row.rater == names["fast"])
    assert not any(row.excluded_by for row in main if row.rater in (names["slow"], names["severe"], names["honest-1"]))
    assert engine.apply_rules() == []


def test_names_agree_whatever_their_capitals_and_who_types_anything_stands_apart() -> None:
    words = ["dog", "cat", "boat", "tree", "chair", "bridge", "lamp", "cup"]
    writings: dict[str, Callable[[str], str]] = {
        "plain": str,
        "capital": str.capitalize,
        "loud": str.upper,
        "blank": lambda word: f" {word}  ",
    }
    rows = []
    for sequence in range(40):
        typed = {name: write(words[sequence % 8]) for name, write in writings.items()}
        typed["anything"] = words[(sequence * 5 + 3) % 8]
        blank = Rating._make([""] * len(Rating._fields))
        rows += [
            blank._replace(
                rater=rater, trial=f"t{sequence}", item=f"i{sequence}", answer=f"{rater}-{sequence}", kind="main",
                field="name", value=value, number=None, sequence=sequence, position=None, active_ms=9000,
            )
            for rater, value in typed.items()
        ]  # fmt: skip
    quality = {one.rater: one for one in rater_quality(RatingColumns.of(rows), find_protocol("naming").declaration, {})}
    assert {quality[name].agree.hits for name in writings} == {3 * 40}
    assert {quality[name].flags for name in writings} == {()}
    assert quality["anything"].flags == ("apart",)


def _comparisons(rater: str, kind: str, outcomes: str, *, correct: str = "yes") -> list[Rating]:
    """Answers to pairs of a and b, one per letter: a wins, b wins, or a tie. Correctness is always judged alike."""
    blank = Rating._make([""] * len(Rating._fields))
    told = {"a": ("win", "loss"), "b": ("loss", "win"), "=": ("tie", "tie")}
    rows = []
    for sequence, outcome in enumerate(outcomes):
        about = blank._replace(
            rater=rater, trial=f"t{sequence}", item=f"i{sequence}", answer=f"{rater}-{kind}-{sequence}", kind=kind,
            sequence=sequence + 100 * (kind == "repeat"), active_ms=90_000, number=None,
        )  # fmt: skip
        for place, (system, value) in enumerate(zip("ab", told[outcome], strict=True), start=1):
            at = about._replace(candidate=f"i{sequence}/{system}", system=system, position=place)
            rows += [at._replace(field="correct", value=correct), at._replace(field="preference", value=value)]
    return rows


def test_raters_are_watched_on_the_field_that_the_protocol_declares_and_a_comparison_counts_once() -> None:
    declaration = find_protocol("trajectories").declaration
    rows = [
        *_comparisons("one", "main", "aabb=="),
        *_comparisons("one", "repeat", "aaba"),
        *_comparisons("two", "main", "aaaa=="),
    ]
    quality = {one.rater: one for one in rater_quality(RatingColumns.of(rows), declaration, {})}
    # on `correct` everybody would agree with everybody, twelve times
    assert (quality["one"].agree.hits, quality["one"].agree.of) == (4, 6)
    assert (quality["one"].consistent.hits, quality["one"].consistent.of) == (3, 4)
    plain = declaration.model_copy(update={"watch": ""})
    on_correct = {one.rater: one for one in rater_quality(RatingColumns.of(rows), plain, {})}
    assert (on_correct["one"].agree.hits, on_correct["one"].agree.of) == (12, 12)


def test_quick_corrections_are_neither_fast_answers_nor_excluded_as_too_fast(population: dict[str, Any]) -> None:
    engine: Engine = population["engine"]
    definition = engine.definition
    with engine.database.read() as conn:
        given = stream_ratings(conn, engine.key, study="s", protocol="p", form=definition.declaration.form)
        rows = [row for row in given if row.rater == population["names"]["honest-1"] and row.kind == "main"]
    quick = [row._replace(active_ms=100, revision=2) for row in rows]
    (before,) = rater_quality(RatingColumns.of(rows), definition.declaration, {})
    (corrected,) = rater_quality(RatingColumns.of([*rows[:-1], quick[-1]]), definition.declaration, {})
    assert corrected.fast.of == before.fast.of - 1
    assert corrected.fast.hits == before.fast.hits == 0
    rules = [rule for rule in definition.settings.exclude if rule.measure == "too-fast"]
    assert decide(rules, [before], quick) == []
    first = [row._replace(revision=1) for row in quick]
    assert len(decide(rules, [before], first)[0].answers) == len({row.answer for row in rows})


def _scores(answers: int) -> Iterator[Rating]:
    """Three answers to each thing by sixty raters, with a comment of their own each."""
    blank = Rating._make([""] * len(Rating._fields))
    for n in range(answers):
        about = blank._replace(
            rater=f"r{n * 7 % 60}", trial=str(n // 3), item=f"item-{n // 12}", system=f"s{n // 3 % 4}", answer=f"{n:022}",
            kind="main", sequence=n // 60, position=1, active_ms=4000 + n % 5000, revision=1, counts=True,
        )  # fmt: skip
        yield about._replace(field="quality", value=str(1 + n % 10), number=float(1 + n % 10))
        yield about._replace(field="comment", value=f"comment {n} " + "as long as it likes " * 5, number=None)


def _most_held(answers: int) -> int:
    """The most bytes that are held at once while so many answers are looked at."""
    declaration = find_protocol("masks").declaration
    tracemalloc.start()
    try:
        ratings = RatingColumns.of(_scores(answers), unread=unread_fields(declaration.form))
        found = rater_quality(ratings, declaration, {})
        assert sum(one.answers for one in found) == answers
        disputes(ratings, Adjudication(spread={"quality": 9}))
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_watching_holds_some_hundred_bytes_of_a_rating_whatever_was_typed() -> None:
    """A coordinator's page looks at all ratings: a Python object for each would take the server's memory with them."""
    few, many = 4_500, 9_000
    _most_held(few)
    each = (_most_held(many) - _most_held(few)) / (2 * (many - few))
    assert each < 300, f"{each:.0f} bytes for each rating"
