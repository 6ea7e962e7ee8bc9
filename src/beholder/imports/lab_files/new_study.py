"""A study folder from a lab's files, with the mapping that was found."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from beholder.errors import BeholderError
from beholder.imports.lab_files.agent_logs import AgentLogs
from beholder.imports.lab_files.box_layouts import in_pixels
from beholder.imports.lab_files.coco import CocoFiles
from beholder.imports.lab_files.column_match import parse_mapping
from beholder.imports.lab_files.compose import Composed, compose
from beholder.imports.lab_files.item_choice import ChoiceOptions, ItemChoice
from beholder.imports.lab_files.lab_record import refuse
from beholder.imports.lab_files.lab_rows import load_table
from beholder.imports.lab_files.lab_source import LabSource
from beholder.imports.lab_files.left_out import left_out_notes
from beholder.imports.lab_files.media_copies import MediaCopies
from beholder.imports.lab_files.media_kinds import media_kinds
from beholder.imports.lab_files.pattern import compile_pattern
from beholder.imports.lab_files.protocol_copy import copy_protocol
from beholder.imports.lab_files.reading import Reading
from beholder.imports.lab_files.scratch import Progress, Scratch
from beholder.imports.lab_files.source_tree import SourceTree
from beholder.imports.lab_files.study_file import study_text
from beholder.media import read_picture
from beholder.protocols import find_protocol

__all__ = ["NewStudy", "make_study"]


@dataclass(frozen=True, slots=True)
class NewStudy:
    """What was made of the files, to be printed: where each column comes from, and what else was found or left aside."""

    items: int
    systems: tuple[str, ...]
    files: int
    columns: list[tuple[str, str, str]]
    """Source, our column, their column."""
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
    progress: Progress | None = None,
) -> NewStudy:
    """Writes `study.yaml`, `items.jsonl` and the pictures into `folder`; nothing is written if the files make no study.

    `progress(done, total)` counts rows as they are read, of which there are nobody knows how many, and files as they are
    copied.
    """
    found = find_protocol(protocol)
    with Scratch(folder, progress).opened() as scratch:
        contents = CocoFiles()
        tree = SourceTree(scratch, lambda path: contents.read(path) is not None, AgentLogs(found.declaration).are_in)
        spread = _once(one for source in sources for one in tree.spread(source))
        tables = [load_table(one, scratch) for one in spread if one.is_table and contents.read(one.path) is None]
        media = MediaCopies(_folder_of(one) for one in (*sources, *spread))
        folders = [one.path for one in spread if not one.is_table]
        suited = found.params_of_media(media_kinds(tables, folders, media)) if found.params_of_media else {}
        declaration = found.declared_for(found.params(**suited))
        named_by = compile_pattern(pattern) if pattern else None
        reading = Reading(declaration, parse_mapping(mapping, declaration), named_by)
        reading.read(spread, tables, contents, logs=tree.logs)
        chosen = ItemChoice(choice, declaration, media, reading.renamed()) if choice else None
        if chosen is None:
            reading.refuse_absent_pictures()
        composed = compose(reading.records, declaration, media, choose=chosen.choose if chosen else None)
        if not composed.rows:
            raise refuse("the files hold no items", hint="see the guide on your own files")
        params = {**suited, **(found.suggest_params(composed.rows) if found.suggest_params else {})}
        plain = {name: value for name, value in params.items() if isinstance(value, str | bool)}
        notes = [
            *reading.notes,
            *(chosen.notes if chosen else ()),
            *composed.notes,
            *left_out_notes(tree, reading.records, reading.tables),
            *_pixels(composed, media, reading),
            *_prompted(composed, reading),
            *media.notes,
            *(f"set under params: {name}: {json.dumps(value)}" for name, value in plain.items()),
        ]
        folder.mkdir(parents=True, exist_ok=True)
        media.save(folder / "media", link=link, unpacked=scratch.holds, progress=progress)
        settings = study_text(
            copy_protocol(protocol, found, folder),
            declaration,
            title=title or folder.name,
            block=composed.block,
            media=len(media) > 0,
            params=params,
            selection=chosen.selection if chosen else None,
        )
        _write(folder, composed, settings)
        notes = [scratch.originally(note) for note in notes]
    return NewStudy(len(composed.rows), _systems(composed), len(media), reading.columns, notes)


def _write(folder: Path, composed: Composed, settings: str) -> None:
    lines = (json.dumps(row, ensure_ascii=False) for row in composed.rows)
    (folder / "items.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "study.yaml").write_text(settings, encoding="utf-8")


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


def _prompted(composed: Composed, reading: Reading) -> list[str]:
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


def _pixels(composed: Composed, media: MediaCopies, reading: Reading) -> list[str]:
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
