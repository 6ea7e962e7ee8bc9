"""Comparisons that were declared before the data: answered first, and corrected as a family of their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import reduce
from typing import Any

from beholder.analysis.context import Context
from beholder.analysis.glossary import sheet
from beholder.analysis.measure import called_by
from beholder.analysis.result import Picture, Section, say
from beholder.analysis.sections.comparison import correct
from beholder.analysis.sections.ranks import HELD
from beholder.fields import Words
from beholder.findings import Finding
from beholder.text import Interval, Listing, PValue

__all__ = ["declared_section"]


def declared_section(found: Iterable[tuple[str, Mapping[str, Any], Finding]], context: Context) -> Section | None:
    """The declared contrasts with Holm over all of them; `found` are (field, pair row, difference) of all comparisons."""
    known = {(field, row["first"], row["second"]): (row, finding) for field, row, finding in found}
    rows: list[dict[str, Any]] = []
    findings: list[Finding] = []
    missing = []
    for contrast in context.contrasts:
        key = (contrast.field, contrast.first, contrast.second)
        if key not in known:
            missing.append(f"{contrast.field}: {contrast.first} − {contrast.second}")
            continue
        row, finding = known[key]
        kept = {k: v for k, v in row.items() if k in (*_COLUMNS, *_WORKING)}
        rows.append({"field": contrast.field, **kept, "interval": row.get("plain_interval", row["interval"])})
        findings.append(replace(finding, name=f"declared.{contrast.field}.{contrast.first}-{contrast.second}"))
    if not rows and not missing:
        return None
    correct(rows, context)
    held = sum(row["p_holm"] < HELD for row in rows)
    title = say("declared-held", held=held, all=len(context.contrasts))
    text = tuple(
        say(
            "declared-one",
            field=_called(row["field"], context),
            first=row["first"],
            second=row["second"],
            difference=Interval(row["difference"], row["interval"]),
            p=PValue(row["p_holm"]),
            held="yes" if row["p_holm"] < HELD else "no",
        )
        for row in rows
    )
    for row in rows:
        for name in _WORKING:
            row.pop(name, None)
    notes = (say("declared-missing", comparisons=Listing(missing)),) if missing else ()
    chart = [
        {"label": f"{row['field']}: {row['first']} − {row['second']}", "value": row["difference"], "series": ""}
        | {"held": bool(row["p_holm"] < HELD)}
        | dict(zip(("low", "high"), row["interval"] or (None, None), strict=True))
        for row in rows
    ]
    new = context.revision >= 3
    columns = [c for c in _COLUMNS if not new or c != "p"]
    return Section(
        name="declared",
        title=title,
        role="results",
        text=text,
        findings=tuple(findings),
        tables=(sheet("declared", title, rows, ("field", *columns), simultaneous=("interval",) if new else ()),),
        charts=(
            Picture(
                name="declared",
                title=title,
                kind="intervals",
                rows=tuple(chart),
                axes={"value": say("declared-difference-axis")},
                marks={"zero": 0.0, "simultaneous": new},
            ),
        )
        if rows
        else (),
        notes=notes,
        declared=True,
        verdict=(reduce(lambda before, after: say("sentences", before=before, after=after), text, _opened(title)),),
    )


def _opened(title: Words) -> Words:
    return say("sentence", text=title)


_COLUMNS = ("first", "second", "difference", "interval", "p", "p_holm", "n")
_WORKING = ("se", "df", "plain_interval")
"""What the correction needs of a row and its reader does not."""


def _called(field: str, context: Context) -> Words:
    asked = dict(context.declaration.form.all_fields()).get(field) if context.declaration else None
    return called_by(asked.label if asked else Words(), field)
