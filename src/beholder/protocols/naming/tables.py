"""The tables and figures of a verified naming data set: what is wrong with names, and how often."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from beholder.findings import Chart, Column, Table
from beholder.protocols.naming.bootstrap import BOOTSTRAP, Floats, Resampling, put, ratios
from beholder.protocols.naming.scores import TYPES
from beholder.protocols.naming.variation import group_of, variation_rows, variation_table
from beholder.protocols.naming.verified import NamePair, Verified

__all__ = [
    "FOLDED_TYPES",
    "adequacy_chart",
    "before_after_table",
    "discarded_table",
    "inadequacy_table",
    "same_object_chart",
]

FOLDED_TYPES = ("referential", "visual", "other", "none")
"""The types of the paper's table: linguistic slips are so rare there that they count as other."""

_SAME_OBJECT_BINS = ("0", "(0, 0.5]", "(0.5, 1)", "1")
_Weight = Callable[[NamePair], float]


def inadequacy_table(
    objects: Iterable[Verified], *, how: Resampling, by_token: bool = False, fold_linguistic: bool = True
) -> Table:
    """Table 1: the mean INADEQUACYTYPE over all name–object pairs and over parts of them.

    Parts: SAMEOBJECT = 0 with the top name; the excluded (that or too low an ADEQUACY); the kept. `by_token` weighs a pair
    by how often the name was given. `removed_by_adequacy` is the share of the excluded that adequacy alone removes.
    Singletons are in no part; an object with one name only counts as `none`. Pairs nobody judged are left out.
    """
    listed = [one for one in objects if one.complete]
    kinds = FOLDED_TYPES if fold_linguistic else TYPES

    weight = _per_token if by_token else _once
    parts: list[tuple[str, Callable[[Verified, NamePair], bool]]] = [
        ("all", _is_any),
        ("other-object", _is_other),
        ("excluded", _is_excluded),
        ("kept", _is_kept),
    ]
    rows = []
    for name, inside in parts:
        row: dict[str, Any] = {"part": name}
        numerators, total = _type_sums(listed, kinds, weight, inside)
        for kind, estimate in zip(kinds, ratios(numerators, total, how), strict=True):
            put(row, kind, estimate)
        row["pairs"] = sum(1 for one in listed for pair in one.pairs() if _scored(pair) and inside(one, pair))
        row["tokens"] = sum(pair.count for one in listed for pair in one.pairs() if _scored(pair) and inside(one, pair))
        rows.append(row)
    counts = np.array([_excluded_counts(one, weight) for one in listed], dtype=np.float64).reshape(len(listed), 2)
    put(rows[2], "removed_by_adequacy", ratios(counts[:, :1], counts[:, 1], how)[0])
    unit = "name tokens" if by_token else "name–object pairs"
    return Table(
        name=f"inadequacy{'_tokens' if by_token else ''}{'' if fold_linguistic else '_apart'}",
        title=f"Inadequacy types over {unit}",
        columns=(
            Column(name="part", title="Part"),
            *(Column(name=kind, title=kind.capitalize(), digits=2) for kind in kinds),
            Column(name="pairs", title="Pairs"),
            Column(name="tokens", title="Tokens"),
        ),
        rows=tuple(rows),
        notes=(BOOTSTRAP, *_left_out(listed)),
    )


def discarded_table(objects: Iterable[Verified], *, how: Resampling, by: str = "domain") -> Table:
    """What was wrong with the excluded names, for each group of objects; linguistic apart."""
    listed = [one for one in objects if one.complete]
    rows = []
    for name in ("all", *sorted({group_of(one.before, by) for one in listed})):
        inside = [one for one in listed if name == "all" or group_of(one.before, by) == name]
        row: dict[str, Any] = {"domain": name}
        numerators, total = _type_sums(inside, TYPES, _once, _is_excluded)
        for kind, estimate in zip(TYPES, ratios(numerators, total, how), strict=True):
            put(row, kind, estimate)
        row["pairs"] = int(total.sum())
        rows.append(row)
    return Table(
        name="discarded",
        title="Inadequacy types of the excluded names",
        columns=(
            Column(name="domain", title="Domain"),
            *(Column(name=kind, title=kind.capitalize(), digits=2) for kind in TYPES),
            Column(name="pairs", title="Pairs"),
        ),
        rows=tuple(rows),
        notes=(BOOTSTRAP,),
    )


