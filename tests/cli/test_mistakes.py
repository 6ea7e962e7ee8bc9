"""Mistakes of a clumsy user: each is told where it is, what is wrong and what to do, and nothing ends in a traceback."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from typer.testing import CliRunner

from beholder.cli import app
from beholder.errors import BeholderError

_COLUMNS = ("--item", "item", "--rater", "rater", "--value", "value")
_AGREEMENT = ("stats", "agreement", "{}", *_COLUMNS, "--level", "ordinal")
_COMPARE = ("stats", "compare", "{}", *_COLUMNS, "--system", "rater")
_TABLES = {
    "empty.csv": "",
    "heading.csv": "item,rater,value\n",
    "twice.csv": "item,rater,value,value\n1,a,2,3\n",
    "percent.csv": "item,rater,value\r\n1,a,50%\r\n1,b,60%\r\n2,a,0.1\r\n2,b,0.2\r\n",
    "nan.csv": "item,rater,value\n1,a,NaN\n1,b,NaN\n",
    "fine.csv": "item,rater,value\n1,a,1\n1,b,2\n2,a,3\n2,b,2\n",
}
_CAPTIONS: list[dict[str, Any]] = [
    {"id": str(n), "image": "p.png", "candidates": [{"system": s, "caption": f"{s} sees {n}"} for s in "ab"]}
    for n in (1, 2)
]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with tables, an empty folder, links and a study that was never started."""
    monkeypatch.chdir(tmp_path)
    for name, text in _TABLES.items():
        (tmp_path / name).write_bytes(text.encode())
    (tmp_path / "hollow").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "gone.csv").symlink_to("nowhere.csv")
    (tmp_path / "study" / "media").mkdir(parents=True)
    (tmp_path / "study" / "study.yaml").write_text("protocol: captions\nitems: items.jsonl\nmedia: media\n", "utf-8")
    Image.new("RGB", (64, 48), "teal").save(tmp_path / "study" / "media" / "p.png")
    _items(tmp_path, "\n".join(map(json.dumps, _CAPTIONS)))
    return tmp_path


def _items(place: Path, text: str, name: str = "items.jsonl") -> None:
    (place / "study" / name).write_text(text, encoding="utf-8")
    settings = place / "study" / "study.yaml"
    settings.write_text(f"protocol: captions\nitems: {name}\nmedia: media\n", encoding="utf-8")


def _told(*arguments: str) -> str:
    with pytest.raises(BeholderError) as caught:
        CliRunner().invoke(app, arguments, catch_exceptions=False)
    return str(caught.value)


