"""`beholder stats judges`, `alt-test` and `combine`: how far to trust a judge, and what it saves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from beholder.cli.stats_options import All, Field, File, Item, Json, Rater, Value

if TYPE_CHECKING:
    from beholder.stats.judges.combined_means import Combined

__all__ = ["alt_test", "combine", "judges"]

_Level = Literal["nominal", "ordinal", "interval", "ratio"]


def alt_test(
    file: File,
    item: Item,
    rater: Rater,
    value: Value,
    model: Annotated[
        list[str],
        typer.Option("--model", metavar="NAME", help="A rater that is a model; once for each. All others are people."),
    ],
    level: Annotated[
        _Level | None,
        typer.Option("--level", help="Nominal: match by equal answers; else by distance, as numbers are without it."),
    ] = None,
    epsilon: Annotated[
        float,
        typer.Option("--epsilon", metavar="E", help="What a person costs more: .2 experts, .15 skilled, .1 crowd."),
    ] = 0.15,
    block: Annotated[
        str | None, typer.Option("--block", metavar="C", help="Column of what items share, such as the prompt.")
    ] = None,
    field: Field = None,
    all_rows: All = False,
    json: Json = False,
) -> None:
    """May a model stand in for one of the raters? The alternative annotator test (Calderon, Reichart & Dror 2025).

    Each person is left out in turn, and the model takes their place. A model passes with a winning rate of .5 or more.
    Test each question by itself (--field): a model may judge one well and another badly.
    """
    from beholder.cli.output import print_results
    from beholder.cli.per_item import one_per_item
    from beholder.cli.stats_sums import alt_test_by_sums, large_ratings, refuse_unsummed
    from beholder.imports.counted_rows import read_counted
    from beholder.stats.columns import Ratings
    from beholder.stats.judges import alt_test as test
    from beholder.tabular import blaming

    wanted = {"item": item, "rater": rater, "value": value, "block": block}
    with large_ratings(file, wanted, all_rows=all_rows, field=field) as large:
        if large is not None:
            refuse_unsummed(block=block)
            summed = alt_test_by_sums(large, models=model, epsilon=epsilon, level=level)
            print_results(
                summed.findings, summed.rows, as_json=json, title="Alternative annotator test", notes=large.notes
            )
            return
    columns, notes = read_counted(file, wanted, all_rows=all_rows, field=field)
    with blaming(file):
        ratings = Ratings.of(item=columns["item"], rater=columns["rater"], value=columns["value"])
        blocks = None
        if block is not None:
            blocks = one_per_item(columns["item"], columns["block"], called="blocks", code="stats-two-blocks")
        found = test.alt_test(ratings, models=model, epsilon=epsilon, level=level, block=blocks)
    print_results(found.findings, found.rows, as_json=json, title="Alternative annotator test", notes=notes)


def combine(
    file: File,
    item: Item,
    system: Annotated[str, typer.Option("--system", metavar="C", help="Column of the system.")],
    human: Annotated[
        str, typer.Option("--human", metavar="C", help="Column of what people said; empty where nobody rated.")
    ],
    judge: Annotated[str, typer.Option("--judge", metavar="C", help="Column of what the judge said, in every row.")],
    block: Annotated[
        str | None, typer.Option("--block", metavar="C", help="Column of what outputs share; the item unless given.")
    ] = None,
    probability: Annotated[
        str | None,
        typer.Option("--probability", metavar="C", help="Column of how likely people were to rate it, if not equally."),
    ] = None,
    field: Field = None,
    all_rows: All = False,
    json: Json = False,
) -> None:
    """Means of systems by people and a judge together (PPI++), beside those of people alone, and what the judge saves.

    One row per output. The people must have rated a random part of the outputs.
    """
    from beholder.cli.stats_sums import combined_by_sums, large_ratings, refuse_unsummed
    from beholder.imports.counted_rows import read_counted
    from beholder.stats.judges.combined_means import combined_means
    from beholder.tabular import blaming

    wanted = {
        "item": item,
        "system": system,
        "human": human,
        "judge": judge,
        "block": block,
        "probability": probability,
    }
    with large_ratings(file, wanted, all_rows=all_rows, field=field) as large:
        if large is not None:
            refuse_unsummed(block=block, probability=probability)
            _print_combined(combined_by_sums(large), large.notes, as_json=json)
            return
    columns, notes = read_counted(file, wanted, all_rows=all_rows, field=field)
    with blaming(file):
        found = combined_means(
            item=columns["item"],
            system=columns["system"],
            human=columns["human"],
            judge=columns["judge"],
            block=None if block is None else columns["block"],
            probability=None if probability is None else columns["probability"],
        )
    _print_combined(found, notes, as_json=json)


def _print_combined(found: Combined, notes: tuple[str, ...], *, as_json: bool) -> None:
    from beholder.cli.output import print_results

    print_results(
        found.findings,
        found.rows,
        as_json=as_json,
        title="People and judge combined",
        notes=notes,
        beside={"differences": found.difference_rows},
    )


def judges(
    file: File,
    item: Item,
    human: Annotated[str, typer.Option("--human", metavar="C", help="Column of what people said.")],
    judge: Annotated[
        list[str], typer.Option("--judge", metavar="C", help="Column of what a judge said; once for each.")
    ],
    first: Annotated[
        str | None,
        typer.Option("--first", metavar="V", help="The answer that what stands first is better, such as A>B."),
    ] = None,
    second: Annotated[
        str | None, typer.Option("--second", metavar="V", help="The answer that what stands second is better.")
    ] = None,
    level: Annotated[
        _Level | None, typer.Option("--level", help="Level of alpha; by how answers look without it.")
    ] = None,
    field: Field = None,
    all_rows: All = False,
    json: Json = False,
) -> None:
    """How judges stand to people: matches, replies that cannot be read, places, agreement. A column for each judge.

    With --first and --second also how often a judge chooses what stands first, whatever it sees.
    """
    from beholder.cli.output import print_results
    from beholder.errors import BeholderError
    from beholder.imports.counted_rows import read_counted
    from beholder.stats.judges.judge_columns import judge_columns
    from beholder.tabular import blaming

    if (first is None) != (second is None):
        raise BeholderError("--first and --second go together", code="stats-bad-option")
    named = {f"judge {column}": column for column in dict.fromkeys(judge)}
    columns, notes = read_counted(file, {"item": item, "human": human, **named}, all_rows=all_rows, field=field)
    with blaming(file):
        found = judge_columns(
            item=columns["item"],
            human=columns["human"],
            judges={column: columns[key] for key, column in named.items()},
            level=level,
            sides=None if first is None or second is None else (first, second),
        )
    print_results(found.findings, as_json=json, title="Judges beside people", notes=notes)
