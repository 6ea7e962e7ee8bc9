"""People and judge together: the formulas written out, what must hold for any judge, and intervals that cover."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats as scipy_stats

from beholder.errors import BeholderError
from beholder.stats import Combined, MemoryEngine, combined_means, combined_means_engine


def _table(seed: int, *, items: int = 300, rated: int = 60, noise: float = 0.5, bias: float = 0.4) -> dict[str, Any]:
    rng = np.random.default_rng(seed)
    prompt = rng.normal(0, 0.5, items)
    out: dict[str, Any] = {"item": [], "system": [], "human": [], "judge": []}
    chosen = set(rng.permutation(items)[:rated].tolist())
    for system, quality in (("a", 3.0), ("b", 3.5)):
        true = quality + prompt + rng.normal(0, 0.7, items)
        human = true + rng.normal(0, 0.4, items)
        judge = true + bias + rng.normal(0, noise, items)
        for i in range(items):
            out["item"].append(i)
            out["system"].append(system)
            out["human"].append(float(human[i]) if i in chosen else None)
            out["judge"].append(float(judge[i]))
    return out


def test_means_are_the_formula_written_out() -> None:
    table = _table(1)
    found = combined_means(**table).systems["a"]
    human = np.array(
        [math.nan if h is None else h for h, s in zip(table["human"], table["system"], strict=True) if s == "a"], float
    )
    judge = np.array([j for j, s in zip(table["judge"], table["system"], strict=True) if s == "a"], float)
    known = ~np.isnan(human)
    y, f, rest = human[known], judge[known], judge[~known]
    n, more = len(y), len(rest)
    weight = np.cov(y, f)[0, 1] / ((1 + n / more) * np.var(f, ddof=1))
    value = np.mean(y - weight * f) + weight * rest.mean()
    error = math.sqrt(np.var(y - weight * f, ddof=1) / n + weight**2 * np.var(rest, ddof=1) / more)
    reach = scipy_stats.t.ppf(0.975, n - 2) * error
    assert found.weight == pytest.approx(weight)
    assert found.value == pytest.approx(value)
    assert found.interval == pytest.approx((value - reach, value + reach))
    assert found.classical == pytest.approx(y.mean())
    assert found.classical_interval == pytest.approx(scipy_stats.t.interval(0.95, n - 1, y.mean(), scipy_stats.sem(y)))
    assert found.saved == pytest.approx(1 - found.width_ratio**2)


def test_a_bias_of_the_judge_moves_nothing_and_its_unit_neither() -> None:
    table = _table(2)
    plain = combined_means(**table).systems
    shifted = combined_means(**{**table, "judge": [j + 7 for j in table["judge"]]}).systems
    for name, found in plain.items():
        assert shifted[name].value == pytest.approx(found.value)
        assert shifted[name].interval == pytest.approx(found.interval)


def test_a_judge_that_knows_nothing_is_left_aside_and_a_perfect_one_saves_much() -> None:
    table = _table(3)
    rng = np.random.default_rng(0)
    noise = combined_means(**{**table, "judge": rng.normal(0, 1, len(table["item"])).tolist()}).systems["a"]
    assert noise.weight < 0.2
    assert noise.width_ratio < 1.02
    # who knows what people will say: as if they had said it of all
    rng = np.random.default_rng(4)
    said = rng.normal(3, 1, 300)
    perfect = combined_means(
        item=range(300),
        system=["a"] * 300,
        human=[float(x) if i < 60 else None for i, x in enumerate(said)],
        judge=said,
    ).systems["a"]
    assert perfect.saved > 0.7
    assert perfect.value == pytest.approx(said.mean(), abs=0.05)


def test_where_people_rated_everything_the_judge_adds_nothing() -> None:
    table = _table(5, items=40, rated=40)
    for found in combined_means(**table).systems.values():
        assert found.weight == 0
        assert found.value == found.classical
    assert "people alone" in " ".join(combined_means(**table).findings[0].notes)


def test_differences_pair_what_stands_in_one_block() -> None:
    table = _table(6)
    found = combined_means(**table)
    (difference,) = found.differences
    apart = found.systems["a"].classical - found.systems["b"].classical
    assert difference.estimate.classical == pytest.approx(apart)
    assert difference.estimate.value < 0
    widths = [f.interval[1] - f.interval[0] for f in (difference.estimate, *found.systems.values()) if f.interval]
    assert widths[0] < math.hypot(*widths[1:]), "prompts are hard or easy for both"


def test_ratings_of_one_output_are_averaged_and_outputs_of_one_prompt_go_together() -> None:
    table = _table(7, items=60, rated=30)
    twice: dict[str, Any] = {name: [*column, *column] for name, column in table.items()}
    once, again = combined_means(**table), combined_means(**twice)
    assert again.systems["a"] == once.systems["a"]
    copies: dict[str, Any] = {**twice, "item": [*table["item"], *(f"copy of {i}" for i in table["item"])]}
    together = combined_means(**copies, block=[*table["item"], *table["item"]]).systems["a"]
    assert together.interval is not None
    assert once.systems["a"].interval is not None
    assert together.interval == pytest.approx(once.systems["a"].interval, rel=1e-6)


@pytest.mark.parametrize("noise", [0.1, 5.0])
def test_intervals_cover(noise: float) -> None:
    hits = 0
    for seed in range(300):
        rng = np.random.default_rng(seed)
        true = rng.normal(3, 1, 200)
        judge = true + rng.normal(0.5, noise, 200)
        human = [
            float(x + e) if i < 40 else None for i, (x, e) in enumerate(zip(true, rng.normal(0, 0.5, 200), strict=True))
        ]
        found: Combined = combined_means(item=range(200), system=["a"] * 200, human=human, judge=judge)
        low, high = found.systems["a"].interval or (math.nan, math.nan)
        hits += low <= 3 <= high
    # 95 % of 300, give or take four standard errors of a share
    assert 300 * (0.95 - 4 * math.sqrt(0.95 * 0.05 / 300)) <= hits


def test_a_table_without_a_pair_of_values_is_refused() -> None:
    with pytest.raises(BeholderError, match="no output has both"):
        combined_means(item=[1, 2], system=["a", "a"], human=[None, None], judge=[1, 2])


def _rated_of(humans: dict[str, int], *, items: int = 12) -> dict[str, Any]:
    """Systems of which people rated so many of the last items each, and the judge all."""
    rng = np.random.default_rng(9)
    out: dict[str, Any] = {"item": [], "system": [], "human": [], "judge": []}
    for system, n in humans.items():
        for i in range(items):
            value = float(rng.normal(3, 1))
            out["item"].append(i)
            out["system"].append(system)
            out["human"].append(value + float(rng.normal(0, 0.3)) if i >= items - n else None)
            out["judge"].append(value)
    return out


@pytest.mark.parametrize("weighted", [False, True], ids=["alike", "unequal"])
def test_a_system_that_hardly_anybody_rated_has_no_interval(weighted: bool) -> None:
    table = _rated_of({"well": 8, "two": 2, "one": 1, "none": 0})
    found = combined_means(**table, probability=[0.5] * len(table["item"]) if weighted else None).systems
    assert found["well"].interval is not None
    two = [h for h, s in zip(table["human"], table["system"], strict=True) if s == "two" and h is not None]
    assert found["two"].value == found["two"].classical == pytest.approx(np.mean(two))
    assert (found["two"].interval, found["two"].weight) == (None, 0)
    assert (found["one"].interval, found["one"].classical_interval) == (None, None)
    assert math.isfinite(found["one"].value)
    assert math.isnan(found["none"].value)
    assert math.isnan(found["none"].classical)
    assert (found["none"].n_human, found["none"].n_judge) == (0, 12)


def test_few_ratings_in_chunks_are_told_as_in_memory() -> None:
    humans = {"well": 8, "two": 2, "one": 1, "none": 0}
    table = _rated_of(humans)
    whole = combined_means(**table)
    columns: dict[str, Any] = {
        "item": np.array(table["item"], dtype=np.int32),
        "system": np.array([[*humans].index(name) for name in table["system"]], dtype=np.int32),
        **{name: np.array(table[name], dtype=np.float64) for name in ("human", "judge")},
    }
    # of the first chunks, nobody rated anything
    found = combined_means_engine(MemoryEngine.of(**columns, rows_per_chunk=8), systems=[*humans])
    for by_sums, in_memory in zip(
        (found.rows, found.difference_rows), (whole.rows, whole.difference_rows), strict=True
    ):
        for one, other in zip(by_sums, in_memory, strict=True):
            assert one.keys() == other.keys()
            for name, value in other.items():
                same = value if value is None or isinstance(value, str) else pytest.approx(value, nan_ok=True)
                assert one[name] == same, (one, name)
    assert [one.notes for one in found.findings] == [one.notes for one in whole.findings]


@pytest.mark.parametrize(
    ("human", "judge", "said"),
    [
        ([1.0, np.nan], [np.nan, np.nan], "the judge has no value anywhere"),
        ([1.0, np.nan], [np.nan, 2.0], "no output has both a human and a judge's value"),
    ],
)
def test_chunks_without_a_pair_of_values_are_refused(human: list[float], judge: list[float], said: str) -> None:
    codes: dict[str, Any] = {"item": np.arange(2, dtype=np.int32), "system": np.zeros(2, dtype=np.int32)}
    engine = MemoryEngine.of(**codes, human=np.array(human), judge=np.array(judge))
    with pytest.raises(BeholderError, match=said):
        combined_means_engine(engine, systems=["a"])


class TestUnequalProbabilities:
    """Outputs that people were more likely to rate weigh less."""

    @staticmethod
    def _drawn(rng: np.random.Generator, n: int = 400, noise: float = 0.5) -> dict[str, Any]:
        truth = rng.normal(3, 1, n)
        # good outputs are rated more often: a plain mean of ratings would be too high
        chance = np.clip(0.25 + 0.2 * (truth - 3), 0.05, 0.9)
        rated = rng.random(n) < chance
        human = np.where(rated, truth + rng.normal(0, 0.3, n), np.nan)
        judge = truth + rng.normal(0.5, noise, n)
        return {
            "item": list(range(n)),
            "system": ["s"] * n,
            "human": human,
            "judge": judge,
            "probability": chance,
        }

    def test_the_mean_is_not_drawn_to_what_was_rated_more_often(self) -> None:
        found, plain = [], []
        for seed in range(40):
            columns = self._drawn(np.random.default_rng(seed))
            found.append(combined_means(**columns).systems["s"].value)
            del columns["probability"]
            plain.append(combined_means(**columns).systems["s"].classical)
        assert np.mean(found) == pytest.approx(3, abs=0.05)
        assert np.mean(plain) > 3.3

    def test_intervals_cover_as_often_as_they_say(self) -> None:
        hits = []
        for seed in range(300):
            found = combined_means(**self._drawn(np.random.default_rng(1000 + seed))).systems["s"]
            assert found.interval is not None
            hits.append(found.interval[0] <= 3 <= found.interval[1])
        # within three standard errors of .95
        assert 0.91 <= np.mean(hits) <= 0.99

    def test_a_good_judge_narrows_and_equal_chances_are_no_weights(self) -> None:
        columns = self._drawn(np.random.default_rng(5), noise=0.2)
        found = combined_means(**columns).systems["s"]
        assert found.width_ratio < 0.8
        equal = {**columns, "probability": np.full(400, 0.3)}
        alike = combined_means(**equal).systems["s"]
        assert alike.classical == pytest.approx(float(np.nanmean(columns["human"])))

    def test_a_difference_of_systems_pairs_blocks(self) -> None:
        one, two = (self._drawn(np.random.default_rng(seed)) for seed in (7, 7))
        both: dict[str, Any] = {name: [*one[name], *two[name]] for name in one}
        both["system"] = ["a"] * 400 + ["b"] * 400
        both["human"] = [*one["human"], *(two["human"] + 1)]
        found = combined_means(**both).differences[0].estimate
        assert found.value == pytest.approx(-1, abs=1e-9)

    def test_a_difference_tells_of_both_systems(self) -> None:
        """As many ratings as the system with fewer has, and no weight of the judge where each has its own."""
        one, two = self._drawn(np.random.default_rng(7)), self._drawn(np.random.default_rng(8), n=100, noise=2.0)
        both: dict[str, Any] = {name: [*one[name], *two[name]] for name in one}
        both["system"] = ["a"] * 400 + ["b"] * 100
        found = combined_means(**both)
        difference = found.differences[0].estimate
        assert difference.n_human == found.systems["b"].n_human < found.systems["a"].n_human
        assert difference.n_judge == 100
        assert math.isnan(difference.weight)

    @pytest.mark.parametrize("wrong", [0.0, 1.5, float("nan")])
    def test_a_rated_output_without_a_probability_is_refused(self, wrong: float) -> None:
        columns = self._drawn(np.random.default_rng(5))
        first = int(np.flatnonzero(~np.isnan(columns["human"]))[0])
        columns["probability"][first] = wrong
        with pytest.raises(BeholderError, match="probability"):
            combined_means(**columns)
