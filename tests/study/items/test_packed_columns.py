"""A large study packs the columns of its candidates: nothing that is found or kept of them changes."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from beholder.engine import open_study
from beholder.store import Database, items
from beholder.study import Definition, Version, check_folder, load_definition
from beholder.study.items import builder
from beholder.study.items.packed_columns import PackedColumns, pack
from tests.study.study_folders import mask_items, masks_study

OUTLINE = [[1, 1, 900, 1, 900, 900]]
WRONG: list[tuple[str, Any]] = [
    ("sound", {"size": [24, 32], "counts": [768]}),
    ("short", {"size": [24, 32], "counts": [700]}),
    ("outside", {"polygons": OUTLINE}),
    ("missing", {"path": "nowhere.png"}),
]


def _packed(definition: Definition) -> list[bool]:
    return [isinstance(c.columns, PackedColumns) for item in definition.items for c in item.candidates]


@pytest.mark.parametrize(("name", "mask"), WRONG)
def test_what_is_found_and_stored_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, mask: Any
) -> None:
    content = copy.deepcopy(mask_items())
    content[0]["candidates"][0]["mask"] = mask
    folder = masks_study(tmp_path / name, content=content)
    plain, told = load_definition(folder), check_folder(folder).problems
    monkeypatch.setattr(builder, "PACKED_FROM", -1)
    packed = load_definition(folder)
    assert any(_packed(packed))
    assert not any(_packed(plain))
    assert packed.items == plain.items
    assert check_folder(folder).problems == told
    assert Version.of(packed) == Version.of(plain)
    database = Database.open(tmp_path / "packed.sqlite3")
    key = open_study(database, packed)
    with database.read() as conn:
        stored = items.stream_items(conn, key)
        assert next(text for _, text in stored).count('"mask"') == len(plain.items[0].candidates)
    database.close()


def test_texts_and_numbers_stay_as_they_are() -> None:
    plain = {"text": "a", "number": 1}
    assert pack(plain) is plain
    unreadable = {"text": object(), "list": [1]}
    assert pack(unreadable) is unreadable
    assert dict(pack({"list": [1, 2.5, None, "é", {"a": True}]})) == {"list": [1, 2.5, None, "é", {"a": True}]}
