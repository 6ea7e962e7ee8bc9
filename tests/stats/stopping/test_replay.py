"""Rules for stopping, replayed: expected values of published counts, every order by hand, and what must hold."""

from __future__ import annotations

import csv
import gzip
import json
from collections import Counter
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beholder.errors import BeholderError
from beholder.stats import Ratings, StoppingReplay, VoteRule, krippendorff_alpha, replay_stopping
from tests.stats.ranking_data import data_folder


def _found(replay: StoppingReplay) -> dict[str, float]:
    return {finding.name: finding.value for finding in replay.findings}


@pytest.fixture(scope="module")
def counts() -> Ratings:
    with gzip.open(data_folder("geckonum") / "counts_dalle_3.tsv.gz", "rt", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return Ratings.of(
        item=[f"{r['image_id']} {r['question_id']}" for r in rows],
        rater=[r["annot_id"] for r in rows],
        value=[r["answer"] for r in rows],
    )


@pytest.fixture(scope="module")
def known() -> dict[str, Any]:
    path = data_folder("geckonum") / "stopping_expected.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


class TestPublished:
    @pytest.mark.parametrize(
        ("name", "rule", "share"),
        [
            ("fixed 3", VoteRule(lead=9, least=3, most=3), 0),
            ("lead 2, at most 3", VoteRule(lead=2, least=2, most=3), 0),
            ("lead 2, at most 5", VoteRule(lead=2, least=2, most=5), 0),
            ("lead 3, at most 5", VoteRule(lead=3, least=2, most=5), 0),
            ("lead 2, at most 5, a random fifth in full", VoteRule(lead=2, least=2, most=5), 0.2),
        ],
    )
    def test_votes_and_labels_over_all_orders(
        self, counts: Ratings, known: dict[str, Any], name: str, rule: VoteRule, share: float
    ) -> None:
        rng = np.random.default_rng(0)
        found = _found(replay_stopping(counts, rule, rng=rng, share=share, orders="all", replays=1))
        said = known["rules"][name]
        # four digits are printed; a share and its rest are rounded apart
        assert found["votes_per_item"] == pytest.approx(said["expected"]["votes"], abs=6e-5)
        assert found["same_label"] == pytest.approx(said["expected"]["same_label"], abs=1e-4)
        if "file_order" in said:
            as_filed = _found(replay_stopping(counts, rule, rng=rng, orders="file"))
            assert as_filed["votes_per_item"] == pytest.approx(said["file_order"]["votes"], abs=6e-5)
            assert as_filed["same_label"] == pytest.approx(said["file_order"]["same_label"], abs=6e-5)

    def test_alpha_is_right_from_the_random_share_alone(self, counts: Ratings, known: dict[str, Any]) -> None:
        rule = VoteRule(lead=2, least=2, most=5)
        found = _found(replay_stopping(counts, rule, rng=np.random.default_rng(1), share=0.2, replays=40))
        said = known["alpha_nominal"]
        assert found["alpha_full"] == pytest.approx(said["all_five_votes"], abs=6e-5)
        for name, (mean, spread) in (
            ("alpha_stopped", said["stopped_mean_sd"]),
            ("alpha_share", said["random_fifth_only_mean_sd"]),
        ):
            assert found[name] == pytest.approx(mean, abs=4 * spread / np.sqrt(40))

    @pytest.mark.long
    def test_the_interval_of_alpha_from_a_random_fifth_covers_that_of_everything(self, counts: Ratings) -> None:
        rng, items = np.random.default_rng(2), len(counts.items)
        full = krippendorff_alpha(counts, level="nominal", uncertainty=None).finding.value
        covered = 0
        for _ in range(500):
            chosen = rng.permutation(items) < round(0.2 * items)
            low, high = krippendorff_alpha(counts.select(chosen[counts.item]), level="nominal").finding.interval or (
                1,
                0,
            )
            covered += low <= full <= high
        assert covered / 500 >= 0.93


def _one_by_one(votes: tuple[str, ...], rule: VoteRule) -> tuple[int, str | None]:
    """How many votes a rule takes of these, and the label it ends with."""
    seen: Counter[str] = Counter()
    for number, vote in enumerate(votes, 1):
        seen[vote] += 1
        ranked = [*(n for _, n in seen.most_common()), 0]
        if number >= rule.most or (number >= rule.least and ranked[0] - ranked[1] >= rule.lead):
            break
    (label, n), *others = seen.most_common()
    return number, None if others and others[0][1] == n else label


@given(
    votes=st.lists(st.sampled_from("abc"), min_size=4, max_size=5),
    lead=st.integers(1, 4),
    least=st.integers(1, 4),
    most=st.integers(1, 4),
)
def test_every_order_by_hand_says_the_same(votes: list[str], lead: int, least: int, most: int) -> None:
    rule = VoteRule(lead=lead, least=min(least, most), most=most)
    sizes = Counter(votes).most_common()
    label = None if len(sizes) > 1 and sizes[0][1] == sizes[1][1] else sizes[0][0]
    ends = [_one_by_one(order, rule) for order in permutations(votes)]
    outlook = rule.outlook(tuple(n for _, n in sizes))
    assert outlook.votes == pytest.approx(np.mean([n for n, _ in ends]))
    if label is not None:
        assert outlook.same_label == pytest.approx(np.mean([end == label for _, end in ends]))


@given(seed=st.integers(0, 1000), lead=st.integers(1, 3), least=st.integers(1, 4))
def test_orders_in_the_file_are_taken_from_first_to_last(seed: int, lead: int, least: int) -> None:
    table = np.random.default_rng(seed).choice(list("abc"), size=(12, 5), p=[0.6, 0.3, 0.1])
    rule = VoteRule(lead=lead, least=least, most=5)
    ratings = Ratings.of(
        item=np.repeat(np.arange(12), 5).tolist(),
        rater=np.tile(np.arange(5), 12).tolist(),
        value=table.ravel().tolist(),
    )
    found = _found(replay_stopping(ratings, rule, rng=np.random.default_rng(0), orders="file"))
    ends = [_one_by_one(tuple(row), rule) for row in table.tolist()]
    full = [_one_by_one(tuple(row), VoteRule(lead=9, least=5, most=5))[1] for row in table.tolist()]
    assert found["votes_per_item"] == pytest.approx(np.mean([n for n, _ in ends]))
    same = [end == label for (_, end), label in zip(ends, full, strict=True) if label is not None]
    assert found["same_label"] == pytest.approx(np.mean(same))


def test_all_orders_of_a_table_are_those_of_each_item_by_hand() -> None:
    table = [tuple("aabab"), tuple("aaaaa"), tuple("abcab"), tuple("babba"), tuple("aabab")]
    rule = VoteRule(lead=2, least=2, most=4)
    ratings = Ratings.of(
        item=[i for i in range(5) for _ in range(5)], rater=[*range(5)] * 5, value=[*"".join(map("".join, table))]
    )
    found = _found(replay_stopping(ratings, rule, rng=np.random.default_rng(0), orders="all"))
    ends = [[_one_by_one(order, rule) for order in permutations(row)] for row in table]
    full = [_one_by_one(row, VoteRule(lead=9, least=5, most=5))[1] for row in table]
    assert found["votes_per_item"] == pytest.approx(np.mean([n for row in ends for n, _ in row]))
    same = [np.mean([end == label for _, end in row]) for row, label in zip(ends, full, strict=True) if label]
    assert len(same) == 4
    assert found["same_label"] == pytest.approx(np.mean(same))


def test_a_rule_that_cannot_stop_early_changes_nothing_and_equal_numbers_are_one_answer() -> None:
    ratings = Ratings.of(
        item=[i for i in range(6) for _ in range(3)],
        rater=[0, 1, 2] * 6,
        value=["5", "5.0", "4", *["1", "1", "1"] * 3, "2", "3", "3", "2", "2", "2"],
    )
    found = _found(replay_stopping(ratings, VoteRule(lead=4, least=3, most=3), rng=np.random.default_rng(0)))
    assert found["votes_per_item"] == 3
    assert found["same_label"] == 1
    assert found["alpha_stopped"] == pytest.approx(found["alpha_full"])


def test_rules_and_tables_that_make_no_sense_are_refused() -> None:
    ratings = Ratings.of(item=[1, 1], rater=[1, 2], value=["a", "b"])
    with pytest.raises(BeholderError, match="least is 4 and most 3"):
        VoteRule(lead=2, least=4, most=3)
    with pytest.raises(BeholderError, match="3 votes are fewer than the 5 that the rule may ask for"):
        VoteRule(lead=2).outlook((2, 1))
    with pytest.raises(BeholderError, match="no item has 5 raters"):
        replay_stopping(ratings, VoteRule(lead=2), rng=np.random.default_rng(0))
    with pytest.raises(BeholderError, match="share"):
        replay_stopping(ratings, VoteRule(lead=2, most=2), rng=np.random.default_rng(0), share=1.5)


@pytest.mark.parametrize("agree", [0.5, 0.7, 0.95, 1.0])
def test_expected_votes_are_those_of_all_sequences_by_hand(agree: float) -> None:
    rule = VoteRule(lead=2, least=2, most=5)
    votes = right = 0.0
    for sequence in product((0, 1), repeat=5):
        chance = 1.0
        for said in sequence:
            chance *= agree if said == 0 else 1 - agree
        n = next(n for n in range(1, 6) if rule.stops((sequence[:n].count(0), sequence[:n].count(1))))
        votes += chance * n
        right += chance * (sequence[:n].count(0) > sequence[:n].count(1))
    found = rule.expected(agree)
    assert (found.votes, found.same_label) == pytest.approx((votes, right))
