"""Known populations: bad raters are found, good ones are left alone; and each flag at its boundary."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from beholder.engine import Engine, SimulatedClock, open_simulated, seeded_entropy, simulate
from beholder.quality.flags import MIN_ANSWERS, Claims, Counted, Usual, flags_of
from beholder.quality.marks import Marks
from beholder.quality.rater_quality import Proportion, RaterQuality
from beholder.store import Database
from beholder.store.raters import all_raters
from beholder.study import load_definition
from beholder.testing import write_masks_study
from beholder.testing.rater import KINDS, draw_rater
from tests.study_maker import make_study

PEOPLE = ["honest"] * 8 + ["slow"] * 3 + ["random"] * 2 + ["same", "severe", "lenient", "drifting", "fast"]
TRIALS = 100
Found = dict[str, list[RaterQuality]]


def population(folder: Path, seed: int) -> Found:
    """The quality of every rater of a simulated study, by what they are."""
    definition, clock = load_definition(folder), SimulatedClock()
    rng = np.random.default_rng(seed)
    timing = definition.declaration.timing
    people = [draw_rater(kind, rng, timing=timing, trials=TRIALS) for kind in PEOPLE]
    database = Database.open(folder / "store.sqlite3")
    key = open_simulated(database, definition, seed=seed, now=clock.now)
    engine = Engine(database, key, definition, clock=clock, entropy=seeded_entropy(seed))
    simulate(engine, clock, raters=len(people), seed=seed, people=people)
    with database.read() as conn:
        kinds = {row.rater: PEOPLE[row.number] for row in all_raters(conn, key)}
    found: Found = defaultdict(list)
    for one in engine.quality():
        found[kinds[one.rater]].append(one)
    engine.close()
    database.close()
    return found


@pytest.fixture(scope="module")
def masks(tmp_path_factory: pytest.TempPathFactory) -> Found:
    """Two masks studies with checks."""
    together: Found = defaultdict(list)
    for seed in (1, 2):
        extra = f"max_per_rater: {TRIALS}\nlimits: {{session_minutes: 100000}}\nchecks: {{every: 8, made: 12}}\nseed: {seed}\n"
        trials = len(PEOPLE) * TRIALS // 6
        folder = write_masks_study(tmp_path_factory.mktemp("m") / "s", trials=trials, ratings=6, extra=extra)
        for kind, those in population(folder, seed).items():
            together[kind] += those
    return together


@pytest.fixture(scope="module")
def unchecked(tmp_path_factory: pytest.TempPathFactory) -> Found:
    """A study of a protocol of one's own that has no checks and no repeats."""
    folder = tmp_path_factory.mktemp("a") / "s"
    settings: dict[str, Any] = {"max_per_rater": TRIALS, "limits": {"session_minutes": 100_000}}
    make_study(folder, "all", items=len(PEOPLE) * TRIALS // 6, systems="abc", ratings=6, **settings)
    return population(folder, 3)


@pytest.mark.variants(1)
@pytest.mark.parametrize("study", ["masks", "unchecked"])
def test_slowness_is_no_fault_and_honest_raters_are_left_alone(study: str, request: pytest.FixtureRequest) -> None:
    found: Found = request.getfixturevalue(study)
    assert [one.flags for one in found["slow"] if one.flags] == []
    assert all(one.median_seconds > 60 for one in found["slow"])
    flagged = [one.flags for one in found["honest"] if one.flags]
    assert len(flagged) <= 1, flagged


@pytest.mark.parametrize(
    ("kind", "fitting", "least"),
    [
        ("random", {"checks", "apart", "inconsistent"}, 5 / 6),
        ("same", {"run", "apart"}, 1),
        ("severe", {"severe"}, 1),
        ("lenient", {"lenient"}, 1),
        ("drifting", {"drift", "apart", "checks"}, 2 / 3),
        ("fast", {"fast"}, 1),
    ],
)
def test_bad_raters_are_found_for_what_they_are(
    masks: Found, unchecked: Found, kind: str, fitting: set[str], least: float
) -> None:
    those = [*masks[kind], *unchecked[kind]]
    assert len(those) >= 3
    assert np.mean([bool(fitting & set(one.flags)) for one in those]) >= least, [one.flags for one in those]


def test_every_kind_and_flag_has_words(masks: Found) -> None:
    assert set(masks) == set(KINDS)
    for one in (one for those in masks.values() for one in those):
        for language in ("en", "zh"):
            assert len(one.sentence(language)) >= 5


NOTHING = Counted(checks=(0, 0), fast=(0, 50), repeats=(0, 0), longest_run=1, shown=50, commonest=0.2, claims=Claims())
ORDINARY = Usual(
    commonest={"r": 0.3}, same_again=0.7, same_by_chance=0.2, tracking=0.8, near=-0.3, spread=1.0, severity=0.8
)


def flagged(**changed: Any) -> tuple[str, ...]:
    ordinary = changed.pop("ordinary", ORDINARY)
    marks: Marks | None = changed.pop("marks", None)
    values = {name: getattr(NOTHING, name) for name in Counted.__slots__} | changed
    return flags_of("r", Counted(**values), marks, ordinary)


def test_flags_begin_where_chance_ends() -> None:
    assert flagged() == ()
    assert flagged(checks=(0, 3)) == ()  # 0.3³ is 2.7 %
    assert flagged(checks=(0, 4)) == ("checks",)  # 0.3⁴ is 0.8 %
    assert flagged(checks=(70, 100)) == ()
    assert flagged(checks=(58, 100)) == ("checks",)
    assert flagged(fast=(2, 2)) == ()  # 0.1² is 1 %
    assert flagged(fast=(3, 3)) == ("fast",)  # 0.1³ is 0.1 %
    assert flagged(fast=(6, 6)) == ("fast",)
    assert flagged(fast=(2, 6)) == ()
    assert flagged(fast=(5, 20)) == ()
    assert flagged(fast=(7, 20)) == ("fast",)
    assert flagged(repeats=(0, 7)) == ()
    assert flagged(repeats=(0, 8)) == ("inconsistent",)  # 0.55⁸ is 0.8 %


def test_a_run_is_long_only_beside_what_others_give() -> None:
    assert flagged(longest_run=5) == ()
    assert flagged(longest_run=10) == ("run",)
    agreed = Usual(
        commonest={"r": 0.9}, same_again=0.7, same_by_chance=0.2, tracking=0.8, near=-0.3, spread=1.0, severity=0.8
    )
    assert flagged(longest_run=50, ordinary=agreed) == ()
    assert flagged(longest_run=120, shown=120, ordinary=agreed) == ("run",)


def test_a_rater_who_turns_the_scale_round_stands_apart() -> None:
    """Exactly opposite answers have a correlation of -1, where Fisher's transformation has no value."""
    others = np.tile([-1.0, 0.0, 1.0], 10)
    turned = Marks(np.linspace(0, 1, 30), -others, others, -np.abs(2 * others))
    assert "apart" in flagged(marks=turned)


def test_false_alarms_of_ordinary_marks_are_rare() -> None:
    """The tests on marks keep their level: of a thousand ordinary raters of any severity up to the bar, few are flagged."""
    rng = np.random.default_rng(4)
    found: Counter[str] = Counter()
    for _ in range(1000):
        truth = rng.normal(size=60)
        level = float(np.clip(rng.normal(0, 0.35), -0.8, 0.8))
        own = truth - level + rng.normal(0, 0.5, 60)
        others = truth + rng.normal(0, 0.25, 60)
        gap = others - own
        near = -np.abs(gap - np.median(gap))
        found.update(flagged(marks=Marks(np.linspace(0, 1, 60), own, others, near)))
    assert found.total() <= 20, found


def test_too_few_answers_are_not_called_ordinary() -> None:
    nothing = Proportion(0, 0)
    few, enough = (
        RaterQuality("r", n, 1.0, 0.0, nothing, nothing, nothing, 0.0, None, Proportion(n, n), nothing, 1)
        for n in (MIN_ANSWERS - 1, MIN_ANSWERS)
    )
    for language in ("en", "zh"):
        assert few.sentence(language) != enough.sentence(language)
        assert str(MIN_ANSWERS) in few.sentence(language)
