"""A study folder from a lab's files, with the mapping that was found."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from beholder.errors import BeholderError
from beholder.imports.lab_files.agent_logs import AgentLogs
from beholder.imports.lab_files.box_layouts import in_pixels
from beholder.imports.lab_files.coco import (
    CocoPictures,
    is_annotations,
    is_results,
    lone_boxes,
    read_annotations,
    read_results,
)
from beholder.imports.lab_files.coco_names import pictures_by_name
from beholder.imports.lab_files.column_match import parse_mapping
from beholder.imports.lab_files.compose import Composed, compose
from beholder.imports.lab_files.folders import (
    file_names,
    holds_inputs,
    holds_outputs,
    not_a_link_outside,
    read_folder,
    system_folders,
)
from beholder.imports.lab_files.item_choice import ChoiceOptions, ItemChoice
from beholder.imports.lab_files.lab_record import LabRecord, refuse
from beholder.imports.lab_files.lab_source import LabSource
from beholder.imports.lab_files.lab_table import read_table
from beholder.imports.lab_files.media_copies import MediaCopies
from beholder.imports.lab_files.media_kinds import media_kinds
from beholder.imports.lab_files.pattern import compile_pattern
from beholder.imports.lab_files.protocol_copy import copy_protocol
from beholder.imports.lab_files.study_file import study_text
from beholder.media import read_picture
from beholder.protocols import Declaration, find_protocol
from beholder.tabular import TableKind, kind_of

__all__ = ["NewStudy", "make_study"]

_TABLES = frozenset({".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".parquet", ".pq", ".xlsx", ".xlsm", ".gz"})


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
    title: str = "",
    choice: ChoiceOptions | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> NewStudy:
    """Writes `study.yaml`, `items.jsonl` and the pictures into `folder`; nothing is written if the files make no study.

    `progress(done, total)` counts files as they are copied.
    """
    found = find_protocol(protocol)
    suited = found.params_of_media(media_kinds(sources)) if found.params_of_media else {}
    declaration = found.declared_for(found.params(**suited))
    reading = _Reading(declaration, parse_mapping(mapping, declaration), compile_pattern(pattern) if pattern else None)
    reading.read(sources)
    unused = [f"{ours}={theirs}" for ours, theirs in reading.mapping.items() if theirs not in reading.titles]
    if unused:
        known = ", ".join(sorted(reading.titles)[:12]) or "none"
        raise refuse(f"no file has the column of --map {unused[0]}", where="--map", hint=f"columns found: {known}")
    media = MediaCopies(reading.folders)
    chosen = ItemChoice(choice, declaration, media, reading.renamed()) if choice else None
    if chosen is None:
        reading.refuse_absent_pictures()
    composed = compose(reading.records, declaration, media, choose=chosen.choose if chosen else None)
    if not composed.rows:
        raise refuse("the files hold no items", hint="see the guide on your own files")
    reading.study.notes += [*(chosen.notes if chosen else ()), *composed.notes]
    reading.study.notes += _pixels(composed, media, reading)
    reading.study.notes += _prompted(composed, reading)
    systems = _systems(composed)
    params = {**suited, **(found.suggest_params(composed.rows) if found.suggest_params else {})}
    plain = {name: value for name, value in params.items() if isinstance(value, str | bool)}
    reading.study.notes += [f"set under params: {name}: {json.dumps(value)}" for name, value in plain.items()]
    folder.mkdir(parents=True, exist_ok=True)
    media.save(folder / "media", link=link, progress=progress)
    lines = (json.dumps(row, ensure_ascii=False) for row in composed.rows)
    (folder / "items.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "study.yaml").write_text(
        study_text(
            copy_protocol(protocol, found, folder),
            declaration,
            title=title or folder.name,
            block=composed.block,
            media=len(media) > 0,
            params=params,
            selection=chosen.selection if chosen else None,
        ),
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
        self.folders: list[Path] = []
        self.study = NewStudy()
        self.logs = AgentLogs(declaration)
        self.boxes: dict[str, list[float]] = {}
        self._pictures: CocoPictures = {}
        self._results_of: dict[str, str] = {}
        self._contents: dict[Path, Any] = {}

    def read(self, sources: Sequence[LabSource]) -> None:
        """Annotation files come first: results refer to their pictures by number."""
        logs = [source for source in sources if self.logs.are_in(source.path)]
        for source in logs:
            self.records += self.logs.read(source, self.pattern)
            self._say(source, {"id": "instance_id, or the file", "system": "folders", "steps": "logs of agents"})
        spread = _once(one for source in sources if source not in logs for one in self._spread(source))
        self.folders = [one.path if one.path.is_dir() else one.path.parent for one in (*sources, *spread)]
        loaded = [(source, self._coco(source.path)) for source in spread]
        for source, data in loaded:
            if is_annotations(data):
                self._annotations(source, data)
        several = len([one for one in spread if one.path.is_file()]) > 1
        for source, data in loaded:
            if is_results(data):
                self._results(source, data)
            elif source.path.is_file() and not is_annotations(data):
                self._table(source, several=several)
        folders = [one for one in spread if one.path.is_dir()]
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
        self.records = [self.logs.convert(record) for record in self.records]
        self.records += self.logs.unasked(self.records)
        self.study.notes += self.logs.notes()

    def _spread(self, source: LabSource) -> Iterator[LabSource]:
        """A folder of folders is a source per system; a folder of tables one per table."""
        if not source.path.is_dir():
            yield source
            return
        below = system_folders(source.path)
        direct = [one for one in sorted(source.path.iterdir()) if one.is_file() and not one.name.startswith(".")]
        tables = [not_a_link_outside(one, source.path) for one in direct if one.suffix.lower() in _TABLES]
        # a JSON file that is no COCO file may be the output for one item
        told = [one for one in tables if one.suffix.lower() != ".json" or self._coco(one) is not None]
        if not source.system and len(tables) == len(direct) and (below or told):
            yield from map(LabSource, (*tables, *below))
        elif holds_outputs(source.path):
            yield source
        else:
            raise refuse("the folder holds nothing that a study could show", where=str(source.path))

    def _coco(self, path: Path) -> Any:
        """The content of a COCO file, which may be large; None if this is none."""
        if path not in self._contents:
            self._contents[path] = _read_coco(path)
        return self._contents[path]

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
            self.study.columns.append(understood)

    def refuse_absent_pictures(self) -> None:
        """Refuses results about pictures that are not there; a choice of items leaves them out."""
        absent = self._absent()
        if absent:
            key, where = next(iter(absent.items()))
            total, hint = len(self._results_of), "give the pictures (and the annotation file, if any) by another --from"
            if len(absent) < total:
                hint += "; or take a part: --only FILE with its ids, --only FOLDER with its pictures, or --sample N"
            raise refuse(
                f"{len(absent):,} of the {total:,} pictures that results are about are not there, the first is {key}",
                where=where,
                hint=hint,
            )

    def renamed(self) -> dict[str, str]:
        """The columns of all files, and what each is called here."""
        own = {name: name for record in self.records for name in record.values}
        return own | {theirs: ours for _, ours, theirs in self.study.columns if theirs in self.titles}

    def _folder(self, source: LabSource, *, alone: bool) -> None:
        named = self.pattern.groupindex if self.pattern else {}
        # one folder of pictures, and the picture is the output: nobody says whose
        nobody = holds_inputs(source.path) or (alone and not self.declaration.candidate)
        system = source.system or ("" if "system" in named or nobody else source.path.name)
        records = list(read_folder(source.path, system, self.declaration, self.pattern))
        if not records:
            raise refuse("the folder holds no pictures, clips, masks or texts", where=str(source.path))
        self.records += records
        told = {name: "the pattern" if name in named else "files" for record in records[:1] for name in record.values}
        by = "the pattern" if "system" in named else f"{records[0].system!r}, the folder" if records[0].system else ""
        self._say(
            source, {"id": "the pattern" if self.pattern else "file names", **({"system": by} if by else {}), **told}
        )

    def _table(self, source: LabSource, *, several: bool) -> None:
        system = source.system
        read = read_table(source.path, system, self.declaration, self.mapping)
        if several and not system and not read.wide and self._needs_system(read.records):
            system = source.path.name.split(".")[0]
            read = read_table(source.path, system, self.declaration, self.mapping)
        self.records += read.records
        self.titles |= set(read.mapping.values())
        told = dict(read.mapping)
        if system:
            told["system"] = f"{system!r}, the file"
        if read.wide:
            told["system"] = f"columns {', '.join(read.wide)}"
        self._say(source, told)

    def _needs_system(self, records: Sequence[LabRecord]) -> bool:
        """A table with outputs that does not say whose they are."""
        outputs = [name for name, column in self.declaration.candidate.items() if column.required]
        return bool(outputs) and all(not one.system and outputs[0] in one.values for one in records)

    def _say(self, source: LabSource, told: Mapping[str, str]) -> None:
        self.study.columns += [(source.path.name, ours, theirs) for ours, theirs in told.items()]


def _once(sources: Iterable[LabSource]) -> list[LabSource]:
    """Each file and folder once, though it is named beside the folder in which it lies; whoever names its system is heard."""
    found: dict[Path, LabSource] = {}
    for one in sources:
        place = one.path.resolve()
        if place not in found or one.system:
            found[place] = one
    return list(found.values())


def _read_coco(path: Path) -> Any:
    if not path.is_file() or kind_of(path) is not TableKind.JSON:
        return None
    try:
        data = json.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, OSError, RecursionError):
        # the reader of tables says what is wrong with it
        return None
    return data if is_annotations(data) or is_results(data) else None


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
