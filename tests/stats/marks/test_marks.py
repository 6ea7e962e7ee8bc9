"""Marks against published clusters, another library's clusters, and what must hold for any marks."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from sklearn.cluster import DBSCAN

from beholder.errors import BeholderError
from beholder.stats import (
    Marks,
    Nearness,
    Ratings,
    consensus_marks,
    density_clusters,
    iou,
    krippendorff_alpha,
    mark_accuracy,
    mark_agreement,
    mark_alpha,
    match_marks,
    word_alpha,
    word_shares,
)
from beholder.stats.marks.mark_clusters import cluster_labels
from tests.stats.ranking_data import data_folder


def _marks(rows: list[dict[str, Any]], boxes: bool = False) -> Marks:
    sides = {c: [row[c] for row in rows] for c in ("width", "height")} if boxes else {}
    return Marks.of(
        item=[row.get("item", "p") for row in rows],
        rater=[row["rater"] for row in rows],
        x=[row["x"] for row in rows],
        y=[row["y"] for row in rows],
        **sides,
    )


def _points(*given: tuple[str, str, float | None, float | None]) -> Marks:
    return _marks([{"item": i, "rater": r, "x": x, "y": y} for i, r, x, y in given])


class TestPublished:
    def test_clusters_of_points_and_boxes(self) -> None:
        cases = json.loads((data_folder("marks") / "clusters.json").read_text(encoding="utf-8"))["cases"]
        assert len(cases) == 16
        for case in cases:
            boxes = case["shape"] == "box"
            by_overlap = case["distance"] == "1 - IoU"
            nearness = Nearness(overlap=1 - case["eps"]) if by_overlap else Nearness(radius=case["eps"])
            marks = _marks(case["marks"], boxes)
            # labels in the order of the file, which by_item sorts by rater
            assert cluster_labels(marks.box, nearness, least=case["min_samples"]).tolist() == case["labels"], case[
                "name"
            ]
            found = consensus_marks(marks, nearness, least=case["min_samples"])
            assert len(found) == len(case["clusters"])
            for cluster, known in zip(found, case["clusters"], strict=True):
                for name in ("count", "x", "y", *(("width", "height") if boxes else ())):
                    assert getattr(cluster, name) == pytest.approx(known[name], abs=1e-3 if by_overlap else 1e-6)
                if "sigma" in known:
                    assert cluster.sigma == pytest.approx(4 / math.sqrt(27), abs=1e-4)

    def test_iou(self) -> None:
        pairs = json.loads((data_folder("marks") / "clusters.json").read_text(encoding="utf-8"))["iou_distance"]
        for pair in pairs:
            found = iou(np.array([pair["a"]], dtype=float), np.array([pair["b"]], dtype=float))
            assert 1 - found[0, 0] == pytest.approx(pair["distance"])


class TestClusters:
    def test_a_librarys_dbscan_finds_the_same(self) -> None:
        rng = np.random.default_rng(1)
        points = np.concatenate(
            [rng.normal(c, 1.0, (25, 2)) for c in ((0, 0), (6, 0), (3, 7))] + [rng.uniform(-5, 12, (20, 2))]
        )
        distance = np.linalg.norm(points[:, None] - points[None], axis=2)
        for reach, least in ((1.0, 4), (1.5, 6), (0.4, 2)):
            known = DBSCAN(eps=reach, min_samples=least, metric="precomputed").fit(distance).labels_
            assert density_clusters(distance, reach=reach, least=least).tolist() == known.tolist()

    def test_a_place_knows_how_many_raters_named_it(self) -> None:
        marks = _points(("p", "a", 1, 1), ("p", "a", 1.2, 1), ("p", "b", 1, 1.2), ("q", "a", 5, 5))
        (found,) = consensus_marks(marks, Nearness(radius=0.5))
        assert (found.item, found.count, found.raters) == ("p", 3, 2)

    def test_the_middle_of_boxes_by_overlap_is_the_one_that_overlaps_them_best(self) -> None:
        rows = [
            {"rater": rater, "x": x, "y": 10, "width": 10, "height": 10}
            for rater, x in (("a", 10), ("b", 10), ("c", 13), ("d", 60))
        ]
        (found,) = consensus_marks(_marks(rows, boxes=True), Nearness(overlap=0.5))
        assert (found.count, found.raters) == (3, 3)
        near = np.array([[row["x"], 10, 10, 10] for row in rows[:3]], dtype=float)

        def misfit(box: list[float]) -> float:
            return float(((1 - iou(near, np.array([box]))) ** 2).sum())

        best = misfit([found.x, found.y, found.width, found.height])
        assert found.sigma == pytest.approx(math.sqrt(best / 2))
        others = [
            [x, y, w, h]
            for x in np.arange(9, 13, 0.25)
            for y in (9.5, 10.0)
            for w in (9.5, 10, 10.5, 11)
            for h in (10, 10.5)
        ]
        assert best <= min(misfit(box) for box in others) + 1e-9

    def test_planted_defects_are_found_by_three_raters(self) -> None:
        """Three raters who hit nine of ten defects within the noise, and now and then mark something else."""
        rng = np.random.default_rng(2)
        rows, planted = [], []
        for picture in range(60):
            for x, y in ((0.2, 0.2), (0.8, 0.3), (0.5, 0.8)):
                planted.append((picture, x, y))
                for rater in range(3):
                    if rng.random() < 0.9:
                        dx, dy = rng.normal(0, 0.02, 2)
                        rows.append({"item": picture, "rater": rater, "x": x + dx, "y": y + dy})
            if rng.random() < 0.3:
                rows.append({"item": picture, "rater": 0, "x": rng.random(), "y": rng.random()})
        found = consensus_marks(_marks(rows), Nearness(radius=0.08))
        hit = [any(c.item == p and math.hypot(c.x - x, c.y - y) < 0.05 for c in found) for p, x, y in planted]
        assert np.mean(hit) >= 0.95


class TestMatching:
    def test_each_mark_is_matched_once_and_as_many_as_can_be(self) -> None:
        first = np.array([[0.0, 0, 0, 0], [1, 0, 0, 0]])
        second = np.array([[0.9, 0, 0, 0], [1.9, 0, 0, 0]])
        # the nearest pair is (1, 0.9), and taking it would leave the others alone
        assert match_marks(first, second, Nearness(radius=1.0)) == [(0, 0), (1, 1)]
        assert match_marks(first, second, Nearness(radius=0.5)) == [(1, 0)]

    def test_f_by_hand(self) -> None:
        marks = _points(
            ("p", "a", 0, 0), ("p", "a", 5, 5), ("p", "b", 0, 0.1), ("q", "a", 1, 1), ("q", "b", None, None)
        )
        found = mark_agreement(marks, Nearness(radius=1))
        assert found.value == pytest.approx(2 * 1 / (2 + 1 + 1))
        assert found.n == 2

    def test_limits_and_scaling(self) -> None:
        rng = np.random.default_rng(3)
        rows = [{"item": i, "rater": r, "x": x, "y": y} for i in range(20) for r in "ab" for x, y in rng.random((3, 2))]
        marks = _marks(rows)
        assert mark_agreement(marks, Nearness(radius=2.0)).value == 1.0
        assert mark_agreement(marks, Nearness(radius=0.0)).value == 0.0
        wide = _marks([{**row, "x": 10 * row["x"], "y": 10 * row["y"]} for row in rows])
        one, ten = mark_agreement(marks, Nearness(radius=0.2)), mark_agreement(wide, Nearness(radius=2.0))
        assert one.value == ten.value
        assert one.interval == pytest.approx(ten.interval)

    def test_against_a_reference(self) -> None:
        marks = _points(("p", "a", 0, 0), ("p", "a", 9, 9), ("q", "a", 1, 1), ("lost", "a", 1, 1))
        reference = _points(("p", "truth", 0, 0.2), ("q", "truth", 1, 1), ("q", "truth", 4, 4))
        found = mark_accuracy(marks, reference, Nearness(radius=0.5))
        assert found["precision"].value == pytest.approx(2 / 3)
        assert found["recall"].value == pytest.approx(2 / 3)
        assert found["f"].value == pytest.approx(2 / 3)

    def test_boxes_by_overlap(self) -> None:
        rows = [
            {"rater": "a", "x": 0, "y": 0, "width": 2, "height": 2},
            {"rater": "b", "x": 0, "y": 2 / 3, "width": 2, "height": 2},
        ]
        marks = _marks(rows, boxes=True)
        assert mark_agreement(marks, Nearness(overlap=0.5)).value == 1.0
        assert mark_agreement(marks, Nearness(overlap=0.51)).value == 0.0

    def test_nobody_marked_anything(self) -> None:
        found = mark_agreement(_points(("p", "a", None, None), ("p", "b", None, None)), Nearness(radius=1))
        assert math.isnan(found.value)
        assert "nobody marked" in found.notes[0]


class TestGrid:
    def test_alpha_is_that_of_the_cells(self) -> None:
        """Four cells; a mark covers its own cell and no other."""
        marks = _points(("p", "a", 0.25, 0.25), ("p", "b", 0.25, 0.25), ("q", "a", 0.75, 0.25), ("q", "b", 0.75, 0.75))
        found = mark_alpha(marks, size=(1, 1), radius=0.25, cells=2)
        a, b = [1, 0, 0, 0, 0, 1, 0, 0], [1, 0, 0, 0, 0, 0, 0, 1]
        known = krippendorff_alpha(Ratings.of_matrix([a, b]), level="nominal")
        assert found.value == pytest.approx(known.value)

    def test_who_marked_nothing_disagrees_with_who_did(self) -> None:
        """On the second picture b saw nothing: all of its cells are unmarked, as in a table of cells."""
        marks = _points(("p", "a", 0.25, 0.25), ("p", "b", 0.25, 0.25), ("q", "a", 0.75, 0.25), ("q", "b", None, None))
        found = mark_alpha(marks, size=(1, 1), radius=0.25, cells=2)
        a, b = [1, 0, 0, 0, 0, 1, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0]
        assert found.value == pytest.approx(krippendorff_alpha(Ratings.of_matrix([a, b]), level="nominal").value)

    def test_near_marks_agree_and_far_ones_do_not(self) -> None:
        rng = np.random.default_rng(4)
        places = rng.uniform(0.2, 0.8, (30, 2))

        def alpha(noise: float) -> float:
            rows = [
                {"item": i, "rater": r, "x": x, "y": y}
                for i, place in enumerate(places)
                for r in range(3)
                for x, y in [np.clip(place + rng.normal(0, noise, 2), 0, 1)]
            ]
            return mark_alpha(_marks(rows), size=(1, 1), radius=0.1).value

        assert alpha(0.005) > 0.85 > alpha(0.05) > 0.2 > abs(alpha(5.0))

    def test_outside_and_too_fine_are_refused(self) -> None:
        marks = _points(("p", "a", 640, 10), ("p", "b", 5, 5))
        with pytest.raises(BeholderError, match="lies outside a picture of 1 by 1"):
            mark_alpha(marks, size=(1, 1), radius=0.1)
        with pytest.raises(BeholderError, match="may fall between cells"):
            mark_alpha(marks, size=(640, 480), radius=5)


class TestBadInput:
    @pytest.mark.parametrize(
        ("row", "problem"),
        [
            ({"rater": "a", "x": 1, "y": None}, r"row 2 · a mark lacks a coordinate"),
            ({"rater": None, "x": 1, "y": 1}, r"row 2 · a mark lacks its picture or rater"),
        ],
    )
    def test_is_refused_with_its_row(self, row: dict[str, Any], problem: str) -> None:
        with pytest.raises(BeholderError, match=problem) as caught:
            _marks([{"rater": "b", "x": 1, "y": 1}, row])
        assert caught.value.code == "stats-bad-mark"

    def test_a_negative_box(self) -> None:
        with pytest.raises(BeholderError, match="row 1 · a box has a negative"):
            _marks([{"rater": "b", "x": 1, "y": 1, "width": -1, "height": 2}], boxes=True)

    def test_points_do_not_overlap(self) -> None:
        with pytest.raises(BeholderError, match="points do not overlap"):
            mark_agreement(_points(("p", "a", 1, 1)), Nearness(overlap=0.5))

    def test_a_radius_or_an_overlap(self) -> None:
        for wrong in ({}, {"radius": 1.0, "overlap": 0.5}, {"radius": -1.0}, {"overlap": 0.0}):
            with pytest.raises(BeholderError):
                Nearness(**wrong)


class TestWords:
    _ROWS = (
        # picture, rater, word, class, mark
        ("p", "a", 0, "noun", "missing"), ("p", "a", 1, "verb", ""), ("p", "b", 0, "noun", "missing"), ("p", "b", 1, "verb", ""),
        ("q", "a", 0, "noun", ""), ("q", "a", 1, "noun", "wrong"), ("q", "b", 0, "noun", None), ("q", "b", 1, "noun", ""),
    )  # fmt: skip

    def test_shares_by_class_and_mark(self) -> None:
        item, rater, _, kind, mark = zip(*self._ROWS, strict=True)
        rows = word_shares(item=item, rater=rater, mark=mark, word_class=kind)
        found = {(row["word_class"], row["mark"]): row["share"] for row in rows}
        assert found == {
            ("all", "missing"): 2 / 8,
            ("all", "wrong"): 1 / 8,
            ("noun", "missing"): 2 / 6,
            ("noun", "wrong"): pytest.approx(1 / 6),
            ("verb", "missing"): 0.0,
            ("verb", "wrong"): 0.0,
        }

    def test_alpha_is_that_of_the_words(self) -> None:
        item, rater, word, _, mark = zip(*self._ROWS, strict=True)
        found = word_alpha(item=item, rater=rater, word=word, mark=mark)
        known = krippendorff_alpha(Ratings.of_matrix([["m", "-", "-", "w"], ["m", "-", "-", "-"]]), level="nominal")
        assert found.value == pytest.approx(known.value)
