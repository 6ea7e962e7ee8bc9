"""Tables in any usual shape: a row per output, a row per item with a column per system, nested candidates."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from beholder.imports.counted_rows import is_export
from beholder.imports.lab_files.column_match import match_columns
from beholder.imports.lab_files.embedded import holds_embedded
from beholder.imports.lab_files.lab_record import CLIPS, PICTURES, LabRecord, refuse
from beholder.imports.lab_files.lab_rows import LabTable
from beholder.imports.lab_files.samples import SAMPLE_KEY
from beholder.media.video import ANIMATED
from beholder.protocols import Column, Declaration
from beholder.tabular.titles import named_like_a_system, plain_name

__all__ = ["TableRead", "read_table"]

_LISTS = ("candidates", "outputs", "responses", "predictions", "generations", "systems", "models")
"""What a nested list or object of outputs is called."""

_OUTPUT_WORDS = "image|img|picture|output|out|pred|prediction|response|caption|video|clip|mask|answer"

_SYSTEM_WORDS = ("model", "system", "modelname", "method", "generator")

_POINTS = ("", "point", "click", "prompt")
"""What may stand before the x and y of a point that has a column for each."""


@dataclass(slots=True)
class TableRead:
    """The records of one table, and what was made of its columns: ours → theirs."""

    records: list[LabRecord] = field(default_factory=list)
    mapping: dict[str, str] = field(default_factory=dict)
    wide: tuple[str, ...] = ()
    """Columns that are systems, or those that name the systems of a row."""
    kept: list[str] = field(default_factory=list)
    """Columns that are kept with the item and never shown."""
    notes: list[str] = field(default_factory=list)


def read_table(
    table: LabTable, declaration: Declaration, mapping: Mapping[str, str], *, about_items: bool = False
) -> TableRead:
    """All rows as records. Of a table about items nothing is taken for an output of a system."""
    path, system = table.path, table.source.system
    rows = list(_with_point(table.rows, declaration))
    if any(name in row for _, row in rows[:1] for name in _LISTS if isinstance(row.get(name), list | dict)):
        if system:
            raise refuse(
                f"--from {system}=… names one system, and the rows list outputs with systems of their own",
                where=str(path),
                hint=f"leave out {system}=",
            )
        return _nested(rows, table.folder, declaration, mapping)
    titles = list(dict.fromkeys(title for _, row in rows for title in row))
    _refuse_export(titles, path)
    if about_items:
        declaration = declaration.model_copy(update={"candidate": {}})
    found = match_columns(titles, declaration, mapping)
    notes = []
    if system and "system" in found:
        notes.append(_overruled(table, found.pop("system"), explicit="system" in mapping))
    wide = () if about_items or system or "system" in found else _wide(rows, titles, found, declaration)
    main = _main(declaration)
    if not wide and not system and not about_items and "system" not in found:
        guessed = named_like_a_system(title for title in titles if title not in found.values())
        found |= {"system": guessed[0]} if guessed else {}
    if wide:
        found.pop(main, None)
    systems = _without_common_word(wide, main)
    partners = _partners(wide, systems, titles)
    rest = [title for title in titles if title not in (*found.values(), *wide, *partners.values(), SAMPLE_KEY)]
    files = [title for title in rest if title in table.unused or any(holds_embedded(row.get(title)) for _, row in rows)]
    kept = [title for title in rest if title not in files]
    if files:
        notes.append(f"{table.source.label}: not used, since the protocol shows no such files: {', '.join(files)}")
    announced = found | ({main: ", ".join(wide)} if partners else {})
    read = TableRead(mapping=announced, wide=tuple(partners.values()) or wide, kept=kept, notes=notes)
    seen: set[tuple[str, str, str]] = set()
    for where, row in rows:
        values = {
            name: _parsed(row[title], _declared(declaration, name)) for name, title in found.items() if title in row
        }
        # what nobody asked for is kept with the item, and never shown
        values |= {title: row[title] for title in kept if title in row}
        told, key = _text(values.pop("system", "")), _text(values.pop("id", ""))
        for name in wide or ("",):
            if name and row.get(name) in (None, ""):
                continue
            own = {**values, main: _parsed(row[name], _declared(declaration, main))} if name else dict(values)
            whose = systems.get(name, name) or told or system or table.source.guess
            if name in partners:
                whose = _text(row[partners[name]])
                # of a system that is in many pairs, the same output stands in many rows
                if (output := (whose, key, repr(own))) in seen:
                    continue
                seen.add(output)
            read.records.append(LabRecord(own, where, table.folder, key=key, system=whose))
    return read


def _refuse_export(titles: Sequence[str], path: Path) -> None:
    if is_export(titles):
        raise refuse(
            "this is a table of ratings that Beholder exported: it holds answers, and no outputs to rate",
            where=str(path),
            hint=f"what it shows: beholder analyze {path}; a study is made from the files that were rated",
        )


def _overruled(table: LabTable, title: str, *, explicit: bool) -> str:
    """What is said where `--from NAME=FILE` names the system and a column does so, too: the name was typed, so it holds."""
    system, label = table.source.system, table.source.label
    names = list(dict.fromkeys(_text(row.get(title)) for _, row in table.rows))[:3]
    if explicit:
        raise refuse(
            f"both --from {system}=… and --map system={title} say whose outputs these are",
            where=str(table.path),
            hint="give one of them",
        )
    return f'{label}: all outputs are {system}\'s, as --from says; its column "{title}" ({", ".join(names)}) does not count'


def _with_point(
    rows: Sequence[tuple[str, dict[str, Any]]], declaration: Declaration
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows with a point where their table has its two coordinates in columns of their own and no other point."""
    name = next((name for name, column in declaration.item.items() if column.kind == "point"), None)
    titles = {plain_name(title): title for _, row in rows for title in row}
    across, down = (next((titles[a + axis] for a in _POINTS if a + axis in titles), None) for axis in "xy")
    if name is None or name in titles or across is None or down is None:
        yield from rows
        return
    for where, row in rows:
        rest = {title: value for title, value in row.items() if title not in (across, down)}
        given = [_text(row.get(title)) for title in (across, down)]
        yield where, {**rest, **({name: ", ".join(given)} if all(given) else {})}


