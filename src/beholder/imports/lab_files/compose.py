"""Items of a study out of records: what belongs together by its key, item by item."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from beholder.imports.lab_files.embedded import EmbeddedFile
from beholder.imports.lab_files.lab_record import LabRecord, refuse
from beholder.imports.lab_files.media_copies import MediaCopies
from beholder.media.video import is_animation
from beholder.protocols import Declaration

__all__ = ["Composed", "compose"]

Row = dict[str, Any]
_MEDIA = ("image", "mask", "video")
_GROUP = "prompt_id"
# an id that is a text stands in tables and file names; the rest of a longer one becomes eight digits
_MAX_KEY = 80


@dataclass(slots=True)
class Composed:
    """The rows of `items.jsonl`, the column by which outputs for one prompt belong together, and what was left aside."""

    rows: list[Row] = field(default_factory=list)
    block: str = ""
    notes: list[str] = field(default_factory=list)


Choose = Callable[[Mapping[str, list[LabRecord]], Callable[[str], Sequence[LabRecord]]], Collection[str]]
"""Which items are taken, by their keys: of outputs by item, and what else is said about an item."""


def compose(
    records: Iterable[LabRecord],
    declaration: Declaration,
    media: MediaCopies,
    *,
    choose: Choose | None = None,
) -> Composed:
    """Joins records about the same item. Those without a system say something about an item, the others are outputs."""
    outputs: dict[str, list[LabRecord]] = {}
    facts: dict[str, list[LabRecord]] = {}
    for record in records:
        (outputs if record.system else facts).setdefault(_key(record, declaration), []).append(record)
    if declaration.shows == "item":
        outputs, facts = _apart(outputs, facts)
    elif not outputs:
        raise refuse(
            "nothing says whose output is whose",
            hint="name a folder or file per system with --from SYSTEM=PATH, or the column with --map system=…",
        )
    notes: list[str] = []
    if declaration.shows == "pair":
        alone = {key for key, given in outputs.items() if len({record.system for record in given}) < 2}
        if len(alone) < len(outputs):
            notes = _aside(alone, "items that only one system has an output for")
            outputs, facts = _without(alone, outputs, facts)
    if choose is not None:
        chosen = set(choose(outputs, lambda key: _about(key, facts)))
        outputs, facts = _without(outputs.keys() - chosen, outputs, facts)
    join = _single if declaration.shows == "item" else _with_candidates
    composed = join(outputs, facts, declaration, media)
    composed.notes[:0] = notes
    return composed


def _without(
    keys: Collection[str], outputs: Mapping[str, list[LabRecord]], facts: Mapping[str, list[LabRecord]]
) -> tuple[dict[str, list[LabRecord]], dict[str, list[LabRecord]]]:
    """The outputs but for those of these items, and the facts but for those about none of the others."""
    left = {key: records for key, records in outputs.items() if key not in keys}
    gone = _matched(keys, facts) - _matched(left, facts)
    return left, {key: records for key, records in facts.items() if key not in gone}


def _key(record: LabRecord, declaration: Declaration) -> str:
    """What the record is about: its own key, else its picture's name, else its texts."""
    if record.key:
        return record.key
    for name, column in declaration.item.items():
        value = record.values.get(name)
        if column.kind == "image" and isinstance(value, str) and declaration.shows != "item":
            path = Path(value.replace("\\", "/"))
            return path.stem if isinstance(value, EmbeddedFile) else path.with_suffix("").as_posix()
    texts = [
        str(record.values[name])
        for name in dict.fromkeys((*declaration.item, "prompt", "question"))
        if isinstance(record.values.get(name), str)
    ]
    key = " ".join(texts)
    if len(key) > _MAX_KEY:
        # prompts that begin alike are still told apart
        key = f"{key[: _MAX_KEY - 9]} {zlib.crc32(key.encode()):08x}"
    return key or record.where


def _apart(
    outputs: dict[str, list[LabRecord]], facts: dict[str, list[LabRecord]]
) -> tuple[dict[str, list[LabRecord]], dict[str, list[LabRecord]]]:
    """What becomes an item, and what is said about it. Without systems, rows of tables say something about files, or stand alone."""
    if outputs:
        return outputs, facts
    rows = {key: [one for one in records if not one.is_file] for key, records in facts.items()}
    files = {key: [one for one in records if one.is_file] for key, records in facts.items()}
    rows, files = ({key: held for key, held in one.items() if held} for one in (rows, files))
    return (rows, files) if rows else (files, {})