def _on(command: tuple[str, ...], file: str) -> tuple[str, ...]:
    return tuple(word.replace("{}", file) for word in command)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("new", "captions", "out", "--from", "nowhere"), ("nowhere", "hint")),
        (("new", "captions", "out", "--from", "hollow"), ("hollow", "holds nothing")),
        (("new", "captions", "out", "--from", "loop"), ("loop", "link that leads nowhere", "name the file")),
        (("new", "captions", "out", "--from", "empty.csv"), ("empty.csv", "no rows")),
        (("new", "captions", "fine.csv", "--from", "study"), ("fine.csv", "name a new folder")),
        (("new", "caption", "out"), ("caption", 'did you mean "captions"?')),
        (("serve", "hollow", "--port", "0"), ("hollow", "study.yaml", "beholder new")),
        (("serve", "fine.csv", "--port", "0"), ("fine.csv", "not a study folder")),
        (("simulate", "study/study.yaml"), ("name the folder: study",)),
        (("analyze", "hollow"), ("hollow", "study.yaml")),
        (("analyze", "empty.csv"), ("empty.csv", "empty")),
        (("analyze", "heading.csv"), ("heading.csv", "there are no rows")),
        (("analyze", "twice.csv"), ("twice.csv", '"value" stands twice')),
        (("analyze", "nan.csv"), ("nan.csv", "no row has a value", "--map value=COLUMN")),
        (("analyze", "loop"), ("loop", "link that leads to no file")),
        (_on(_AGREEMENT, "hollow"), ("hollow", "a folder, not a table", "beholder ratings")),
        (_on(_AGREEMENT, "gone.csv"), ("gone.csv", "link that leads to no file")),
        (_on(_AGREEMENT, "fin.csv"), ("fin.csv", 'did you mean "fine.csv"?')),
        (_on(_AGREEMENT, "heading.csv"), ("heading.csv", "no rows")),
        (_on(_AGREEMENT, "study/media/p.png"), ("p.png", "picture")),
        (_on(_COMPARE, "percent.csv"), ("percent.csv row 1", "50%", "without the percent sign")),
        (
            ("stats", "agreement", "fine.csv", "--item", "itm", *_COLUMNS[2:], "--level", "ordinal"),
            ('"item"', "--item"),
        ),
        (("ratings", "study", "-o", "out.csv"), ("study", "not been started", "beholder simulate")),
        (("ratings", "nowhere", "-o", "out.csv"), ("nowhere", "no such folder")),
    ],
    ids=lambda value: " ".join(value)[:60],
)
def test_a_mistake_is_told_with_its_place_and_its_remedy(
    place: Path, arguments: tuple[str, ...], said: tuple[str, ...]
) -> None:
    told = _told(*arguments)
    for words in said:
        assert words in told
    assert not (place / "out").exists()


def _checked(place: Path) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["check", str(place / "study"), "--json"], catch_exceptions=False)
    return result.exit_code, " | ".join(
        f"{p['where']} {p['problem']} {p['hint']}" for p in json.loads(result.stdout)["problems"]
    )


@pytest.mark.parametrize("shape", ["list", "list on lines", "commas", "pretty", "json", "semicolons", "tabs"])
def test_items_are_read_in_the_shapes_people_keep_them_in(place: Path, shape: str) -> None:
    rows = [(c["id"], one["system"], "p.png", one["caption"]) for c in _CAPTIONS for one in c["candidates"]]
    if shape in ("semicolons", "tabs"):
        table = [("id", "system", "image", "caption"), *rows]
        _items(place, "\n".join((";" if shape == "semicolons" else "\t").join(row) for row in table), "items.csv")
    elif shape == "commas":
        _items(place, ",\n".join(map(json.dumps, _CAPTIONS)) + ",")
    elif shape == "pretty":
        _items(place, "\n".join(json.dumps(one, indent=2) for one in _CAPTIONS))
    else:
        text = json.dumps(_CAPTIONS, indent=2 if shape == "list on lines" else None)
        _items(place, text, "items.json" if shape == "json" else "items.jsonl")
    assert _checked(place) == (0, "")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"system"', '"model"', ("items.jsonl:1", "names no system", 'is it the one you call "model"?')),
        ('"p.png"', '"https://example.org/p.png"', ("items.jsonl:1", "address on the web", "download")),
        ("}]}", "},]}", ("items.jsonl:1", "a comma stands before the closing ]")),
        ('"p.png"', '"P.PNG"', ("items.jsonl:1", 'did you mean "p.png"?')),
    ],
)
def test_what_is_wrong_with_an_item_is_told(place: Path, old: str, new: str, said: tuple[str, ...]) -> None:
    _items(place, "\n".join(map(json.dumps, _CAPTIONS)).replace(old, new))
    status, told = _checked(place)
    assert status == 2
    for words in said:
        assert words in told


def test_a_mistake_in_a_list_of_items_has_its_line(place: Path) -> None:
    _items(place, json.dumps(_CAPTIONS, indent=1).replace('"id": "2"', '"id" "2"'), "items.json")
    status, told = _checked(place)
    assert status == 2
    line = json.dumps(_CAPTIONS, indent=1).splitlines().index('  "id": "2",') + 1
    assert f"items.json:{line} not valid JSON" in told