def _main(declaration: Declaration) -> str:
    """The column that holds what a system made."""
    columns = declaration.candidate or {n: c for n, c in declaration.item.items() if c.kind in ("image", "mask")}
    return next((name for name, column in columns.items() if column.required), next(iter(columns), ""))


def _declared(declaration: Declaration, name: str) -> Column | None:
    return declaration.candidate.get(name) or declaration.item.get(name)


def _wide(
    rows: Sequence[tuple[str, Mapping[str, Any]]],
    titles: Sequence[str],
    found: Mapping[str, str],
    declaration: Declaration,
) -> tuple[str, ...]:
    """Columns that are systems: the table names none, and at least two columns hold what systems make."""
    main = _main(declaration)
    column = _declared(declaration, main)
    if column is None or (main in found and declaration.candidate):
        return ()
    taken = {title for name, title in found.items() if name != main}
    free = [title for title in titles if title not in taken]
    fits = [title for title in free if all(_looks_like(row.get(title), column) for _, row in rows)]
    full = [title for title in fits if any(row.get(title) not in (None, "") for _, row in rows)]
    return tuple(full) if len(full) >= 2 else ()


def _without_common_word(titles: Sequence[str], main: str) -> dict[str, str]:
    """The systems of columns such as `image_ours` and `image_theirs`: their titles without the word that all share."""
    for cut in (r"^(?:{word})[\W_]+(?=\w)", r"(?<=\w)[\W_]+(?:{word})$"):
        pattern = re.compile(cut.format(word=f"{main}|{_OUTPUT_WORDS}"), re.IGNORECASE)
        short = {title: pattern.sub("", title) for title in titles}
        if all(short[title] != title for title in titles) and len(set(short.values())) == len(titles):
            return short
    return {}


def _partners(wide: Sequence[str], systems: Mapping[str, str], titles: Sequence[str]) -> dict[str, str]:
    """The columns that say whose the outputs beside them are: `left_model` of `left_image`; none unless all have one."""
    plain = {plain_name(title): title for title in titles}
    partners = {}
    for title in wide:
        side = plain_name(systems.get(title, title))
        names = (name for word in _SYSTEM_WORDS for name in (side + word, word + side) if name in plain)
        if (name := next(names, None)) is None:
            return {}
        partners[title] = plain[name]
    return partners


