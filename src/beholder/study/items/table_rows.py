"""From rows to items: tables hold one row per candidate, with the columns of the item repeated."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from beholder.errors import BeholderError, Problem, closest
from beholder.protocols import Column, Declaration
from beholder.study.items.draft import UNREADABLE, Draft, location
from beholder.study.items.json_text import JsonError, canonical_number, read_json
from beholder.study.problems import Problems
from beholder.tabular.titles import system_columns

__all__ = ["Header", "gather", "header_of", "read_cell"]

Side = Literal["item", "candidate", "open"]
_WRITTEN = {
    "point": "write it as [x, y]",
    "box": "write it as [left, top, right, bottom]",
    "images": 'write it as ["a.png", "b.png"]',
    "mask": "write RLE or polygons as JSON, or the path of a file",
}
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")


@dataclass(frozen=True, slots=True)
class Header:
    """What each column of a table is: its name, whose it is, and its declaration if it has one.

    A column that no declaration names is the item's if it never differs between the rows of one item, else the
    candidates' (`open` until all rows are read).
    """

    names: tuple[str, ...]
    sides: tuple[Side, ...]
    columns: tuple[Column | None, ...]


def header_of(
    titles: list[str], declaration: Declaration, *, about_items: Iterable[str], file: str, line: int
) -> Header:
    """The header, or one error with all that is wrong with it. `item.x` and `candidate.x` say whose column x is."""
    items_only = declaration.shows == "item"
    fixed = {"id", "kind", "reference", *about_items, *(["system"] if items_only else [])}
    names: list[str] = []
    sides: list[Side] = []
    columns: list[Column | None] = []
    problems: list[Problem] = []
    for number, title in enumerate(titles, 1):
        prefix, _, rest = title.strip().partition(".")
        said = prefix if rest and prefix in ("item", "candidate") else ""
        name = rest if said else title.strip()
        in_candidate = name in declaration.candidate or name == "system"
        in_item = name in declaration.item
        side: Side = "item" if items_only or said == "item" or in_item or name in fixed else "open"
        if not items_only and (said == "candidate" or (in_candidate and said != "item")):
            side = "candidate"
        names.append(name)
        sides.append(side)
        declared = declaration.candidate if side == "candidate" else declaration.item
        columns.append(Column(kind="json") if name == "reference" else declared.get(name))
        if wrong := _wrong_title(name, number, ambiguous=not said and in_candidate and in_item):
            problems.append(Problem(wrong[0], "items-bad-header", location(file, line, name), wrong[1]))
    keys = list(zip(names, sides, strict=True))
    if not problems:
        problems += [
            Problem(f"two columns are named {name!r}", "items-bad-header", location(file, line, name))
            for name, _ in dict.fromkeys(key for key in keys if keys.count(key) > 1)
        ]
        problems += [
            Problem(f"there is no column `{name}`", "items-missing-column", location(file, line), hint)
            for name, hint in _missing(titles, keys, declaration)
        ]
    if problems:
        raise BeholderError.of(problems)
    return Header(tuple(names), tuple(sides), tuple(columns))


def _wrong_title(name: str, number: int, *, ambiguous: bool) -> tuple[str, str] | None:
    if not name:
        return f"column {number} has no name", ""
    if name == "candidates":
        hint = "give each candidate its own row with a column `system`, or use a .jsonl file"
        return "a table has one row per candidate, not a column of candidates", hint
    if ambiguous:
        return f"{name!r} is a column of items and of candidates", f"name it item.{name} or candidate.{name}"
    return None


def _missing(titles: list[str], keys: list[tuple[str, Side]], declaration: Declaration) -> Iterator[tuple[str, str]]:
    """Columns that must be there and are not, each with a hint."""
    names = [name for name, _ in keys]
    there = f"the header has {', '.join(names)[:200]}"
    if "id" not in names:
        unsplit = len(titles) == 1 and re.search(r"[;\t]", titles[0])
        separators = "the columns are not separated by commas; save it with commas, or with tabs as .tsv"
        yield "id", separators if unsplit else f"every row needs the id of its item; {there}"
        if unsplit:
            return
    if declaration.shows != "item" and "system" not in names:
        theirs = system_columns(names)
        told = f"every row is the output of one system, which this column names; {there}"
        yield "system", f'is it the one you call "{theirs[0]}"? Name it system' if theirs else told
    for owner, declared in (("item", declaration.item), ("candidate", declaration.candidate)):
        others = [name for name in names if name not in declared]
        for name, column in declared.items():
            if column.required and (name, owner) not in keys:
                yield name, _near(name, others) or f"{column.about} {there[0].upper()}{there[1:]}".strip()


def _near(name: str, present: list[str]) -> str:
    close = closest(name, present)
    return f'is it the one you call "{close}"?' if close else ""


def read_cell(text: str, column: Column | None) -> Any:
    """A cell of text as its column means it. Undeclared columns and texts stay exactly as they are written."""
    if column is None or column.kind in ("text", "image", "video"):
        return text
    if column.kind == "number":
        return _number(text.strip())
    if column.kind == "mask" and not text.lstrip().startswith(("{", "[")):
        return text
    return read_json(text)


def _number(text: str) -> int | float:
    if not _NUMBER.fullmatch(text):
        raise JsonError(f"expected a number, got {text[:60]!r}")
    if re.fullmatch(r"[+-]?\d{1,18}", text):
        return int(text)
    value = float(text)
    if math.isinf(value):
        raise JsonError(f"the number {text[:20]} is too large")
    return canonical_number(value)


@dataclass(slots=True)
class _Group:
    line: int
    item: dict[str, Any]
    candidates: list[dict[str, Any]] = field(default_factory=list)
    loose: list[dict[str, Any]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)


_Parts = dict[Side, dict[str, Any]]


def _read_row(
    row: list[Any], header: Header, convert: Callable[[int, Any], Any]
) -> tuple[_Parts, list[tuple[str, str, str]]]:
    """The values of a row by whose they are, and for each cell that cannot be read its column, why, and a hint."""
    parts: _Parts = {"item": {}, "candidate": {}, "open": {}}
    mistakes = []
    for at, cell in enumerate(row):
        if cell is None or cell == "":
            continue
        name, column = header.names[at], header.columns[at]
        try:
            value = convert(at, cell)
        except JsonError as mistake:
            mistakes.append((name, str(mistake), _WRITTEN.get(column.kind, "") if column else ""))
            # the cell is not empty: saying that it is missing, too, would mislead
            value = UNREADABLE
        if value is not None:
            parts[header.sides[at]][name] = value
    return parts, mistakes


def gather(
    rows: Iterator[tuple[int, list[Any]]],
    header: Header,
    *,
    file: str,
    problems: Problems,
    convert: Callable[[int, Any], Any],
    by_item: bool,
) -> Iterator[Draft]:
    """Drafts in the order in which their items first appear. `by_item`: every row is an item of its own."""
    groups: dict[Any, _Group] = {}
    varying: set[str] = set()
    id_at = header.names.index("id")
    for line, row in rows:
        parts, mistakes = _read_row(row, header, convert)
        for name, wrong, hint in mistakes:
            problems.add(Problem(wrong, "item-bad-value", location(file, line, name), hint))
        if by_item:
            yield Draft(line, parts["item"])
            continue
        key = row[id_at]
        if key is None or key == "":
            problems.add(Problem("the row has no id", "item-bad-id", location(file, line, "id")))
            continue
        group = groups.get(key)
        if group is None:
            group = groups[key] = _Group(line, parts["item"])
        elif group.item != parts["item"]:
            _report_difference(group, parts["item"], file=file, line=line, problems=problems)
        if group.loose and group.loose[0] != parts["open"]:
            first, now = group.loose[0], parts["open"]
            varying.update(n for n in first.keys() | now.keys() if first.get(n) != now.get(n))
        group.candidates.append(parts["candidate"])
        group.loose.append(parts["open"])
        group.lines.append(line)
    yield from _drafts(groups, varying)


def _report_difference(group: _Group, now: dict[str, Any], *, file: str, line: int, problems: Problems) -> None:
    for name in group.item.keys() | now.keys():
        before, after = group.item.get(name), now.get(name)
        if before != after and UNREADABLE not in (before, after):
            problems.add(
                Problem(
                    f"item {group.item.get('id')} has {name} = {_shown(after)} here and {_shown(before)} on "
                    f"{location(file, group.line)}",
                    "item-rows-differ",
                    location(file, line, name),
                    "columns of the item must be the same in all its rows",
                )
            )


def _shown(value: Any) -> str:
    return "nothing" if value is None else f"{value!r:.60}"


def _drafts(groups: dict[Any, _Group], varying: set[str]) -> Iterator[Draft]:
    for group in groups.values():
        for name, value in group.loose[0].items():
            if name not in varying:
                group.item[name] = value
        for candidate, loose in zip(group.candidates, group.loose, strict=True):
            for name in loose.keys() & varying:
                candidate[name] = loose[name]
        yield Draft(group.line, group.item, group.candidates, group.lines)
