"""Files of the sources that are in no study: named, a few of each ending."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from beholder.imports.lab_files.folders import is_hidden
from beholder.imports.lab_files.lab_record import LabRecord
from beholder.imports.lab_files.source_tree import SourceTree

# enough to know which files are meant; there may be ten thousand
_NAMED = 3
_ADVICE = {
    "save as PNG": (".ppm", ".pgm", ".pbm", ".pnm", ".exr", ".hdr", ".jxl", ".jp2", ".psd", ".svg", ".pdf"),
    "write as PNG or as a table": (".npz", ".pt", ".pth", ".pkl", ".pickle", ".h5", ".hdf5", ".mat", ".safetensors"),
    "unpack first": (".zip", ".tar", ".tgz", ".gz", ".7z", ".rar", ".zst", ".xz", ".bz2"),
}


def left_out_notes(tree: SourceTree, records: Collection[LabRecord], tables: Collection[Path]) -> list[str]:
    """A line per ending of files that lie in folders given by `--from` and were neither read nor named by a table."""
    read = {Path(record.where) for record in records if record.is_file} | tree.used | set(tables)
    named = {
        name for record in records if not record.is_file for value in record.values.values() for name in _names(value)
    }
    aside = [
        path.relative_to(folder).as_posix()
        for folder in dict.fromkeys(tree.folders)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not is_hidden(path, folder) and path not in read and path.name not in named
    ]
    by_ending: dict[str, list[str]] = {}
    for name in (*aside, *tree.left_out):
        by_ending.setdefault(PurePosixPath(name.partition(" (")[0]).suffix.lower(), []).append(name)
    return [_line(ending, names) for ending, names in sorted(by_ending.items())]


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield PurePosixPath(value.replace("\\", "/")).name
    elif isinstance(value, list):
        for inner in value:
            yield from _names(inner)


def _line(ending: str, names: list[str]) -> str:
    advice = next((words for words, endings in _ADVICE.items() if ending in endings), "")
    some = ", ".join(names[:_NAMED]) + (", …" if len(names) > _NAMED else "")
    return f"left out: {len(names):,} {ending or 'files without ending'} ({some}){f': {advice}' if advice else ''}"
