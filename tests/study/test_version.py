"""Versions: what leaves old answers alone is allowed, what changes their meaning is refused with a readable line."""

from __future__ import annotations

import copy
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beholder.errors import BeholderError
from beholder.protocols import Candidate, Item, Reference, Showing
from beholder.store.records import canonical
from beholder.study import Change, Version, compare, item_digest, load_definition
from beholder.study.item_texts import ItemTexts
from tests.study.study_folders import mask_items, masks_study

OWN = """name: own
title: Own
shows: one
item: {image: {kind: image}}
candidate: {mask: {kind: mask}, note: {required: false, shown: false}}
form:
  fields:
    verdict: {kind: choice, label: Is it, options: [{id: good, label: Good}, {id: bad, label: Bad}]}
"""


def version(folder: Path, *, content: list[dict[str, Any]] | None = None, **settings: Any) -> Version:
    return Version.of(load_definition(masks_study(folder, content=content, **settings)))


def change(tmp_path: Path, before: dict[str, Any], after: dict[str, Any]) -> Change:
    return compare(version(tmp_path / "a", **before), version(tmp_path / "b", **after))


def own_change(tmp_path: Path, text: str) -> Change:
    found = []
    for name, declaration in (("a", OWN), ("b", text)):
        folder = masks_study(tmp_path / name, protocol="own.yaml")
        (folder / "own.yaml").write_text(declaration, encoding="utf-8")
        found.append(Version.of(load_definition(folder)))
    return compare(*found)


def test_the_same_study_is_the_same_version_wherever_it_lies(tmp_path: Path) -> None:
    items = mask_items()
    shuffled = [dict(reversed(item.items())) for item in reversed(copy.deepcopy(items))]
    for item in shuffled:
        item["candidates"] = [dict(reversed(c.items())) for c in reversed(item["candidates"])]
    first, second = version(tmp_path / "a"), version(tmp_path / "b", content=shuffled)
    assert first.text == second.text
    assert first.digest == second.digest
    assert compare(first, second).verdict == "identical"
    assert compare(first, Version(first.text)).differences == ()


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ({}, {"title": "New"}, "title: "),
        ({}, {"contact": "me"}, "contact: "),
        ({}, {"ratings": 4}, "ratings: 3 → 4"),
        ({}, {"overlap": {"share": 0.1, "ratings": 5}}, "overlap: "),
        (
            {"overlap": {"share": 0.1, "ratings": 5}},
            {"overlap": {"share": 0.2, "ratings": 5}},
            "overlap: ",
        ),
        ({}, {"wording": {"quality": {"label": "How tight?"}}}, "form.fields.quality.label.en: "),
        ({}, {"params": {"zoom_margin": 0.5}}, "params.zoom_margin: 0.25 → 0.5"),
        ({"content": mask_items(3)}, {"content": mask_items(4)}, "1 item added: 003"),
    ],
)
def test_what_leaves_old_trials_alone_is_allowed(
    tmp_path: Path, before: dict[str, Any], after: dict[str, Any], line: str
) -> None:
    found = change(tmp_path, before, after)
    assert found.verdict == "allowed"
    assert any(one.text.startswith(line) for one in found.differences), found.differences
    found.refuse()


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ({}, {"seed": 8}, "seed: 7 → 8"),
        ({"ratings": 4}, {}, "ratings: 4 → 3"),
        ({"overlap": {"share": 0.2, "ratings": 5}}, {}, "overlap: "),
        ({"overlap": {"share": 0.2, "ratings": 5}}, {"overlap": {"share": 0.3, "ratings": 4}}, "overlap: "),
        ({}, {"group": "dataset"}, "group: nothing → dataset"),
        ({}, {"lossy_media": True}, "lossy_media: False → True"),
        ({"content": mask_items(4)}, {"content": mask_items(3)}, "1 item removed: 003"),
        (
            {},
            {"content": [item | {"point": [9, 9]} for item in mask_items()]},
            "4 items changed: 000, 001, 002, 003",
        ),
    ],
)
def test_what_changes_trials_or_answers_is_refused(
    tmp_path: Path, before: dict[str, Any], after: dict[str, Any], line: str
) -> None:
    found = change(tmp_path, before, after)
    assert found.verdict == "refused"
    assert found.differences[0].text.startswith(line)
    with pytest.raises(BeholderError) as caught:
        found.refuse()
    assert {problem.code for problem in caught.value.problems} == {"study-changed"}
    assert line in caught.value.problems[0].problem


