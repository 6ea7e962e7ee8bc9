"""Which rows of a table enter the results: its column `counts` says so, or what earlier exports have instead of it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from beholder.errors import BeholderError, nearest
from beholder.imports.cell_texts import cells_meant, values_meant
from beholder.imports.far_tables import local_copy
from beholder.imports.rule_columns import ALIKE, BIASED, IN_FULL, WEIGHTED, RuleUse, TableRule, rule_of
from beholder.protocols import Showing, reasons_in_words, why_left_out
from beholder.tabular import column_names, is_delimited, read_columns

__all__ = ["counts_of", "is_export", "read_counted"]

_OURS = ("kind", "excluded_by")
"""What every export of ours has had from the first version on."""

_LONG = ("field", "value")
"""What a table with a row for each field has; it is read letter by letter, since we write no others."""

_SHOWING = ("rater", "trial", "kind", "sequence")
_NOT_COUNTED = "counts is false"
Texts = Sequence[str | None]


def is_export(titles: Iterable[str]) -> bool:
    """Whether a table with these columns is a table of ratings or answers that we wrote."""
    return {*_OURS, "rater", "trial"}.issubset(titles)


def read_counted(
    path: Path,
    wanted: Mapping[str, str | None],
    *,
    all_rows: bool = False,
    field: str | None = None,
    as_written: bool = False,
    rule: RuleUse = "alike",
) -> tuple[dict[str, list[str | None]], tuple[str, ...]]:
    """The wanted columns of the rows that enter the results, and notes on what was left out.

    A table that does not say which rows count, as most from elsewhere, is taken whole. `field` keeps the rows of one
    field of a table that has a row for each; where several fields have values, it must be named. Cells are read as an
    analysis of the table reads them, unless they are wanted `as_written`: labels that go back into a file. Where a stopping
    rule decided what was asked for, `rule` is what the statistic makes of that; `weight` may be among the wanted columns.
    """
    path = local_copy(path)
    columns = read_columns(path, wanted)
    header = column_names(path)
    # a column that is asked for as something else says nothing about which rows count
    telling = [name for name in header if name != "counts" or name not in wanted.values()]
    why = None if all_rows else _reasons(path, telling)
    n = len(next(iter(columns.values()), []))
    if not n:
        raise BeholderError(
            "the table has a heading and no rows",
            code="stats-no-ratings",
            where=str(path),
            hint="see whether this is the right file, and whether it was written to its end",
        )
    kept = np.ones(n, dtype=bool) if why is None else np.array([not reason for reason in why], dtype=bool)
    notes: list[str] = []
    if why is not None and not kept.all():
        out = Counter(reason for reason in why if reason)
        notes.append(
            f"{out.total():,} of {n:,} rows enter no result and are left out ({reasons_in_words(out)}); --all keeps them"
        )
    if field is not None or set(_OURS) <= set(header):
        kept &= _of_field(path, header, columns, kept, field)
    told = None if wanted.get("weight") else rule_of(path, header)
    if told is not None:
        # rows that enter no result have no weight
        rule = "alike" if all_rows else rule
        kept, note = _under_rule(told, kept, rule)
        notes.append(note)
        if rule == "weights":
            columns["weight"] = [None if math.isnan(number) else repr(number) for number in told.weight.tolist()]
    if not kept.all():
        columns = {use: [column[row] for row in np.flatnonzero(kept)] for use, column in columns.items()}
    if as_written:
        return columns, tuple(notes)
    exported, delimited = set(_LONG) <= set(header), is_delimited(path)
    columns = {use: cells_meant(cells, exported=exported, delimited=delimited) for use, cells in columns.items()}
    if "value" in columns and not exported:
        columns["value"], remarks = values_meant(columns["value"], str(wanted["value"]))
        notes += [remark.to("en") for remark in remarks]
    return columns, tuple(notes)


def _under_rule(told: TableRule, kept: np.ndarray, use: RuleUse) -> tuple[np.ndarray, str]:
    """The rows that a statistic takes of those that a rule left, and what is to be said of that."""
    if use == "weights":
        return kept, WEIGHTED
    if use == "alike":
        return kept, ALIKE
    drawn = kept & told.in_full
    return (drawn, IN_FULL) if drawn.any() else (kept, BIASED)


def counts_of(path: Path, header: Sequence[str]) -> np.ndarray | None:
    """What the column `counts` says of each row; None without one, or if it holds something else than true and false."""
    if "counts" not in header:
        return None
    found = _truths(read_columns(path, {"counts": "counts"})["counts"])
    return None if found is None else np.array(found, dtype=bool)


def _truths(column: Texts) -> list[bool] | None:
    words = {text: (text or "").strip().lower() for text in set(column)}
    if not set(words.values()) <= {"true", "false"}:
        return None
    return [words[text] == "true" for text in column]


def _reasons(path: Path, header: Sequence[str]) -> list[str] | None:
    """Why each row enters no result, empty where it does; None if the table does not say."""
    told = {"counts", *_OURS} & set(header)
    if not told >= set(_OURS) and "counts" not in told:
        return None
    told |= {*_SHOWING, "revision", "latest"} & set(header)
    read: dict[str, Any] = read_columns(path, {name: name for name in told})
    counts = _truths(read["counts"]) if "counts" in read else None
    ours = all(name in read for name in _OURS) and {kind or "" for kind in read["kind"]} <= {*Showing}
    if not ours:
        return None if counts is None else ["" if one else _NOT_COUNTED for one in counts]
    n = len(read["kind"])
    latest = _latest(read, n)
    why = [
        why_left_out(kind or "", rule or "", latest=last)
        for kind, rule, last in zip(read["kind"], read["excluded_by"], latest, strict=True)
    ]
    # whoever set `counts` to false by hand meant it
    return why if counts is None else [w or ("" if c else _NOT_COUNTED) for w, c in zip(why, counts, strict=True)]


def _latest(read: Mapping[str, Texts], n: int) -> list[bool]:
    """Whether each row belongs to the newest revision of its showing."""
    if "latest" in read:
        return [text != "0" for text in read["latest"]]
    if "revision" not in read:
        return [True] * n
    revision = [int(text) if text and text.isdigit() else 1 for text in read["revision"]]
    showing = list(zip(*(read[name] for name in _SHOWING if name in read), strict=True))
    newest: dict[Any, int] = {}
    for which, number in zip(showing, revision, strict=True):
        newest[which] = max(newest.get(which, 0), number)
    return [number == newest[which] for which, number in zip(showing, revision, strict=True)]


def _of_field(
    path: Path, header: Sequence[str], columns: Mapping[str, Texts], kept: np.ndarray, field: str | None
) -> np.ndarray:
    """The rows of one field; a mean over several fields would mean nothing."""
    if "field" not in header:
        if field is not None:
            raise BeholderError("the table has no column field", code="table-no-column", where=str(path))
        return np.ones(len(kept), dtype=bool)
    of = np.array([text or "" for text in read_columns(path, {"field": "field"})["field"]], dtype=object)
    # of marks, x is what is told
    value = columns.get("value", columns.get("x"))
    said = kept if value is None else kept & np.array([text is not None for text in value], dtype=bool)
    found = sorted(set(of[said]))
    if field is None:
        if value is not None and len(found) > 1:
            raise BeholderError(
                f"the rows are about several fields: {', '.join(found)}",
                code="stats-several-fields",
                where=str(path),
                hint=f"name one of them: --field {found[0]}",
            )
        # empty cells of other fields are no missing values of this one
        field = found[0] if value is not None and found else None
        return np.ones(len(kept), dtype=bool) if field is None else np.asarray(of == field)
    if field not in found:
        raise BeholderError(
            f"no row about {field!r} has a value",
            code="analysis-unknown-field",
            where=str(path),
            hint=nearest(field, found),
        )
    return np.asarray(of == field)
