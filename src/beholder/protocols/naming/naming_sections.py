"""Naming tables and figures as parts of an analysis: in every language, each value with its interval beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from beholder.analysis import Heading, Picture, Sheet
from beholder.fields import Words
from beholder.findings import Chart, Finding, Table
from beholder.protocols.naming.verify.controls import CONTROL_KINDS, ControlScore
from beholder.protocols.naming.wording import ANALYSIS, say
from beholder.text import Text

__all__ = [
    "adequacy_picture",
    "agreement_sheet",
    "control_sheet",
    "same_object_picture",
    "sheet_of",
    "sheet_of_table",
    "split_before_after",
    "stability_parts",
]

_DIGITS = {
    "N": 2,
    "perc_top": 1,
    "perc_top_sd": 1,
    "H": 2,
    "H_sd": 2,
    "unclear": 3,
    "referential": 3,
    "visual": 3,
    "linguistic": 3,
    "other": 3,
    "none": 3,
    "removed_by_adequacy": 3,
    "same_object": 2,
    "adequacy": 2,
    "pairs_kept_share": 3,
    "tokens_kept_share": 3,
    "share": 3,
    "value": 2,
    "passed_share": 2,
    "delta_N": 2,
    "reduction": 1,
    "delta_perc_top": 1,
    "before_N": 2,
    "after_N": 2,
    "before_perc_top": 1,
    "after_perc_top": 1,
}
"""How many digits of a column's numbers matter, where that is not all of them."""
# for what is not known beforehand: shares and entropies need no more
_OTHER_DIGITS = 3
_PARTS = ("all", "other-object", "excluded", "kept")
_INTERVAL = say("interval")


def sheet_of(
    rows: Iterable[Mapping[str, Any]], *, name: str, title: Words, columns: Iterable[str], notes: Iterable[str] = ()
) -> Sheet:
    """These columns of the rows, each followed by its interval where any row has one."""
    listed = [dict(row) for row in rows]
    headings: list[Heading] = []
    for column in columns:
        known = f"column-{column}" in ANALYSIS
        title_of = say(f"column-{column}") if known else Words(column)
        digits = _DIGITS.get(column) if known else _OTHER_DIGITS
        percent = column.endswith("share")
        headings.append(Heading(name=column, title=title_of, digits=digits, percent=percent))
        if any(row.get(f"{column}_interval") is not None for row in listed):
            headings.append(Heading(name=f"{column}_interval", title=_INTERVAL, digits=digits, percent=percent))
    shown = tuple({one.name: _cell(row, one.name) for one in headings} for row in listed)
    return Sheet(name=name, title=title, columns=tuple(headings), rows=shown, notes=tuple(map(_note, notes)))


def _note(note: str) -> Words:
    return Words({language: note.to(language) for language in ANALYSIS.languages} if isinstance(note, Text) else note)


def _cell(row: Mapping[str, Any], column: str) -> Any:
    value = row.get(column)
    if column == "part" or (column == "domain" and value == "all"):
        return say(f"part-{value}") if value in _PARTS else value
    return value


def sheet_of_table(table: Table) -> Sheet:
    """A table of the verification as a sheet."""
    columns = [column.name for column in table.columns]
    if any("removed_by_adequacy" in row for row in table.rows):
        columns.append("removed_by_adequacy")
    title = say(f"table-{table.name}")
    return sheet_of(table.rows, name=table.name, title=title, columns=columns, notes=table.notes)


def split_before_after(table: Table) -> tuple[Sheet, ...]:
    """Variation before and after verification, and the change, each as a sheet that can be read."""
    sheets = []
    for when, title in (
        ("before", say("variation-before")),
        ("after", say("variation-after")),
    ):
        rows = [
            {key.removeprefix(f"{when}_"): value for key, value in row.items() if not key.startswith(_OTHER[when])}
            for row in table.rows
        ]
        columns = ("domain", "objects", "N", "perc_top", "perc_top_sd", "H", "H_sd")
        more = ("unclear",) if when == "after" else ()
        sheets.append(sheet_of(rows, name=when, title=title, columns=(*columns, *more), notes=table.notes))
    changed = ("domain", "objects", "before_N", "after_N", "delta_N", "reduction", "delta_perc_top")
    sheets.append(sheet_of(table.rows, name="change", title=say("table-change"), columns=changed, notes=table.notes))
    return tuple(sheets)


