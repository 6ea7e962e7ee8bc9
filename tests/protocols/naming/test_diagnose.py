"""Each of the six categories, the rows of people, single labels, vocabulary and confusion, worked out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from beholder.errors import BeholderError
from beholder.protocols.naming.collect.normalise import Normaliser
from beholder.protocols.naming.collect.sets import ResponseSet
from beholder.protocols.naming.diagnose.audit import audit_references
from beholder.protocols.naming.diagnose.categories import CATEGORIES, OTHER_SPLIT, KnownNames, Matcher
from beholder.protocols.naming.diagnose.diagnosis import HUMAN, LEAVE_ONE_OUT, diagnose
from beholder.protocols.naming.diagnose.predictions import Predictions, read_predictions, read_vocabulary
from beholder.protocols.naming.diagnose.printed_rows import confusion_cells
from beholder.protocols.naming.object_bootstrap import Resampling
from beholder.protocols.naming.published.manynames import (
    published_from_verified,
    read_manynames,
    verified_from_published,
)
from beholder.protocols.naming.verify.adequacy import Judgment, ObjectScores, score_judgments
from beholder.protocols.naming.verify.verified import make_consistent
from tests.protocols.naming.small_study import verified


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("bear", "correct.n_top"),
        (" BEAR. ", "correct.n_top"),
        ("ball", "incorrect.other-object"),
        ("dog", "incorrect.inadequate"),
        ("teddy", "incorrect.singleton"),
        ("polar bear", "incorrect.unobserved"),
        ("", "incorrect.unobserved"),
        ("polar bear, ball, dog", "incorrect.other-object"),
        ("sofa，bear", "correct.n_top"),
    ],
)
def test_the_first_category_that_fits_counts(text: str, category: str) -> None:
    known = KnownNames.of(verified()[0], Matcher(Normaliser()))
    assert CATEGORIES[known.category(text)] == category


def test_a_name_of_another_object_is_that_even_if_it_is_inadequate_too() -> None:
    # With a threshold of 0.7 on adequacy, `ball` fails both tests; the one for the object comes first.
    known = KnownNames.of(verified(adequacy=0.7)[0], Matcher(Normaliser()))
    assert CATEGORIES[known.category("ball")] == "incorrect.other-object"
    assert CATEGORIES[KnownNames.of(verified()[1], Matcher(Normaliser())).category("animal")] == "correct.same-object"


def test_errors_are_parted_in_both_ways_of_the_source(how: Resampling) -> None:
    """Section 4.1: what object was meant comes first. Opening of Section 4 and Table 3: adequate names of other objects."""
    one = ResponseSet.of("o", {"table": 5, "food": 2, "wheel": 2, "desk": 2, "teddy": 1})
    given = {
        "table": [(1.0, "none", "1")],
        "food": [(1.0, "none", "2")],
        "wheel": [(0.0, "referential", "3")],
        "desk": [(0.0, "visual", "1")],
    }
    judgments = [Judgment("o", "r", name, *judged) for name, all_of in given.items() for judged in all_of]
    objects = make_consistent([one], score_judgments(judgments))
    predictions = Predictions({"s": {"o": "wheel"}, "t": {"o": "food"}})
    rows = _rows(diagnose(objects, predictions, how=how))
    first = ("incorrect.other-object", "incorrect.inadequate")
    assert [rows[HUMAN, "all"][name] for name in first] == pytest.approx([4 / 12, 2 / 12])
    assert [rows[HUMAN, "all"][name] for name in OTHER_SPLIT] == pytest.approx([2 / 12, 4 / 12])
    assert [rows["s", "all"][name] for name in (*first, *OTHER_SPLIT)] == [1, 0, 0, 1]
    assert [rows["t", "all"][name] for name in (*first, *OTHER_SPLIT)] == [1, 0, 1, 0]
    for row in rows.values():
        assert sum(row[name] for name in first) == pytest.approx(sum(row[name] for name in OTHER_SPLIT))


def test_a_name_with_a_comma_that_people_gave_is_one_name() -> None:
    one = make_consistent([ResponseSet.of("o", {"salt, pepper": 3})], {"o": ObjectScores()})[0]
    assert KnownNames.of(one, Matcher(Normaliser())).category("Salt, pepper") == 0


def _rows(result: Any) -> dict[tuple[str, str], Any]:
    return {(row["system"], row["domain"]): row for row in result.rows}


def _guesses(**named: str) -> dict[str, str]:
    return named


def test_rows_of_systems_and_people(how: Resampling) -> None:
    predictions = Predictions(
        {
            "good": _guesses(bear="bear", deer="animal", zebra="zebra"),
            "poor": _guesses(bear="ball", deer="moose", zebra="horse"),
        }
    )
    rows = _rows(diagnose(verified(), predictions, how=how, by="domain"))
    good, poor = rows["good", "all"], rows["poor", "all"]
    assert [good[c] for c in CATEGORIES] == pytest.approx([2 / 3, 1 / 3, 0, 0, 0, 0])
    assert [poor[c] for c in CATEGORIES] == pytest.approx([0, 0, 1 / 3, 0, 0, 2 / 3])
    assert (good["correct.all"], poor["correct.all"]) == (1.0, 0.0)
    assert poor["human_like"] == pytest.approx(1 / 3)
    assert (good["single_label"], poor["single_label"]) == pytest.approx((1 / 3, 1 / 3))
    assert rows["good", "stripes"]["objects"] == 1
    # People: bear 4 top, 2 other object, 2 inadequate, 1 singleton of 9; deer 3 top, 5 same object of 8; zebra all top.
    human = rows[HUMAN, "all"]
    assert [human[c] for c in CATEGORIES] == pytest.approx(
        [(4 / 9 + 3 / 8 + 1) / 3, 5 / 24, 2 / 27, 2 / 27, 1 / 27, 0.0]
    )
    assert human["single_label"] == pytest.approx((4 / 9 + 2 / 8 + 0) / 3)
    assert human["averaging"] == "objects"
    tokens = _rows(diagnose(verified(), predictions, how=how, averaging="tokens"))[HUMAN, "all"]
    assert [tokens[c] for c in CATEGORIES] == pytest.approx([12 / 22, 5 / 22, 2 / 22, 2 / 22, 1 / 22, 0])
    for row in rows.values():
        assert sum(row[c] for c in CATEGORIES) == pytest.approx(1.0)
        for c in CATEGORIES:
            low, high = row[f"{c}_interval"] or (row[c], row[c])
            assert low <= row[c] + 1e-12
            assert row[c] <= high + 1e-12
    assert human["incorrect.unobserved_interval"] is None


def test_people_with_their_own_answer_left_out(how: Resampling) -> None:
    predictions = Predictions({"s": _guesses(bear="x", deer="x", zebra="x")})
    rows = _rows(diagnose(verified(), predictions, how=how, by="domain"))
    # zebra: 4 of 5 others agree. bear: bear 4 -> top; dog, ball left with 1 -> singleton; teddy -> unobserved.
    assert rows[LEAVE_ONE_OUT, "stripes"]["correct.n_top"] == 1.0
    bear = _rows(diagnose(verified()[:1], predictions, how=how))[LEAVE_ONE_OUT, "all"]
    assert [bear[c] for c in CATEGORIES] == pytest.approx([4 / 9, 0, 0, 0, 4 / 9, 1 / 9])
    # deer: without one of its three tokens `deer` falls behind `animal`; dear is left with one.
    deer = _rows(diagnose(verified()[1:2], predictions, how=how))[LEAVE_ONE_OUT, "all"]
    assert [deer[c] for c in CATEGORIES] == pytest.approx([0, 6 / 8, 0, 0, 2 / 8, 0])


def test_a_vocabulary_restricts_objects_for_everybody(how: Resampling) -> None:
    predictions = Predictions({"s": _guesses(bear="bear", deer="deer", zebra="moose")})
    found = diagnose(verified(), predictions, how=how, vocabulary=["Bear", "zebra", "spoon"])
    assert [one.item for one in found.objects] == ["bear", "zebra"]
    assert _rows(found)[HUMAN, "all"]["objects"] == 2
    assert any("2 of the 3 names of the vocabulary occur" in note for note in found.notes)
    assert any("1 of 2 predicted names are not in the vocabulary" in note for note in found.notes)
    with pytest.raises(BeholderError, match="vocabulary"):
        diagnose(verified(), predictions, how=how, vocabulary=["spoon"])


def test_all_rows_are_about_the_same_objects(how: Resampling) -> None:
    predictions = Predictions({"a": _guesses(bear="bear", deer="deer"), "b": _guesses(bear="dog", moon="moon")})
    found = diagnose(verified(), predictions, how=how)
    assert {row["objects"] for row in found.rows} == {1}
    assert any("1 predictions are for objects that are not in the data" in note for note in found.notes)
    with pytest.raises(BeholderError, match="every system"):
        diagnose(verified(), Predictions({"a": _guesses(moon="moon")}), how=how)


def test_confusion_of_domains(how: Resampling) -> None:
    predictions = Predictions({"s": _guesses(bear="zebra", deer="deer", zebra="spoon")})
    rows = {
        (r["domain"], r["predicted_domain"]): r
        for r in diagnose(verified(), predictions, how=how, by="domain").confusion
    }
    assert rows.keys() == {("animals", "animals"), ("animals", "stripes"), ("stripes", "unknown")}
    assert rows["animals", "stripes"]["share"] == 0.5
    assert rows["animals", "stripes"]["incorrect.unobserved"] == 1
    assert rows["animals", "stripes"]["incorrect.unobserved_of"] == 1
    assert rows["animals", "animals"]["incorrect.unobserved_of"] == 1
    assert confusion_cells(rows["animals", "stripes"])["unobserved"] == "1/1"
    assert confusion_cells(rows["animals", "animals"])["unobserved"] == "0/1"


def test_reference_names_are_audited(how: Resampling) -> None:
    found = {f.name: f for f in audit_references(verified(), how=how)}
    # Bear matches its top name; dear differs and was judged (same object, adequate); horse differs and was never given.
    assert found["reference_differs"].value == pytest.approx(2 / 3)
    assert found["reference_never_judged"].value == pytest.approx(1 / 2)
    assert (found["reference_other_object"].value, found["reference_other_object"].n) == (0.0, 1)
    strict = {f.name: f.value for f in audit_references(verified(adequacy=0.7), how=how)}
    assert strict["reference_inadequate"] == 1.0
    assert audit_references(make_consistent([ResponseSet.of("o", {"x": 2})], {}), how=how) == []


def test_reference_names_of_another_language_are_told_of(how: Resampling) -> None:
    def audited(*references: str) -> tuple[object, ...]:
        sets = [ResponseSet.of(name, {"狗": 3}, columns={"reference_name": name}) for name in references]
        return audit_references(make_consistent(sets, {}), how=how)[0].notes

    assert "another language" in str(audited("dog", "puppy"))
    assert audited("dog", "狗") == ()


def test_published_verified_sets_give_the_same_diagnosis(tmp_path: Path, how: Resampling) -> None:
    from beholder.protocols.naming.published.manynames import write_manynames

    path = tmp_path / "manynames.tsv"
    write_manynames(published_from_verified(verified()), path)
    again = verified_from_published(read_manynames(path).objects, min_count=2)
    matcher = Matcher(Normaliser())
    for first, second in zip(verified(), again, strict=True):
        for name in (*first.before.names, "polar bear"):
            assert KnownNames.of(first, matcher).category(name) == KnownNames.of(second, matcher).category(name)
    predictions = Predictions({"s": _guesses(bear="dog", deer="deer", zebra="x")})
    ours, theirs = (_rows(diagnose(objects, predictions, how=how)) for objects in (verified(), again))
    for key, row in ours.items():
        assert [theirs[key][c] for c in CATEGORIES] == pytest.approx([row[c] for c in CATEGORIES])


def test_files_as_released_hold_single_names_to_be_right() -> None:
    from beholder.protocols.naming.published.manynames import PublishedObject

    one = PublishedObject(ResponseSet.of("o", {"x": 4, "y": 1}), incorrect={"z": 1, "w": 2}, singletons={"v": 1})
    matcher = Matcher(Normaliser())
    released = KnownNames.of(verified_from_published([one])[0], matcher)
    strict = KnownNames.of(verified_from_published([one], min_count=2)[0], matcher)
    assert [CATEGORIES[released.category(n)] for n in "xyzwvu"] == [
        CATEGORIES[0], CATEGORIES[1], CATEGORIES[4], CATEGORIES[3], CATEGORIES[4], CATEGORIES[5],
    ]  # fmt: skip
    assert CATEGORIES[strict.category("y")] == "incorrect.singleton"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("p.csv", "item,system,name\n1,m,dog\n2,m,\n1,k,cat\n"),
        ("p.tsv", "vg_object_id\tmodel\tprediction\n1\tm\tdog\n2\tm\t\n1\tk\tcat\n"),
        ("p.jsonl", '{"item": 1, "system": "m", "name": ["dog"]}\n{"item": 2, "system": "m", "name": null}\n'
                    '{"item": 1, "system": "k", "name": "cat"}\n'),
    ],
)  # fmt: skip
def test_predictions_are_read_from_several_layouts(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert read_predictions(path).by_system == {"m": {"1": "dog", "2": ""}, "k": {"1": "cat"}}


def test_two_predictions_for_one_object_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "bottom-up.csv"
    path.write_text("item,name\n1,dog\n1,cat\n", encoding="utf-8")
    with pytest.raises(BeholderError, match="bottom-up has two predictions"):
        read_predictions(path)
    path.write_text('item,name\n1,"dog, cat"\n', encoding="utf-8")
    assert read_predictions(path).by_system == {"bottom-up": {"1": "dog, cat"}}


def test_a_vocabulary_is_a_list_or_a_column(tmp_path: Path) -> None:
    (tmp_path / "v.txt").write_text("dog\n\n狗\n", encoding="utf-8")
    (tmp_path / "v.csv").write_text("name,count\ndog,1\n狗,2\n", encoding="utf-8")
    assert read_vocabulary(tmp_path / "v.txt") == read_vocabulary(tmp_path / "v.csv") == ["dog", "狗"]
