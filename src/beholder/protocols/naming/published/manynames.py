"""The public ManyNames layout, read and written: TSV with nested cells in Python's notation, or JSON.

English, Chinese and Catalan releases differ in their columns; whatever is not used here is kept and written back.
"""

from __future__ import annotations

import csv
import gzip
import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from beholder.errors import BeholderError
from beholder.protocols.naming.collect.sets import ResponseSet
from beholder.protocols.naming.published.files import find_column, read_rows
from beholder.protocols.naming.published.literal import read_literal
from beholder.protocols.naming.verify.adequacy import TYPES, NameScore, ObjectScores
from beholder.protocols.naming.verify.verified import Thresholds, VerifiedObject
from beholder.tabular import plain_suffix

__all__ = [
    "ITEM_COLUMNS",
    "ManyNames",
    "PublishedObject",
    "published_from_verified",
    "read_manynames",
    "verified_from_published",
    "write_manynames",
]


def verified_from_published(
    objects: Iterable[PublishedObject], *, thresholds: Thresholds | None = None, min_count: int = 1
) -> list[VerifiedObject]:
    """The file's own decision stands: `responses` is the consistent set, `incorrect` was taken out, `singletons` set aside.

    Names of `responses` given fewer than `min_count` times count as singletons: 1 for files as released, 2 for the rule of
    the paper, where nobody looked at names given once.
    """
    limits = thresholds or Thresholds()
    out = []
    for one in objects:
        before, after = one.all_responses, one.responses.at_least(min_count)
        judged = {name for name, count in one.incorrect.items() if count > 1 or name in one.scores.names}
        out.append(
            VerifiedObject(before, before.only({*after.names, *judged}), after, one.scores, limits, min_count=min_count)
        )
    return out


def published_from_verified(objects: Iterable[VerifiedObject]) -> list[PublishedObject]:
    """Verified sets in the public layout: kept names, excluded names, names given too rarely to be judged."""
    out = []
    for one in objects:
        kept, judged = set(one.after.names), set(one.verifiable.names)
        counts = list(zip(one.before.names, one.before.counts, strict=True))
        out.append(
            PublishedObject(
                one.after,
                incorrect={name: n for name, n in counts if name in judged and name not in kept},
                singletons={name: n for name, n in counts if name not in judged},
                scores=one.scores,
            )
        )
    return out


ITEM_COLUMNS = ("item", "vg_object_id", "object", "id")
_NESTED = ("responses", "raw_responses", "incorrect", "singletons", "same_object", "adequacy_mean", "inadequacy_type")
_COMPUTED = ("topname", "N", "total_responses", "perc_top", "H", "opt_outs")
_TYPE_NAMES = {
    "bounding box": "referential",
    "bounding box error": "referential",
    "named object not tightly in bounding box": "referential",
    "named object misinterpreted": "visual",
    "visual recognition": "visual",
    "something else": "other",
    "none": "none",
}


@dataclass(frozen=True, slots=True)
class PublishedObject:
    """One row: the set held to be right, the names taken out (with counts), names given once, and scores if there are any."""

    responses: ResponseSet
    incorrect: Mapping[str, int] = field(default_factory=dict)
    singletons: Mapping[str, int] = field(default_factory=dict)
    raw_responses: Mapping[str, int] = field(default_factory=dict)
    scores: ObjectScores = field(default_factory=ObjectScores)

    @property
    def all_responses(self) -> ResponseSet:
        """Every name that was given, right or not."""
        one = self.responses
        counts = dict(zip(one.names, one.counts, strict=True))
        for more in (self.incorrect, self.singletons):
            for name, count in more.items():
                counts.setdefault(name, count)
        return ResponseSet.of(one.item, counts, columns=one.columns, opt_outs=one.opt_outs, listed=one.names)


@dataclass(frozen=True, slots=True)
class ManyNames:
    """A file in the public layout."""

    objects: tuple[PublishedObject, ...]

    @property
    def sets(self) -> list[ResponseSet]:
        """The response sets as released."""
        return [one.responses for one in self.objects]

    @property
    def verified(self) -> bool:
        """Whether the file tells right names from wrong ones."""
        return any(one.incorrect or one.scores.names for one in self.objects)


def read_manynames(path: Path) -> ManyNames:
    """Reads a file in the public layout; the id is `item`, `vg_object_id`, `object` or `id`.

    The file's own N, perc_top and H are not trusted but computed anew. Its `topname` decides between names of equal count.
    """
    out: list[PublishedObject] = []
    seen: set[str] = set()
    for number, row in read_rows(path):
        if not out:
            find_column(row, ("responses",), path=path, what="the names and their counts")
        key = find_column(row, ITEM_COLUMNS, path=path, what="the object's id")
        item = _text(row[key])
        where = f"{path} row {number}"
        if item in seen:
            raise BeholderError(f"the object {item} stands in the file twice", code="naming-bad-row", where=where)
        seen.add(item)
        out.append(_object(item, row, where))
    if not out:
        raise BeholderError("the file has no objects", code="naming-no-objects", where=str(path))
    return ManyNames(tuple(out))


