"""Ratings from anybody's table: long with one value per row, wide with several, or rows that compare two systems."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beholder.analysis import Coded, FieldInfo, RatingsData
from beholder.declarations.item import Candidate, Item
from beholder.errors import BeholderError
from beholder.fields import Way
from beholder.fields.points.lone_half import lone_half_to_zero
from beholder.imports.cell_texts import decimal_points, standings, trimmed
from beholder.imports.codebook_beside import worded_as_asked
from beholder.imports.label_studio import read_label_studio
from beholder.imports.mapping import COLUMNS, ColumnMap, map_columns
from beholder.imports.percentages import Percentages, read_percentages
from beholder.imports.table_columns import coded_columns, joined_column, need_columns
from beholder.imports.table_options import UNTOLD, TableOptions
from beholder.protocols import Protocol, Showing, find_protocol
from beholder.stats.comparison.scores import require_weights
from beholder.stats.ranking.outcome_words import BOTH_BAD, LEFT, RIGHT, TIE, UNSURE, Winners, outcome_named
from beholder.tables.ratings import COLUMNS as EXPORTED
from beholder.tabular import blaming, column_names, is_delimited, read_columns

__all__ = ["Imported", "read_ratings"]

_NUMBERED = {"0": TIE, "1": LEFT, "2": RIGHT}
"""Which side a number names; around 0 numbers would be grades, which name neither."""

_STATUS = "AssignmentStatus"
_UNSAID = 5
_VALUES = ("win", "loss", "tie", "both_bad", "unsure", "")
"""What each code of an outcome says of the system on the left; the last is that nothing is said."""

_MIRRORED = np.array([RIGHT, LEFT, TIE, BOTH_BAD, UNSURE, _UNSAID], dtype=np.int32)

_EXPECTED = "expected model_a, model_b, tie, both_bad, unsure, or the name of the winner"
_SIGNED = "-1 and 1 can mean either side: write model_a, model_b and tie instead, or the name of the winner"


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """Ratings, what is known of their items, the protocol they follow if any, and what each column was taken for."""

    data: RatingsData
    items: Mapping[str, Item]
    protocol: Protocol | None
    taken: tuple[tuple[str, str], ...]
    percentages: Percentages
    """Which fields are written as percentages."""
    halves: int = 0
    """How many lone half points were read as nothing."""
    rejected: int = 0
    """How many rows are work that a crowd platform marks as rejected; they count like others."""


def read_ratings(path: Path, options: TableOptions = UNTOLD) -> Imported:
    """Ratings from a file: an export of ours, a CSV, TSV, Parquet or JSONL table (also gzipped), Label Studio's JSON.

    Errors name the row, counted from 1 below the heading.
    """
    found = find_protocol(options.protocol) if options.protocol else None
    if path.suffix.lower() == ".json" and not options.mapping:
        read = read_label_studio(path)
        if read is not None:
            told = options.describe(read)
            return Imported(data=told, items={}, protocol=found, taken=(), percentages=Percentages())
    header = column_names(path)
    native = {"field", "value", "item"} <= set(header)
    if found is None and native and "protocol" in header:
        found = _recorded_protocol(path)
    columns = map_columns(header, options.mapping, known=_item_columns(found, native=native), where=str(path))
    if columns.battles:
        data = _battles(path, columns)
    elif columns.fields or columns.raters:
        data = _wide(path, columns)
    else:
        data = _long(path, columns, header, found)
    items = _items(path, columns, found)
    if len(data.fields) == 1 and "value" in columns.columns:
        # one's own name of the column is as good as ours
        options = options.calling({columns.columns["value"]: data.fields[0].name})
    _require_weights(data, path)
    data, percentages = read_percentages(data)
    data = replace(options.describe(data), protocol=found.name if found else "", source=str(path))
    data, halves = _without_lone_halves(data, path) if options.lone_half_zero else (data, 0)
    return Imported(
        data=data,
        items=items,
        protocol=found,
        taken=columns.guessed,
        halves=halves,
        percentages=percentages,
        rejected=_rejected(path, header),
    )


def _require_weights(data: RatingsData, path: Path) -> None:
    if "weight" in data.given:
        counted = data.text["kind"].is_in(Showing.COUNTED) & data.text["excluded_by"].is_in(("",))
        with blaming(path):
            require_weights(data.numbers["weight"], counted)


def _rejected(path: Path, header: Sequence[str]) -> int:
    """The rows of Mechanical Turk whose work was not accepted."""
    if _STATUS not in header:
        return 0
    return sum(status == "Rejected" for status in read_columns(path, {"status": _STATUS})["status"])


def _without_lone_halves(data: RatingsData, path: Path) -> tuple[RatingsData, int]:
    """The ratings with every point that is a lone half read as nothing, and how many these are."""
    numbers = data.numbers["number"]
    points = data.text["field"].is_in(info.name for info in data.fields if info.way is Way.MEANS and not info.order)
    with blaming(path):
        read = lone_half_to_zero(numbers[points & np.isfinite(numbers)].tolist())
    halves = points & (numbers == 0.5)
    texts = np.where(halves, "0", data.text["value"].texts())
    changed = {"number": np.where(halves, 0.0, numbers)}
    return replace(
        data, text={**data.text, "value": Coded.of(texts)}, numbers={**data.numbers, **changed}
    ), read.changed


def _item_columns(protocol: Protocol | None, *, native: bool) -> tuple[str, ...]:
    """The columns of items that a table may bring along; in our own layout, names of the ratings table mean those."""
    if protocol is None:
        return ()
    names = (*protocol.declaration.item, *protocol.declaration.candidate)
    return tuple(name for name in names if not (native and name in EXPORTED))


def _recorded_protocol(path: Path) -> Protocol | None:
    names = {name for name in read_columns(path, {"protocol": "protocol"})["protocol"] if name}
    if len(names) != 1:
        return None
    try:
        return find_protocol(names.pop())
    except BeholderError:
        return None


def _long(path: Path, columns: ColumnMap, header: Sequence[str], protocol: Protocol | None) -> RatingsData:
    used = {ours: theirs for ours, theirs in columns.columns.items() if ours in COLUMNS}
    need_columns(used, ("item", "value"), header, path)
    text, numbers = coded_columns(path, used, safe=is_delimited(path) and "field" in used)
    n = len(text["value"].codes)
    if "field" not in text:
        text["field"] = Coded.constant(_field_name(used["value"]), n)
        text["value"] = standings(decimal_points(text["value"]))
    fields: tuple[FieldInfo, ...] = ()
    if protocol is not None:
        present = set(text["field"].names)
        fields = tuple(
            f for f in FieldInfo.of_form(protocol.declared_for(protocol.params_for(present)).form) if f.name in present
        )
        fields = worded_as_asked(path, fields)
        if not fields and len(present) == 1 and "field" not in used:
            fields = _sole_field(protocol)
            if fields:
                text["field"] = Coded.constant(fields[0].name, n)
    return RatingsData.of(text, numbers, fields=fields)


def _sole_field(protocol: Protocol) -> tuple[FieldInfo, ...]:
    """The one field that a table with a single unnamed value must mean: the first that is no text and no flag."""
    fields = FieldInfo.of_form(protocol.declaration.form)
    return tuple(f for f in fields if f.way not in (Way.TEXTS, Way.RATES))[:1]


def _field_name(theirs: str) -> str:
    return "value" if theirs.lower() in ("value", "score", "rating", "answer", "label") else theirs


def _wide(path: Path, columns: ColumnMap) -> RatingsData:
    """Rows with several values: each column is a field, or where columns are raters the same field by each of them."""
    used = {ours: theirs for ours, theirs in columns.columns.items() if ours in COLUMNS and ours != "value"}
    need_columns(used, ("item",), [], path)
    text, numbers = coded_columns(path, used, safe=False)
    n = len(text["item"].codes)
    held = columns.fields or {name: name for name in columns.raters}
    k = len(held)
    values = [read_columns(path, {f"map {ours}": theirs})[f"map {ours}"] for ours, theirs in held.items()]
    out = {name: Coded(np.tile(column.codes, k), column.names) for name, column in text.items()}
    whose = Coded(np.repeat(np.arange(k, dtype=np.int32), n), tuple(held))
    out["field"] = Coded.constant("value", n * k) if columns.raters else whose
    out["value"] = Coded.of(text for column in values for text in decimal_points(trimmed(Coded.of(column))).texts())
    shared = {name: np.tile(column, k) for name, column in numbers.items()}
    if not columns.raters:
        return RatingsData.of(out, shared)
    # an empty cell of a rater's column is an item that this rater did not rate
    given = ~out["value"].is_in(("",))
    out["rater"] = whose
    return RatingsData.of(
        {name: Coded(column.codes[given], column.names) for name, column in out.items()},
        {name: column[given] for name, column in shared.items()},
    )


def _battles(path: Path, columns: ColumnMap) -> RatingsData:
    """Rows that compare two systems become two rows each, with what was said of each system. Sides are as written."""
    used = columns.columns
    sides = [read_columns(path, {f"map {ours}": used[ours]})[f"map {ours}"] for ours in ("model_a", "model_b")]
    n = len(sides[0])
    winners = used["winner"].split(",") if used["winner"] not in column_names(path) else [used["winner"]]
    votes = [read_columns(path, {"map winner": one})["map winner"] for one in winners]
    said = np.concatenate([_outcomes(vote, sides, path) for vote in votes])
    k = len(votes)
    for side, column in zip(("model_a", "model_b"), sides, strict=True):
        missing = next((row for row, name in enumerate(column) if not name), None)
        if missing is not None:
            raise BeholderError(f"{side} is missing", code="analysis-missing-system", where=f"{path} row {missing + 1}")
    same = next((row for row, (one, two) in enumerate(zip(*sides, strict=True)) if one == two), None)
    if same is not None:
        raise BeholderError(
            f'"{sides[0][same]}" is compared with itself',
            code="analysis-same-system",
            where=f"{path} row {same + 1}",
            hint="leave such rows out: they say nothing about systems",
        )
    others = {ours: theirs for ours, theirs in used.items() if ours in COLUMNS and ours not in ("system", "value")}
    text, numbers = coded_columns(path, others, safe=False)
    if "item" not in text:
        text["item"] = Coded(np.arange(n, dtype=np.int32), tuple(f"row-{i + 1}" for i in range(n)))
    both = {name: Coded(np.tile(np.tile(c.codes, k), 2), c.names) for name, c in text.items()}
    if k > 1:
        both["rater"] = Coded(np.tile(np.repeat(np.arange(k, dtype=np.int32), n), 2), tuple(winners))
    total = n * k
    both["system"] = Coded.of([*(list(sides[0]) * k), *(list(sides[1]) * k)])
    both["side"] = Coded(np.repeat(np.arange(2, dtype=np.int32), total), ("left", "right"))
    both["answer"] = Coded(np.tile(np.arange(total, dtype=np.int32), 2), tuple(f"row-{i + 1}" for i in range(total)))
    both["field"] = Coded.constant("preference", 2 * total)
    both["value"] = Coded(np.concatenate([said, _MIRRORED[said]]), _VALUES)
    shared = {name: np.tile(np.tile(column, k), 2) for name, column in numbers.items()}
    # a comparison, even if all that was said is that both were bad
    preference = FieldInfo.inferred("preference", {"win": 1})
    return RatingsData.of(both, shared, fields=(preference,))


def _outcomes(votes: Sequence[str | None], sides: Sequence[Sequence[str | None]], path: Path) -> NDArray[np.int32]:
    """The code of each row's outcome; `_UNSAID` where nothing is said."""
    winners = Winners(name for side in sides for name in set(side) if name)
    distinct = {vote for vote in votes if vote and vote.strip()}
    winner_of = {vote: winner for vote in distinct if (winner := winners.named(vote)) is not None}
    told = {vote: _told(vote) for vote in distinct - set(winner_of)}
    out = np.full(len(votes), _UNSAID, dtype=np.int32)
    for row, (vote, left, right) in enumerate(zip(votes, *sides, strict=True)):
        if vote is None or vote not in distinct:
            continue
        found = {left: LEFT, right: RIGHT}.get(winner_of[vote]) if vote in winner_of else told[vote]
        if found is None:
            raise BeholderError(
                f'winner "{vote.strip()}" is neither of the two systems nor a tie',
                code="analysis-bad-winner",
                where=f"{path} row {row + 1}",
                hint=_SIGNED if _number(vote) == "-1" else _EXPECTED,
            )
        out[row] = found
    return out


