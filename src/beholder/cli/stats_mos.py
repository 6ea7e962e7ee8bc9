"""`beholder stats mos`: mean opinion scores, screened or weighted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from beholder.cli.stats_options import All, Field, File, Item, Json, Rater, Value

if TYPE_CHECKING:
    from beholder.stats.opinion.opinion_scores import OpinionScores

__all__ = ["mos"]

_Method = Literal["p910", "mean", "bt500"]
_Deviation = Literal["n-1", "n"]


def mos(
    file: File,
    item: Item,
    rater: Rater,
    value: Value,
    method: Annotated[
        _Method,
        typer.Option("--method", help="Bias-subtracted and weighted (p910), plain means, or screened means (bt500)."),
    ] = "p910",
    deviation: Annotated[
        _Deviation,
        typer.Option("--deviation", help="With bt500: divide squared deviations by n-1, as it says, or by n."),
    ] = "n-1",
    reference: Annotated[
        str | None,
        typer.Option("--reference", metavar="C", help="Column of the item's hidden reference; adds DMOS."),
    ] = None,
    top: Annotated[float, typer.Option("--top", metavar="X", help="With --reference: the best score.")] = 5.0,
    field: Field = None,
    all_rows: All = False,
    json: Json = False,
) -> None:
    """Mean opinion score of each stimulus, with bias and inconsistency of each rater (ITU-T P.910, ITU-R BT.500).

    With --reference, DMOS is --top + score - score of the reference by the same rater, treated by the same method;
    references have none.
    """
    from beholder.cli.output import print_results
    from beholder.cli.per_item import one_per_item
    from beholder.cli.stats_sums import large_ratings, opinion_by_sums, refuse_unsummed
    from beholder.imports.counted_rows import read_counted
    from beholder.stats.columns import Ratings
    from beholder.stats.messages import tell
    from beholder.stats.opinion.opinion_scores import differential_ratings, opinion_scores
    from beholder.tabular import blaming
    from beholder.text import Share

    wanted = {"item": item, "rater": rater, "value": value, "reference": reference}
    with large_ratings(file, wanted, all_rows=all_rows, field=field) as large:
        if large is not None:
            refuse_unsummed(reference=reference, method=None if method == "p910" else method)
            fitted = opinion_by_sums(large)
            print_results(
                fitted.findings, fitted.rater_rows, as_json=json, title="Opinion scores, by rater", notes=large.notes
            )
            return
    columns, notes = read_counted(file, wanted, all_rows=all_rows, field=field)
    with blaming(file):
        ratings = Ratings.of(item=columns["item"], rater=columns["rater"], value=columns["value"])
        found = opinion_scores(ratings, method=method, deviation=deviation)
        findings, rows = list(found.findings), list(found.rows)
        if found.heaviest is not None:
            heavy, share = found.heaviest
            notes = (*notes, tell("note-heavy-rater", rater=str(heavy), share=Share(share)))
        if reference is not None:
            known = one_per_item(
                columns["item"], columns["reference"], called="references", code="stats-two-references"
            )
            against = opinion_scores(differential_ratings(ratings, known, top=top), method=method, deviation=deviation)
            findings += _mean_only(against)
            rows = _with_differential(rows, against)
    print_results(
        findings, rows, as_json=json, title="Opinion scores", notes=notes, beside={"raters": found.rater_rows}
    )


def _mean_only(against: OpinionScores) -> list[Any]:
    from dataclasses import replace

    return [replace(f, name="mean_dmos") for f in against.findings if f.name == "mean_mos"]


def _with_differential(rows: list[dict[str, Any]], against: OpinionScores) -> list[dict[str, Any]]:
    by_item = {row["item"]: row for row in against.rows}
    return [
        {
            **row,
            **{
                f"d{key}" if key == "mos" else f"dmos_{key}": by_item.get(row["item"], {}).get(key)
                for key in ("mos", "se", "interval")
            },
        }
        for row in rows
    ]
