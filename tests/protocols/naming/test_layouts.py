"""Published naming data are read as they are written, and written so that others can read them."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beholder.errors import BeholderError
from beholder.protocols.naming.collect.sets import ResponseSet
from beholder.protocols.naming.published.literal import read_literal
from beholder.protocols.naming.published.manynames import PublishedObject, read_manynames, write_manynames
from beholder.protocols.naming.verify.adequacy import NameScore, ObjectScores

_NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{'狗': 19}", {"狗": 19}),
        ('{"l\'home": 2, "dona": 1}', {"l'home": 2, "dona": 1}),
        ("{'a\\'b': 1}", {"a'b": 1}),
        ("Counter({'dog': 3})", {"dog": 3}),
        ("{'dog': None, 'cat': nan}", {"dog": None, "cat": None}),
        ("('dog', 'cat')", ["dog", "cat"]),
        ("{'dog': {'cat': 0.33, 'NA': 'NA'}}", {"dog": {"cat": 0.33, "NA": "NA"}}),
        ("[53, 11, -407, 2.5]", [53, 11, -407, 2.5]),
        ("Counter()", {}),
    ],
)
def test_nested_cells_are_read_in_both_notations(text: str, value: object) -> None:
    assert read_literal(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "{'a': open('/etc/passwd')}",
        "[x for x in (1,)]",
        "{'a': 1, 'a': 2}",
        '{"a": 1, "a": 2}',
        "{'a': 2**9999999}",
        "{**{'a': 1}}",
        "Counter(dog=3)",
        "[" * 5000,
        "{'a': 1",
        "{('a', 'b'): 1}",
        "'" + "x" * 2_000_001 + "'",
    ],
)
def test_anything_but_plain_values_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read_literal(text)


@given(st.dictionaries(_NAMES, st.integers(0, 99), max_size=6))
def test_what_python_and_json_write_is_read_back(counts: dict[str, int]) -> None:
    assert read_literal(repr(counts)) == counts
    assert read_literal(json.dumps(counts)) == counts
    assert read_literal(json.dumps(counts, ensure_ascii=False)) == counts


@pytest.mark.parametrize("ending", [".tsv", ".csv", ".json", ".tsv.gz", ".json.gz"])
def test_objects_survive_being_written_and_read(tmp_path: Path, ending: str) -> None:
    names = {'l\'home, "alt"': 5, "狗": 3, "👩‍👩‍👧": 2, "חתול\tכלב": 2, "cafe\u0301": 1}
    scores = ObjectScores(
        {"狗": NameScore(0.5, {"visual": 1.0}), "👩‍👩‍👧": NameScore(1.0, {"none": 1.0})}, {("狗", "👩‍👩‍👧"): 1 / 3}
    )
    one = PublishedObject(
        ResponseSet.of("7", names, columns={"domain": "gent", "vg_obj_name": "man"}, opt_outs=4),
        incorrect={"wrong": 2},
        singletons={"rare": 1},
        raw_responses={"  L'home": 5},
        scores=scores,
    )
    path = tmp_path / f"names{ending}"
    assert write_manynames([one, PublishedObject(ResponseSet.of("8", {}))], path) == 2
    again = read_manynames(path).objects[0]
    assert (again.responses.item, again.responses.names, again.responses.counts) == ("7", tuple(names), (5, 3, 2, 2, 1))
    assert again.responses.opt_outs == 4
    assert again.responses.columns["domain"] == "gent"
    assert (again.incorrect, again.singletons, again.raw_responses) == ({"wrong": 2}, {"rare": 1}, {"  L'home": 5})
    assert again.scores.same_object("狗", "👩‍👩‍👧") == again.scores.same_object("👩‍👩‍👧", "狗") == 1 / 3
    assert again.scores.score("狗").adequacy == 0.5
    assert again.scores.score("狗").types["visual"] == 1.0
    assert again.all_responses.count("wrong") == 2


def test_layouts_of_several_releases_are_understood(tmp_path: Path) -> None:
    path = tmp_path / "names.json"
    record = {
        "vg_object_id": 12,
        "topname": ["cat", "kitten"],
        "responses": "{'kitten': 4, 'cat': 4}",
        "incorrect": {"rug": {"count": 3, "adequacy_mean": 0.2}},
        "singletons": ["pet"],
        "adequacy_mean": {"cat": 1, "pet": "NA", "rug": 0.2},
        "inadequacy_type": {"cat": None, "rug": "bounding box", "pet": "NA"},
        "same_object": {"cat": {"rug": 0, "pet": "NA"}},
    }
    path.write_text(json.dumps([record]), encoding="utf-8")
    one = read_manynames(path).objects[0]
    assert one.responses.top == "cat"
    assert (one.incorrect, one.singletons) == ({"rug": 3}, {"pet": 1})
    assert one.scores.score("rug").types["referential"] == 1.0
    assert one.scores.score("cat").types["none"] == 1.0
    assert "pet" not in one.scores.names
    assert one.scores.same_object("rug", "cat") == 0.0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("vg_object_id\tresponses\n1\t{'a': 1.5}\n", "whole numbers"),
        ("vg_object_id\tresponses\n1\t{'a': exit()}\n", "no plain value"),
        ("vg_object_id\tresponses\n1\t{'a': 1}\n1\t{'a': 1}\n", "twice"),
        ("vg_object_id\tresponses\n1\n", "cells"),
        ("vg_object_id\tnames\n1\t{'a': 1}\n", "responses"),
        ("number\tresponses\n1\t{'a': 1}\n", "vg_object_id"),
        ("vg_object_id\tresponses\n", "no objects"),
    ],
)
def test_broken_files_are_refused_with_the_place(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "names.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BeholderError, match=said) as caught:
        read_manynames(path)
    assert "names.tsv" in caught.value.problems[0].where


def test_every_row_of_the_chinese_release_has_the_numbers_it_was_published_with(manynames: Path) -> None:
    path = manynames / "manynames_zh.tsv.gz"
    objects = {one.responses.item: one.responses for one in read_manynames(path).objects}
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert len(rows) == len(objects) == 1319
    for row in rows:
        one = objects[row["vg_object_id"]]
        assert len(one.names) == int(row["N"])
        assert one.total == int(row["total_responses"])
        assert one.perc_top == pytest.approx(float(row["perc_top"]), abs=1e-9)
        assert one.entropy == pytest.approx(float(row["H"]), abs=1e-9)
        listed = read_literal(row["topname"])
        assert one.top == listed[0]
        assert set(one.tied) == (set(listed) if len(listed) > 1 else set())


def test_the_catalan_release_keeps_accents_and_raw_names(manynames: Path) -> None:
    objects = read_manynames(manynames / "catalan_human_testset.tsv.gz").objects
    assert len(objects) == 1072
    with gzip.open(manynames / "catalan_human_testset.tsv.gz", "rt", encoding="utf-8") as file:
        rows = {row["vg_object_id"]: row for row in csv.DictReader(file, delimiter="\t")}
    for one in objects:
        row = rows[one.responses.item]
        assert one.responses.top == row["topname"]
        assert one.responses.total == int(row["total_responses"])
        assert one.responses.perc_top == pytest.approx(100 * float(row["topname_agreement"]), abs=1e-9)
    assert any("vestit fúcsia" in one.raw_responses for one in objects)


def test_the_chinese_release_survives_being_written(manynames: Path, tmp_path: Path) -> None:
    first = read_manynames(manynames / "manynames_zh.tsv.gz")
    for ending in (".tsv", ".json"):
        write_manynames(first.objects, tmp_path / f"zh{ending}")
        again = read_manynames(tmp_path / f"zh{ending}")
        assert [(s.item, s.names, s.counts) for s in again.sets] == [(s.item, s.names, s.counts) for s in first.sets]
