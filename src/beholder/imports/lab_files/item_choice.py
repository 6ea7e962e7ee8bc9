"""Which items of a lab's files a study takes: those of a list, a sample, and only what has its files."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from beholder.errors import nearest
from beholder.imports.lab_files.coco_names import picture_key
from beholder.imports.lab_files.column_match import match_columns
from beholder.imports.lab_files.lab_record import CLIPS, PICTURES, LabRecord, refuse
from beholder.imports.lab_files.media_copies import MediaCopies
from beholder.imports.lab_files.source_tree import TABLES
from beholder.protocols import Declaration
from beholder.tabular import TableError, read_rows
from beholder.tabular.titles import plain_name

_MEDIA = ("image", "mask", "video")
_TABLES = TABLES - {".json"}
_HEADINGS = frozenset(
    {"id", "ids", "imageid", "image", "filename", "file", "name", "item", "itemid", "instanceid", "path"}
)
_NAMED = 5
"""Items named as examples in a message."""

Records = Mapping[str, Sequence[LabRecord]]


@dataclass(frozen=True, slots=True)
class ChoiceOptions:
    """`--only`, `--sample`, `--seed` and `--stratify` of a command line."""

    only: Path | None = None
    sample: int | None = None
    seed: int = 1
    stratify: str = ""

    def __bool__(self) -> bool:
        return self.only is not None or self.sample is not None

    def validate(self) -> None:
        """Refuses options that say nothing together."""
        if self.stratify and self.sample is None:
            raise refuse("--stratify says how a sample is drawn", where="--stratify", hint="give --sample N as well")


@dataclass(slots=True)
class ItemChoice:
    """Chooses among items by their keys; `selection` and `notes` then say how, for the study and for whoever ran it."""

    options: ChoiceOptions
    declaration: Declaration
    media: MediaCopies
    renamed: Mapping[str, str] = field(default_factory=dict)
    """Columns of the files → the names they go by here."""
    selection: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def choose(self, outputs: Records, about: Callable[[str], Sequence[LabRecord]]) -> list[str]:
        """The keys of the items that are taken, in the order of the files."""
        items = {key: [*about(key), *records] for key, records in outputs.items()}
        keys = list(items)
        self.selection["of"] = len(keys)
        if self.options.only is not None:
            keys = self._listed(self.options.only, items)
            self.selection["listed"] = len(keys)
        named = {name for records in items.values() for record in records for name in record.values}
        absent = [key for key in keys if not self._has_files(items[key], needed=named)]
        if absent:
            self.notes.append(f"left out: {len(absent):,} items whose files are not there ({_some(absent)})")
            self.selection["without_media"] = len(absent)
            keys = [key for key in keys if key not in set(absent)]
        if self.options.sample is not None:
            keys = self._sampled(self.options.sample, keys, items)
        if not keys:
            raise refuse(
                "no item is left", where="--only" if self.options.only else "--sample", hint="; ".join(self.notes)
            )
        return keys

    def _has_files(self, records: Iterable[LabRecord], *, needed: Collection[str]) -> bool:
        """Whether each file that the item names is there, and it names those that items of the protocol need and have."""
        columns, named = {**self.declaration.item, **self.declaration.candidate}, set()
        for record in records:
            for name, value in record.values.items():
                if name in columns and columns[name].kind in _MEDIA and isinstance(value, str) and value:
                    named.add(name)
                    if not value.startswith(("{", "[")) and not self.media.is_there(value, record.folder):
                        return False
        item = self.declaration.item
        return not any(
            name in needed and column.required and column.kind in _MEDIA and name not in named
            for name, column in item.items()
        )

    def _listed(self, path: Path, items: Records) -> list[str]:
        names = list(dict.fromkeys(read_names(path, self.declaration)))
        index: dict[str, set[str]] = {}
        for key, records in items.items():
            files = (value for record in records for value in record.values.values() if _is_file(value))
            for name in (key, *files):
                for form in _forms(name):
                    index.setdefault(form, set()).add(key)
        chosen: set[str] = set()
        unknown: list[str] = []
        for name in names:
            meant = {name} if name in items else next((index[one] for one in _forms(name) if one in index), set())
            if len(meant) > 1:
                raise refuse(
                    f"{name!r} could be any of {len(meant)} items ({_some(sorted(meant))})",
                    where=str(path),
                    hint="write the items' ids in full",
                )
            chosen |= meant
            unknown += [] if meant else [name]
        if unknown and not chosen:
            raise refuse(
                f"none of the {len(names):,} names in it is an item ({_some(unknown)})",
                where=str(path),
                hint=f"items are called {_some(list(items))}",
            )
        if unknown:
            self.notes.append(f"{path.name}: {len(unknown):,} of {len(names):,} names are no item ({_some(unknown)})")
        return [key for key in items if key in chosen]

    def _sampled(self, size: int, keys: Sequence[str], items: Records) -> list[str]:
        if size >= len(keys):
            self.notes.append(f"--sample {size:,}: there are {len(keys):,} items, and all of them are taken")
            return list(keys)
        self.selection |= {"sample": size, "seed": self.options.seed}
        strata: dict[str, list[str]] = {}
        for key in keys:
            strata.setdefault(self._stratum(items[key]), []).append(key)
        if self.options.stratify:
            self._name_strata(strata, size)
            self.selection["stratify"] = self.options.stratify
        drawn: set[str] = set()
        for value, count in _shares({value: len(held) for value, held in strata.items()}, size).items():
            drawn.update(sorted(strata[value], key=self._rank)[:count])
        return [key for key in keys if key in drawn]

    def _rank(self, key: str) -> bytes:
        """A number drawn for the item alone: a larger sample holds the smaller, in whatever order the files come."""
        return hashlib.sha256(f"{self.options.seed}\0{key}".encode()).digest()

    def _stratum(self, records: Iterable[LabRecord]) -> str:
        column = self.options.stratify
        if not column:
            return ""
        for record in records:
            value = record.values.get(column, record.values.get(self.renamed.get(column, "")))
            if value not in (None, ""):
                return str(value)
        return ""

    def _name_strata(self, strata: Mapping[str, Sequence[str]], size: int) -> None:
        column = self.options.stratify
        if strata.keys() == {""}:
            raise refuse(
                f"no item has a column {column!r}",
                where="--stratify",
                hint=nearest(column, self.renamed) if self.renamed else "",
            )
        if "" in strata:
            self.notes.append(
                f"--stratify {column}: {len(strata['']):,} items have no value, and count as one of their own"
            )
        if len(strata) > size:
            self.notes.append(
                f"--stratify {column}: {len(strata):,} values, more than the {size:,} items of the sample"
            )


def _shares(sizes: Mapping[str, int], total: int) -> dict[str, int]:
    """So many of each, in proportion to what there is: rounded down, and the rest to the largest remainders."""
    exact = {value: total * size / sum(sizes.values()) for value, size in sizes.items()}
    shares = {value: math.floor(one) for value, one in exact.items()}
    rest = total - sum(shares.values())
    for value in sorted(exact, key=lambda one: (shares[one] - exact[one], one))[:rest]:
        shares[value] += 1
    return shares


def read_names(path: Path, declaration: Declaration) -> list[str]:
    """The ids or file names of a list: one per line, or a column of a table."""
    # a pipe of the shell will do
    if not path.exists() or path.is_dir():
        raise refuse(f"there is no file {path}", where="--only")
    names = _in_table(path, declaration) if path.suffix.lower() in _TABLES else _in_text(path)
    if not names:
        raise refuse("the list names no item", where=str(path))
    return names


def _in_text(path: Path) -> list[str]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise refuse("the list is not UTF-8 text", where=str(path), hint="one id per line, or a table") from None
    lines = [line.strip().strip('"') for line in text.splitlines()]
    names = [line for line in lines if line and not line.startswith("#")]
    return names[1:] if names and plain_name(names[0]) in _HEADINGS else names


def _in_table(path: Path, declaration: Declaration) -> list[str]:
    try:
        rows = [{str(title): value for title, value in row.items()} for _, row in read_rows(path)]
    except TableError as error:
        raise refuse(error.problem, where=str(path), hint=error.hint) from None
    titles = list(dict.fromkeys(title for row in rows for title in row))
    columns = match_columns(titles, declaration, {})
    title = columns.get("id") or next((columns[name] for name in ("image", "source", "clip") if name in columns), None)
    if title is None and len(titles) == 1:
        # one column without a heading: its first name was taken for one
        names = [] if plain_name(titles[0]) in _HEADINGS else [titles[0]]
        return [*names, *(_written(row[titles[0]]) for row in rows if row.get(titles[0]) not in (None, ""))]
    if title is None:
        raise refuse(
            "no column of it holds ids", where=str(path), hint=f"call it id; its columns are {', '.join(titles[:12])}"
        )
    return [_written(row[title]) for row in rows if row.get(title) not in (None, "")]


def _written(value: Any) -> str:
    # a spreadsheet has no whole numbers
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()


def _forms(name: str) -> list[str]:
    """The ways in which a name may be meant, the exact one first: as it is, without folders, without ending and zeros."""
    last = Path(name.replace("\\", "/")).name
    plain = Path(last).stem if Path(last).suffix.lower() in PICTURES | CLIPS | {".npy", ".traj"} else last
    return list(dict.fromkeys((name, last, plain, picture_key(plain))))


def _is_file(value: Any) -> bool:
    return isinstance(value, str) and Path(value[-300:]).suffix.lower() in PICTURES | CLIPS | {".npy"}


def _some(names: Collection[str]) -> str:
    return ", ".join(list(names)[:_NAMED]) + (", …" if len(names) > _NAMED else "")
