"""From a file to its analysis in one call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from beholder.fields import Words
from beholder.imports.ratings import Imported, read_ratings
from beholder.imports.table import blaming
from beholder.protocols.analysis import Analysis, Context, RatingsData, run_analysis
from beholder.protocols.analysis.field_info import CENSORED
from beholder.protocols.analysis.result import say

__all__ = ["analyse_file", "analyse_imported", "context_of"]


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
        title=say(path.name, path.name),
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
    return replace(analysis, notes=(*analysis.notes, *notes))


def _renamed(read: Imported) -> Iterator[Words]:
    renamed = [(ours, theirs) for ours, theirs in read.taken if ours != theirs]
    if not renamed:
        return
    told = ", ".join(f"{theirs} as {ours}" for ours, theirs in renamed)
    told_zh = "，".join(f"{theirs} 当作 {ours}" for ours, theirs in renamed)
    yield say(
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
            yield say(
                f"{empty:,} {told.format(info.name)} left out.", f"“{info.name}”有 {empty:,} 个答案为空，未计入。"
            )
        if info.kind != "number" or info.order:
            continue
        numberless = np.isnan(rows.numbers["number"])
        odd = Counter(name for name in value.texts()[numberless] if name and not CENSORED.match(name))
        if n := odd.total():
            shown = [name for name, _ in odd.most_common(3)]
            more = " …" if len(odd) > 3 else ""
            told = "answer to {} is no number and" if n == 1 else "answers to {} are no numbers and"
            yield say(
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
            yield say(f"{lacking:,} {verbs[0]} no {column} and {verbs[1]} no {en}.", f"有 {lacking:,} 行没有写明{zh}。")


def _rated_again(data: RatingsData) -> Iterator[Words]:
    """The remark that one rater rated one thing several times: mostly a sign that the key of an item needs another column."""
    if {"answer", "trial", "sequence"} & data.given or not data.used("rater"):
        return
    again = len(data) - len(np.unique(data.together("rater", "item", "system", "field")))
    if not again:
        return
    yield say(
        f"{again:,} rows are by a rater who had rated the same item and system before; agreement takes the first only. If it "
        "takes two columns to name an item, say --map item=FIRST+SECOND.",
        f"有 {again:,} 行是同一评分者对同一题目、同一系统的再次评分，一致性只取第一次。若需两列才能确定题目，请用 --map item=列一+列二。",
    )
