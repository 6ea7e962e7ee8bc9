"""Small study folders for tests, written afresh each time."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
import yaml
from openpyxl import Workbook
from PIL import Image

WIDTH, HEIGHT = 24, 16
SYSTEMS = ("alpha", "beta", "gamma")


def rle(first: int) -> dict[str, Any]:
    """An uncompressed RLE mask that covers all pixels after the first few, in COCO's column order."""
    return {"size": [HEIGHT, WIDTH], "counts": [first, WIDTH * HEIGHT - first]}


def mask_items(count: int = 4) -> list[dict[str, Any]]:
    """Items of a masks study as JSON lines hold them."""
    return [
        {
            "id": f"00{number}",
            "image": f"pictures/{number}.png",
            "point": [3, 4.5],
            "dataset": "garden, wild\nand tame" if number else "indoor",
            "note": f"hidden {number}",
            "candidates": [
                {"system": system, "mask": rle(10 + place), "truth": 6 + place / 2, "run": f"{system}-1"}
                for place, system in enumerate(SYSTEMS)
            ],
        }
        for number in range(count)
    ]


def write_pictures(folder: Path, count: int = 4) -> None:
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    for number in range(count):
        Image.new("RGB", (WIDTH, HEIGHT), (number * 20, 90, 120)).save(folder / "pictures" / f"{number}.png")


def write_settings(folder: Path, **settings: Any) -> None:
    data = {"protocol": "masks", "items": "items.jsonl", "seed": 7, **settings}
    (folder / "study.yaml").write_text(yaml.safe_dump(data, sort_keys=False, allow_unicode=True), encoding="utf-8")


def write_jsonl(path: Path, items: Sequence[Mapping[str, Any]]) -> None:
    path.write_text("".join(json.dumps(item, ensure_ascii=False) + "\n" for item in items), encoding="utf-8")


def rows_of(items: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """One row per candidate, the item's columns repeated."""
    return [
        {**{name: value for name, value in item.items() if name != "candidates"}, **candidate}
        for item in items
        for candidate in item["candidates"]
    ]


def write_table(path: Path, rows: Sequence[Mapping[str, Any]], *, delimiter: str = ",") -> None:
    names = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, delimiter=delimiter)
        writer.writerow(names)
        for row in rows:
            writer.writerow([_cell(row.get(name)) for name in names])


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    return json.dumps(value) if isinstance(value, dict | list) else value


def write_excel(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    names = list(dict.fromkeys(name for row in rows for name in row))
    book = Workbook()
    sheet = book.worksheets[0]
    for row in [dict(zip(names, names, strict=True)), *rows]:
        sheet.append([_cell(row.get(name)) for name in names])
    book.save(path)


def write_parquet(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Through DuckDB's JSON reader, so that lists and structs come out as such."""
    lines = path.with_suffix(".rows.jsonl")
    write_jsonl(lines, rows)
    with duckdb.connect(":memory:") as connection:
        connection.execute(
            f"copy (select * replace (cast(id as varchar) as id) from read_json('{lines}', format='newline_delimited'))"
            f" to '{path}' (format parquet)"
        )
    lines.unlink()


def masks_study(folder: Path, *, content: list[dict[str, Any]] | None = None, **settings: Any) -> Path:
    """A sound masks study in JSON lines; `content` replaces its items."""
    folder.mkdir(parents=True, exist_ok=True)
    write_pictures(folder)
    write_settings(folder, **settings)
    write_jsonl(folder / "items.jsonl", mask_items() if content is None else content)
    return folder
