"""`beholder stats rank`: strengths and ranks from comparisons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from beholder.cli.stats_options import All, File, Json, Seed

if TYPE_CHECKING:
    from beholder.stats.ranking.strengths import Strengths

__all__ = ["rank"]

_Ties = Literal["davidson", "half", "none"]


def rank(
    file: File,
    left: Annotated[str, typer.Option("--left", metavar="C", help="Column of the system on the left.")],
    right: Annotated[str, typer.Option("--right", metavar="C", help="Column of the system on the right.")],
    outcome: Annotated[
        str,
        typer.Option("--outcome", metavar="C", help="Column of the outcome: left, right, tie, or the winner's name."),
    ],
    count: Annotated[
        str | None, typer.Option("--count", metavar="C", help="Column of how often; any number from 0 up.")
    ] = None,
    ties: Annotated[
        _Ties, typer.Option("--ties", help="Model ties (davidson), count them half, or leave them out (none).")
    ] = "davidson",
    position: Annotated[bool, typer.Option("--position", help="Estimate the advantage of standing left.")] = False,
    item: Annotated[str | None, typer.Option("--item", metavar="C", help="Column of the item compared on.")] = None,
    rater: Annotated[str | None, typer.Option("--rater", metavar="C", help="Column of the rater.")] = None,
    all_rows: All = False,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Which system is preferred? Log-strengths with intervals, ranks with ranges that hold together.

    Name items and raters where they repeat: standard errors are then clustered by both.
    """
    import numpy as np

    from beholder.cli.output import print_results
    from beholder.imports.counted_rows import read_counted
    from beholder.stats.ranking.pairs import Pairs
    from beholder.stats.ranking.ranks import rank_table, win_table
    from beholder.tabular import blaming

    wanted = {"left": left, "right": right, "outcome": outcome, "count": count, "item": item, "rater": rater}
    columns, notes = read_counted(file, wanted, all_rows=all_rows)
    with blaming(file):
        pairs = Pairs.of(
            left=columns["left"],
            right=columns["right"],
            outcome=columns["outcome"],
            weight=columns.get("count"),
            item=columns.get("item"),
            rater=columns.get("rater"),
        )
        fit = _strengths(pairs, ties, position)
        table = rank_table(fit, rng=np.random.default_rng(seed))
        met = {row["name"]: row for row in win_table(pairs).systems}
    rows = [{**row, **{k: met[row["name"]][k] for k in ("wins", "ties", "losses", "win_share")}} for row in table.rows]
    findings = [x for x in (fit.tie, fit.position, fit.log_likelihood) if x is not None]
    print_results(findings, rows, as_json=json, title="Ranking", notes=notes)


def _strengths(pairs: Any, ties: _Ties, position: bool) -> Strengths:
    from beholder.stats.ranking.bradley_terry import bradley_terry
    from beholder.stats.ranking.davidson import davidson

    if ties == "davidson":
        return davidson(pairs, position=position)
    return bradley_terry(pairs, ties=ties, position=position)
