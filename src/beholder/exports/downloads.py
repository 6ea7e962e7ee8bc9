"""Everything that can be taken out of a study, as a list that a page can show and a route can serve."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from pathlib import Path

from beholder.errors import BeholderError
from beholder.exports.dataset import write_dataset
from beholder.exports.layouts import write_layout
from beholder.exports.tables import TABLES, Progress, TableName, Wish, open_table, tables_of, write_export
from beholder.facade import Study
from beholder.fields import Words
from beholder.tables.formats import format_named, format_names
from beholder.tables.writing import written_whole
from beholder.text import Catalogue

__all__ = ["Download", "downloads", "write_download"]

_WORDS = Catalogue("exports")
_OTHERS = {
    "json": ("JSON", "application/json"),
    "md": ("Markdown", "text/markdown; charset=utf-8"),
    "zip": ("ZIP", "application/zip"),
}
"""Label and type of what is no table."""


@dataclass(frozen=True, slots=True)
class Download:
    """One file that can be had. `part` groups what belongs together; `blinds` if it can hide the names of systems."""

    part: str
    ending: str
    title: Words
    blinds: bool = True

    @property
    def id(self) -> str:
        """The name by which it is asked for, and of the file."""
        return f"{self.part}.{self.ending}"

    @property
    def label(self) -> str:
        """The format as people call it."""
        return self._described[0]

    @property
    def content_type(self) -> str:
        """What the file is."""
        return self._described[1]

    @property
    def _described(self) -> tuple[str, str]:
        if self.ending in format_names():
            table = format_named(self.ending)
            return table.label, table.content_type
        return _OTHERS.get(self.ending, (self.ending.upper(), "application/octet-stream"))


def downloads(study: Study) -> tuple[Download, ...]:
    """What can be had of this study."""
    offered = [name for name in format_names() if (one := format_named(name)).offered and one.is_available()]
    tables = tables_of(study)
    found = [Download(table, ending, _WORDS.say(f"download-{table}")) for table in tables for ending in offered]
    found += [
        Download(f"{table}.codebook", ending, _WORDS.say("download-codebook"))
        for table in tables
        for ending in ("md", "json")
    ]
    found.append(Download("dataset", "zip", _WORDS.say("download-dataset")))
    for name, layout in study.definition.protocol.layouts.items():
        found.append(Download(name, layout.ending, layout.title, blinds=False))
    return tuple(found)


def write_download(
    study: Study,
    wanted: Download,
    folder: Path,
    *,
    blinded: bool,
    all_revisions: bool,
    progress: Progress | None = None,
) -> Path:
    """Writes that file into a folder of the caller's; the same bytes as the command line would write."""
    path = folder / wanted.id
    if blinded and not wanted.blinds:
        raise BeholderError(
            "this file cannot be had while the names of the systems are sealed",
            code="export-sealed",
            hint="unblind the study first, or take the ratings",
        )
    table: TableName = next((name for name in TABLES if wanted.part.startswith(name)), "ratings")
    wish = Wish(table=table, blinded=blinded, all_revisions=all_revisions)
    if wanted.part == "dataset":
        write_dataset(study, folder / "dataset", wish, progress=progress)
        _zip(folder / "dataset", path)
    elif wanted.part.endswith(".codebook"):
        with study.database.read() as conn:
            markdown, data = open_table(conn, study, wish).codebook.write(folder / table)
        path = markdown if wanted.ending == "md" else data
    elif wanted.part in TABLES:
        write_export(study, path, wish, codebook=False, progress=progress)
    else:
        write_layout(study, wanted.part, path)
    return path


def _zip(folder: Path, path: Path) -> None:
    with written_whole(path) as temporary, zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                # Parquet is compressed already
                kind = zipfile.ZIP_STORED if file.suffix == ".parquet" else zipfile.ZIP_DEFLATED
                archive.write(file, file.relative_to(folder.parent).as_posix(), compress_type=kind)
