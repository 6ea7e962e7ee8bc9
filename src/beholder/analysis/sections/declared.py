"""Comparisons that were declared before the data: answered first, and corrected as a family of their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from beholder.analysis.context import Context
from beholder.analysis.glossary import sheet
from beholder.analysis.result import Picture, Section, say
from beholder.findings import Finding
from beholder.stats import holm
from beholder.text import Listing, Number, PValue

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
        rows.append({"field": contrast.field, **{k: v for k, v in row.items() if k in _COLUMNS}})
        findings.append(replace(finding, name=f"declared.{contrast.field}.{contrast.first}-{contrast.second}"))
    if not rows and not missing:
        return None
    for row, adjusted in zip(rows, holm([row["p"] for row in rows]).adjusted, strict=True):
        row["p_holm"] = adjusted
    held = sum(row["p_holm"] < 0.05 for row in rows)
    title = say("declared-held", held=held, all=len(context.contrasts))
    text = tuple(
        say(
            "declared-one",
            field=row["field"],
            first=row["first"],
            second=row["second"],
            difference=Number(row["difference"]),
            p=PValue(row["p_holm"]),
        )
        for row in rows
    )
    notes = (say("declared-missing", comparisons=Listing(missing)),) if missing else ()
    chart = [
        {"label": f"{row['field']}: {row['first']} − {row['second']}", "value": row["difference"], "series": ""}
        | dict(zip(("low", "high"), row["interval"] or (None, None), strict=True))
        for row in rows
    ]
    return Section(
        name="declared",
        title=title,
        role="results",
        text=text,
        findings=tuple(findings),
        tables=(sheet("declared", title, rows, ("field", *_COLUMNS)),),
        charts=(
            Picture(
                name="declared",
                title=title,
                kind="intervals",
                rows=tuple(chart),
                axes={"value": say("declared-difference-axis")},
                marks={"zero": 0.0},
            ),
        )
        if rows
        else (),
        notes=notes,
        declared=True,
    )


_COLUMNS = ("first", "second", "difference", "interval", "p", "p_holm", "n")
