"""Methods and notes are English for programs, to the last digit, and any language for people."""

from __future__ import annotations

import copy
import pickle

from beholder.stats import Ratings, Scores, mean_ratings, specific_agreement
from beholder.stats.messages import key_of, reword, tell
from beholder.text import Text

_RATINGS = Ratings.of(item=[1, 1, 2, 2, 3, 3], rater=["a", "b"] * 3, value=[0.0, 1.0, 1.0, 1.0, 0.0, 0.0])


def test_numbers_stand_as_python_writes_them() -> None:
    method = specific_agreement(_RATINGS, value=1.0).finding.method
    assert method == "agreement specific to 1.0; 3 items, n in ratings; interval: unit jackknife and t, these raters"
    assert tell("note-rows-missing", n=12345) == "12345 rows with a missing item, rater or value left out"


def test_a_method_is_told_without_degrees_of_freedom_and_counts() -> None:
    found = mean_ratings(Scores.of(value=[1, 2, 4, 5], system=["x"] * 4, item=[1, 1, 2, 2], rater=["a", "b"] * 2))
    assert found.method == "mean over ratings; t(1) interval clustered by item and rater"
    assert isinstance(found.method, Text)
    assert found.method.brief("en") == "mean over ratings; t interval clustered by item and rater"
    assert found.method.brief("zh") == "评分的均值；t 区间，按题目与评分员聚类"


def test_clauses_can_be_told_otherwise() -> None:
    method = Text(tell("mean-over-ratings"), tell("n-in-items"))
    assert reword(method, {"mean-over-ratings": "share-of-ratings"}) == "share of ratings; n in items"
    counted = Text(tell("mean-over-ratings"), tell("items-n-in-ratings", n=3))
    assert reword(counted, {"items-n-in-ratings": {"n": 7}}) == "mean over ratings; 7 items, n in ratings"
    assert reword("a method of one's own", {"mean-over-ratings": "share-of-ratings"}) == "a method of one's own"
    assert (key_of(tell("not-estimable")), key_of("anything")) == ("not-estimable", "")


def test_a_copy_still_speaks_every_language() -> None:
    note = tell("note-repeats", n=3)
    for other in (copy.deepcopy(note), pickle.loads(pickle.dumps(note))):
        assert (other, other.to("zh")) == (note, "同一评分员对同一题的 3 次重复未计入，以首次为准")
