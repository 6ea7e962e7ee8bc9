"""A study folder from a lab's files, with the mapping that was found."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from beholder.errors import BeholderError
from beholder.imports.lab_files.box_layouts import in_pixels
from beholder.imports.lab_files.coco import (
    CocoFiles,
    CocoPictures,
    is_annotations,
    is_results,
    lone_boxes,
    read_annotations,
    read_results,
)
from beholder.imports.lab_files.column_match import parse_mapping
from beholder.imports.lab_files.compose import Composed, compose
from beholder.imports.lab_files.folders import about_items, file_names, holds_inputs, read_folder
from beholder.imports.lab_files.lab_record import LabRecord, refuse
from beholder.imports.lab_files.lab_rows import LabTable, load_table
from beholder.imports.lab_files.lab_source import LabSource
from beholder.imports.lab_files.lab_table import read_table
from beholder.imports.lab_files.left_out import left_out_notes
from beholder.imports.lab_files.media_copies import MediaCopies
from beholder.imports.lab_files.media_kinds import media_kinds
from beholder.imports.lab_files.pattern import compile_pattern
from beholder.imports.lab_files.scratch import Progress, Scratch
from beholder.imports.lab_files.source_tree import SourceTree
from beholder.imports.lab_files.study_file import study_text
from beholder.media import read_picture
from beholder.protocols import Declaration, find_protocol

__all__ = ["NewStudy", "make_study"]


@dataclass(slots=True)
class NewStudy:
    """What was made of the files, to be printed: where each column comes from, and what else was found or left aside."""

    items: int = 0
    systems: tuple[str, ...] = ()
    files: int = 0
    columns: list[tuple[str, str, str]] = field(default_factory=list)
    """LabSource, our column, their column."""
    notes: list[str] = field(default_factory=list)


def make_study(
    protocol: str,
    folder: Path,
    sources: Sequence[LabSource],
    *,
    mapping: Sequence[str] = (),
    pattern: str = "",
    link: bool = False,
    progress: Progress | None = None,
) -> NewStudy:
    """Writes `study.yaml`, `items.jsonl` and the pictures into `folder`; nothing is written if the files make no study."""
    with Scratch(folder, progress).opened() as scratch:
        made = _make_study(protocol, folder, sources, scratch, mapping=mapping, pattern=pattern, link=link)
        made.notes = [scratch.originally(note) for note in made.notes]
        return made


def _make_study(
    protocol: str,
    folder: Path,
    sources: Sequence[LabSource],
    scratch: Scratch,
    *,
    mapping: Sequence[str],
    pattern: str,
    link: bool,
) -> NewStudy:
    found = find_protocol(protocol)
    contents = CocoFiles()
    tree = SourceTree(scratch, lambda path: contents.read(path) is not None)
    spread = _once(one for source in sources for one in tree.spread(source))
    tables = [load_table(one, scratch) for one in spread if one.is_table and contents.read(one.path) is None]
    media = MediaCopies(_folder_of(one) for one in (*sources, *spread))
    folders = [one.path for one in spread if not one.is_table]
    suited = found.params_of_media(media_kinds(tables, folders, media)) if found.params_of_media else {}
    declaration = found.declared_for(found.params(**suited))
    reading = _Reading(declaration, parse_mapping(mapping, declaration), compile_pattern(pattern) if pattern else None)
    reading.read(spread, tables, contents)
    unused = [f"{ours}={theirs}" for ours, theirs in reading.mapping.items() if theirs not in reading.titles]
    if unused:
        known = ", ".join(sorted(reading.titles)[:12]) or "none"
        raise refuse(f"no file has the column of --map {unused[0]}", where="--map", hint=f"columns found: {known}")
    composed = compose(reading.records, declaration, media)
    if not composed.rows:
        raise refuse("the files hold no items", hint="see the guide on your own files")
    reading.study.notes += composed.notes
    reading.study.notes += left_out_notes(tree, reading.records, reading.tables)
    reading.study.notes += _pixels(composed, media, reading)
    reading.study.notes += _prompted(composed, reading)
    reading.study.notes += media.notes
    systems = _systems(composed)
    params = {**suited, **(found.suggest_params(composed.rows) if found.suggest_params else {})}
    folder.mkdir(parents=True, exist_ok=True)
    media.save(folder / "media", link=link, unpacked=scratch.holds)
    lines = (json.dumps(row, ensure_ascii=False) for row in composed.rows)
    (folder / "items.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "study.yaml").write_text(
        study_text(protocol, declaration, title=folder.name, block=composed.block, media=len(media) > 0, params=params),
        encoding="utf-8",
    )
    reading.study.items, reading.study.systems, reading.study.files = len(composed.rows), systems, len(media)
    return reading.study


class _Reading:
    """All sources, one after the other: what they tell, and how their columns were understood."""

    def __init__(self, declaration: Declaration, mapping: Mapping[str, str], pattern: re.Pattern[str] | None) -> None:
        self.declaration = declaration
        self.mapping = mapping
        self.pattern = pattern
        self.records: list[LabRecord] = []
        self.titles: set[str] = set()
        self.study = NewStudy()
        self.boxes: dict[str, list[float]] = {}
        self.tables: set[Path] = set()
        self._pictures: CocoPictures = {}

    def read(self, spread: Sequence[LabSource], tables: Iterable[LabTable], contents: CocoFiles) -> None:
        """Annotation files come first: results refer to their pictures by number."""
        self.tables = {part for one in spread if one.is_table for part in one.parts or (one.path,)}
        loaded = [(source, contents.read(source.path)) for source in spread]
        for source, data in loaded:
            if is_annotations(data):
                self._annotations(source, data)
        for source, data in loaded:
            if is_results(data):
                self._results(source, data)
        several = len([one for one in spread if one.is_table]) > 1
        for table in tables:
            self._table(table, several=several, alone=len(spread) == 1)
        folders = [one for one in spread if not one.is_table]
        named = self._named_files()
        given = {name for one in folders if not one.system and holds_inputs(one.path) for name in file_names(one.path)}
        made = {name for one in folders if one.system or not holds_inputs(one.path) for name in file_names(one.path)}
        if shared := named & given & made:
            # outputs are called as the pictures that systems were given: what a table names is the picture
            self.records = [self._about_picture(record, shared) for record in self.records]
            named -= shared
        for source in folders:
            # pictures that a table or an annotation file names are no outputs of a system called as their folder is
            if source.system or not named & file_names(source.path):
                self._folder(source, alone=len(folders) == 1)

    def _about_picture(self, record: LabRecord, names: set[str]) -> LabRecord:
        """The record with the picture's name as its key; the picture itself comes from its folder."""
        for column in self._media_columns():
            value = record.values.get(column)
            if isinstance(value, str) and Path(value).name in names:
                values = {name: one for name, one in record.values.items() if name != column}
                return replace(record, key=record.key or Path(value).stem, values=values)
        return record

    def _media_columns(self) -> list[str]:
        return [name for name, column in self.declaration.item.items() if column.kind in ("image", "mask", "video")]

    def _named_files(self) -> set[str]:
        values = (record.values.get(name) for record in self.records for name in self._media_columns())
        return {Path(value.replace("\\", "/")).name for value in values if isinstance(value, str)}

    def _annotations(self, source: LabSource, data: Any) -> None:
        pictures, records = read_annotations(data, source.path, self.declaration)
        self._pictures |= pictures
        self.boxes |= lone_boxes(data, source.path)
        self.records += records
        self._say(source, {name: f"COCO {name}" for record in records[:1] for name in record.values})

    def _results(self, source: LabSource, data: Any) -> None:
        system = source.system or source.path.stem
        records = list(read_results(data, source.path, system, self._pictures, self.declaration))
        self.records += records
        told = {name: "COCO results" for record in records[:1] for name in record.values}
        self._say(source, {"system": f"{system!r}, the file", **told})

    def _folder(self, source: LabSource, *, alone: bool) -> None:
        named = self.pattern.groupindex if self.pattern else {}
        # one folder of pictures, and the picture is the output: nobody says whose
        nobody = holds_inputs(source.path) or (alone and not self.declaration.candidate)
        system = source.system or ("" if "system" in named or nobody else source.path.name)
        records = list(read_folder(source.path, system, self.declaration, self.pattern, self.tables))
        if not records:
            raise refuse("the folder holds no pictures, clips, masks or texts", where=str(source.path))
        self.records += records
        told = {name: "the pattern" if name in named else "files" for record in records[:1] for name in record.values}
        by = "the pattern" if "system" in named else f"{records[0].system!r}, the folder" if records[0].system else ""
        self._say(
            source, {"id": "the pattern" if self.pattern else "file names", **({"system": by} if by else {}), **told}
        )

    def _table(self, table: LabTable, *, several: bool, alone: bool) -> None:
        source = table.source
        read = read_table(table, self.declaration, self.mapping)
        nobody = not any(record.system for record in read.records) or (bool(read.wide) and about_items(source.path))
        if nobody and not alone and (about_items(source.path) or not several or not self._needs_system(read.records)):
            # what systems were given; a column called as outputs are is not taken for one
            read = read_table(table, self.declaration, self.mapping, about_items=True)
        told = dict(read.mapping)
        if nobody and several and self._needs_system(read.records):
            stem = source.path.name.split(".")[0]
            for record in read.records:
                record.system = stem
            told["system"] = f"{stem!r}, the file"
        self.records += read.records
        self.titles |= set(read.mapping.values())
        if source.system or (source.guess and "system" not in told):
            told["system"] = f"{source.system!r}, by --from" if source.system else f"{source.guess!r}, the folder"
        if read.wide:
            told["system"] = f"columns {', '.join(read.wide)}"
        if read.kept:
            told["(not shown)"] = ", ".join(read.kept)
        self.study.notes += read.notes
        self._say(source, told)

    def _needs_system(self, records: Sequence[LabRecord]) -> bool:
        """A table with outputs that does not say whose they are."""
        outputs = [name for name, column in self.declaration.candidate.items() if column.required]
        return bool(outputs) and all(not one.system and outputs[0] in one.values for one in records)

    def _say(self, source: LabSource, told: Mapping[str, str]) -> None:
        self.study.columns += [(source.label, ours, theirs) for ours, theirs in told.items()]