@pytest.mark.parametrize(
    ("old", "new", "verdict", "line"),
    [
        ("label: Is it", "label: Is it so", "allowed", "form.fields.verdict.label.en: Is it → Is it so"),
        ("label: Bad}", "label: Poor}", "allowed", "form.fields.verdict.options.bad.label.en: Bad → Poor"),
        ("id: bad", "id: poor", "refused", "form.fields.verdict.options: good, bad → good, poor"),
        ("[{id: good, label: Good}, ", "[{id: fair, label: Fair}, {id: good, label: Good}, ", "refused", "form.fields"),
        ("label: Is it,", "label: Is it, required: false,", "refused", "form.fields.verdict.required: True → False"),
        ("  fields:\n", "  fields:\n    why: {kind: text, label: Why}\n", "refused", "form.fields.why is new"),
        ("verdict:", "ruling:", "refused", "form.fields.verdict is gone"),
        ("label: Is it,", "label: Is it, better: lower,", "allowed", "form.fields.verdict.better: nothing → lower"),
        ("name: own", "name: other", "refused", "name: own → other"),
        ("shown: false", "shown: true", "refused", "candidate.note.shown: False → True"),
        ("image}}", "image}, x: {required: false, shown: false}}", "allowed", "item.x is new"),
        ("image}}", "image}, x: {required: false}}", "refused", "item.x is new"),
        ("shows: one", "version: 2\nshows: one", "refused", "version: 1 → 2"),
        ("shows: one", "timing: {aim_seconds: 9}\nshows: one", "allowed", "timing.aim_seconds: 30.0 → 9.0"),
    ],
)
def test_a_changed_protocol_is_judged_by_its_meaning(
    tmp_path: Path, old: str, new: str, verdict: str, line: str
) -> None:
    assert old in OWN
    found = own_change(tmp_path, OWN.replace(old, new))
    assert found.verdict == verdict
    assert found.differences[0].text.startswith(line), found.differences


def test_a_guideline_may_change(tmp_path: Path) -> None:
    folder = masks_study(tmp_path, languages=["en"])
    (folder / "guideline.en.md").write_text("one\ntwo\n", encoding="utf-8")
    before = Version.of(load_definition(folder))
    (folder / "guideline.en.md").write_text("one\nthree\nfour\n", encoding="utf-8")
    found = compare(before, Version.of(load_definition(folder)))
    assert [str(one) for one in found.differences] == ["allowed: guideline (en): 2 lines added, 1 taken away"]


def test_a_text_from_elsewhere_is_refused() -> None:
    for text in ("", "{}", '{"format": 99}', "[1]"):
        with pytest.raises(BeholderError, match="version-unreadable"):
            _ = Version(text).data


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.text(max_size=8)
    | st.sampled_from(['"', "\\u00e9", "é"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.dictionaries(st.text(max_size=4), VALUES, max_size=4), st.dictionaries(st.text(max_size=4), VALUES, max_size=4)
)
def test_digests_are_equal_exactly_if_the_contents_are(one: dict[str, Any], two: dict[str, Any]) -> None:
    def item(columns: dict[str, Any]) -> Item:
        return Item("x", dict(reversed(columns.items())), (Candidate("x", "s", columns),))

    assert item_digest(item(one)) == item_digest(Item("x", one, (Candidate("x", "s", one),)))
    # True == 1 in Python but not in JSON, so contents are compared by their types as well.
    same = repr(sorted(one.items())) == repr(sorted(two.items()))
    if same or one != two:
        assert (item_digest(item(one)) == item_digest(item(two))) is same


def test_what_declarations_came_to_say_later_makes_no_new_version_of_protocols_that_do_not_say_it(
    tmp_path: Path,
) -> None:
    declaration = version(tmp_path / "a").data["declaration"]
    assert "watch" not in declaration
    assert "aim_from_seconds" not in declaration["timing"]
    assert declaration["timing"]["aim_seconds"]


def test_a_newer_way_to_pay_makes_no_new_version_of_studies_that_pay_by_the_hour(tmp_path: Path) -> None:
    assert version(tmp_path / "a", cost={"per_hour": 12}).data["settings"]["cost"] == {
        "per_hour": 12,
        "currency": "USD",
    }


NAMES = st.text(st.sampled_from('abcé\\u"\x7f'), min_size=1, max_size=3)
ITEMS = st.builds(
    lambda name, columns, of, **more: Item(
        name, columns, tuple(Candidate(name, system, values) for system, values in of.items()), **more
    ),
    NAMES,
    st.dictionaries(st.text(max_size=4), VALUES, max_size=3),
    st.dictionaries(NAMES, st.dictionaries(st.text(max_size=4), VALUES, max_size=3), max_size=3),
    system=st.just("") | NAMES,
    group=st.just("") | NAMES,
    block=st.just("") | NAMES,
    kind=st.sampled_from(Showing.OF_ITEMS),
    reference=st.sampled_from([None, Reference.model_validate({"expects": [{"field": "verdict", "is": "good"}]})]),
)


@given(st.lists(ITEMS, max_size=4))
def test_items_written_once_have_the_digests_and_texts_of_items_written_one_by_one(items: list[Item]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        texts = ItemTexts(Path(folder))
        assert [texts.add(item) for item in items] == [item_digest(item) for item in items]
        assert [text or canonical(item.to_json()) for text, item in zip(texts, items, strict=True)] == [
            canonical(item.to_json()) for item in items
        ]


def test_plain_items_are_written_once(tmp_path: Path) -> None:
    definition = load_definition(masks_study(tmp_path / "study"))
    version = Version.of(definition, items=ItemTexts(tmp_path))
    assert version == Version.of(definition)
    assert version.items is not None
    assert list(version.items) == [canonical(item.to_json()) for item in definition.items]
