"""From a file to its analysis in one call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from beholder.analysis import Analysis, Context, RatingsData
from beholder.fields import Way, Words
from beholder.imports.ratings_table import Imported, read_ratings
from beholder.imports.rule_columns import plan_of_table
from beholder.imports.table_options import UNTOLD, TableOptions
from beholder.protocols.run_analysis import run_analysis
from beholder.stats.bounds import is_bound
from beholder.tabular import blaming
from beholder.text import Catalogue, Listing, Share

__all__ = ["analyse_file", "analyse_imported", "context_of"]

CATALOGUE = Catalogue("imports")
say = CATALOGUE.say

_MANY = 0.2
"""Share of rows that drop out from which on a reader must know it before any number: one of five ratings of an item."""


def analyse_file(path: Path, options: TableOptions = UNTOLD, *, seed: int = 1) -> Analysis:
    """The analysis of a ratings table from anywhere: the protocol's own where one is named or recorded, else by field.

    `options` say what the table does not tell itself; what columns were taken for by their names alone stands in the hints.
    """
    read = read_ratings(path, options)
    return analyse_imported(read, context_of(read, path, title=options.title, seed=seed), path=path)


def context_of(read: Imported, path: Path, *, title: str = "", seed: int = 1) -> Context:
    """What an analysis is told about an imported table: its title or name, and the protocol it follows if any."""
    found = read.protocol
    params = found.params_for([info.name for info in read.data.fields]) if found else None
    return Context(
        title=Words(dict.fromkeys(CATALOGUE.languages, title or path.name)),
        declaration=found.declared_for(params) if found and params else None,
        params=params,
        items=read.items,
        stopping=plan_of_table(path) if "weight" in read.data.given else None,
        seed=seed,
    )


def analyse_imported(read: Imported, context: Context, *, path: Path) -> Analysis:
    """The analysis of ratings that have been read."""
    with blaming(path):
        analysis = run_analysis(read.protocol, read.data, context)
    again = int(_is_again(read.data).sum())
    notes = [
        *(say("percentages", field=field) for field in read.percentages.read),
        *_halved(read),
        *([say("rejected-counts", n=read.rejected)] if read.rejected else []),
        *_ordered(read.data),
        *_unread(read.data),
        *_nameless(read.data),
        *([say("rated-again", n=again)] if again else []),
    ]
    hints = [*_renamed(read), *_identified(read.data, again), *_apart(read.data)]
    dropped = tuple(_dropped_out(read.data))
    mixed = tuple(say("percentages-mixed", field=field) for field in read.percentages.mixed)
    return replace(
        analysis,
        warnings=(*dropped, *mixed, *analysis.warnings),
        notes=(*analysis.notes, *notes),
        hints=(*analysis.hints, *hints, *([say("dropped-hint")] if dropped else [])),
    )


def _identified(data: RatingsData, again: int) -> Iterator[Words]:
    """What rows that seem to rate a thing again may lack: a column of systems, or a second column of the item."""
    if again and not data.used("system"):
        yield say("rated-again-system")
    if again:
        yield say("rated-again-hint")


def _apart(data: RatingsData) -> Iterator[Words]:
    """What is to be done where each item belongs to one system, as the address of a picture does: nothing can be compared."""
    systems = data.text["system"]
    if not data.used("system") or len({name for name in systems.names if name}) < 2 or "trial" in data.given:
        return
    _, each = np.unique(data.together("item", "system"), return_index=True)
    if len(each) > 1 and len(np.unique(data.text["item"].codes[each])) == len(each):
        yield say("items-apart")


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
    reasons = {
        "dropped-silent": silent,
        "dropped-nameless": nameless & ~silent,
        "dropped-again": _is_again(data) & ~silent & ~nameless,
    }
    out = sum(int(mask.sum()) for mask in reasons.values()) + data.n_unreadable
    total = len(data) + data.n_unreadable
    if out <= _MANY * total:
        return
    told = [say(key, n=int(mask.sum())) for key, mask in reasons.items() if mask.any()]
    why = reduce(lambda before, after: say("dropped-both", before=before, after=after), told or [say("dropped-unread")])
    yield say("dropped", out=out, total=total, share=Share(out / total), why=why)


def _is_silent(data: RatingsData) -> NDArray[np.bool_]:
    """Rows of a question that is no text, with no answer or one that cannot be read as a number where numbers are meant."""
    field, value = data.text["field"], data.text["value"]
    silent = value.is_in(("",)) & ~field.is_in(info.name for info in data.fields if info.way is Way.TEXTS)
    numbers = field.is_in(info.name for info in data.fields if info.way is Way.MEANS and not info.order)
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
    told = [say("renamed-column", theirs=theirs, ours=ours) for ours, theirs in renamed]
    yield say("renamed", columns=reduce(lambda before, after: say("dropped-both", before=before, after=after), told))


def _ordered(data: RatingsData) -> Iterator[Words]:
    """Which numbers stand for words in order, where means are taken of them."""
    for info in data.fields:
        if info.way is Way.MEANS and info.order:
            *_, last = info.order
            yield say("ordered-words", field=info.name, first=info.order[0], last=last, most=len(info.order) - 1)


def _halved(read: Imported) -> Iterator[Words]:
    if read.halves:
        yield say("lone-halves", n=read.halves)


def _unread(data: RatingsData) -> Iterator[Words]:
    """How many cells of each field hold nothing, and which hold something that is no number where numbers are meant."""
    for info in data.fields:
        rows = data.where(field=info.name)
        value = rows.text["value"]
        empty = int(np.count_nonzero(value.is_in(("",))))
        if empty and info.way is not Way.TEXTS:
            yield say("empty", field=info.name, n=empty)
        if info.way is not Way.MEANS or info.order:
            continue
        numberless = np.isnan(rows.numbers["number"])
        odd = Counter(name for name in value.texts()[numberless] if name and not is_bound(name))
        if n := odd.total():
            shown = [name for name, _ in odd.most_common(3)]
            values = Listing([f"“{name}”" for name in shown])
            yield say("no-numbers-more" if len(odd) > 3 else "no-numbers", field=info.name, n=n, values=values)


def _nameless(data: RatingsData) -> Iterator[Words]:
    """The remark that some rows do not say whose output was rated, or by whom, though others do."""
    for column in ("system", "rater"):
        lacking = int(np.count_nonzero(data.text[column].is_in(("",)))) if data.used(column) else 0
        if lacking:
            yield say(f"nameless-{column}", n=lacking)
