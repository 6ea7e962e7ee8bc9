"""Whatever stands in an item, `check` answers in words: no protocol's own checks ever meet what they cannot bear."""

from __future__ import annotations

import copy
import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from beholder.protocols import find_protocol, protocol_names
from beholder.study import check_folder

PAIR = ({"system": "a"}, {"system": "b"})

# one sound item of each protocol, with every column that it knows
ITEMS: dict[str, dict[str, Any]] = {
    "captions": {
        "image": "p.png",
        "references": {"en": ["a dog", "a brown dog"], "zh": ["一只狗"]},
        "candidates": [
            one | {"caption": f"dog {n}", "translations": {"zh": f"狗 {n}"}, "truth": {"objects": 1}}
            for n, one in enumerate(PAIR)
        ],
    },
    "counting": {
        "image": "p.png",
        "system": "a",
        "object_type": "bocce ball",
        "requested": 3,
        "prompt": "three bocce balls",
        "seed": "7",
        "truth": {"count": 3, "clipped": 0},
    },
    "defects": {
        "prompt": "a dog",
        "category": "animals",
        "candidates": [
            one
            | {
                "image": "p.png",
                "truth": {
                    "implausible": [{"x": 0.2, "y": 0.3, "reason": "shape"}],
                    "words": [["a", ""], ["dog", "wrong"]],
                },
            }
            for one in PAIR
        ],
    },
    "masks": {
        "image": "p.png",
        "point": [20, 20],
        "truth_mask": [[5, 5, 40, 5, 20, 40]],
        "dataset": "d",
        "candidates": [one | {"mask": [[5, 5, 40, 5, 20, 40]], "truth": 7} for one in PAIR],
    },
    "naming": {
        "image": "p.png",
        "box": [5, 5, 50, 40],
        "domain": "animals",
        "reference_name": "dog",
        "others": ["tree"],
        "truth": {"names": {"dog": 8, "pet": 1}},
    },
    "naming-verify": {
        "image": "p.png",
        "box": [5, 5, 50, 40],
        "domain": "animals",
        "truth": {"names": {"dog": 8}},
        "candidates": [
            {"system": "n1", "name": "dog", "count": 8, "control": "right", "truth": {"adequacy": "perfect"}},
            {"system": "n2", "name": "dgo", "count": 1, "planted": "typo", "copy_of": "n1"},
        ],
    },
    "best-of": {
        "prompt": "a dog",
        "category": "animals",
        "candidates": [
            {"system": name, "image": "p.png", "truth": {"pick": n}}
            for n, name in enumerate(("north", "south", "west"))
        ],
    },
    "opinion": {
        "original": "p.png",
        "original_clip": None,
        "content": "nature",
        "candidates": [one | {"image": "p.png", "clip": None, "truth": {"quality": 1}} for one in PAIR],
    },
    "side-by-side": {
        "prompt": "a dog",
        "source": "p.png",
        "category": "animals",
        "candidates": [one | {"image": "p.png", "truth": {"follows": 1, "looks": 0}} for one in PAIR],
    },
    "trajectories": {
        "question": "What is it?",
        "image": "p.png",
        "ground_truth": "a dog",
        "width": 64,
        "height": 48,
        "candidates": [
            one
            | {
                "steps": [{"operation": "LOOK", "arguments": {"x": 1, "y": 2}, "result": "dog", "box": [1, 2, 30, 40]}],
                "answer": "a dog",
                "cut_off": False,
                "truth": {"correct": True},
            }
            for one in PAIR
        ],
    },
}
STRANGE: tuple[Any, ...] = (
    *(None, "", "  ", "three", True, 0, -1, 0.5, 10**30, 1e308, [], {}, [None], [[]], [[[[1]]]], {"a": {"b": [None]}}),
    *("x" * 5000, "\u200b", "[1, 2", {"": ""}, [{}, {}], ["a", 1], [1, 2, 3, 4, 5], {"counts": 3}, {"png": ["x"]}),
)


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in an item, from whole columns down to single numbers."""
    if path:
        yield path
    for key, one in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from _paths(one, (*path, key))


def _changed(item: dict[str, Any], path: tuple[Any, ...], put: Any, *, remove: bool = False) -> dict[str, Any]:
    made = copy.deepcopy(item)
    at: Any = made
    for key in path[:-1]:
        at = at[key]
    if remove:
        del at[path[-1]]
    else:
        at[path[-1]] = put
    return made


def _study(folder: Path, protocol: str, items: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    Image.effect_noise((64, 48), 30).convert("RGB").save(folder / "p.png")
    settings = {"protocol": protocol, "items": items}
    (folder / "study.yaml").write_text(json.dumps(settings), encoding="utf-8")
    return folder


def _lines(folder: Path, protocol: str, items: list[dict[str, Any]]) -> Path:
    study = _study(folder, protocol, "items.jsonl")
    (study / "items.jsonl").write_text("".join(json.dumps(one) + "\n" for one in items), encoding="utf-8")
    return study


def _table(folder: Path, protocol: str, rows: list[dict[str, Any]]) -> Path:
    study = _study(folder, protocol, "items.csv")
    with (study / "items.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(dict.fromkeys(name for row in rows for name in row)))
        table.writeheader()
        table.writerows(rows)
    return study


def _cells(item: dict[str, Any]) -> list[dict[str, Any]]:
    shared = {name: value for name, value in item.items() if name != "candidates"}
    rows = [shared | one for one in item.get("candidates", [{}])]
    return [{k: json.dumps(v) if isinstance(v, dict | list | bool) else v for k, v in row.items()} for row in rows]


def test_every_protocol_is_here() -> None:
    assert set(ITEMS) == set(protocol_names())
    for name, item in ITEMS.items():
        declaration = find_protocol(name).declaration
        candidate = {key for one in item.get("candidates", ()) for key in one}
        assert set(declaration.item) - {"box"} <= set(item) | {"box"}
        assert set(declaration.candidate) <= candidate


@pytest.mark.parametrize("protocol", ITEMS)
def test_any_value_in_any_place_is_answered_in_words(tmp_path: Path, protocol: str) -> None:
    sound = ITEMS[protocol]
    assert check_folder(_lines(tmp_path / "sound", protocol, [sound | {"id": "i"}])).errors == ()
    items = [sound | {"id": "sound"}]
    for path in _paths({**sound, "kind": "main", "reference": None, "system": None}):
        if path[0] in ("kind", "reference", "system") and path[0] not in sound:
            items += [sound | {path[0]: one, "id": f"i{len(items)}"} for one in STRANGE]
            continue
        for put in STRANGE:
            items.append(_changed(sound, path, put) | {"id": f"i{len(items)}"})
        items.append(_changed(sound, path, None, remove=True) | {"id": f"i{len(items)}"})
    checked = check_folder(_lines(tmp_path / "strange", protocol, items))
    assert checked.errors
    assert all(one.code and one.problem for one in checked.problems)


@pytest.mark.parametrize("protocol", ITEMS)
def test_any_cell_of_a_table_is_answered_in_words(tmp_path: Path, protocol: str) -> None:
    """Cells that cannot be read are reported by the reader, and must not reach anything that looks at items."""
    sound = _cells(ITEMS[protocol] | {"id": "i"})
    rows = [row | {"id": "sound"} for row in sound]
    for place, row in enumerate(sound):
        for name in row:
            for put in ("", " ", "three", "-1", "0.5", "1e400", "nan", "[1, 2", "{}", "[]", "[null]", '{"a": [[]]}'):
                changed = [one | ({name: put} if at == place else {}) for at, one in enumerate(sound)]
                rows += [one | ({"id": f"i{len(rows)}-{place}-{name}"} if name != "id" else {}) for one in changed]
    checked = check_folder(_table(tmp_path / "table", protocol, rows))
    assert checked.errors
    assert all(one.code and one.problem for one in checked.problems)
