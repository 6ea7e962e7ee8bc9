"""`beholder stats`: every statistic on anybody's table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from beholder.cli.stats_best_worst import best_worst
from beholder.cli.stats_mos import mos
from beholder.cli.stats_options import All, Field, File, Item, Json, Rater, Seed, Value
from beholder.cli.stats_rank import rank
from beholder.errors import BeholderError

if TYPE_CHECKING:
    from beholder.findings import Finding
    from beholder.stats.planning import Components
    from beholder.stats.resampling.bootstrap import Uncertainty

__all__ = ["app"]

app = typer.Typer(
    name="stats",
    help="Agreement, aggregation, ranking, comparison and planning for any CSV, TSV, Parquet, JSON-lines or Excel table.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

_Level = Literal["nominal", "ordinal", "interval", "ratio"]
_Method = Literal["majority", "one-coin", "dawid-skene", "mean", "median"]

# beyond a fifth, pairs rated twice are a habit of the table, not a slip in it
_MANY_REPEATS = 0.2
_PAIR_COLUMNS = ("first", "second", "difference", "interval", "p", "p_holm", "blocks", "dz", "superiority")


@app.command()
def agreement(
    file: File,
    item: Item,
    rater: Rater,
    value: Value,
    level: Annotated[_Level, typer.Option("--level", help="Level of measurement of the ratings.")],
    order: Annotated[
        str | None, typer.Option("--order", metavar="A,B,C", help="The values from low to high, if words are ordered.")
    ] = None,
    by: Annotated[str | None, typer.Option("--by", metavar="C", help="Column of groups; one row for each.")] = None,
    bootstrap: Annotated[
        int | None,
        typer.Option("--bootstrap", metavar="N", min=2, help="Resamples of items; without it, the jackknife."),
    ] = None,
    field: Field = None,
    all_rows: All = False,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Do raters agree? Krippendorff's alpha first, then companions that fit the level.

    Intervals resample items and speak of these raters; `alpha_like_these` speaks of other raters as well.
    Repeats of an item by the same rater are left out.
    """
    import numpy as np

    from beholder.cli.output import print_results
    from beholder.cli.stats_aggregation import agreement_findings, groups_of
    from beholder.imports.counted_rows import read_counted
    from beholder.stats.columns import Ratings
    from beholder.stats.resampling.bootstrap import Bootstrap, Jackknife
    from beholder.tabular import blaming

    wanted = {"item": item, "rater": rater, "value": value, "by": by}
    columns, notes = read_counted(file, wanted, all_rows=all_rows, field=field)
    ranked = None if order is None else [x.strip() for x in order.split(",")]
    rng = np.random.default_rng(seed)
    how: Uncertainty = Jackknife() if bootstrap is None else Bootstrap(rng=rng, replicates=bootstrap)
    with blaming(file):
        ratings = Ratings.of(item=columns["item"], rater=columns["rater"], value=columns["value"], order=ranked)
        findings = agreement_findings(ratings, level, how)
        if ratings.n_repeated > _MANY_REPEATS * (len(ratings) + ratings.n_repeated):
            note = (
                "many repeats: if raters saw several candidates of an item, name a column that tells candidates apart, as "
                "--item candidate does in a table of ours"
            )
            findings[0] = replace(findings[0], notes=(*findings[0].notes, note))
        rows = None
        if by is not None:
            rows = []
            for name, part in groups_of(columns, ranked):
                found = agreement_findings(part, level, how)
                row: dict[str, Any] = {by: name, "n": found[0].n, "n_dropped": found[0].n_dropped}
                for f in found:
                    row |= {f.name: f.value, f"{f.name}_interval": f.interval}
                rows.append({**row, "notes": found[0].notes})
            note = "all groups pooled: differences between groups raise agreement, see the rows"
            findings[0] = replace(findings[0], notes=(*findings[0].notes, note))
    print_results(findings, rows, as_json=json, title=f"Agreement, {level} level", notes=notes)


