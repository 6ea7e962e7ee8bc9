"""Judges in columns: the published accuracies and side shares, and what must hold for any table."""

from __future__ import annotations

import csv
import gzip
import json
import math
from collections.abc import Sequence
from typing import Any

import pytest

from beholder.errors import BeholderError
from beholder.stats import judge_columns
from tests.stats.ranking_data import data_folder


def test_genai_bench_has_its_published_accuracies_and_side_shares() -> None:
    folder = data_folder("genai_bench")
    known: dict[str, Any] = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    with gzip.open(folder / "votes.tsv.gz", "rt", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    for task in ("image", "edit", "video"):
        mine = [row for row in rows if row["task"] == task]
        found = judge_columns(
            item=[row["idx"] for row in mine],
            human=[row["human"] for row in mine],
            judges={name: [row[name] for row in mine] for name in ("gpt4o", "llava")},
            sides=("A>B", "B>A"),
        )
        for name in ("gpt4o", "llava"):
            told = known[task][name]
            assert 100 * found[f"accuracy:{name}"].value == pytest.approx(told["accuracy"], abs=0.005)
            assert found[f"first_side:{name}"].value == pytest.approx(told["first_share"], abs=5e-5)
            assert found[f"agreement_decided:{name}"].value == pytest.approx(told["agree_when_both_decided"], abs=5e-5)
            assert found[f"agreement_decided:{name}"].n == told["both_decided"]
            unread = told["answers"].get("unparsed", 0)
            assert found[f"missing:{name}"].value == pytest.approx(unread / len(mine))


def _columns(human: Sequence[Any], judge: Sequence[Any], **more: Any) -> dict[str, Any]:
    found = judge_columns(item=list(range(len(human))), human=human, judges={"j": judge}, **more)
    return {finding.name: finding for finding in found.findings}


def test_a_reply_that_nobody_can_read_matches_nobody_and_is_counted() -> None:
    found = _columns(["yes", "no", "yes", "no"], ["yes", "maybe so", None, "no"])
    assert found["accuracy:j"].value == 0.5
    assert found["accuracy_read:j"].value == 1.0
    assert found["missing:j"].value == 0.5


def test_numbers_match_however_they_are_written() -> None:
    found = _columns(["1", "2", "3"], ["1.0", "2", "4"])
    assert found["accuracy:j"].value == pytest.approx(2 / 3)
    assert found["missing:j"].value == 0


def test_items_that_repeat_are_one_unit_of_the_interval() -> None:
    human, judge = ["a", "b"] * 20, ["a", "a"] * 20
    alone = _columns(human, judge)["accuracy:j"]
    together = judge_columns(item=[n // 10 for n in range(40)], human=human, judges={"j": judge})["accuracy:j"]
    assert alone.value == together.value == 0.5
    assert alone.interval is not None
    assert together.interval is not None


def test_sides_that_nobody_names_are_refused() -> None:
    with pytest.raises(BeholderError, match="nobody says"):
        _columns(["A", "B"], ["A", "A"], sides=("left", "right"))


def test_the_first_side_is_counted_where_one_is_chosen() -> None:
    human = ["A", "B", "tie", "A", "B", "A"]
    judge = ["A", "A", "A", "B", "tie", "A"]
    found = _columns(human, judge, sides=("A", "B"))
    # of five choices of the judge four are the first; of the four where both choose, two are alike
    assert (found["first_side:j"].value, found["first_side:j"].n) == (0.8, 5)
    assert (found["agreement_decided:j"].value, found["agreement_decided:j"].n) == (0.5, 4)


def test_a_judge_that_never_answers_has_no_alpha() -> None:
    alpha = _columns(["A", "B"], [None, "?"])["alpha:j"]
    assert math.isnan(alpha.value)
    assert alpha.notes == ("no item has two ratings",)


def test_a_table_without_a_human_answer_is_refused() -> None:
    with pytest.raises(BeholderError, match="no row has a human answer"):
        _columns(["", None], ["A", "B"])
