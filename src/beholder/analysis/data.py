"""The ratings table as coded columns: a million rows in a hundred megabytes, selected without copying text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from beholder.analysis.field_info import FieldInfo
from beholder.errors import BeholderError, nearest

__all__ = ["NUMBERS", "TEXTS", "Coded", "Numbered", "RatingsData", "occurrence"]

Codes = NDArray[np.int32]
Floats = NDArray[np.float64]
Rows = NDArray[Any]
_T = TypeVar("_T", bound=np.generic)

TEXTS = (
    "item", "group", "block", "system", "rater", "rater_kind", "trial", "answer", "kind", "field", "value", "side",
    "guideline", "excluded_by",
)  # fmt: skip
"""Columns of the ratings table that are held as codes."""

NUMBERS = ("number", "sequence", "position", "active_ms", "study_version", "revision", "weight", "passed")
"""Columns of the ratings table that are held as floats, NaN where empty."""

_RESAMPLED = ("item", "group", "block", "system", "rater", "trial")

# plain rows held at a time while they become columns; it bounds memory, whatever the size of the table
_CHUNK = 50_000


@dataclass(frozen=True, slots=True)
class Coded:
    """A column of text: `names[codes[i]]` is the text of row i."""

    codes: Codes
    names: tuple[str, ...]

    @classmethod
    def constant(cls, text: str, n: int) -> Coded:
        """The same text in every row, which takes the room of one."""
        return cls(np.broadcast_to(np.int32(0), n), (text,))

    def taken(self, rows: Rows, n: int) -> Coded:
        """Only these rows, of which there are `n`."""
        return Coded(_taken(self.codes, rows, n), self.names)

    @classmethod
    def of(cls, values: Iterable[Any]) -> Coded:
        """Text as it comes; None becomes the empty text."""
        table = Numbered()
        found = np.fromiter((table["" if v is None else str(v)] for v in values), dtype=np.int32)
        return cls(found, tuple(table))

    def is_in(self, wanted: Iterable[str]) -> NDArray[np.bool_]:
        """The rows whose text is one of these."""
        chosen = set(wanted)
        return np.array([*(name in chosen for name in self.names), False])[self.codes]

    def by_name(self) -> Coded:
        """The same texts, numbered in alphabetical order and not as they come; those of no row have no number."""
        used = np.flatnonzero(np.bincount(self.codes, minlength=len(self.names)))
        order = sorted(used.tolist(), key=self.names.__getitem__)
        table = np.zeros(len(self.names), dtype=np.int32)
        table[order] = np.arange(len(order), dtype=np.int32)
        return Coded(table[self.codes], tuple(self.names[code] for code in order))

    def texts(self) -> NDArray[Any]:
        """The text of every row."""
        return np.array([*self.names, ""], dtype=object)[self.codes]


class Numbered(dict[Any, int]):
    """Numbers what it is asked for from 0, in the order of asking."""

    def __missing__(self, key: Any) -> int:
        self[key] = number = len(self)
        return number


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingsData:
    """Ratings, one row per field and candidate of an answer, with what is known about each field.

    `text["system"]` is a coded column, `numbers["number"]` a column of floats. Columns that a table from elsewhere lacks
    have one empty text or NaN in every row; `given` names those that are really there. `fields` are in the order asked.
    """

    text: Mapping[str, Coded]
    numbers: Mapping[str, Floats]
    fields: tuple[FieldInfo, ...]
    given: frozenset[str]
    protocol: str = ""
    source: str = ""
    n_unreadable: int = 0

    @classmethod
    def of_rows(
        cls,
        rows: Iterable[Sequence[Any]],
        columns: Sequence[str],
        *,
        fields: Sequence[FieldInfo] = (),
        protocol: str = "",
        source: str = "",
    ) -> RatingsData:
        """From rows of the ratings table, read once and in chunks."""
        position = {name: columns.index(name) for name in (*TEXTS, *NUMBERS) if name in columns}
        tables = {name: Numbered() for name in TEXTS if name in position}
        codes: dict[str, list[Codes]] = {name: [np.empty(0, dtype=np.int32)] for name in tables}
        floats: dict[str, list[Floats]] = {name: [np.empty(0)] for name in NUMBERS if name in position}
        stream = iter(rows)
        while chunk := list(islice(stream, _CHUNK)):
            by_column = list(zip(*chunk, strict=True))
            for name, table in tables.items():
                column = by_column[position[name]]
                codes[name].append(np.fromiter(map(table.__getitem__, column), dtype=np.int32, count=len(column)))
            for name, parts in floats.items():
                parts.append(np.array(by_column[position[name]], dtype=np.float64))
        text = {name: Coded(np.concatenate(codes[name]), tuple(map(str, table))) for name, table in tables.items()}
        numbers = {name: np.concatenate(parts) for name, parts in floats.items()}
        return cls.of(text, numbers, fields=fields, protocol=protocol, source=source)

    @classmethod
    def of(
        cls,
        text: Mapping[str, Coded],
        numbers: Mapping[str, Floats],
        *,
        fields: Sequence[FieldInfo] = (),
        protocol: str = "",
        source: str = "",
        n_unreadable: int = 0,
    ) -> RatingsData:
        """From coded columns; missing ones are filled in, and fields that nobody declared are described from their values."""
        if "field" not in text or "value" not in text or "item" not in text:
            missing = [name for name in ("item", "field", "value") if name not in text]
            raise BeholderError(f"ratings need a column {missing[0]!r}", code="analysis-no-column")
        n = len(text["value"].codes)
        given = frozenset({*text, *numbers})
        texts = {name: text[name] if name in text else Coded.constant("", n) for name in TEXTS}
        if "kind" not in given:
            texts["kind"] = Coded.constant("main", n)
        if "block" not in given:
            texts["block"] = texts["item"]
        floats = {name: numbers[name] if name in numbers else np.broadcast_to(np.nan, n) for name in NUMBERS}
        if "number" not in given:
            floats["number"] = _numbers(texts["value"])
        data = cls(
            text=texts,
            numbers=floats,
            fields=(),
            given=given,
            protocol=protocol,
            source=source,
            n_unreadable=n_unreadable,
        )
        return replace(data, fields=data._described(fields))

    def _described(self, declared: Sequence[FieldInfo]) -> tuple[FieldInfo, ...]:
        """Declared fields first, in their order, then those that only the table knows, described from their values."""
        known = {field.name: field for field in declared}
        column, value = self.text["field"], self.text["value"]
        present = np.bincount(column.codes, minlength=len(column.names)) > 0
        for code, name in enumerate(column.names):
            if not present[code] or (name in known and known[name].top is None):
                continue
            used = np.bincount(value.codes[column.codes == code], minlength=len(value.names))
            given = {value.names[i]: int(used[i]) for i in np.flatnonzero(used)}
            known[name] = known[name].bounded_by(given) if name in known else FieldInfo.inferred(name, given)
        return tuple(known.values())

    def __len__(self) -> int:
        return len(self.text["value"].codes)

    def field(self, name: str) -> FieldInfo:
        """What is known about a field."""
        for one in self.fields:
            if one.name == name:
                return one
        raise BeholderError(
            f"there is no field {name!r}",
            code="analysis-unknown-field",
            hint=nearest(name, [f.name for f in self.fields]),
        )

    def select(self, rows: Rows) -> RatingsData:
        """The same names with only these rows (a mask or positions)."""
        is_mask = rows.dtype == np.bool_
        if is_mask and rows.all():
            return self
        n = int(np.count_nonzero(rows)) if is_mask else len(rows)
        return replace(
            self,
            text={name: column.taken(rows, n) for name, column in self.text.items()},
            numbers={name: _taken(column, rows, n) for name, column in self.numbers.items()},
        )

    def by_name(self) -> RatingsData:
        """The same ratings, with whatever is resampled numbered by its name.

        What is drawn by chance then hangs on the ratings alone, and not on the order in which a table lists them.
        """
        return replace(self, text={**self.text, **{name: self.text[name].by_name() for name in _RESAMPLED}})

    def without_systems(self) -> RatingsData:
        """The same ratings where it plays no part whose output was shown."""
        return replace(self, text={**self.text, "system": Coded.constant("", len(self))})

    def where(self, **equal: str | Iterable[str]) -> RatingsData:
        """The rows whose columns have one of the texts given: `data.where(kind="main", field=("a", "b"))`."""
        kept: Any = np.ones(len(self), dtype=bool)
        for name, wanted in equal.items():
            kept &= self.text[name].is_in((wanted,) if isinstance(wanted, str) else wanted)
        return self.select(kept)

    def count(self, column: str) -> int:
        """How many different non-empty texts a column has."""
        coded = self.text[column]
        used = np.bincount(coded.codes, minlength=len(coded.names)) > 0
        return int(used.sum()) - int(any(used[i] for i, name in enumerate(coded.names) if not name))

    def used(self, column: str) -> list[str]:
        """The different texts of a column that occur, sorted, without the empty one."""
        coded = self.text[column]
        present = np.bincount(coded.codes, minlength=len(coded.names)) > 0
        return sorted(name for name, seen in zip(coded.names, present, strict=True) if seen and name)

    def together(self, *columns: str) -> NDArray[np.int64]:
        """One code per combination of texts: what `columns` hold together."""
        out, size = np.zeros(len(self), dtype=np.int64), 1
        for name in columns:
            coded = self.text[name]
            width = max(len(coded.names), 1)
            if size * width >= 2**62:
                # kept small, so that many columns cannot overflow
                out = np.unique(out, return_inverse=True)[1].astype(np.int64)
                size = int(out.max(initial=0)) + 1
            out, size = out * width + coded.codes, size * width
        return np.unique(out, return_inverse=True)[1].astype(np.int64)

    def n_answers(self) -> int:
        """How many answers the rows come from."""
        return int(self.answers().max(initial=-1)) + 1

    def answered(self) -> RatingsData:
        """The rows of answers that say something: at least one of their fields is not blank."""
        said = ~self.text["value"].is_in(("",))
        if said.all():
            return self
        answer = self.answers()
        return self.select(np.bincount(answer, weights=said)[answer] > 0)

    def answers(self) -> NDArray[np.int64]:
        """One code per answer: by answer id, else by rater and trial, else by rater, item and system.

        Where these repeat, and where nobody knows who rated, every row of a field is an answer of its own.
        """
        if "answer" in self.given or "trial" in self.given:
            return self.showing()
        same = self.together("rater", "item", "system", "kind") if self.used("rater") else np.zeros(len(self), np.int64)
        # a second row of the same field cannot belong to the same answer
        cell = same * max(len(self.text["field"].names), 1) + self.text["field"].codes
        again = occurrence(cell)
        width = int(again.max(initial=0)) + 1
        answer: NDArray[np.int64] = np.unique(same * width + again, return_inverse=True)[1].astype(np.int64)
        return answer

    def showing(self) -> NDArray[np.int64]:
        """One code per showing: the answer, else rater and trial, else rater, item and sequence."""
        if "answer" in self.given:
            return self.together("answer")
        if "trial" in self.given:
            return self.together("rater", "trial", "kind")
        return self.together("rater", "item", "kind")


def occurrence(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each row how many rows before it have the same code."""
    order = np.argsort(codes, kind="stable")
    _, start, size = np.unique(codes[order], return_index=True, return_counts=True)
    before = np.empty(len(codes), dtype=np.int64)
    before[order] = np.arange(len(codes)) - np.repeat(start, size)
    return before


def _taken(column: NDArray[_T], rows: Rows, n: int) -> NDArray[_T]:
    """Some rows of a column; where all are the same one value, which takes the room of one."""
    return np.broadcast_to(column[:1].reshape(()), n) if column.strides == (0,) and len(column) else column[rows]


def _numbers(value: Coded) -> Floats:
    table = np.full(len(value.names) + 1, np.nan)
    for i, name in enumerate(value.names):
        try:
            table[i] = float(name)
        except ValueError:
            continue
    table[~np.isfinite(table)] = np.nan
    return np.asarray(table[value.codes])
