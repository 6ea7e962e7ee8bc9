"""Simulated raters: what was planted is what the analysis finds."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from beholder.protocols import Candidate, Item, Shown, SimulatedRater
from beholder.protocols.trajectories import PROTOCOL
from beholder.protocols.trajectories.simulate import TIE
from beholder.stats import Pairs, davidson

STRENGTHS = {"north": 1.2, "east": 0.2, "south": -0.4, "west": -1.0}
CALM = SimulatedRater(severity=0.0, noise=0.4, lapse=0.0, side_bias=0.0)


def _candidate(item: str, system: str, **truth: Any) -> Candidate:
    known = {"strength": STRENGTHS.get(system, 0.0), "coherence": 3.0, "efficiency": 3.0, "thoroughness": 3.0, **truth}
    return Candidate(item, system, {"steps": [f"LOOK(1, 2) → {system}"], "answer": "x", "truth": known})


def _answer(shown: Shown, rater: SimulatedRater, rng: np.random.Generator) -> dict[str, Any]:
    payload = PROTOCOL.answer_like_a_person(PROTOCOL.declaration, shown, rater, rng)
    return PROTOCOL.declaration.form.check(payload, slots=2)


def _show(left: Candidate, right: Candidate) -> Shown:
    return Shown(Item("i", {}, (left, right)), ((left,), (right,)))


def _votes(rater: SimulatedRater, *, trials: int) -> Pairs:
    rng = np.random.default_rng(5)
    rows: list[tuple[str, str, str, str]] = []
    for n in range(trials):
        for a, b in combinations(STRENGTHS, 2):
            left, right = (a, b) if rng.random() < 0.5 else (b, a)
            item = f"item-{n % 60}"
            shown = _show(_candidate(item, left), _candidate(item, right))
            preference = _answer(shown, rater, rng)["trial"]["preference"]
            rows.append((left, right, preference, item))
    lefts, rights, outcomes, items = zip(*rows, strict=True)
    return Pairs.of(left=lefts, right=rights, outcome=outcomes, item=items)


def test_planted_strengths_ties_and_side_bias_come_back() -> None:
    found = davidson(_votes(replace(CALM, side_bias=0.5), trials=700), position=True, cluster="none")
    strengths = dict(zip(found.names, found.score, strict=True))
    assert strengths == pytest.approx(STRENGTHS, abs=0.12)
    assert found.position is not None
    assert found.position.value == pytest.approx(0.5, abs=0.12)
    assert found.tie is not None
    assert found.tie.value == pytest.approx(TIE, abs=0.08)


def test_scores_follow_quality_and_severity() -> None:
    rng = np.random.default_rng(2)
    shown = _show(_candidate("i", "a", coherence=4.4, efficiency=2.0), _candidate("i", "b", thoroughness=1.5))
    means = {}
    for severity in (0.0, 1.0):
        rater = replace(CALM, severity=severity)
        answers = [_answer(shown, rater, rng)["slots"] for _ in range(600)]
        means[severity] = [np.mean([a[0]["coherence"], a[0]["efficiency"], a[1]["thoroughness"]]) for a in answers]
        got = [
            np.mean([a[s][f] for a in answers]) for s, f in ((0, "coherence"), (0, "efficiency"), (1, "thoroughness"))
        ]
        assert got == pytest.approx([max(1.0, v - severity) for v in (4.4, 2.0, 1.5)], abs=0.2)
    assert np.mean(means[0.0]) > np.mean(means[1.0]) + 0.6


def test_correctness_is_mostly_read_right() -> None:
    rng = np.random.default_rng(4)
    shown = _show(_candidate("i", "a", correct=True), _candidate("i", "b", correct=False))
    answers = [_answer(shown, CALM, rng)["slots"] for _ in range(500)]
    assert np.mean([a[0]["correct"] == "yes" for a in answers]) > 0.93
    assert np.mean([a[1]["correct"] == "yes" for a in answers]) < 0.07


def test_identical_sides_are_equal_in_everything_and_noted() -> None:
    rng = np.random.default_rng(6)
    left = _candidate("i", "north")
    right = replace(left, system="west")
    for _ in range(50):
        answer = _answer(_show(left, right), CALM, rng)
        assert answer["trial"]["preference"] == "tie"
        assert answer["slots"][0] == answer["slots"][1]
        assert answer["trial"]["comment"]


def test_cut_off_sides_are_noted_with_their_letter() -> None:
    left = _candidate("i", "north")
    right = replace(_candidate("i", "west"), columns={"steps": ["LOOK(1, 2)"], "cut_off": True})
    answer = _answer(_show(left, right), CALM, np.random.default_rng(1))
    assert answer["trial"]["comment"] == "B is cut off"


def test_confidence_grows_with_the_gap() -> None:
    rng = np.random.default_rng(8)

    def mean(gap: float) -> float:
        shown = _show(_candidate("i", "a", strength=gap), _candidate("i", "b", strength=0.0))
        return float(np.mean([_answer(shown, CALM, rng)["trial"]["confidence"] for _ in range(300)]))

    assert mean(0.1) < mean(1.0) < mean(3.0)


def test_without_a_known_truth_a_system_keeps_its_character() -> None:
    shown = _show(Candidate("i", "a", {"steps": ["A(1)"]}), Candidate("i", "b", {"steps": ["B(1)"]}))
    first = [_answer(shown, CALM, np.random.default_rng(n)) for n in range(20)]
    again = [_answer(shown, CALM, np.random.default_rng(n)) for n in range(20)]
    assert first == again
