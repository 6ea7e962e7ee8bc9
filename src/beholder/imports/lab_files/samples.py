"""Files that belong together by their names, `001.png` with `001.json` or `001.txt`, as WebDataset and image generators write.

Each group is a row of a table: the fields of the JSON file, the text, and a file for each other ending.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from beholder.imports.lab_files.folders import read_object, read_text, visible_files
from beholder.imports.lab_files.lab_record import CLIPS, PICTURES

Groups = dict[str, dict[str, Path]]
SAMPLE_KEY = "__key__"
"""The column with what the files of a sample have in common, as WebDataset calls it."""
_TEXTS = (".txt", ".json", ".caption", ".cls")
# a few pictures may have lost their text
_MIN_SHARE = 0.9


def sample_groups(folder: Path) -> Groups:
    """The files of each sample by their endings; empty if the folder holds no samples.

    An ending begins at the last dot, or as in WebDataset at the first: `001.input.png`.
    """
    files = [path for path in visible_files(folder) if path.suffix.lower() in (*_TEXTS, *PICTURES, *CLIPS)]
    for split in (_at_last_dot, _at_first_dot):
        groups: Groups = {}
        for path in files:
            stem, ending = split(path.name)
            groups.setdefault((path.relative_to(folder).parent / stem).as_posix(), {})[ending] = path
        media = [endings for endings in groups.values() if any(_is_media(path) for path in endings.values())]
        described = [endings for endings in media if any(not _is_media(path) for path in endings.values())]
        if described and len(described) >= _MIN_SHARE * len(groups):
            return groups
    return {}


def sample_rows(groups: Mapping[str, Mapping[str, Path]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A row per sample. What lies in a file of its own goes before what the JSON file says."""
    for key, endings in groups.items():
        row: dict[str, Any] = {SAMPLE_KEY: key}
        where = str(next(iter(endings.values())))
        for ending, path in sorted(endings.items(), key=lambda pair: pair[0] != "json"):
            if ending == "json":
                row |= read_object(path)
            elif _is_media(path):
                row[_title(ending)] = str(path)
            else:
                row["text" if ending in ("txt", "caption") else ending.removesuffix(".txt")] = read_text(path)
        yield where, row


def _title(ending: str) -> str:
    """`modelA` for the file `001.modelA.png`; of a plain `001.png` what it is."""
    name, _, plain = ending.rpartition(".")
    return name or ("video" if f".{plain.lower()}" in CLIPS else "image")


def _is_media(path: Path) -> bool:
    return path.suffix.lower() in PICTURES | CLIPS


def _at_last_dot(name: str) -> tuple[str, str]:
    stem, _, ending = name.rpartition(".")
    return stem, ending


def _at_first_dot(name: str) -> tuple[str, str]:
    stem, _, ending = name.partition(".")
    return stem, ending
