"""From a file to its analysis in one call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from beholder.analysis import Analysis, Context, RatingsData
from beholder.analysis.result import both
from beholder.fields import Words
from beholder.imports.ratings_table import Imported, read_ratings
from beholder.protocols.run_analysis import run_analysis
from beholder.stats.bounds import is_bound
from beholder.tabular import blaming

__all__ = ["analyse_file", "analyse_imported", "context_of"]

_MANY = 0.2
"""Share of rows that drop out from which on a reader must know it before any number: one of five ratings of an item."""


def analyse_file(
    path: Path,
    *,
    mapping: Mapping[str, str] | None = None,
    levels: Mapping[str, str] | None = None,
    orders: Mapping[str, Sequence[str]] | None = None,
    protocol: str | None = None,
    seed: int = 1,
) -> Analysis:
    """The analysis of a ratings table from anywhere: the protocol's own where one is named or recorded, else by field.

    What columns were taken for by their names alone stands in the notes.
    """
    read = read_ratings(path, mapping=mapping, levels=levels, orders=orders, protocol=protocol)
    return analyse_imported(read, context_of(read, path, seed=seed), path=path)


def context_of(read: Imported, path: Path, *, seed: int = 1) -> Context:
    """What an analysis is told about an imported table: its name, and the protocol it follows if any."""
    found = read.protocol
    return Context(
        title=both(path.name, path.name),
        declaration=found.declaration if found else None,
        params=found.params() if found else None,
        items=read.items,
        seed=seed,
    )


def analyse_imported(read: Imported, context: Context, *, path: Path) -> Analysis:
    """The analysis of ratings that have been read."""
    with blaming(path):
        analysis = run_analysis(read.protocol, read.data, context)
    notes = [*_renamed(read), *_unread(read.data), *_nameless(read.data), *_rated_again(read.data)]
    return replace(analysis, summary=(*_dropped_out(read.data), *analysis.summary), notes=(*analysis.notes, *notes))


def _dropped_out(data: RatingsData) -> Iterator[Words]:
    """The remark, for the top, that a good part of the rows cannot be used as the table was read.

    Our own exports say of each row what it is; what is blank in them was left blank.
    """
    if "kind" in data.given:
        return
    silent = _is_silent(data)
    nameless = np.zeros(len(data), dtype=bool)
    for column in ("system", "rater"):
        nameless |= data.text[column].is_in(("",)) & bool(data.used(column))
    reasons = (
        (silent, "hold no answer that can be read", "没有可读的答案"),
        (nameless & ~silent, "name no system or no rater", "没有写明系统或评分者"),
        (
            _is_again(data) & ~silent & ~nameless,
            "are by a rater who had rated the same item and system before",
            "是同一评分者对同一题目、同一系统的再次评分",
        ),
    )
    out = sum(int(mask.sum()) for mask, _, _ in reasons) + data.n_unreadable
    total = len(data) + data.n_unreadable
    if out <= _MANY * total:
        return
    en = ", ".join(f"{int(mask.sum()):,} {told}" for mask, told, _ in reasons if mask.any())
    zh = "，".join(f"{int(mask.sum()):,} 行{told}" for mask, _, told in reasons if mask.any())
    yield both(
        f"{out:,} of {total:,} rows ({out / total:.0%}) drop out of some or all results: {en or 'they could not be read'}. See the "
        "notes, and whether each column was taken for what it is (--map).",
        f"{total:,} 行中有 {out:,} 行（{out / total:.0%}）未进入部分或全部结果：{zh or '无法读取'}。请看说明，并确认各列的含义（--map）。",
    )


def _is_silent(data: RatingsData) -> NDArray[np.bool_]:
    """Rows of a question that is no text, with no answer or one that cannot be read as a number where numbers are meant."""
    field, value = data.text["field"], data.text["value"]
    silent = value.is_in(("",)) & ~field.is_in(info.name for info in data.fields if info.kind == "text")
    numbers = field.is_in(info.name for info in data.fields if info.kind == "number" and not info.order)
    unreadable = np.isnan(data.numbers["number"]) & ~value.is_in(filter(is_bound, value.names))
    found: NDArray[np.bool_] = silent | (numbers & unreadable)
    return found


def _is_again(data: RatingsData) -> NDArray[np.bool_]:
    """Rows by a rater who had rated the same item and system before."""
    if {"answer", "trial", "sequence"} & data.given or not data.used("rater"):
        return np.zeros(len(data), dtype=bool)
    first = np.unique(data.together("rater", "item", "system", "field"), return_index=True)[1]
    again = np.ones(len(data), dtype=bool)
    again[first] = False
    return again


def _renamed(read: Imported) -> Iterator[Words]:
    renamed = [(ours, theirs) for ours, theirs in read.taken if ours != theirs]
    if not renamed:
        return
    told = ", ".join(f"{theirs} as {ours}" for ours, theirs in renamed)
    told_zh = "，".join(f"{theirs} 当作 {ours}" for ours, theirs in renamed)
    yield both(
        f"Columns are taken by their names: {told}; --map says otherwise.", f"按列名推断：{told_zh}；可用 --map 指定。"
    )


def _unread(data: RatingsData) -> Iterator[Words]:
    """How many cells of each field hold nothing, and which hold something that is no number where numbers are meant."""
    for info in data.fields:
        rows = data.where(field=info.name)
        value = rows.text["value"]
        empty = int(np.count_nonzero(value.is_in(("",))))
        if empty and info.kind != "text":
            told = "answer to {} is empty and" if empty == 1 else "answers to {} are empty and"
            yield both(
                f"{empty:,} {told.format(info.name)} left out.", f"“{info.name}”有 {empty:,} 个答案为空，未计入。"
            )
        if info.kind != "number" or info.order:
            continue
        numberless = np.isnan(rows.numbers["number"])
        odd = Counter(name for name in value.texts()[numberless] if name and not is_bound(name))
        if n := odd.total():
            shown = [name for name, _ in odd.most_common(3)]
            more = " …" if len(odd) > 3 else ""
            told = "answer to {} is no number and" if n == 1 else "answers to {} are no numbers and"
            yield both(
                f"{n:,} {told.format(info.name)} left out: {', '.join(f'“{name}”' for name in shown)}{more}",
                f"“{info.name}”有 {n:,} 个答案不是数，未计入：{'、'.join(f'“{name}”' for name in shown)}{more}",
            )


def _nameless(data: RatingsData) -> Iterator[Words]:
    """The remark that some rows do not say whose output was rated, or by whom, though others do."""
    for column, en, zh in (
        ("system", "comparison", "系统，不进入比较"),
        ("rater", "agreement", "评分者，不进入一致性"),
    ):
        lacking = int(np.count_nonzero(data.text[column].is_in(("",)))) if data.used(column) else 0
        if lacking:
            verbs = ("row names", "enters") if lacking == 1 else ("rows name", "enter")
            yield both(
                f"{lacking:,} {verbs[0]} no {column} and {verbs[1]} no {en}.", f"有 {lacking:,} 行没有写明{zh}。"
            )


def _rated_again(data: RatingsData) -> Iterator[Words]:
    """The remark that one rater rated one thing several times: mostly a sign that the key of an item needs another column."""
    again = int(_is_again(data).sum())
    if not again:
        return
    yield both(
        f"{again:,} rows are by a rater who had rated the same item and system before; agreement takes the first only. If it "
        "takes two columns to name an item, say --map item=FIRST+SECOND.",
        f"有 {again:,} 行是同一评分者对同一题目、同一系统的再次评分，一致性只取第一次。若需两列才能确定题目，请用 --map item=列一+列二。",
    )