def _folder_of(source: LabSource) -> Path:
    return source.path if source.path.is_dir() else source.path.parent


def _once(sources: Iterable[LabSource]) -> list[LabSource]:
    """Each file and folder once, though it is named beside the folder in which it lies; whoever names its system is heard."""
    found: dict[Path, LabSource] = {}
    for one in sources:
        place = one.path.resolve()
        if place not in found or one.system:
            found[place] = one
    return list(found.values())


def _prompted(composed: Composed, reading: _Reading) -> list[str]:
    """Gives items the box of the one object in their picture, where they could have a box or point and no file tells it."""
    prompts = {
        name: column.kind for name, column in reading.declaration.item.items() if column.kind in ("box", "point")
    }
    box = next((name for name, kind in prompts.items() if kind == "box"), None)
    lacking = [row for row in composed.rows if row.get("id") in reading.boxes and not prompts.keys() & row.keys()]
    if box is None or not lacking:
        return []
    for row in lacking:
        row[box] = reading.boxes[row["id"]]
    return [f"{len(lacking):,} items have as their {box} that of the one object which is annotated in their picture"]


def _pixels(composed: Composed, media: MediaCopies, reading: _Reading) -> list[str]:
    image = next((name for name, column in reading.declaration.item.items() if column.kind == "image"), None)
    if image is None:
        return []

    def size_of(row: Mapping[str, Any]) -> tuple[int, int] | None:
        path = media.path_of(str(row.get(image)))
        if path is None:
            return None
        try:
            picture = read_picture(path.parent, path.name)
        except BeholderError:
            # `check` tells what is wrong with the picture
            return None
        return picture.width, picture.height

    return in_pixels(composed.rows, size_of)


def _systems(composed: Composed) -> tuple[str, ...]:
    named = [row.get("system") for row in composed.rows]
    named += [one["system"] for row in composed.rows for one in row.get("candidates", ())]
    return tuple(sorted({str(name) for name in named if name}))
