"""`beholder stats stop`: a rule for stopping, tried on ratings collected in full."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from beholder.cli.stats_options import All, Field, File, Item, Json, Rater, Seed, Value

__all__ = ["stop"]

_Level = Literal["nominal", "ordinal", "interval", "ratio"]
_Orders = Literal["all", "file", "random"]


def stop(
    file: File,
    item: Item,
    rater: Rater,
    value: Value,
    lead: Annotated[int, typer.Option("--lead", metavar="N", help="Stop when one answer leads the next by so many.")],
    least: Annotated[int, typer.Option("--least", metavar="N", help="Answers that every item gets.")] = 2,
    most: Annotated[int, typer.Option("--most", metavar="N", help="Answers that no item exceeds.")] = 5,
    share: Annotated[
        float, typer.Option("--share", metavar="X", help="Share of items, drawn at random, that is rated in full.")
    ] = 0.0,
    orders: Annotated[
        _Orders,
        typer.Option("--orders", help="Orders of arrival: all of them exactly, as in the file, or random ones."),
    ] = "random",
    replays: Annotated[int, typer.Option("--replays", metavar="N", min=1, help="How many random orders.")] = 100,
    level: Annotated[_Level, typer.Option("--level", help="Level of measurement, for alpha.")] = "nominal",
    full: Annotated[
        int | None,
        typer.Option("--full", metavar="N", help="Answers of an item in full; without it, as many as most items have."),
    ] = None,
    field: Field = None,
    all_rows: All = False,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """What a rule for stopping would have saved, and what it would have changed, on ratings that are there in full."""
    import numpy as np

    from beholder.cli.output import print_results
    from beholder.imports.counted_rows import read_counted
    from beholder.stats.columns import Ratings
    from beholder.stats.stopping.stopping_replay import replay_stopping
    from beholder.stats.stopping.vote_rule import VoteRule
    from beholder.tabular import blaming

    wanted = {"item": item, "rater": rater, "value": value}
    columns, notes = read_counted(file, wanted, all_rows=all_rows, field=field)
    with blaming(file):
        ratings = Ratings.of(item=columns["item"], rater=columns["rater"], value=columns["value"])
        found = replay_stopping(
            ratings,
            VoteRule(lead=lead, least=least, most=most),
            rng=np.random.default_rng(seed),
            share=share,
            orders=orders,
            replays=replays,
            level=level,
            full=full,
        )
    print_results(found.findings, as_json=json, title="Stopping rule", notes=notes)