def _single(
    outputs: Mapping[str, list[LabRecord]],
    facts: Mapping[str, list[LabRecord]],
    declaration: Declaration,
    media: MediaCopies,
) -> Composed:
    """Protocols that show the item alone: each output is an item of its own, and what was asked for ties them together."""
    found = Composed()
    several = any(len(records) > 1 for records in outputs.values())
    found.notes += _aside(facts.keys() - _matched(outputs, facts), "rows about items that no system has an output for")
    for key, records in outputs.items():
        shared = _merged(_about(key, facts))
        for n, record in enumerate(records, start=1):
            values = {**shared, **record.values}
            row: Row = {"id": f"{key}.{n}" if several else key}
            if record.system:
                row["system"] = record.system
            if several:
                row[_GROUP] = key
            found.rows.append(row | _stored(values, declaration, record, media, "pictures"))
    found.block = _GROUP if several else ""
    return found


def _with_candidates(
    outputs: Mapping[str, list[LabRecord]],
    facts: Mapping[str, list[LabRecord]],
    declaration: Declaration,
    media: MediaCopies,
) -> Composed:
    found = Composed()
    found.notes += _aside(facts.keys() - _matched(outputs, facts), "items that no system has an output for")
    systems = sorted({record.system for records in outputs.values() for record in records})
    below = {system: f"system-{n}" for n, system in enumerate(systems, start=1)}
    differing: dict[str, None] = {}
    for key, records in outputs.items():
        about = _about(key, facts)
        shared = _merged([*about, *records], only=lambda name: name not in declaration.candidate)
        given = (name for record in records for name, value in record.values.items() if value not in (None, ""))
        differing |= dict.fromkeys(name for name in given if name not in shared and name not in declaration.candidate)
        folder = (about or records)[0]
        row: Row = {"id": key} | _stored(shared, declaration, folder, media, "pictures")
        row["candidates"] = []
        for record in records:
            own = {name: value for name, value in record.values.items() if name in declaration.candidate}
            if any(held["system"] == record.system for held in row["candidates"]):
                raise refuse(
                    f"{record.system} has two outputs for {key}",
                    where=record.where,
                    hint="leave one, or tell them apart by --map id=…; no name stands before = of a file of several systems",
                )
            row["candidates"].append(
                {"system": record.system} | _stored(own, declaration, record, media, below[record.system])
            )
        found.rows.append(row)
    if differing:
        found.notes.append(f"left aside where outputs of one item differ in it: {', '.join(differing)}")
    return found


def _about(key: str, facts: Mapping[str, list[LabRecord]]) -> list[LabRecord]:
    return facts.get(key) or facts.get(Path(key).name) or facts.get(Path(key).stem) or []


def _matched(outputs: Iterable[str], facts: Mapping[str, list[LabRecord]]) -> set[str]:
    names = (name for key in outputs for name in (key, Path(key).name, Path(key).stem))
    return {name for name in names if name in facts}


def _aside(keys: set[str], what: str) -> list[str]:
    if not keys:
        return []
    some = ", ".join(sorted(keys)[:3])
    return [f"left aside: {len(keys)} {what} ({some}{', …' if len(keys) > 3 else ''})"]


def _merged(records: Iterable[LabRecord], only: Callable[[str], bool] | None = None) -> Row:
    """What the records say together; the first that says something is believed, and another that differs is refused."""
    merged: Row = {}
    for record in records:
        for name, value in record.values.items():
            if value in (None, "") or (only is not None and not only(name)):
                continue
            if name in merged and _plain(merged[name]) != _plain(value) and only is not None:
                # a value that differs between outputs of one item belongs to none of them
                merged[name] = None
            merged.setdefault(name, value)
    return {name: value for name, value in merged.items() if value is not None}


def _plain(value: Any) -> Any:
    """The value without the spaces and line breaks in which copies of a text differ."""
    return " ".join(value.split()) if isinstance(value, str) else value


def _stored(
    values: Mapping[str, Any], declaration: Declaration, record: LabRecord, media: MediaCopies, below: str
) -> Row:
    columns = {**declaration.item, **declaration.candidate}
    row: Row = {}
    for name, value in values.items():
        if value in (None, ""):
            continue
        column = columns.get(name)
        if column is not None and column.kind in _MEDIA and isinstance(value, str):
            # an animation that stands where a picture may is a clip, if the protocol has a place for one
            beside = next((one for one in (f"{name}_clip", "clip") if one in columns and column.kind == "image"), None)
            if beside is not None and is_animation(media.find(value, record.folder, record.where)):
                name, column = beside, columns[beside]
            value = media.add(value, record.folder, below, record.where, clip=column.kind == "video")
        elif column is not None and column.kind == "images" and isinstance(value, list):
            names = (one if isinstance(one, str) else str(one) for one in value)
            value = [media.add(one, record.folder, below, record.where) for one in names]
        row[name] = value
    return row
