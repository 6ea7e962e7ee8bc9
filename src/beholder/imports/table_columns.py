"""Columns of somebody's table by our names: texts as codes, numbers as floats, and which of its rows count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from beholder.analysis import Coded
from beholder.analysis.data import NUMBERS
from beholder.errors import BeholderError
from beholder.imports.cell_texts import trimmed
from beholder.imports.counted_rows import counts_of
from beholder.protocols import Showing
from beholder.tables.formats.delimited import spreadsheet_unsafe
from beholder.tabular import column_names, read_coded, read_columns

__all__ = ["coded_columns", "joined_column", "need_columns"]

_OTHERWISE = {
    "value": " (value=FIRST,SECOND for several fields, rater=FIRST,SECOND for a column per rater, or model_a=, model_b= and "
    "winner= for comparisons)"
}
_BY_HAND = "counts=false"
# the results of a crowd platform have about thirty columns, and those with the answers come last
_MOST_NAMED = 40


def coded_columns(path: Path, used: Mapping[str, str], *, safe: bool) -> tuple[dict[str, Coded], dict[str, Any]]:
    """Columns of the ratings table by our names: texts as codes, numbers as floats."""
    header = column_names(path)
    plain = {ours: theirs for ours, theirs in used.items() if theirs in header}
    text: dict[str, Coded] = {}
    numbers: dict[str, Any] = {}
    for ours, (codes, names) in (read_coded(path, plain) if plain else {}).items():
        if ours in NUMBERS:
            numbers[ours] = _floats(codes, names, ours, path)
        else:
            told = tuple(map(spreadsheet_unsafe, names)) if safe else names
            text[ours] = Coded(np.where(codes < 0, len(names), codes).astype(np.int32), (*told, ""))
    for ours in used.keys() - plain.keys():
        text[ours] = Coded.of(joined_column(path, ours, used[ours]))
    _leave_out(path, header, used, text)
    # what we wrote ourselves stays letter by letter, or a release would not verify
    if "field" not in used:
        text = {ours: trimmed(column) for ours, column in text.items()}
    if "item" in text:
        empty = np.flatnonzero(text["item"].is_in(("",)))
        if len(empty):
            raise BeholderError(
                "the item is missing" + (f" (and in {len(empty) - 1} more rows)" if len(empty) > 1 else ""),
                code="analysis-missing-item",
                where=f"{path} row {int(empty[0]) + 1}",
                hint="write what was rated into each row, or leave the row out",
            )
    return text, numbers


def joined_column(path: Path, ours: str, theirs: str) -> list[str | None]:
    """A column, or several of which each row makes one text: `image+question`."""
    if "+" not in theirs or theirs in column_names(path):
        return read_columns(path, {f"map {ours}": theirs})[f"map {ours}"]
    parts = read_columns(path, {one: one for one in theirs.split("+")}).values()
    return ["/".join(x or "" for x in row) for row in zip(*parts, strict=True)]


def need_columns(used: Mapping[str, str], names: Sequence[str], header: Sequence[str], path: Path) -> None:
    """An error that says which column is missing and how to name it, where one is."""
    for name in names:
        if name not in used:
            shown = ", ".join(header[:_MOST_NAMED]) + (" …" if len(header) > _MOST_NAMED else "")
            raise BeholderError(
                f"it is not clear which column is the {name}",
                code="analysis-no-column",
                where=str(path),
                hint=f"say --map {name}=COLUMN{_OTHERWISE.get(name, '')}"
                + (f"; the columns are: {shown}" if shown else "")
                + ("; is the first line the heading?" if any(_no_name(one) for one in header) else ""),
            )


def _leave_out(path: Path, header: Sequence[str], used: Mapping[str, str], text: dict[str, Coded]) -> None:
    """Marks rows whose `counts` is false as excluded, where nothing else in the row keeps them out already."""
    counts = None if "counts" in used.values() else counts_of(path, header)
    if counts is None or counts.all():
        return
    n = len(counts)
    excluded = text.get("excluded_by", Coded.constant("", n))
    kind = text.get("kind", Coded.constant(Showing.MAIN.value, n))
    marked = ~counts & kind.is_in(Showing.COUNTED) & excluded.is_in(("",))
    names = (*excluded.names, _BY_HAND)
    text["excluded_by"] = Coded(np.where(marked, len(names) - 1, excluded.codes).astype(np.int32), names)


def _floats(codes: Any, names: Sequence[str], ours: str, path: Path) -> Any:
    table = np.full(len(names) + 1, np.nan)
    for code, name in enumerate(names):
        try:
            table[code] = float(name)
        except ValueError:
            row = int(np.flatnonzero(codes == code)[0])
            raise BeholderError(
                f"{ours} {name!r} is no number", code="analysis-not-numeric", where=f"{path} row {row + 1}"
            ) from None
    return table[codes]


def _no_name(heading: str) -> bool:
    return not heading or heading.replace(".", "").isdigit()
