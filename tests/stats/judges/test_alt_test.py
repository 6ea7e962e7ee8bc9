"""The alternative annotator test against its authors' numbers, a plain loop, and what must hold for any answers."""

from __future__ import annotations

import csv
import gzip
import json
import math
from typing import Any

import numpy as np
import pytest
from scipy import stats as scipy_stats

from beholder.errors import BeholderError
from beholder.stats import AltTest, MemoryEngine, Ratings, alt_test, alt_test_engine
from tests.stats.ranking_data import data_folder

Rows = list[dict[str, str]]


def _read(path: str) -> Rows:
    with gzip.open(data_folder("alttest") / path, "rt", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def _ratings(rows: Rows, *, item: str = "item", rater: str = "rater") -> Ratings:
    return Ratings.of(item=[r[item] for r in rows], rater=[r[rater] for r in rows], value=[r["value"] for r in rows])


@pytest.fixture(scope="module")
def lesion() -> Rows:
    people = _read("lesion/ratings.tsv.gz")
    models = [{**row, "rater": row["model"]} for row in _read("lesion/answers.tsv.gz")]
    return [{**row, "item": f"{row['image']} {row['field']}"} for row in (*people, *models)]


@pytest.fixture(scope="module")
def known() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((data_folder("alttest") / "expected.json").read_text(encoding="utf-8"))
    return found


def _value(found: AltTest, name: str) -> float:
    return next(f.value for f in found.findings if f.name == name)


class TestPublished:
    def test_all_fields_together_by_item_and_by_picture(self, lesion: Rows, known: dict[str, Any]) -> None:
        block = {row["item"]: row["image"] for row in lesion}
        found = alt_test(_ratings(lesion), models=["gpt-4o", "gemini_flash"], block=block)
        for model, said in known["lesion"]["all_five_fields_together"].items():
            rows = [one for one in found.left_out if one.model == model]
            assert [one.rater for one in rows] == known["lesion"]["raters"]
            assert [one.p for one in rows] == pytest.approx(said["p"], abs=1e-6)
            assert [one.p_clustered for one in rows] == pytest.approx(said["p_clustered"], abs=1e-6)
            assert _value(found, f"winning_rate:{model}") == pytest.approx(said["omega_clustered"], abs=1e-4)
            assert _value(found, f"winning_rate_by_item:{model}") == pytest.approx(said["omega"], abs=1e-4)
            assert _value(found, f"advantage:{model}") == pytest.approx(said["rho"], abs=1e-4)

    def test_each_field_by_itself(self, lesion: Rows, known: dict[str, Any]) -> None:
        for model, fields in known["lesion"]["each_field"].items():
            others = {"gpt-4o", "gemini_flash"} - {model}
            for field, said in fields.items():
                rows = [row for row in lesion if row["field"] == field and row["rater"] not in others]
                found = alt_test(_ratings(rows), models=[model])
                assert [one.p for one in found.left_out] == pytest.approx(said["p"], abs=1e-6)
                assert _value(found, f"winning_rate:{model}") == pytest.approx(said["omega"], abs=1e-4)
                assert _value(found, f"advantage:{model}") == pytest.approx(said["rho"], abs=1e-4)

    def test_texts_labelled_by_people_and_a_model(self, known: dict[str, Any]) -> None:
        labels = _read("other_sets.tsv.gz")
        for name, said in known["other_sets"].items():
            rows = [row for row in labels if row["set"] == name]
            level: Any = "nominal" if said["score"] == "accuracy" else "ordinal"
            found = alt_test(_ratings(rows, rater="who"), models=["gpt-4o"], epsilon=said["eps"], level=level)
            assert len(found.left_out) == said["raters"]
            assert _value(found, "winning_rate:gpt-4o") == pytest.approx(said["omega"], abs=1e-4)
            assert _value(found, "advantage:gpt-4o") == pytest.approx(said["rho"], abs=1e-4)


def _made(seed: int, *, raters: int = 4, items: int = 60) -> Rows:
    """Raters with gaps around a truth, and a model that is a little better than they are."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(1, 6, items)
    rows = []
    for k, noise in enumerate([*[1.0] * raters, 0.6]):
        name = "model" if k == raters else f"r{k}"
        said = np.clip(np.rint(truth + rng.normal(0, noise, items)), 1, 5).astype(int)
        kept = rng.random(items) > (0 if name == "model" else 0.1)
        rows += [{"item": f"i{i}", "rater": name, "value": str(said[i])} for i in range(items) if kept[i]]
    return rows


def _by_hand(rows: Rows, epsilon: float, *, nominal: bool) -> tuple[list[float], list[float]]:
    """P and advantage for each rater who is left out, item by item."""
    said: dict[str, dict[str, float]] = {}
    for row in rows:
        said.setdefault(row["rater"], {})[row["item"]] = float(row["value"])
    people = [name for name in said if name != "model"]
    ps, wins = [], []
    for out in people:
        differences, won = [], []
        for item, own in said[out].items():
            others = [said[p][item] for p in people if p != out and item in said[p]]
            if not others or item not in said["model"]:
                continue

            def score(value: float, others: list[float] = others) -> float:
                if nominal:
                    return sum(value == other for other in others) / len(others)
                return -math.sqrt(sum((value - other) ** 2 for other in others) / len(others))

            model, person = score(said["model"][item]), score(own)
            differences.append(float(person >= model) - float(model >= person))
            won.append(float(model >= person))
        ps.append(float(scipy_stats.ttest_1samp(differences, epsilon, alternative="less").pvalue))
        wins.append(float(np.mean(won)))
    return ps, wins


@pytest.mark.parametrize("nominal", [True, False])
def test_a_plain_loop_says_the_same(nominal: bool) -> None:
    for seed in range(3):
        rows = _made(seed)
        found = alt_test(_ratings(rows), models=["model"], epsilon=0.1, level="nominal" if nominal else None)
        p, wins = _by_hand(rows, 0.1, nominal=nominal)
        assert [one.p for one in found.left_out] == pytest.approx(p, abs=1e-12)
        assert [one.model_wins for one in found.left_out] == pytest.approx(wins, abs=1e-12)
        adjusted = scipy_stats.false_discovery_control(p, method="by")
        assert _value(found, "winning_rate:model") == np.mean(adjusted <= 0.05)


def test_blocks_of_one_item_change_nothing_and_copies_of_an_item_make_it_no_surer() -> None:
    rows = _made(5)
    plain = alt_test(_ratings(rows), models=["model"])
    alone = alt_test(_ratings(rows), models=["model"], block={row["item"]: row["item"] for row in rows})
    assert [one.p_clustered for one in alone.left_out] == pytest.approx([one.p for one in plain.left_out])
    twice = [{**row, "item": f"{row['item']} {k}"} for row in rows for k in range(2)]
    copied = alt_test(_ratings(twice), models=["model"], block={row["item"]: row["item"].split()[0] for row in twice})
    assert [one.p_clustered for one in copied.left_out] == pytest.approx([one.p for one in plain.left_out])
    assert copied.left_out[0].p < plain.left_out[0].p, "as if copies were items of their own"


def test_a_perfect_model_passes_and_one_that_guesses_does_not() -> None:
    rng = np.random.default_rng(3)
    rows = [row for row in _made(7, raters=5, items=200) if row["rater"] != "model"]
    agreed = {row["item"]: row["value"] for row in rows if row["rater"] == "r0"}
    guesses = [{"item": item, "rater": "dice", "value": str(rng.integers(1, 6))} for item in agreed]
    steady = [{"item": f"i{i}", "rater": "like r0", "value": agreed.get(f"i{i}", "3")} for i in range(200)]
    found = alt_test(_ratings([*rows, *guesses, *steady]), models=["dice", "like r0"], epsilon=0.15)
    assert _value(found, "winning_rate:dice") == 0
    assert _value(found, "winning_rate:like r0") == 1
    assert _value(found, "advantage:dice") < 0.5 < _value(found, "advantage:like r0")


def test_what_a_model_left_out_and_few_items_are_told() -> None:
    rows = [row for row in _made(1, items=20) if row["rater"] != "model" or row["item"] != "i3"]
    notes = " ".join(alt_test(_ratings(rows), models=["model"]).findings[0].notes)
    assert "no answer to 1 of the items" in notes
    assert "fewer than 30 items" in notes


def test_a_name_that_is_no_rater_is_told_with_the_nearest() -> None:
    with pytest.raises(BeholderError, match='no rater is called "modle"') as told:
        alt_test(_ratings(_made(1)), models=["modle"])
    assert "model" in str(told.value.problems[0].hint)
    with pytest.raises(BeholderError, match="two people"):
        alt_test(_ratings([row for row in _made(1) if row["rater"] in ("r0", "model")]), models=["model"])


def test_one_item_or_block_has_no_interval() -> None:
    rows = [{"item": "i", "rater": rater, "value": value} for rater, value in (("a", "1"), ("b", "2"), ("model", "1"))]
    advantage = next(f for f in alt_test(_ratings(rows), models=["model"]).findings if f.name == "advantage:model")
    # as good as a, better than b
    assert (advantage.value, advantage.interval) == (1.0, None)


def test_who_shares_no_item_with_the_model_is_told_in_chunks_as_in_memory() -> None:
    rows = [row for row in _made(2, items=40) if row["rater"] != "r3"]
    rows += [{"item": f"j{i}", "rater": rater, "value": "1"} for i in range(5) for rater in ("r0", "r3")]
    ratings = _ratings(rows)
    whole = alt_test(ratings, models=["model"], level="nominal")
    found = alt_test_engine(MemoryEngine(ratings, rows_per_chunk=20), raters=ratings.raters, models=["model"])
    assert [one.rater for one in found.left_out] == [one.rater for one in whole.left_out] == ["r0", "r1", "r2", "r3"]
    assert found.rows[3]["items"] == whole.rows[3]["items"] == 0
    assert math.isnan(found.rows[3]["advantage"])
    for one, other in zip(found.findings, whole.findings, strict=True):
        assert (one.name, one.notes) == (other.name, other.notes)
        assert one.value == pytest.approx(other.value)
