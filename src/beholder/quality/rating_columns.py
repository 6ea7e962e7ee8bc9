"""The ratings of a study as columns: what quality, agreement and disputes need of each row, in some seventy bytes."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beholder.analysis.data import Coded, Numbered, RatingsData
from beholder.analysis.field_info import FieldInfo
from beholder.fields import Form, Way
from beholder.tables.ratings import COLUMNS, Rating

__all__ = ["RatingColumns", "unread_fields"]

_TEXTS = ("rater", "item", "block", "system", "trial", "kind", "field", "value", "side", "excluded_by")
_PLAIN = ("answer", "number", "active_ms", "sequence", "position", "first")
# plain rows held at a time: each takes ten times what is kept of it
_CHUNK = 4096


@dataclass(frozen=True, slots=True)
class RatingColumns:
    """Ratings in the order they were given. `answer` numbers the answers that rows belong to from 0.

    `number` is NaN where there is none, `position` 0; `first` says that the answer was never corrected. Within a trial, the
    system tells candidates apart.
    """

    text: dict[str, Coded]
    answer: NDArray[np.int32]
    number: NDArray[np.float64]
    active_ms: NDArray[np.int64]
    sequence: NDArray[np.int32]
    position: NDArray[np.int32]
    first: NDArray[np.bool_]

    @classmethod
    def of(cls, rows: Iterable[Rating], *, unread: Collection[str] = ()) -> RatingColumns:
        """From rows, read once; those of one answer follow each other. What was typed into `unread` fields is not kept."""
        tables = {name: Numbered() for name in _TEXTS}
        parts: dict[str, list[NDArray[Any]]] = {name: [] for name in (*_TEXTS, *_PLAIN)}
        stream, answers = iter(rows), 0
        last: str | None = None
        while chunk := list(islice(stream, _CHUNK)):
            given = dict(zip(COLUMNS, zip(*chunk, strict=True), strict=True))
            if unread:
                pairs = zip(given["field"], given["value"], strict=True)
                given["value"] = tuple("" if field in unread else value for field, value in pairs)
            for name, table in tables.items():
                parts[name].append(np.fromiter(map(table.__getitem__, given[name]), np.int32, len(chunk)))
            ids = given["answer"]
            new = np.fromiter((a != b for a, b in zip(ids, (last, *ids), strict=False)), np.int32, len(chunk))
            parts["answer"].append(np.cumsum(new, dtype=np.int32) + np.int32(answers - 1))
            answers, last = answers + int(new.sum()), ids[-1]
            parts["number"].append(np.array(given["number"], dtype=np.float64))
            parts["active_ms"].append(np.array(given["active_ms"], dtype=np.int64))
            parts["sequence"].append(np.array(given["sequence"], dtype=np.int32))
            parts["position"].append(np.array([one or 0 for one in given["position"]], dtype=np.int32))
            parts["first"].append(np.array([one == 1 for one in given["revision"]], dtype=np.bool_))
        text = {name: Coded(_joined(parts, name, np.int32), tuple(map(str, table))) for name, table in tables.items()}
        return cls(
            text,
            answer=_joined(parts, "answer", np.int32),
            number=_joined(parts, "number", np.float64),
            active_ms=_joined(parts, "active_ms", np.int64),
            sequence=_joined(parts, "sequence", np.int32),
            position=_joined(parts, "position", np.int32),
            first=_joined(parts, "first", np.bool_),
        )

    def __len__(self) -> int:
        return len(self.answer)

    def rows(self, kinds: Iterable[str], fields: Iterable[str] | None = None) -> NDArray[np.int64]:
        """Where the rows of these kinds stand, of all fields or of some."""
        chosen = self.text["kind"].is_in(kinds)
        if fields is not None:
            chosen &= self.text["field"].is_in(fields)
        return np.flatnonzero(chosen)

    def to_data(self, form: Form, *, kind: str, field: str | None = None) -> RatingsData:
        """What was not excluded of one kind, as analyses read it; of one field alone without what is known of showings."""
        kept = self.text["kind"].is_in((kind,)) & self.text["excluded_by"].is_in(("",))
        if field is not None:
            kept &= self.text["field"].is_in((field,))
        count = int(np.count_nonzero(kept))
        same = {"kind": kind, "excluded_by": ""} | ({} if field is None else {"field": field})
        text = {name: Coded.constant(one, count) for name, one in same.items()}
        text |= {name: column.taken(kept, count) for name, column in self.text.items() if name not in same}
        numbers = {"number": self.number[kept]}
        if field is None:
            numbers |= {
                "active_ms": self.active_ms[kept].astype(np.float64),
                "sequence": self.sequence[kept].astype(np.float64),
                "position": np.where(self.position[kept] == 0, np.nan, self.position[kept]),
            }
        answer = _numbered_anew(self.answer[kept])
        # told apart by their codes alone: no figure names an answer
        text["answer"] = Coded(answer, ("",) * (int(answer.max(initial=-1)) + 1))
        return RatingsData.of(text, numbers, fields=FieldInfo.of_form(form))

    def answered_fields(self, *, kind: str) -> list[str]:
        """The fields of which something of that kind was not excluded."""
        kept = self.text["kind"].is_in((kind,)) & self.text["excluded_by"].is_in(("",))
        column = self.text["field"]
        used = np.bincount(column.codes[kept], minlength=len(column.names))
        return [name for name, count in zip(column.names, used, strict=True) if name and count]


def _numbered_anew(answer: NDArray[np.int32]) -> NDArray[np.int32]:
    """Answers numbered from 0 without gaps, given in their order: rows of one answer follow each other."""
    new = np.ones(len(answer), dtype=np.bool_)
    np.not_equal(answer[1:], answer[:-1], out=new[1:])
    return np.cumsum(new, dtype=np.int32) - np.int32(1)


def unread_fields(form: Form) -> set[str]:
    """Fields whose answers are compared by nothing: what is typed there can be as long as it likes."""
    compared = {info.name for info in FieldInfo.of_form(form) if info.way not in (Way.TEXTS, Way.NAMES, Way.NONE)}
    return {name for name, field in form.all_fields() if field.measure() == "text"} - compared


def _joined(parts: dict[str, list[NDArray[Any]]], name: str, kind: type[np.generic]) -> NDArray[Any]:
    """One column, whose parts are let go: no two columns are there twice at once."""
    return np.concatenate([np.empty(0, dtype=kind), *parts.pop(name)])
