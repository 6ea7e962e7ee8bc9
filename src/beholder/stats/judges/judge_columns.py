"""Judges in columns of a table beside what people said: matches, replies that cannot be read, places, agreement."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import t as student

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.agreement.alpha import krippendorff_alpha
from beholder.stats.columns import Ratings
from beholder.stats.comparison.rates import wilson
from beholder.stats.messages import tell
from beholder.stats.results import Results

if TYPE_CHECKING:
    from beholder.stats.agreement.alpha import Level

__all__ = ["judge_columns"]


def judge_columns(
    *,
    item: Sequence[Any],
    human: Sequence[Any],
    judges: Mapping[str, Sequence[Any]],
    level: Level | None = None,
    sides: tuple[str, str] | None = None,
) -> Results:
    """How each judge stands to people, from a table with a row for each human answer and a column for each judge.

    `accuracy` is the share of rows in which the judge says what the person says; a reply that nobody can read matches
    nobody, as in published tables. `accuracy_read` leaves such replies out, `missing` is their share: cells that are empty
    or hold what no person ever says (unless all are numbers). `sides` are the two answers for what stands first and
    second; `first_side` is then how often the first wins where one of the two does, and `agreement_decided` how often
    judge and person choose alike where both choose. `alpha` is Krippendorff's of two answers. Intervals are Wilson's, or
    where items repeat by sums over items. Dropped: rows without a human answer or an item.
    """
    people = [None if _empty(value) else str(value).strip() for value in human]
    known = [n for n, value in enumerate(people) if value is not None and not _empty(item[n])]
    if not known:
        raise BeholderError("no row has a human answer", code="stats-no-ratings")
    said = {people[n] for n in known}
    numeric = all(_number(value) is not None for value in said)
    unit = [str(item[n]) for n in known]
    lost = len(people) - len(known)
    findings: list[Finding] = []
    for name, column in judges.items():
        cells = [None if _empty(column[n]) else str(column[n]).strip() for n in known]
        read = [None if cell is None else cell if _reads(cell, said, numeric=numeric) else None for cell in cells]
        matched = [_same(people[n], cell, numeric=numeric) for n, cell in zip(known, read, strict=True)]
        there = [k for k, cell in enumerate(read) if cell is not None]
        found = [
            _share("accuracy", matched, unit),
            _share("accuracy_read", [matched[k] for k in there], [unit[k] for k in there]),
            _share("missing", [cell is None for cell in read], unit),
        ]
        if sides is not None:
            found += _sides([people[n] for n in known], read, unit, sides)
        found.append(_alpha([people[n] for n in known], read, level or ("ordinal" if numeric else "nominal")))
        findings += [replace(one, name=f"{one.name}:{name}", n_dropped=one.n_dropped + lost) for one in found]
    return Results(tuple(findings))


def _empty(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value)) or not str(value).strip()


def _number(value: str | None) -> float | None:
    try:
        found = float(value or "")
    except ValueError:
        return None
    return found if math.isfinite(found) else None


def _reads(cell: str, said: set[str | None], *, numeric: bool) -> bool:
    return _number(cell) is not None if numeric else cell in said


def _same(one: str | None, other: str | None, *, numeric: bool) -> bool:
    if one is None or other is None:
        return False
    return _number(one) == _number(other) if numeric else one == other


def _share(name: str, hits: Sequence[bool], unit: Sequence[str]) -> Finding:
    group = np.unique(np.array(unit, dtype=str), return_inverse=True)[1]
    n = int(group.max()) + 1 if len(group) else 0
    found = wilson(sum(hits), len(hits), name=name)
    if n == len(hits) or n < 2:
        return found
    mean = found.value
    sums = np.bincount(group, weights=np.array(hits, dtype=float) - mean)
    reach = float(student.ppf(0.975, n - 1)) * math.sqrt(float(sums @ sums) * n / (n - 1)) / len(hits)
    interval = (max(0.0, mean - reach), min(1.0, mean + reach)) if reach > 0 else found.interval
    return replace(found, interval=interval, method=tell("share-by-items"))


def _sides(
    people: Sequence[str | None], read: Sequence[str | None], unit: Sequence[str], sides: tuple[str, str]
) -> list[Finding]:
    first, second = sides
    decided = [k for k, cell in enumerate(read) if cell in sides]
    both = [k for k in decided if people[k] in sides]
    if not {first, second} & {cell for cell in (*people, *read) if cell is not None}:
        raise BeholderError(
            f'nobody says "{first}" or "{second}"',
            code="stats-bad-option",
            hint="--first and --second are the two answers as they stand in the table",
        )
    return [
        _share("first_side", [read[k] == first for k in decided], [unit[k] for k in decided]),
        _share("agreement_decided", [read[k] == people[k] for k in both], [unit[k] for k in both]),
    ]


def _alpha(people: Sequence[str | None], read: Sequence[str | None], level: Level) -> Finding:
    pairs = [(a, b) for a, b in zip(people, read, strict=True) if a is not None and b is not None]
    units = np.repeat(np.arange(len(pairs)), 2)
    values: list[Any] = [value for pair in pairs for value in pair]
    if level != "nominal":
        values = [_number(value) for value in values]
    if not pairs:
        return Finding(name="alpha", value=math.nan, notes=(tell("reason-no-two-ratings"),))
    return krippendorff_alpha(
        Ratings.of(item=units, rater=units * 0 + np.arange(len(units)) % 2, value=values), level=level
    ).finding
