"""Options that several statistics commands take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

__all__ = ["All", "Field", "File", "Item", "Json", "Rater", "RaterRole", "Raters", "Seed", "Value", "Weight"]


def _table(text: str) -> Path:
    from beholder.imports.far_tables import table_path

    return table_path(text) if "://" in text else Path(text)


File = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        parser=_table,
        help="CSV, TSV, Parquet or JSON lines, also gzipped; or .xlsx. A folder of Parquet files, s3://bucket/folder, or "
        "sc://host:15002#table of a Spark cluster.",
    ),
]
Item = Annotated[str, typer.Option("--item", metavar="C", help="Column of the item.")]
Rater = Annotated[str, typer.Option("--rater", metavar="C", help="Column of the rater.")]
Value = Annotated[str, typer.Option("--value", metavar="C", help="Column of the rating.")]
Weight = Annotated[
    str | None,
    typer.Option(
        "--weight",
        metavar="C",
        help="Column of how much each rating counts; taken by itself from exports of studies with a stopping rule.",
    ),
]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help="Seed of everything random; same seed, same numbers.")]
All = Annotated[
    bool,
    typer.Option("--all", help="Also rows that enter no result: checks, repeats, excluded answers (counts is false)."),
]
Field = Annotated[
    str | None,
    typer.Option("--field", metavar="NAME", help="Only rows of this field, where a table has a row for each."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]

RaterRole = Literal["fixed", "random"]
Raters = Annotated[
    RaterRole | None,
    typer.Option(
        "--raters",
        help="Whether intervals speak of these raters alone (fixed) or of others like them (random); by default fixed "
        "with fewer than five raters, as in the report.",
    ),
]