def before_after_table(objects: Iterable[Verified], *, how: Resampling, by: str | None = "domain") -> Table:
    """Table 2: variation of names before and after verification, and the share of tokens still unclear after it.

    Before: the names given often enough to be verified. Unclear: tokens of the kept names with SAMEOBJECT between 0 and 1.
    """
    listed = [one for one in objects if one.complete]
    before = variation_rows([one.verifiable for one in listed], how=how, by=by)
    after = variation_rows([one.after for one in listed], how=how, by=by)
    rows = []
    for first, second in zip(before, after, strict=True):
        row: dict[str, Any] = {"domain": first["domain"], "objects": first["objects"]}
        for prefix, source in (("before", first), ("after", second)):
            row |= {
                f"{prefix}_{key}": value
                for key, value in source.items()
                if key.removesuffix("_interval") in ("N", "perc_top", "perc_top_sd", "H", "H_sd")
            }
        inside = [
            one for one in listed if first["domain"] == "all" or group_of(one.before, by or "") == first["domain"]
        ]
        sums = np.array([_unclear(one) for one in inside], dtype=np.float64).reshape(len(inside), 2)
        put(row, "unclear", ratios(sums[:, :1], sums[:, 1], how)[0])
        rows.append(row)
    base = variation_table([], name="before_after", title="Naming variation before and after verification")
    columns = [
        Column(name=f"{when}_{c.name}", title=f"{c.title} {when}", digits=c.digits)
        for when in ("before", "after")
        for c in base.columns[2:]
    ]
    return Table(
        name=base.name,
        title=base.title,
        columns=(*base.columns[:2], *columns, Column(name="unclear", title="Unclear tokens", digits=3)),
        rows=tuple(rows),
        notes=(*base.notes, *_left_out(listed)),
    )


def adequacy_chart(objects: Iterable[Verified], *, how: Resampling, bins: int = 7) -> Chart:
    """Fig. 2a: how many judged pairs have which ADEQUACY, top names and alternatives apart.

    `bins` equal steps from 0 to 1, each holding what is nearest to it: with 3 raters 7 bins hold one possible score each.
    """
    listed = [one for one in objects if one.complete]
    table = np.zeros((len(listed), 2 * bins))
    for place, one in enumerate(listed):
        for pair in one.pairs():
            if pair.judged:
                step = min(bins - 1, math.floor(pair.score.adequacy * (bins - 1) + 0.5))
                table[place, step + (0 if pair.is_top else bins)] += 1
    total = table.sum(axis=1)
    estimates = ratios(table, total, how)
    rows = []
    for kind, start in (("top", 0), ("alternative", bins)):
        for step in range(bins):
            row: dict[str, Any] = {"adequacy": step / (bins - 1), "name": kind}
            row["pairs"] = int(table[:, start + step].sum())
            put(row, "share", estimates[start + step])
            rows.append(row)
    return Chart(
        name="adequacy",
        title="Adequacy of name–object pairs",
        kind="stacked-bar",
        rows=tuple(rows),
        options={"x": "adequacy", "y": "pairs", "colour": "name"},
    )