def _object(item: str, row: Mapping[str, Any], where: str) -> PublishedObject:
    nested = {name: _nested(row[name], name, where) for name in _NESTED if name in row}
    top = _nested(row.get("topname"), "topname", where) if _looks_nested(row.get("topname")) else row.get("topname")
    listed = [str(name) for name in top] if isinstance(top, list) else [str(top)] if top else []
    columns = {
        k: v for k, v in row.items() if k and k not in _NESTED and k not in _COMPUTED and k not in ITEM_COLUMNS[:1]
    }
    silent = _text(row.get("opt_outs"))
    try:
        responses = ResponseSet.of(
            item,
            _counts(nested.get("responses")),
            columns=columns,
            opt_outs=int(silent) if silent.isdecimal() else 0,
            listed=listed,
        )
        return PublishedObject(
            responses,
            _counts(nested.get("incorrect")),
            _counts(nested.get("singletons")),
            _counts(nested.get("raw_responses")),
            _scores(nested),
        )
    except (ValueError, BeholderError) as error:
        raise BeholderError(str(error).split(" [")[0], code="naming-bad-row", where=where) from error


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _looks_nested(value: Any) -> bool:
    return isinstance(value, list) or (isinstance(value, str) and value.lstrip().startswith("["))


def _nested(value: Any, name: str, where: str) -> Any:
    if not isinstance(value, str):
        return value
    if not value.strip() or value.strip().lower() in ("nan", "none", "null"):
        return None
    try:
        return read_literal(value)
    except ValueError as error:
        raise BeholderError(f"{name}: {error}", code="naming-bad-cell", where=where) from None


def _counts(value: Any) -> dict[str, int]:
    """Names with counts; older releases give wrong names as a record with a `count`, some lists as bare names."""
    if value is None:
        return {}
    if isinstance(value, list):
        return {str(name): 1 for name in value}
    if not isinstance(value, Mapping):
        raise ValueError(f"expected names with counts, got {value!r:.60}")  # noqa: TRY004 - about a cell's text
    out = {}
    for name, count in value.items():
        number = count.get("count") if isinstance(count, Mapping) else count
        if isinstance(number, float) and number.is_integer():
            number = int(number)
        if isinstance(number, bool) or not isinstance(number, int) or number < 0:
            raise ValueError(f"the count of {name!r} is {number!r}; counts are whole numbers")
        out[name] = number
    return out


def _scores(nested: Mapping[str, Any]) -> ObjectScores:
    adequacy, kinds = nested.get("adequacy_mean") or {}, nested.get("inadequacy_type") or {}
    names: dict[str, NameScore] = {}
    for name in {**adequacy, **kinds}:
        value = adequacy.get(name)
        number = float(value) if isinstance(value, int | float) else math.nan
        types = _types(kinds.get(name, "NA"))
        if not math.isnan(number) or types:
            names[name] = NameScore(number, types, 0)
    together: dict[tuple[str, str], float] = {}
    for name, others in (nested.get("same_object") or {}).items():
        for other, share in others.items() if isinstance(others, Mapping) else ():
            if isinstance(share, int | float) and name != other and (other, name) not in together:
                together[name, other] = float(share)
    return ObjectScores(names, together)


def _types(value: Any) -> dict[str, float]:
    """Shares of inadequacy types from shares by type, or from one type that stands for all raters."""
    if value == "NA":
        return {}
    shares = value if isinstance(value, Mapping) else {_text(value) or "none": 1.0}
    out = dict.fromkeys(TYPES, 0.0)
    for kind, share in shares.items():
        if not isinstance(share, int | float):
            return {}
        known = kind.strip().lower()
        out[known if known in TYPES else _TYPE_NAMES.get(known, "other")] += float(share)
    return out


def write_manynames(objects: Iterable[PublishedObject], path: Path) -> int:
    """Writes `.tsv`, `.csv` (nested cells in Python's notation, as published) or `.json`, also `.gz`; how many objects."""
    kind = plain_suffix(path)
    if kind not in (".tsv", ".csv", ".json"):
        raise BeholderError(
            f"cannot write {path.name}: the ending must be .tsv, .csv or .json",
            code="naming-bad-ending",
            where=str(path),
        )
    rows = [_row(one) for one in objects]
    titles = list(dict.fromkeys(name for row in rows for name in row))
    path.parent.mkdir(parents=True, exist_ok=True)
    opened: Any = gzip.open if path.suffix.lower() == ".gz" else open
    with opened(path, "wt", encoding="utf-8", newline="") as file:
        if kind == ".json":
            json.dump(rows, file, ensure_ascii=False, allow_nan=False)
        else:
            writer = csv.writer(file, delimiter="\t" if kind == ".tsv" else ",", lineterminator="\n")
            writer.writerow(titles)
            for row in rows:
                writer.writerow([_cell(row.get(name)) for name in titles])
    return len(rows)


def _row(one: PublishedObject) -> dict[str, Any]:
    found = one.responses
    computed = found.to_row()
    extra = {k: _finite(v) for k, v in found.columns.items()}
    row: dict[str, Any] = {"item": found.item, **extra}
    row |= {name: computed[name] for name in ("topname", "responses", *_COMPUTED[1:])}
    for name in ("incorrect", "singletons", "raw_responses"):
        if value := getattr(one, name):
            row[name] = dict(value)
    if one.scores.names:
        row["adequacy_mean"] = {n: _finite(s.adequacy) for n, s in one.scores.names.items()}
        row["inadequacy_type"] = {n: {k: v for k, v in s.types.items() if v} for n, s in one.scores.names.items()}
        row["same_object"] = {
            name: {other: _finite(one.scores.same_object(name, other)) for other in one.scores.names}
            for name in one.scores.names
        }
    return row


def _finite(value: Any) -> Any:
    return "NA" if isinstance(value, float) and not math.isfinite(value) else value


def _cell(value: Any) -> Any:
    return repr(value) if isinstance(value, dict | list) else "" if value is None else value
