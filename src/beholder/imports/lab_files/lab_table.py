"""Tables in any usual shape: a row per output, a row per item with a column per system, nested candidates."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from beholder.imports.counted_rows import is_export
from beholder.imports.lab_files.column_match import match_columns
from beholder.imports.lab_files.lab_record import CLIPS, PICTURES, LabRecord, refuse
from beholder.media.video import ANIMATED
from beholder.protocols import Column, Declaration
from beholder.tabular import TableError, TableKind, kind_of, read_rows
from beholder.tabular.titles import named_like_a_system, plain_name

__all__ = ["TableRead", "read_table"]

_LISTS = ("candidates", "outputs", "responses", "predictions", "generations", "systems", "models")
"""What a nested list or object of outputs is called."""

_POINTS = ("", "point", "click", "prompt")
"""What may stand before the x and y of a point that has a column for each."""


@dataclass(slots=True)
class TableRead:
    """The records of one table, and what was made of its columns: ours → theirs."""

    records: list[LabRecord] = field(default_factory=list)
    mapping: dict[str, str] = field(default_factory=dict)
    wide: tuple[str, ...] = ()


def read_table(path: Path, system: str, declaration: Declaration, mapping: Mapping[str, str]) -> TableRead:
    """All rows as records. `system` is whose table it is, where the rows do not say."""
    rows = list(_with_point(list(_rows(path)), declaration))
    if not rows:
        raise refuse("the table has no rows", where=str(path))
    if any(name in row for _, row in rows[:1] for name in _LISTS if isinstance(row.get(name), list | dict)):
        return _nested(rows, path, declaration, mapping)
    titles = list(dict.fromkeys(title for _, row in rows for title in row))
    if is_export(titles):
        raise refuse(
            "this is a table of ratings that Beholder exported: it holds answers, and no outputs to rate",
            where=str(path),
            hint=f"what it shows: beholder analyze {path}; a study is made from the files that were rated",
        )
    found = match_columns(titles, declaration, mapping)
    wide = () if system or "system" in found else _wide(rows, titles, found, declaration)
    main = _main(declaration)
    if not wide and not system and "system" not in found:
        guessed = named_like_a_system(title for title in titles if title not in found.values())
        found |= {"system": guessed[0]} if guessed else {}
    if wide:
        found.pop(main, None)
    read = TableRead(mapping=found, wide=wide)
    for where, row in rows:
        values = {
            name: _parsed(row[title], _declared(declaration, name)) for name, title in found.items() if title in row
        }
        # what nobody asked for is kept with the item, and never shown
        values |= {title: row[title] for title in titles if title in row and title not in (*found.values(), *wide)}
        told, key = _text(values.pop("system", "")), _text(values.pop("id", ""))
        for name in wide or ("",):
            if name and row.get(name) in (None, ""):
                continue
            own = {**values, main: _parsed(row[name], _declared(declaration, main))} if name else dict(values)
            read.records.append(LabRecord(own, where, path.parent, key=key, system=name or told or system))
    return read


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    unit = {TableKind.JSON: "record", TableKind.JSON_LINES: "line"}.get(kind_of(path), "row")
    try:
        for number, row in read_rows(path):
            yield f"{path} {unit} {number}", {str(title): value for title, value in row.items()}
    except TableError as error:
        where = f"{path} {error.unit} {error.at}" if error.at else str(path)
        raise refuse(error.problem, where=where, hint=error.hint) from None


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
    rows: Sequence[tuple[str, Mapping[str, Any]]], path: Path, declaration: Declaration, mapping: Mapping[str, str]
) -> TableRead:
    """Rows that hold a list of outputs, or an object of them by system."""
    read = TableRead()
    main = _main(declaration)
    for where, row in rows:
        name = next((name for name in _LISTS if isinstance(row.get(name), list | dict)), None)
        if name is None:
            raise refuse("the row holds no outputs, as the first does", where=where)
        outer = {title: value for title, value in row.items() if title != name}
        found = match_columns(outer, declaration, mapping)
        read.mapping |= found
        item = {ours: _parsed(outer[title], _declared(declaration, ours)) for ours, title in found.items()}
        item |= {title: value for title, value in outer.items() if title not in found.values()}
        key = _text(item.pop("id", ""))
        item.pop("system", None)
        for system, output in _outputs(row[name], where):
            values = output if isinstance(output, dict) else {main: output}
            inner = match_columns(values, declaration, mapping)
            read.mapping |= {ours: f"{name}.{title}" for ours, title in inner.items()}
            own = {ours: _parsed(values[title], _declared(declaration, ours)) for ours, title in inner.items()}
            told = _text(own.pop("system", "")) or system
            own.pop("id", None)
            if not told:
                raise refuse("an output names no system", where=where, hint="give it one, or --map system=…")
            read.records.append(LabRecord({**item, **own}, where, path.parent, key=key, system=told))
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