def _told(vote: str) -> int | None:
    found = outcome_named(vote)
    return _NUMBERED.get(_number(vote)) if found is None else found


def _number(vote: str) -> str:
    return vote.strip().removesuffix(".0")


def _items(path: Path, columns: ColumnMap, protocol: Protocol | None) -> dict[str, Item]:
    """Items with the protocol's own columns, taken from the first row of each item (and system)."""
    if protocol is None or not columns.extra or "item" not in columns.columns:
        return {}
    declared = protocol.declaration
    read: dict[str, list[str | None]] = dict(
        read_columns(path, {"system": columns.columns.get("system"), **columns.extra})
    )
    read["item"] = joined_column(path, "item", columns.columns["item"])
    n = len(read["item"])
    systems = read.get("system") or [""] * n
    items: dict[str, dict[str, Any]] = {}
    candidates: dict[str, dict[str, dict[str, Any]]] = {}
    for row in range(n):
        name, system = str(read["item"][row]), str(systems[row] or "")
        if name not in items:
            items[name] = {c: _plain(declared.item[c].kind, read[c][row]) for c in columns.extra if c in declared.item}
        if system and system not in candidates.setdefault(name, {}):
            candidates[name][system] = {
                c: _plain(declared.candidate[c].kind, read[c][row]) for c in columns.extra if c in declared.candidate
            }
    return {
        name: Item(
            id=name,
            columns=given,
            candidates=tuple(Candidate(name, s, c) for s, c in candidates.get(name, {}).items()),
        )
        for name, given in items.items()
    }


def _plain(kind: str, text: str | None) -> Any:
    if kind != "number" or text is None:
        return text
    try:
        number = float(text)
    except ValueError:
        return text
    return number if math.isfinite(number) else None
