"""The tables and figures of a verified naming data set: what is wrong with names, and how often."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from beholder.findings import Chart, Table, TableColumn
from beholder.protocols.naming.collect.variation import group_of, variation_rows, variation_table
from beholder.protocols.naming.object_bootstrap import BOOTSTRAP, Resampling, put, ratios, with_interval
from beholder.protocols.naming.pair_columns import PairColumns
from beholder.protocols.naming.verify.adequacy import TYPES
from beholder.protocols.naming.verify.verified import VerifiedObject
from beholder.protocols.naming.wording import english

__all__ = [
    "FOLDED_TYPES",
    "NOT_ESTIMABLE",
    "adequacy_chart",
    "before_after_table",
    "discarded_table",
    "inadequacy_table",
    "left_out",
    "same_object_chart",
    "unclear_table",
]

FOLDED_TYPES = ("referential", "visual", "other", "none")
"""The types of the paper's table: linguistic slips are so rare there that they count as other."""

NOT_ESTIMABLE = english("note-not-estimable")
"""For names that nobody judged: what cannot be told of them."""

_SAME_OBJECT_BINS = ("0", "(0, 0.5]", "(0.5, 1)", "1")


def inadequacy_table(
    objects: Iterable[VerifiedObject], *, how: Resampling, by_token: bool = False, fold_linguistic: bool = True
) -> Table:
    """Table 1: the mean INADEQUACYTYPE over all name–object pairs and over parts of them.

    Parts: SAMEOBJECT = 0 with the top name; the excluded (that or too low an ADEQUACY); the kept. `by_token` weighs a pair
    by how often the name was given. `removed_by_adequacy` is the share of the excluded that adequacy alone removes.
    Singletons are in no part; an object with one name only counts as `none`. Pairs nobody judged are left out.
    """
    listed = [one for one in objects if one.complete]
    kinds = FOLDED_TYPES if fold_linguistic else TYPES
    pairs = PairColumns.of(listed)
    shares = pairs.shares(kinds)
    weight = pairs.count if by_token else np.ones(len(pairs.count))
    parts = {
        "all": pairs.scored,
        "other-object": pairs.scored & pairs.other,
        "excluded": pairs.scored & pairs.excluded,
        "kept": pairs.scored & ~pairs.excluded,
    }
    rows = []
    for part, inside in parts.items():
        row: dict[str, Any] = {"part": part}
        weighed = weight * inside
        estimates = ratios(pairs.per_object(shares * weighed[:, None]), pairs.per_object(weighed)[:, 0], how)
        for kind, estimate in zip(kinds, estimates, strict=True):
            put(row, kind, estimate)
        row["pairs"], row["tokens"] = int(inside.sum()), int((pairs.count * inside).sum())
        rows.append(row)
    excluded = weight * parts["excluded"]
    alone = pairs.per_object(np.column_stack([excluded * ~pairs.other, excluded]))
    put(rows[2], "removed_by_adequacy", ratios(alone[:, :1], alone[:, 1], how)[0])
    name = f"inadequacy{'_tokens' if by_token else ''}{'' if fold_linguistic else '_apart'}"
    return Table(
        name=name,
        title=english(f"table-{name}"),
        columns=(
            TableColumn(name="part", title="Part"),
            *(TableColumn(name=kind, title=kind.capitalize(), digits=2) for kind in kinds),
            TableColumn(name="pairs", title="Pairs"),
            TableColumn(name="tokens", title="Tokens"),
        ),
        rows=tuple(rows),
        notes=(BOOTSTRAP, *_left_out(pairs)),
    )