_OTHER = {"before": "after_", "after": "before_"}


def adequacy_picture(chart: Chart) -> Picture:
    """Fig. 2a: how the judged pairs spread over ADEQUACY."""
    rows = [
        {"series": say(f"part-{row['name']}"), "x": round(row["adequacy"], 3), "share": row["share"], "n": row["pairs"]}
        for row in chart.rows
    ]
    return Picture(
        name=chart.name,
        title=say(f"chart-{chart.name}"),
        kind="histogram",
        rows=tuple(rows),
        axes={"x": say("axis-adequacy"), "share": say("share-of-pairs")},
    )


def same_object_picture(chart: Chart) -> Picture:
    """Fig. 2b: the tokens of each part of SAMEOBJECT by what is wrong with them."""
    rows = [
        {
            # the bars are all of one length, so that rare types can be seen; how many tokens there are stands beside
            "label": f"{row['same_object']} · {100 * row['bin_share']:.0f} %",
            "part": say(f"column-{row['inadequacy']}"),
            "share": row["share"] / row["bin_share"],
            "n": round(row["tokens"]),
        }
        for row in chart.rows
        if row["bin_share"]
    ]
    return Picture(
        name=chart.name,
        title=say(f"chart-{chart.name}"),
        kind="stacked",
        rows=tuple(rows),
        axes={"share": say("share-of-tokens")},
    )


def agreement_sheet(findings: Iterable[Finding]) -> Sheet:
    """How far verifiers agree on each thing they say."""
    rows: list[dict[str, Any]] = [
        {
            "agreement": say(f"agreement-{one.name}") if f"agreement-{one.name}" in ANALYSIS else one.name,
            "value": one.value,
            "value_interval": one.interval,
            "n": one.n,
            "notes": Text(*one.notes),
        }
        for one in findings
    ]
    title = say("agreement-title")
    return sheet_of(rows, name="agreement", title=title, columns=("agreement", "value", "n", "notes"))


def control_sheet(scores: Iterable[ControlScore], title: Words) -> Sheet:
    """Every rater's share of controls passed, the lowest first, and by kind as passed / given."""
    ordered = sorted(scores, key=lambda one: one.share)
    rows = [
        {"rater": one.rater, "passed": one.hits, "given": one.of, "passed_share": one.share}
        | {
            kind: f"{one.passed.get(kind, 0)} / {one.given[kind]}" if kind in one.given else "–"
            for kind in CONTROL_KINDS
        }
        for one in ordered
    ]
    columns = ("rater", "passed", "given", "passed_share", *CONTROL_KINDS)
    return sheet_of(rows, name="controls", title=title, columns=columns)


def stability_parts(findings: Iterable[Finding]) -> tuple[Sheet, Picture]:
    """How often fewer raters find the same top name, as a sheet and as a curve."""
    title = say("stability-title")
    rows: list[dict[str, Any]] = [
        {
            "raters": int(one.name.rpartition("_")[2]),
            "share": one.value,
            "share_interval": one.interval,
            "objects": one.n,
        }
        for one in findings
    ]
    drawn = tuple(
        {"series": "", "x": row["raters"], "value": row["share"], "low": low, "high": high}
        for row in rows
        for low, high in [row["share_interval"] or (None, None)]
    )
    axes = {"x": say("axis-raters"), "value": say("axis-same-top-name")}
    sheet = sheet_of(rows, name="stability", title=title, columns=("raters", "share", "objects"))
    return sheet, Picture(name="stability", title=title, kind="curve", rows=drawn, axes=axes)
