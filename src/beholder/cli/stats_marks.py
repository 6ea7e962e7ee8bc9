"""`beholder stats marks`: where raters marked pictures, and whether they agree."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from beholder.cli.stats_options import All, Field, File, Item, Json, Rater
from beholder.errors import BeholderError

__all__ = ["marks"]


def marks(
    file: File,
    item: Item,
    rater: Rater,
    x: Annotated[str, typer.Option("--x", metavar="C", help="Column of x; empty where nothing was marked.")],
    y: Annotated[str, typer.Option("--y", metavar="C", help="Column of y.")],
    width: Annotated[str | None, typer.Option("--width", metavar="C", help="Column of the width of a box.")] = None,
    height: Annotated[str | None, typer.Option("--height", metavar="C", help="Column of the height of a box.")] = None,
    radius: Annotated[
        float | None, typer.Option("--radius", metavar="R", help="Marks as far apart as this are one.")
    ] = None,
    overlap: Annotated[
        float | None, typer.Option("--overlap", metavar="O", help="Boxes with this intersection over union are one.")
    ] = None,
    least: Annotated[int, typer.Option("--least", metavar="N", min=1, help="Marks that make a place.")] = 2,
    size: Annotated[
        str | None,
        typer.Option(
            "--size", metavar="W,H", help="Size of the pictures in the unit of the marks; adds alpha on a grid."
        ),
    ] = None,
    field: Field = None,
    all_rows: All = False,
    json: Json = False,
) -> None:
    """Do raters mark the same places? F of matched marks, alpha on a grid, and a row for each place that several name.

    A row without x and y is a rater who saw the picture and marked nothing. Give --radius, or --overlap for boxes.
    """
    from beholder.cli.output import print_results
    from beholder.imports.counted_rows import read_counted
    from beholder.stats.marks.grid import mark_alpha
    from beholder.stats.marks.mark_clusters import consensus_marks
    from beholder.stats.marks.marks import Marks, Nearness
    from beholder.stats.marks.matching import mark_agreement
    from beholder.tabular import blaming

    wanted = {"item": item, "rater": rater, "x": x, "y": y, "width": width, "height": height}
    columns, notes = read_counted(file, wanted, all_rows=all_rows, field=field)
    nearness = Nearness(radius=radius, overlap=overlap)
    with blaming(file):
        given = Marks.of(
            item=columns["item"],
            rater=columns["rater"],
            x=columns["x"],
            y=columns["y"],
            width=columns.get("width"),
            height=columns.get("height"),
        )
        findings = [mark_agreement(given, nearness)]
        if size is not None:
            findings.append(mark_alpha(given, size=_size(size), radius=_reach(radius)).finding)
        rows = [asdict(cluster) for cluster in consensus_marks(given, nearness, least=least)]
    print_results(findings, rows, as_json=json, title="Marks", notes=notes)


def _size(text: str) -> tuple[float, float]:
    try:
        wide, high = (float(part) for part in text.split(","))
    except ValueError:
        raise BeholderError(
            f"a size is two numbers, got {text!r}", code="stats-bad-option", hint="as in 640,480"
        ) from None
    return wide, high


def _reach(radius: float | None) -> float:
    if radius is None:
        raise BeholderError("alpha on a grid needs --radius", code="stats-bad-option")
    return radius
