"""All sources of a new study, one after the other: what they say, and how their columns were understood."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from beholder.imports.lab_files.agent_logs import AgentLogs
from beholder.imports.lab_files.coco import (
    CocoFiles,
    CocoPictures,
    is_annotations,
    is_results,
    lone_boxes,
    read_annotations,
    read_results,
)
from beholder.imports.lab_files.coco_names import pictures_by_name
from beholder.imports.lab_files.folders import about_items, file_names, holds_inputs, read_folder
from beholder.imports.lab_files.lab_record import LabRecord, refuse
from beholder.imports.lab_files.lab_rows import LabTable
from beholder.imports.lab_files.lab_source import LabSource
from beholder.imports.lab_files.lab_table import read_table
from beholder.protocols import Declaration


class Reading:
    """The records of all sources, and for whoever ran the command where each column comes from."""

    def __init__(self, declaration: Declaration, mapping: Mapping[str, str], pattern: re.Pattern[str] | None) -> None:
        self.declaration = declaration
        self.mapping = mapping
        self.pattern = pattern
        self.records: list[LabRecord] = []
        self.titles: set[str] = set()
        self.columns: list[tuple[str, str, str]] = []
        """Source, our column, their column."""
        self.notes: list[str] = []
        self.boxes: dict[str, list[float]] = {}
        """The box of the only annotated object, by picture."""
        self.tables: set[Path] = set()
        self._pictures: CocoPictures = {}
        self._results_of: dict[str, str] = {}

    def read(
        self,
        spread: Sequence[LabSource],
        tables: Iterable[LabTable],
        contents: CocoFiles,
        *,
        logs: Iterable[LabSource],
    ) -> None:
        """Annotation files come first: results refer to their pictures by number."""
        agents = AgentLogs(self.declaration)
        for source in logs:
            self.records += agents.read(source, self.pattern)
            self._say(source, {"id": "instance_id, or the file", "system": "folders", "steps": "logs of agents"})
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
        self._folders([one for one in spread if not one.is_table])
        self.records = [agents.convert(record) for record in self.records]
        self.records += agents.unasked(self.records)
        self.notes += agents.notes()
        unused = [f"{ours}={theirs}" for ours, theirs in self.mapping.items() if theirs not in self.titles]
        if unused:
            known = ", ".join(sorted(self.titles)[:12]) or "none"
            raise refuse(f"no file has the column of --map {unused[0]}", where="--map", hint=f"columns found: {known}")

    def _folders(self, folders: Sequence[LabSource]) -> None:
        self._number_pictures([one.path for one in folders if not one.system])
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
        self._results_of = {record.key: record.where for record in records} | self._results_of
        told = {name: "COCO results" for record in records[:1] for name in record.values}
        self._say(source, {"system": f"{system!r}, the file", **told})

    def _absent(self) -> dict[str, str]:
        """The pictures that COCO results are about and no other file tells of: where they are first named, by key."""
        images = [name for name, column in self.declaration.item.items() if column.kind == "image"]
        known = {record.key for record in self.records if any(record.values.get(name) for name in images)}
        return {key: where for key, where in self._results_of.items() if images and key not in known}

    def _number_pictures(self, folders: Sequence[Path]) -> None:
        """The pictures of COCO results without an annotation file, by their names."""
        image = next((name for name, column in self.declaration.item.items() if column.kind == "image"), "")
        absent = self._absent()
        if absent and folders and not self._pictures:
            records, understood = pictures_by_name(absent, folders, image)
            self.records += records
            self.columns.append(understood)

    def refuse_absent_pictures(self) -> None:
        """Refuses results about pictures that are not there; a choice of items leaves them out."""
        absent = self._absent()
        if absent:
            key, where = next(iter(absent.items()))
            total, hint = len(self._results_of), "give the pictures (and the annotation file, if any) by another --from"
            if len(absent) < total:
                hint += "; or take a part: --only FILE with its ids, or --sample N"
            raise refuse(
                f"{len(absent):,} of the {total:,} pictures that results are about are not there, the first is {key}",
                where=where,
                hint=hint,
            )

    def renamed(self) -> dict[str, str]:
        """The columns of all files, and what each is called here."""
        own = {name: name for record in self.records for name in record.values}
        return own | {theirs: ours for _, ours, theirs in self.columns if theirs in self.titles}

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
        self.notes += read.notes
        self._say(source, told)

    def _needs_system(self, records: Sequence[LabRecord]) -> bool:
        """A table with outputs that does not say whose they are."""
        outputs = [name for name, column in self.declaration.candidate.items() if column.required]
        return bool(outputs) and all(not one.system and outputs[0] in one.values for one in records)

    def _say(self, source: LabSource, told: Mapping[str, str]) -> None:
        self.columns += [(source.label, ours, theirs) for ours, theirs in told.items()]