def _looks_like(value: Any, column: Column) -> bool:
    if value in (None, ""):
        return True
    if column.kind == "image":
        return isinstance(value, str) and Path(value).suffix.lower() in PICTURES
    if column.kind == "video":
        return isinstance(value, str) and Path(value).suffix.lower() in CLIPS | ANIMATED
    if column.kind == "mask":
        return isinstance(value, dict | list) or (
            isinstance(value, str) and (value[:1] in "{[" or Path(value).suffix.lower() in PICTURES | {".npy"})
        )
    if column.kind == "json":
        return isinstance(value, dict | list) or (isinstance(value, str) and value.strip()[:1] in ("{", "["))
    # a sentence, not a name or a number
    return isinstance(value, str) and " " in value.strip() and Path(value).suffix.lower() not in PICTURES | CLIPS


def _nested(
    rows: Sequence[tuple[str, Mapping[str, Any]]], folder: Path, declaration: Declaration, mapping: Mapping[str, str]
) -> TableRead:
    """Rows that hold a list of outputs, or an object of them by system."""
    read = TableRead()
    main = _main(declaration)
    unused: dict[str, None] = {}
    for where, row in rows:
        name = next((name for name in _LISTS if isinstance(row.get(name), list | dict)), None)
        if name is None:
            raise refuse("the row holds no outputs, as the first does", where=where)
        outer = {title: value for title, value in row.items() if title != name}
        found = match_columns(outer, declaration, mapping)
        read.mapping |= found
        item = {ours: _parsed(outer[title], _declared(declaration, ours)) for ours, title in found.items()}
        rest = {title: value for title, value in outer.items() if title not in found.values()}
        item |= {title: value for title, value in rest.items() if not holds_embedded(value)}
        unused |= dict.fromkeys(title for title in rest if title not in item)
        read.kept += [title for title in rest if title in item and title not in read.kept]
        key = _text(item.pop("id", ""))
        item.pop("system", None)
        for system, output in _outputs(row[name], where):
            values = output if isinstance(output, dict) else {main: output}
            inner = match_columns(values, declaration, mapping)
            read.mapping |= {ours: f"{name}.{title}" for ours, title in inner.items()}
            unused |= dict.fromkeys(f"{name}.{title}" for title in values if title not in inner.values())
            own = {ours: _parsed(values[title], _declared(declaration, ours)) for ours, title in inner.items()}
            told = _text(own.pop("system", "")) or system
            own.pop("id", None)
            if not told:
                raise refuse("an output names no system", where=where, hint="give it one, or --map system=…")
            read.records.append(LabRecord({**item, **own}, where, folder, key=key, system=told))
    if unused:
        read.notes.append(f"{folder.name}: not used: {', '.join(unused)}")
    return read


def _outputs(given: Any, where: str) -> Iterator[tuple[str, Any]]:
    if isinstance(given, dict):
        yield from ((str(system), output) for system, output in given.items())
        return
    for n, output in enumerate(given):
        if not isinstance(output, dict):
            raise refuse(
                f"output {n + 1} is no object with a system",
                where=where,
                hint="write {system, …}, or an object of outputs by system",
            )
        yield "", output


def _parsed(value: Any, column: Column | None) -> Any:
    """A cell of a text table as what its column holds."""
    if column is None or not isinstance(value, str):
        return value
    text = value.strip()
    if column.kind in ("json", "box", "point", "mask") and text[:1] in ("[", "{", "("):
        try:
            return json.loads(text.replace("(", "[").replace(")", "]") if text[0] == "(" else text)
        except ValueError:
            return value
    if column.kind in ("box", "point"):
        parts = text.replace(",", " ").split()
        try:
            return [float(part) for part in parts]
        except ValueError:
            return value
    if column.kind == "number" and text:
        try:
            number = float(text)
        except ValueError:
            return value
        return int(number) if number.is_integer() else number
    return value


def _text(value: Any) -> str:
    return "" if value is None else str(value).strip()
