"""What a folder or archive given by `--from` holds: tables, folders of outputs, samples, a saved dataset."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from beholder.imports.lab_files.archives import archive_stem, is_archive, is_named_archive, unpack
from beholder.imports.lab_files.arrow_rows import saved_dataset
from beholder.imports.lab_files.folders import (
    OUTPUTS,
    about_items,
    file_names,
    holds_outputs,
    is_aside,
    not_a_link_outside,
)
from beholder.imports.lab_files.lab_record import refuse
from beholder.imports.lab_files.lab_source import LabSource
from beholder.imports.lab_files.samples import Groups, sample_groups
from beholder.imports.lab_files.scratch import Scratch
from beholder.tabular.keyed_json import is_record_title, keyed_rows

TABLES = frozenset({".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".parquet", ".pq", ".xlsx", ".xlsm", ".gz"})
_SHARD = re.compile(r"(.*?)[-_.]?(?:(?:part|shard|chunk)[-_]?)?\d{4,}(?:-of-\d+)?")
_STEPS = frozenset({"action", "thought", "observation", "tool", "role", "content"})
"""What steps of an agent have, which may be numbered as rows are."""
# a folder of more JSON files than that holds one per item, and none of them is a table
_MAX_JSON_TABLES = 50


class SourceTree:
    """Takes folders and archives apart. Archives inside archives stay closed."""

    def __init__(self, scratch: Scratch, is_coco: Callable[[Path], bool], is_log: Callable[[Path], bool]) -> None:
        self._scratch = scratch
        self._is_coco = is_coco
        self._is_log = is_log
        self.logs: list[LabSource] = []
        """Sources that are logs of agents, which are read as a whole."""
        self.folders: list[Path] = []
        """Folders whose files are either used or named as left out."""
        self.used: set[Path] = set()
        """Archives that were opened, and files of samples."""
        self.left_out: list[str] = []
        """Members of archives that were not unpacked."""

    def spread(self, source: LabSource) -> Iterator[LabSource]:
        """A source for each table and for each folder of outputs."""
        if source.path.is_dir():
            self.folders.append(source.path)
        if self._is_log(source.path):
            self.logs.append(source)
        elif source.path.is_dir():
            yield from self._folder(source)
        elif is_archive(source.path):
            yield from self._unpacked((source.path,), source.system)
        else:
            yield source

    def _unpacked(self, archives: tuple[Path, ...], system: str = "") -> Iterator[LabSource]:
        name = archive_stem(archives[0])
        if len(archives) > 1:
            name = _shard_of(archives[0])[0] or archives[0].parent.name
        folder, left_out = unpack(
            archives, self._scratch, name, wanted=OUTPUTS | TABLES | {".caption", ".cls", ".arrow", ".traj"}
        )
        self.left_out += left_out
        self.used |= set(archives)
        yield from self.spread(LabSource(folder, system))

    def _folder(self, source: LabSource) -> Iterator[LabSource]:
        folder = source.path
        if shards := saved_dataset(folder):
            self.used |= {folder / "state.json", folder / "dataset_info.json"}
            yield replace(source, parts=shards)
            return
        if (splits := folder / "dataset_dict.json").is_file():
            self.used.add(splits)
            for split in sorted(one for one in folder.iterdir() if saved_dataset(one)):
                yield from self._folder(replace(source, path=split))
            return
        entries = [not_a_link_outside(one, folder) for one in sorted(folder.iterdir()) if not is_aside(one, folder)]
        files = [one for one in entries if one.is_file()]
        below = [one for one in entries if one.is_dir() and not is_aside(one / "x", folder)]
        archives = [one for one in files if is_named_archive(one)]
        files = [one for one in files if one not in archives]
        if self._scratch.holds(folder):
            # archives in archives stay closed
            archives = []
        json_tables = self._json_tables(files, below)
        tables = [one for one in files if one.suffix.lower() in TABLES - {".json"} or one in json_tables]
        outputs = [one for one in files if one.suffix.lower() in OUTPUTS and one not in tables and not about_items(one)]
        groups = sample_groups(folder)
        are_samples = bool(groups) and (bool(outputs) or not _are_systems(below))
        if source.system and outputs:
            # the folder is that system's, whatever else lies in it
            tables, archives = [], []
        yield from (replace(source, path=part[0], parts=part) for part in _shards(tables))
        for part in _shards(archives):
            yield from self._unpacked(part, source.system)
        if are_samples:
            yield self._samples(source, groups)
        elif outputs or (source.system and holds_outputs(folder)):
            yield source
        else:
            inside = [one for sub in below for one in self._below(replace(source, path=sub))]
            if not (tables or archives or inside):
                raise refuse("the folder holds nothing that a study could show", where=str(folder))
            yield from inside

    def _below(self, source: LabSource) -> Iterator[LabSource]:
        """A folder in the folder: a system's, or one that holds tables."""
        folder = source.path
        direct = [one for one in folder.iterdir() if one.is_file() and not is_aside(one, folder)]
        packed = any(one.suffix.lower() in TABLES - {".json"} or is_named_archive(one) for one in direct)
        if saved_dataset(folder) or (packed and not holds_outputs(folder)):
            yield from self._folder(source)
        elif groups := sample_groups(folder):
            yield self._samples(replace(source, guess=folder.name), groups)
        elif holds_outputs(folder):
            yield source

    def _samples(self, source: LabSource, groups: Groups) -> LabSource:
        self.used |= {path for endings in groups.values() for path in endings.values()}
        return replace(source, samples=True)

    def _json_tables(self, files: list[Path], below: list[Path]) -> set[Path]:
        """JSON files that hold a row per item: COCO, prompts, records by id. Others may be the output for one item."""
        found = [one for one in files if one.suffix.lower() == ".json"]
        if len(found) == len(files) and below:
            return set(found)
        return {
            one for one in found
            if about_items(one) or (len(found) <= _MAX_JSON_TABLES and (self._is_coco(one) or _has_rows(one)))
        }  # fmt: skip


def _are_systems(folders: list[Path]) -> bool:
    """Whether folders hold files of the same names, as folders of systems do."""
    names = [file_names(one) for one in folders]
    return len(names) > 1 and bool(names[0] & names[1])


def _has_rows(path: Path) -> bool:
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, OSError, RecursionError):
        return False
    rows = keyed_rows(data) if isinstance(data, dict) else data
    if not isinstance(rows, list) or len(rows) < 2:
        return False
    return all(isinstance(row, dict) and any(map(is_record_title, row)) and not _STEPS & row.keys() for row in rows)


def _shard_of(path: Path) -> tuple[str, str]:
    """The table of which a file is a numbered part: `train` for `train-00000-of-00002.parquet`; its own name if of none."""
    stem, dot, ending = path.name.partition(".")
    match = _SHARD.fullmatch(stem)
    return (match[1], dot + ending) if match else (path.name, "")


def _shards(files: Iterable[Path]) -> list[tuple[Path, ...]]:
    """The files of each table together, in their order."""
    tables: dict[tuple[str, str], list[Path]] = {}
    for path in files:
        tables.setdefault(_shard_of(path), []).append(path)
    return [tuple(paths) for paths in tables.values()]
