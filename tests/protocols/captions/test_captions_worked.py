"""The worked examples: what practice expects, what the guideline prints, and that both say the same."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from beholder.declarations.reference import Reference
from beholder.protocols.captions import PROTOCOL
from beholder.protocols.captions.worked_captions import WORKED_EXAMPLES, practice_item

POINTS = ("objects", "relations", "attributes")


def _expected(item: dict[str, Any], system: str, field: str) -> dict[str, Any]:
    (found,) = (one for one in item["reference"]["expects"] if (one["system"], one["field"]) == (system, field))
    return {key: value for key, value in found.items() if key not in ("system", "field")}


def test_there_are_three_pictures_with_five_captions_each() -> None:
    assert [(example.scene, len(example.captions)) for example in WORKED_EXAMPLES] == [
        ("clock tower", 5),
        ("living room", 5),
        ("hot dog", 5),
    ]


def test_points_of_the_source_are_accepted_in_practice() -> None:
    """The scores printed in the document, whose 0.5 stood for nothing: as 0, and where raters may see a half, as it stands."""
    source: dict[str, list[tuple[float, float, float]]] = {
        "clock tower": [(3, 0.5, 1), (2, 1.5, 1), (3, 0.5, 0.5), (1, 0.5, 0.5), (3, 2, 1)],
        "living room": [(3, 1, 1), (2, 1, 1), (3, 2.5, 0.5), (3, 1, 1), (3, 1, 1)],
        "hot dog": [(2.5, 1.5, 0.5), (3, 2, 2), (1.5, 0.5, 1), (3, 3, 1), (3, 1.5, 0.5)],
    }
    for example in WORKED_EXAMPLES:
        item = practice_item(example, "x.jpg", whole_sentence=False)
        reference = Reference.model_validate(item["reference"])
        for number, points in enumerate(source[example.scene], 1):
            objects, relations, attributes = points
            nothing = 0 if attributes == 0.5 else attributes
            for reading in {relations, 0 if relations == 0.5 else relations}:
                given = {"objects": objects, "relations": reading, "attributes": nothing}
                about = [one for one in reference.expects if one.system == f"model-{number}"]
                assert len(about) == 3
                assert all(one.met(given) for one in about), (example.scene, number, given)


def test_the_point_for_the_whole_sentence_is_allowed_where_the_study_gives_it() -> None:
    with_it = practice_item(WORKED_EXAMPLES[0], "x.jpg", whole_sentence=True)
    without = practice_item(WORKED_EXAMPLES[0], "x.jpg", whole_sentence=False)
    assert _expected(without, "model-1", "objects") == {"is": 3}
    assert _expected(with_it, "model-1", "objects") == {"at_least": 3, "at_most": 4}
    assert _expected(with_it, "model-1", "attributes") == {"is": 1}


def test_equal_captions_have_equal_references() -> None:
    item = practice_item(WORKED_EXAMPLES[1], "x.jpg", whole_sentence=False)
    captions = {one["system"]: one["caption"] for one in item["candidates"]}
    assert captions["model-1"] == captions["model-4"]
    for field in POINTS:
        assert _expected(item, "model-1", field) == _expected(item, "model-4", field)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_caption_has_its_reason_and_nothing_speaks_of_where_the_rules_come_from(language: str) -> None:
    for example in WORKED_EXAMPLES:
        told = practice_item(example, "x.jpg", whole_sentence="tick")["reference"]
        assert set(told["reasons"]) == {f"model-{number}" for number in range(1, 6)}
        texts = [told["why"][language], *(reason[language] for reason in told["reasons"].values())]
        assert all(texts)
        assert not re.search("original|原例|older|旧页面", "".join(texts))
    assert not re.search("older page|The study decides|旧页面|由研究方决定", PROTOCOL.guideline(language))


def test_the_tick_for_the_whole_sentence_is_not_compared() -> None:
    ticked = practice_item(WORKED_EXAMPLES[0], "x.jpg", whole_sentence="tick")
    without = practice_item(WORKED_EXAMPLES[0], "x.jpg", whole_sentence=False)
    assert ticked["reference"]["expects"] == without["reference"]["expects"]
    assert "not compared" in ticked["reference"]["why"]["en"]
    assert "not compared" not in without["reference"]["why"]["en"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_guideline_prints_the_points_that_practice_expects(language: str) -> None:
    printed = {}
    for line in PROTOCOL.guideline(language).splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 5 and re.fullmatch(r"[\d.–]+", cells[1]):
            printed[re.sub(r"[ （(]*(twice\)|两句相同）)$", "", cells[0])] = tuple(cells[1:4])
    expected = {}
    for example in WORKED_EXAMPLES:
        for caption in example.captions:
            spans = [caption.span(name) for name in POINTS]
            expected[caption.caption] = tuple(f"{low:g}" if low == high else f"{low:g}–{high:g}" for low, high in spans)
    assert printed == expected


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_picture_of_the_guideline_is_there_and_small(language: str) -> None:
    assert PROTOCOL.folder is not None
    names = re.findall(r"\]\((pictures/[^)]+)\)", PROTOCOL.guideline(language))
    assert len(names) == 4
    for name in names:
        assert 2_000 < (PROTOCOL.folder / name).stat().st_size < 60_000


def test_the_pictures_can_be_made_again(tmp_path: Path) -> None:
    from PIL import Image, ImageChops, ImageStat

    from beholder.protocols.captions.guideline_pictures import make_pictures

    assert PROTOCOL.folder is not None
    make_pictures(tmp_path)
    kept = sorted((PROTOCOL.folder / "pictures").glob("*.webp"))
    assert [path.name for path in kept] == sorted(path.name for path in tmp_path.glob("*.webp"))
    for path in kept:
        with Image.open(path) as old, Image.open(tmp_path / path.name) as new:
            difference = ImageStat.Stat(ImageChops.difference(old.convert("RGB"), new.convert("RGB"))).mean
        assert max(difference) < 4, path.name
