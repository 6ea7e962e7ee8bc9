"""From a file to its analysis in one call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from beholder.fields import Words
from beholder.imports.ratings import Imported, read_ratings
from beholder.imports.table import blaming
from beholder.protocols.analysis import Analysis, Context, RatingsData, analyse_any
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
    found = read.protocol
    analyse: Any = found.analyse if found and found.analyse else analyse_any
    with blaming(path):
        analysis: Analysis = analyse(read.data, context)
    notes = [note for note in (_renamed(read), _rated_again(read.data)) if note is not None]
    return replace(analysis, notes=(*analysis.notes, *notes))


def _renamed(read: Imported) -> Words | None:
    renamed = [(ours, theirs) for ours, theirs in read.taken if ours != theirs]
    if not renamed:
        return None
    told = ", ".join(f"{theirs} as {ours}" for ours, theirs in renamed)
    told_zh = "，".join(f"{theirs} 当作 {ours}" for ours, theirs in renamed)
    return say(
        f"Columns are taken by their names: {told}; --map says otherwise.", f"按列名推断：{told_zh}；可用 --map 指定。"
    )


def _rated_again(data: RatingsData) -> Words | None:
    """The remark that one rater rated one thing several times: mostly a sign that the key of an item needs another column."""
    if {"answer", "trial", "sequence"} & data.given or not data.used("rater"):
        return None
    again = len(data) - len(np.unique(data.together("rater", "item", "system", "field")))
    if not again:
        return None
    return say(
        f"{again:,} rows are by a rater who had rated the same item and system before; agreement takes the first only. If it "
        "takes two columns to name an item, say --map item=FIRST+SECOND.",
        f"有 {again:,} 行是同一评分者对同一题目、同一系统的再次评分，一致性只取第一次。若需两列才能确定题目，请用 --map item=列一+列二。",
    )