def discarded_table(objects: Iterable[VerifiedObject], *, how: Resampling, by: str = "domain") -> Table:
    """What was wrong with the excluded names, for each group of objects; linguistic apart."""
    listed = [one for one in objects if one.complete]
    rows = []
    for name in ("all", *sorted({group_of(one.before, by) for one in listed})):
        pairs = PairColumns.of([one for one in listed if name == "all" or group_of(one.before, by) == name])
        inside = (pairs.scored & pairs.excluded).astype(np.float64)
        row: dict[str, Any] = {"domain": name}
        sums = pairs.per_object(pairs.shares(TYPES) * inside[:, None])
        for kind, estimate in zip(TYPES, ratios(sums, pairs.per_object(inside)[:, 0], how), strict=True):
            put(row, kind, estimate)
        row["pairs"] = int(inside.sum())
        rows.append(row)
    return Table(
        name="discarded",
        title=english("table-discarded"),
        columns=(
            TableColumn(name="domain", title="Domain"),
            *(TableColumn(name=kind, title=kind.capitalize(), digits=2) for kind in TYPES),
            TableColumn(name="pairs", title="Pairs"),
        ),
        rows=tuple(rows),
        notes=(BOOTSTRAP,),
    )


def before_after_table(
    objects: Iterable[VerifiedObject], *, how: Resampling, by: str | None = "domain", judged: bool = True
) -> Table:
    """Table 2: variation of names before and after verification, what changed, and the share of tokens still unclear.

    `delta_N` and `delta_perc_top` are after minus before, `reduction` by how many per cent the mean N fell; their intervals
    draw both from the same objects. Before: the names given often enough to be verified. Unclear: tokens of the kept names with SAMEOBJECT between 0 and 1;
    left out where nobody judged anything.
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
        row |= _change(inside, how)
        sums = np.array([_unclear(one) for one in inside], dtype=np.float64).reshape(len(inside), 2)
        if judged:
            put(row, "unclear", ratios(sums[:, :1], sums[:, 1], how)[0])
        rows.append(row)
    base = variation_table([], name="before_after", title=english("table-before_after"))
    columns = [
        TableColumn(name=f"{when}_{c.name}", title=f"{c.title} {when}", digits=c.digits)
        for when in ("before", "after")
        for c in base.columns[2:]
    ]
    return Table(
        name=base.name,
        title=base.title,
        columns=(
            *base.columns[:2],
            *columns,
            *(TableColumn(name=name, title=title, digits=1) for name, title in _CHANGES.items()),
            *([TableColumn(name="unclear", title="Unclear tokens", digits=3)] if judged else []),
        ),
        rows=tuple(rows),
        notes=(*base.notes, *(left_out(listed) if judged else (NOT_ESTIMABLE,))),
    )


def _change(objects: Sequence[VerifiedObject], how: Resampling) -> dict[str, Any]:
    named = [one for one in objects if one.verifiable.names]
    table = np.array(
        [
            [len(one.verifiable.names), len(one.after.names), one.verifiable.perc_top, one.after.perc_top, 1.0]
            for one in named
        ],
        dtype=np.float64,
    ).reshape(len(named), 5)
    drawn = how.sums(table)
    row: dict[str, Any] = {}
    for name, statistic in (
        ("delta_N", lambda sums: (sums[:, 1] - sums[:, 0]) / sums[:, 4]),
        ("reduction", lambda sums: 100 * (sums[:, 0] - sums[:, 1]) / sums[:, 0]),
        ("delta_perc_top", lambda sums: (sums[:, 3] - sums[:, 2]) / sums[:, 4]),
    ):
        put(row, name, with_interval(table, statistic, how, drawn=drawn))
    return row


_CHANGES = {"delta_N": "ΔN", "reduction": "% fewer N", "delta_perc_top": "Δ % top"}


def unclear_table(objects: Iterable[VerifiedObject], *, how: Resampling, by: str = "domain") -> Table:
    """The tokens of kept names whose object is still unclear (0 < SAMEOBJECT < 1), and what raters found wrong with them."""
    listed = [one for one in objects if one.complete]
    rows = []
    for name in ("all", *sorted({group_of(one.before, by) for one in listed})):
        pairs = PairColumns.of([one for one in listed if name == "all" or group_of(one.before, by) == name])
        kept = pairs.count * (pairs.scored & ~pairs.excluded)
        doubtful = kept * ((pairs.same_object > 0.0) & (pairs.same_object < 1.0))
        row: dict[str, Any] = {"domain": name}
        both = pairs.per_object(np.column_stack([doubtful, kept]))
        put(row, "unclear", ratios(both[:, :1], both[:, 1], how)[0])
        sums = pairs.per_object(pairs.shares(TYPES) * doubtful[:, None])
        for kind, estimate in zip(TYPES, ratios(sums, both[:, 0], how), strict=True):
            put(row, kind, estimate)
        row["tokens"] = int(doubtful.sum())
        rows.append(row)
    return Table(
        name="unclear",
        title=english("table-unclear"),
        columns=(
            TableColumn(name="domain", title="Domain"),
            TableColumn(name="unclear", title="Unclear tokens", digits=3),
            *(TableColumn(name=kind, title=kind.capitalize(), digits=2) for kind in TYPES),
            TableColumn(name="tokens", title="Tokens"),
        ),
        rows=tuple(rows),
        notes=(BOOTSTRAP,),
    )


def adequacy_chart(objects: Iterable[VerifiedObject], *, how: Resampling, bins: int = 7) -> Chart:
    """Fig. 2a: how many judged pairs have which ADEQUACY, top names and alternatives apart.

    `bins` equal steps from 0 to 1, each holding what is nearest to it: with 3 raters 7 bins hold one possible score each.
    `share` is of all judged pairs, `share_within` of the top names or of the alternatives alone.
    """
    listed = [one for one in objects if one.complete]
    pairs = PairColumns.of(listed)
    step_of = np.floor(np.where(pairs.judged, pairs.adequacy, 0.0) * (bins - 1) + 0.5)
    cell = step_of + np.where(pairs.top, 0, bins)
    table = pairs.per_object(((cell[:, None] == np.arange(2 * bins)) & pairs.judged[:, None]).astype(np.float64))
    total = table.sum(axis=1)
    estimates = ratios(table, total, how)
    own = np.hstack([np.repeat(part.sum(axis=1)[:, None], bins, axis=1) for part in (table[:, :bins], table[:, bins:])])
    within = ratios(table, own, how)
    rows = []
    for kind, start in (("top", 0), ("alternative", bins)):
        for step in range(bins):
            row: dict[str, Any] = {"adequacy": step / (bins - 1), "name": kind}
            row["pairs"] = int(table[:, start + step].sum())
            put(row, "share", estimates[start + step])
            put(row, "share_within", within[start + step])
            rows.append(row)
    return Chart(
        name="adequacy",
        title=english("chart-adequacy"),
        kind="stacked-bar",
        rows=tuple(rows),
        options={"x": "adequacy", "y": "pairs", "colour": "name"},
    )


def same_object_chart(objects: Iterable[VerifiedObject], *, how: Resampling) -> Chart:
    """Fig. 2b: how the tokens of an object spread over SAMEOBJECT with the top name, by inadequacy type.

    Each name counts as often as it was given, the top name once less, so that an object has M - 1 tokens to compare.
    """
    listed = [one for one in objects if one.complete]
    kinds = FOLDED_TYPES
    pairs = PairColumns.of(listed)
    usable = pairs.scored & ~np.isnan(pairs.same_object)
    tokens = (pairs.count - pairs.top) * usable
    edges = np.where(pairs.same_object <= 0.5, 1, 2)
    bin_of = np.where(pairs.same_object == 0.0, 0, np.where(pairs.same_object == 1.0, 3, edges))
    weighed = pairs.shares(kinds) * tokens[:, None]
    table = np.hstack([pairs.per_object(weighed * (bin_of == b)[:, None]) for b in range(len(_SAME_OBJECT_BINS))])
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
        title=english("chart-same_object"),
        kind="stacked-bar",
        rows=tuple(rows),
        options={"x": "same_object", "y": "share", "colour": "inadequacy"},
    )


def _unclear(one: VerifiedObject) -> tuple[float, float]:
    kept = set(one.after.names)
    doubtful = sum(pair.count for pair in one.pairs() if pair.name in kept and 0.0 < pair.same_object < 1.0)
    return float(doubtful), float(one.after.total)


def left_out(objects: Iterable[VerifiedObject]) -> tuple[str, ...]:
    """A note on pairs without scores, if there are any."""
    return _left_out(PairColumns.of([one for one in objects if one.complete]))


def _left_out(pairs: PairColumns) -> tuple[str, ...]:
    lost = int((~pairs.scored).sum())
    return (english("note-nobody-judged", pairs=str(lost)),) if lost else ()