@app.command()
def aggregate(
    file: File,
    item: Item,
    rater: Rater,
    value: Value,
    method: Annotated[_Method, typer.Option("--method", help="How several ratings become one.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write item,label,confidence as CSV.")
    ] = None,
    field: Field = None,
    all_rows: All = False,
    json: Json = False,
) -> None:
    """One value per item from several raters, with how sure it is.

    Confidence is the share of votes (majority) or the probability of the label (one-coin, dawid-skene). A mean or median
    has an interval instead, in the JSON rows, and an empty confidence.
    """
    from beholder.cli.output import print_results
    from beholder.cli.stats_aggregation import AGGREGATES, write_labels
    from beholder.imports.counted_rows import read_counted
    from beholder.stats.columns import Ratings
    from beholder.tabular import blaming

    wanted = {"item": item, "rater": rater, "value": value}
    columns, notes = read_counted(file, wanted, all_rows=all_rows, field=field)
    with blaming(file):
        # Dawid and Skene's model knows what to do with several ratings of an item by one rater, the others do not.
        ratings = Ratings.of(
            item=columns["item"],
            rater=columns["rater"],
            value=columns["value"],
            repeats=method == "dawid-skene",
        )
        if not len(ratings):
            raise BeholderError("there are no ratings to aggregate", code="stats-no-ratings")
        findings, rows = AGGREGATES[method](ratings)
    if output is not None:
        write_labels(output, rows)
    print_results(findings, rows, as_json=json, title=f"Aggregation by {method}", notes=notes)


app.command()(rank)
app.command()(best_worst)
app.command()(mos)


