"""Ways to break a sound study folder. Each takes the folder and a generator, and always leaves something wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from tests.study.study_folders import (
    HEIGHT,
    WIDTH,
    mask_items,
    masks_study,
    rows_of,
    write_jsonl,
    write_parquet,
    write_table,
)

Mutation = Callable[[Path, np.random.Generator], None]


def _pick(rng: np.random.Generator, values: list[Any]) -> Any:
    return values[int(rng.integers(len(values)))]


def _settings(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    path = folder / "study.yaml"
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    change(data)
    path.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")


def _items(folder: Path, rng: np.random.Generator, change: Callable[[dict[str, Any]], None]) -> None:
    items = mask_items()
    change(_pick(rng, items))
    _write_items(folder, items)


def _write_items(folder: Path, items: list[dict[str, Any]]) -> None:
    name = str(yaml.safe_load((folder / "study.yaml").read_text(encoding="utf-8"))["items"])
    if name.endswith(".jsonl"):
        write_jsonl(folder / name, items)
    elif name.endswith(".parquet"):
        write_parquet(folder / name, rows_of(items))
    else:
        write_table(folder / name, rows_of(items), delimiter="\t" if name.endswith(".tsv") else ",")


def items_path(folder: Path) -> Path:
    return next(path for path in sorted(folder.iterdir()) if path.name.startswith("items."))


def break_yaml(folder: Path, rng: np.random.Generator) -> None:
    text = (folder / "study.yaml").read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    bad = [
        "x: [1, 2\n",
        "\ty: 1\n",
        "z: 'open\n",
        "a: b: c\n",
        "{]\n",
        "- item\n",
        "q: !!python/name:os.x y\n",
        "r: *no\n",
    ]
    lines.insert(int(rng.integers(len(lines) + 1)), _pick(rng, bad))
    (folder / "study.yaml").write_text("".join(lines), encoding="utf-8")


def wrong_setting(folder: Path, rng: np.random.Generator) -> None:
    wrong: list[tuple[str, Any]] = [
        ("ratings", "three"),
        ("ratings", -1),
        ("seed", [1]),
        ("overlap", {"share": 2, "ratings": 5}),
        ("overlap", {"share": 0.5, "ratings": 1}),
        ("pairs", "none"),
        ("pairs", {"per_item": "x"}),
        ("same_rater", 3),
        ("timezone", "Mars/Olympus"),
        ("languages", "english"),
        ("lease_minutes", 0),
        ("cost", {"per_hour": "much"}),
        ("params", {"zoom_margin": -1}),
        ("params", ["x"]),
        ("wording", {"nofield": {"label": "x"}}),
        ("group", "nocolumn"),
        ("block", ["dataset", "nocolumn"]),
        ("media", "no/such/folder"),
        ("protocol", "nosuch"),
        ("protocol", "missing.yaml"),
        ("items", "missing.jsonl"),
        ("items", 7),
        ("title", {"en": 3}),
        ("contact", "\x00"),
        ("max_per_rater", 0),
    ]
    name, value = _pick(rng, wrong)
    _settings(folder, lambda data: data.__setitem__(name, value))


def unknown_setting(folder: Path, rng: np.random.Generator) -> None:
    name = _pick(rng, ["ratngs", "Protocol", "item", "overlaps", "tittle", "x y", "数量"])
    _settings(folder, lambda data: data.__setitem__(name, 1))


def missing_setting(folder: Path, rng: np.random.Generator) -> None:
    name = _pick(rng, ["protocol", "items"])
    _settings(folder, lambda data: data.pop(name))


def bad_id(folder: Path, rng: np.random.Generator) -> None:
    value = _pick(rng, [" spaced", "tab\there", "x" * 300, "bell\x07", "left\u202eright"])
    _items(folder, rng, lambda item: item.__setitem__("id", value))


def duplicate_id(folder: Path, rng: np.random.Generator) -> None:
    items = mask_items()
    first, second = rng.permutation(len(items))[:2]
    items[int(second)] |= {"id": items[int(first)]["id"]}
    _write_items(folder, items)


def wrong_column(folder: Path, rng: np.random.Generator) -> None:
    wrong: list[tuple[str, Any]] = [
        ("point", [1, 2, 3]),
        ("point", None),
        ("box", [9, 9, 1, 1]),
        ("box", [1, 2, 3]),
        ("image", None),
        ("image", "../outside.png"),
        ("image", "/etc/hostname"),
        ("image", "pictures/none.png"),
        ("image", "pictures"),
        ("kind", "odd"),
        ("kind", "attention"),
    ]
    name, value = _pick(rng, wrong)
    _items(folder, rng, lambda item: item.__setitem__(name, value))


def missing_column(folder: Path, rng: np.random.Generator) -> None:
    name = _pick(rng, ["id", "image", "system", "mask"])
    items = mask_items()
    for item in items:
        item.pop(name, None)
        for candidate in item["candidates"]:
            candidate.pop(name, None)
    if name == "id" and items_path(folder).suffix == ".parquet":
        items = [{"ident": str(n), **item} for n, item in enumerate(items)]
        write_parquet_without_id(folder, items)
        return
    _write_items(folder, items)


def write_parquet_without_id(folder: Path, items: list[dict[str, Any]]) -> None:
    """The table writer insists on an id, so it is written under that name and then renamed by the reader of SQL."""
    import duckdb

    path = items_path(folder)
    spare = path.with_name("spare.parquet")
    write_parquet(spare, rows_of([{"id": item["ident"], **item} for item in items]))
    with duckdb.connect(":memory:") as connection:
        connection.execute(f"copy (select * exclude (id) from read_parquet('{spare}')) to '{path}' (format parquet)")
    spare.unlink()


def wrong_mask(folder: Path, rng: np.random.Generator) -> None:
    wrong: list[Any] = [
        {"size": [WIDTH, HEIGHT], "counts": [0, WIDTH * HEIGHT]},
        {"size": [HEIGHT, WIDTH], "counts": [1, 2, 3]},
        {"size": [HEIGHT, WIDTH], "counts": "~~~~"},
        {"counts": [1]},
        {"rel": "x"},
        [[1, 2, 3]],
        "masks/none.png",
        "study.yaml",
    ]
    value = _pick(rng, wrong)

    def change(item: dict[str, Any]) -> None:
        for candidate in item["candidates"]:
            candidate["mask"] = value

    items = mask_items()
    # One type for the whole column, since Parquet holds no other.
    for item in items:
        change(item)
    _write_items(folder, items)


def wrong_candidates(folder: Path, rng: np.random.Generator) -> None:
    def twice(item: dict[str, Any]) -> None:
        item["candidates"].append(dict(item["candidates"][0]))

    def odd_name(item: dict[str, Any]) -> None:
        item["candidates"][0]["system"] = _pick(rng, ["", " x", "a\nb", "y" * 201])

    _items(folder, rng, _pick(rng, [twice, odd_name]))


def bad_bytes(folder: Path, rng: np.random.Generator) -> None:
    path = _pick(rng, [items_path(folder), folder / "study.yaml"])
    raw = path.read_bytes()
    if path.suffix == ".parquet":
        path.write_bytes(raw[: int(rng.integers(0, len(raw) - 8))])
        return
    at = int(rng.integers(1, len(raw)))
    path.write_bytes(raw[:at] + _pick(rng, [b"\xff", b"\xc3\x28", b"\x80"]) + raw[at:])


def other_encoding(folder: Path, rng: np.random.Generator) -> None:
    path = _pick(rng, [items_path(folder), folder / "study.yaml"])
    if path.suffix == ".parquet":
        path.write_bytes(b"PAR1" + rng.bytes(200) + b"PAR1")
        return
    path.write_text(path.read_text(encoding="utf-8") + "数", encoding=_pick(rng, ["utf-16", "gb18030"]))


def truncated(folder: Path, rng: np.random.Generator) -> None:
    path = items_path(folder)
    raw = path.read_bytes()
    if path.suffix in (".csv", ".tsv"):
        # A cut in a quoted cell; elsewhere a shorter table may well be a sound one.
        end = raw.rindex(b'"')
        path.write_bytes(raw[: int(rng.integers(end - 5, end))])
        return
    last = raw.rstrip().rfind(b"\n") + 1
    path.write_bytes(raw[: int(rng.integers(last + 1, len(raw) - 3))])


def broken_line(folder: Path, rng: np.random.Generator) -> None:
    path = items_path(folder)
    if path.suffix == ".parquet":
        truncated(folder, rng)
        return
    bad = [
        '{"id": "x",',
        "[]",
        '{"id": NaN}',
        '{"id": "x", "id": "y"}',
        '"text"',
        '{"id": "x", "n": 1e999}',
        json.dumps({"id": "x", "deep": 0}).replace("0", "[" * 90 + "]" * 90),
        '{"id": "\\ud800"}',
    ]
    with path.open("a", encoding="utf-8") as stream:
        stream.write(_pick(rng, bad) + "\n")


def missing_file(folder: Path, rng: np.random.Generator) -> None:
    _pick(rng, [items_path(folder), folder / "study.yaml", folder / "pictures" / "2.png"]).unlink()


def broken_picture(folder: Path, rng: np.random.Generator) -> None:
    path = folder / "pictures" / f"{int(rng.integers(4))}.png"
    raw = path.read_bytes()
    path.write_bytes(_pick(rng, [b"", b"hello", raw[: len(raw) // 2], b"%PDF-1.4", raw[:20]]))


def broken_guideline(folder: Path, rng: np.random.Generator) -> None:
    (folder / "guideline.en.md").write_bytes(_pick(rng, [b"", b"ok\n\xff\n", b"nul\x00\n"]))


def folder_for_file(folder: Path, rng: np.random.Generator) -> None:
    path = _pick(rng, [items_path(folder), folder / "study.yaml", folder / "pictures" / "1.png"])
    path.unlink()
    path.mkdir()


def empty_file(folder: Path, rng: np.random.Generator) -> None:
    _pick(rng, [items_path(folder), folder / "study.yaml"]).write_bytes(_pick(rng, [b"", b"\n\n"]))


MUTATIONS: tuple[Mutation, ...] = (
    break_yaml,
    wrong_setting,
    unknown_setting,
    missing_setting,
    bad_id,
    duplicate_id,
    wrong_column,
    missing_column,
    wrong_mask,
    wrong_candidates,
    bad_bytes,
    other_encoding,
    truncated,
    broken_line,
    missing_file,
    broken_picture,
    broken_guideline,
    folder_for_file,
    empty_file,
)


def sound_study(folder: Path, suffix: str) -> Path:
    """A sound study in the format of that suffix."""
    masks_study(folder, items=f"items{suffix}")
    (folder / "items.jsonl").unlink()
    _write_items(folder, mask_items())
    return folder