def same_object_chart(objects: Iterable[Verified], *, how: Resampling) -> Chart:
    """Fig. 2b: how the tokens of an object spread over SAMEOBJECT with the top name, by inadequacy type.

    Each name counts as often as it was given, the top name once less, so that an object has M - 1 tokens to compare.
    """
    listed = [one for one in objects if one.complete]
    kinds = FOLDED_TYPES
    table = np.zeros((len(listed), len(_SAME_OBJECT_BINS) * len(kinds)))
    for place, one in enumerate(listed):
        for pair in one.pairs():
            if not _scored(pair) or math.isnan(pair.same_object):
                continue
            weight = pair.count - 1 if pair.is_top else pair.count
            bin_ = _same_object_bin(pair.same_object)
            for k, share in enumerate(_shares(pair, kinds)):
                table[place, bin_ * len(kinds) + k] += weight * share
    total = table.sum(axis=1)
    by_bin = table.reshape(len(listed), len(_SAME_OBJECT_BINS), len(kinds)).sum(axis=2)
    estimates, whole = ratios(table, total, how), ratios(by_bin, total, how)
    rows = []
    for b, label in enumerate(_SAME_OBJECT_BINS):
        for k, kind in enumerate(kinds):
            row: dict[str, Any] = {"same_object": label, "inadequacy": kind}
            row["tokens"] = float(table[:, b * len(kinds) + k].sum())
            put(row, "share", estimates[b * len(kinds) + k])
            put(row, "bin_share", whole[b])
            rows.append(row)
    return Chart(
        name="same_object",
        title="Name tokens by SAMEOBJECT with the top name",
        kind="stacked-bar",
        rows=tuple(rows),
        options={"x": "same_object", "y": "share", "colour": "inadequacy"},
    )


def _same_object_bin(share: float) -> int:
    if share in (0.0, 1.0):
        return 0 if share == 0.0 else 3
    return 1 if share <= 0.5 else 2


def _once(_: NamePair) -> float:
    return 1.0


def _per_token(pair: NamePair) -> float:
    return float(pair.count)


def _is_any(_: Verified, __: NamePair) -> bool:
    return True


def _is_kept(one: Verified, pair: NamePair) -> bool:
    return not _is_excluded(one, pair)


def _is_other(one: Verified, pair: NamePair) -> bool:
    return not pair.is_top and one.thresholds.other_object(pair.same_object)


def _is_excluded(one: Verified, pair: NamePair) -> bool:
    return not pair.is_top and (_is_other(one, pair) or one.thresholds.inadequate(pair.score.adequacy))


def _scored(pair: NamePair) -> bool:
    return bool(pair.score.types)


def _shares(pair: NamePair, kinds: Sequence[str]) -> list[float]:
    types = dict(pair.score.types)
    if "linguistic" not in kinds:
        types["other"] = types.get("other", 0.0) + types.pop("linguistic", 0.0)
    return [types.get(kind, 0.0) for kind in kinds]


def _type_sums(
    objects: Sequence[Verified], kinds: Sequence[str], weight: _Weight, inside: Callable[[Verified, NamePair], bool]
) -> tuple[Floats, Floats]:
    table = np.zeros((len(objects), len(kinds) + 1))
    for place, one in enumerate(objects):
        for pair in one.pairs():
            if _scored(pair) and inside(one, pair):
                table[place, :-1] += weight(pair) * np.array(_shares(pair, kinds))
                table[place, -1] += weight(pair)
    return table[:, :-1], table[:, -1]


def _excluded_counts(one: Verified, weight: _Weight) -> tuple[float, float]:
    excluded = [pair for pair in one.pairs() if _scored(pair) and _is_excluded(one, pair)]
    alone = [pair for pair in excluded if not _is_other(one, pair)]
    return math.fsum(map(weight, alone)), math.fsum(map(weight, excluded))


def _unclear(one: Verified) -> tuple[float, float]:
    kept = set(one.after.names)
    doubtful = sum(pair.count for pair in one.pairs() if pair.name in kept and 0.0 < pair.same_object < 1.0)
    return float(doubtful), float(one.after.total)


def _left_out(objects: Sequence[Verified]) -> tuple[str, ...]:
    lost = sum(1 for one in objects for pair in one.pairs() if not _scored(pair))
    return (f"{lost} name–object pairs that nobody judged are left out",) if lost else ()