@app.command()
def compare(
    file: File,
    system: Annotated[str, typer.Option("--system", metavar="C", help="Column of the system.")],
    item: Item,
    rater: Rater,
    value: Value,
    block: Annotated[
        str | None, typer.Option("--block", metavar="C", help="Column of what pairs systems, if not the item.")
    ] = None,
    field: Field = None,
    all_rows: All = False,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Which system is rated higher? A mean per system and a difference per pair, with intervals for items and raters like these."""
    import numpy as np

    from beholder.cli.output import print_results
    from beholder.imports.counted_rows import read_counted
    from beholder.stats.comparison.scores import Scores
    from beholder.stats.comparison.systems import compare_systems
    from beholder.tabular import blaming

    wanted = {"system": system, "item": item, "rater": rater, "value": value, "block": block}
    columns, notes = read_counted(file, wanted, all_rows=all_rows, field=field)
    with blaming(file):
        found = compare_systems(Scores.of(**columns), rng=np.random.default_rng(seed))
    systems = [{"kind": "system", **row} for row in found.systems]
    pairs = [{"kind": "pair", **row} for row in found.pairs]
    print_results(
        found.findings if json else (),
        [*systems, *pairs],
        as_json=json,
        row_titles=[
            ("Systems", _shown(found.systems, ("system", "mean", "interval", "sd", "n", "blocks", "raters"))),
            ("Pairs; more in --json", _shown(found.pairs, _PAIR_COLUMNS)),
        ],
        notes=notes,
    )


def _shown(rows: tuple[dict[str, Any], ...], columns: tuple[str, ...]) -> list[dict[str, Any]]:
    return [{name: row[name] for name in columns} for row in rows]


@app.command()
def plan(
    raters: Annotated[int, typer.Option("--raters", metavar="R", help="Planned number of raters.")],
    ratings: Annotated[float, typer.Option("--ratings", metavar="K", help="Planned ratings of each item.")],
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="A pilot table, instead of standard deviations.")
    ] = None,
    items: Annotated[
        int | None, typer.Option("--items", metavar="I", help="Planned number of items; left out, it is looked for.")
    ] = None,
    within: Annotated[
        float | None, typer.Option("--within", metavar="W", help="Look for the items that give this half-width.")
    ] = None,
    wanted_power: Annotated[
        float | None,
        typer.Option("--power", metavar="P", help="Look for the items that find --difference with this probability."),
    ] = None,
    item: Annotated[str | None, typer.Option("--item", metavar="C", help="Column of the item.")] = None,
    rater: Annotated[str | None, typer.Option("--rater", metavar="C", help="Column of the rater.")] = None,
    value: Annotated[str | None, typer.Option("--value", metavar="C", help="Column of the rating.")] = None,
    system: Annotated[
        str | None, typer.Option("--system", metavar="C", help="Column of the system, for a pilot of two systems.")
    ] = None,
    between: Annotated[
        str | None,
        typer.Option("--between", metavar="A,B", help="Plan the difference of these two systems of the pilot."),
    ] = None,
    field: Field = None,
    all_rows: All = False,
    share: Annotated[
        float | None,
        typer.Option("--share", metavar="P", help="Plan a share of yes, or of wins in comparisons, around this value."),
    ] = None,
    alike: Annotated[
        float,
        typer.Option("--alike", metavar="R", help="With --share: the correlation of two raters on one item."),
    ] = 0.3,
    sd_item: Annotated[float | None, typer.Option("--sd-item", metavar="X", help="SD between items.")] = None,
    sd_rater: Annotated[float | None, typer.Option("--sd-rater", metavar="X", help="SD between raters.")] = None,
    sd_residual: Annotated[float | None, typer.Option("--sd-residual", metavar="X", help="SD of the rest.")] = None,
    sd_rater_system: Annotated[
        float, typer.Option("--sd-rater-system", metavar="X", help="SD of raters' taste for one system over another.")
    ] = 0.0,
    difference: Annotated[
        float | None, typer.Option("--difference", metavar="D", help="A true difference to find; gives the power.")
    ] = None,
    cost_item: Annotated[float | None, typer.Option("--cost-item", metavar="X", help="Cost of an item.")] = None,
    cost_rating: Annotated[float | None, typer.Option("--cost-rating", metavar="X", help="Cost of a rating.")] = None,
    json: Json = False,
) -> None:
    """How wide will the interval be, how likely is a difference found, and how many items does it take?

    From a pilot, from standard deviations, or for a share. With --within or --power the fewest items are looked for. For a paired difference of two systems give the SDs of the difference: --sd-item between items, --sd-rater 0 (severity
    cancels), --sd-rater-system between raters.
    """
    from beholder.cli.output import print_results
    from beholder.stats.planning import Design
    from beholder.stats.planning import plan as planned

    sds = {"item": sd_item, "rater": sd_rater, "residual": sd_residual}
    columns = {"item": item, "rater": rater, "value": value}
    components, notes = _components(
        file, columns, sds, share, alike, system=system, between=between, all_rows=all_rows, field=field
    )
    components = replace(components, rater_system=components.rater_system or sd_rater_system**2)
    solved = _look_for_items(components, raters, ratings, within, wanted_power, difference)
    if solved is None and items is None:
        raise BeholderError(
            "a plan needs --items, or --within or --power to look for them",
            code="stats-bad-plan",
            hint="as in --within 0.5",
        )
    reached = items if items is not None else int(solved.value) if solved and solved.value == solved.value else None
    if reached is None:
        print_results((solved,) if solved else (), (), as_json=json, title="Plan", notes=notes)
        return
    design = Design(items=reached, raters=raters, ratings=ratings)
    found = planned(components, design, difference=difference, cost_item=cost_item, cost_rating=cost_rating)
    findings = (*((solved,) if solved else ()), *found.findings)
    print_results(findings, found.rows, as_json=json, title="Plan", notes=notes)


def _look_for_items(
    components: Components,
    raters: int,
    ratings: float,
    within: float | None,
    wanted_power: float | None,
    difference: float | None,
) -> Finding | None:
    from beholder.stats.planning import items_enough, items_for_power

    if within is not None and wanted_power is not None:
        raise BeholderError("give --within or --power, not both", code="stats-bad-plan")
    if within is not None:
        if within <= 0:
            raise BeholderError(f"a half-width is above 0, got {within:g}", code="stats-bad-plan")
        return items_enough(components, raters=raters, ratings=ratings, target=within)
    if wanted_power is None:
        return None
    if difference is None:
        raise BeholderError("--power needs the --difference that is to be found", code="stats-bad-plan")
    return items_for_power(components, raters=raters, ratings=ratings, difference=difference, target=wanted_power)


def _components(
    file: Path | None,
    names: dict[str, str | None],
    sds: dict[str, float | None],
    share: float | None,
    alike: float,
    *,
    system: str | None,
    between: str | None,
    all_rows: bool,
    field: str | None,
) -> tuple[Components, tuple[str, ...]]:
    from beholder.stats.planning import Components

    if (system is None) != (between is None):
        raise BeholderError(
            "--system and --between belong together", code="stats-bad-plan", hint="as in --system model --between a,b"
        )
    if share is not None:
        if file is not None or any(sd is not None for sd in sds.values()):
            raise BeholderError("give --share alone, or a pilot table, or standard deviations", code="stats-bad-plan")
        return Components.of_share(share, alike=alike), ()
    if file is not None and system and between:
        return _of_pilot_pair(file, names | {"system": system}, sds, between, all_rows=all_rows, field=field)
    if file is not None:
        return _of_pilot(file, names, sds, all_rows=all_rows, field=field)
    missing = [f"--sd-{name}" for name, sd in sds.items() if sd is None]
    if missing:
        raise BeholderError(
            f"a plan needs a pilot table, --share or standard deviations; missing: {', '.join(missing)}",
            code="stats-bad-plan",
        )
    return Components.of_sds(**{name: sd for name, sd in sds.items() if sd is not None}), ()


def _of_pilot_pair(
    file: Path,
    names: dict[str, str | None],
    sds: dict[str, float | None],
    between: str,
    *,
    all_rows: bool,
    field: str | None,
) -> tuple[Components, tuple[str, ...]]:
    from beholder.imports.counted_rows import read_counted
    from beholder.stats.comparison.scores import Scores
    from beholder.stats.planning import Components
    from beholder.tabular import blaming

    _refuse_both(names, sds)
    first, comma, second = (part.strip() for part in between.partition(","))
    if not comma or not first or not second or first == second:
        raise BeholderError(
            f"--between names two systems, got {between!r}", code="stats-bad-plan", hint="as in --between a,b"
        )
    columns, notes = read_counted(file, names, all_rows=all_rows, field=field)
    with blaming(file):
        return Components.of_pilot_differences(Scores.of(**columns), first, second), notes


def _refuse_both(names: dict[str, str | None], sds: dict[str, float | None]) -> None:
    if any(sd is not None for sd in sds.values()):
        raise BeholderError("give a pilot table or standard deviations, not both", code="stats-bad-plan")
    missing = [f"--{use}" for use, name in names.items() if name is None]
    if missing:
        raise BeholderError(f"a pilot table needs {', '.join(missing)}", code="stats-bad-plan")


def _of_pilot(
    file: Path, names: dict[str, str | None], sds: dict[str, float | None], *, all_rows: bool, field: str | None
) -> tuple[Components, tuple[str, ...]]:
    from beholder.imports.counted_rows import read_counted
    from beholder.stats.columns import Ratings
    from beholder.stats.planning import Components
    from beholder.tabular import blaming

    _refuse_both(names, sds)
    columns, notes = read_counted(file, names, all_rows=all_rows, field=field)
    with blaming(file):
        ratings = Ratings.of(item=columns["item"], rater=columns["rater"], value=columns["value"])
        return Components.of_pilot(ratings), notes
