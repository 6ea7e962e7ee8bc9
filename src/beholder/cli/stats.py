"""`beholder stats`: every statistic on anybody's table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from beholder.cli import stats_planning
from beholder.cli.stats_best_worst import best_worst
from beholder.cli.stats_judges import alt_test, combine, judges
from beholder.cli.stats_marks import marks
from beholder.cli.stats_mos import mos
from beholder.cli.stats_options import All, Field, File, Item, Json, Rater, RaterRole, Raters, Seed, Value, Weight
from beholder.cli.stats_rank import rank
from beholder.cli.stats_stop import stop
from beholder.errors import BeholderError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from beholder.findings import Finding
    from beholder.stats.comparison.scores import Scores
    from beholder.stats.comparison.systems import Comparison
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
_SYSTEM_COLUMNS = ("system", "mean", "interval", "sd", "n", "blocks", "raters")
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
    from beholder.cli.stats_sums import agreement_by_group, agreement_by_sums, large_ratings
    from beholder.imports.counted_rows import read_counted
    from beholder.stats.columns import Ratings
    from beholder.stats.resampling.bootstrap import Bootstrap, Jackknife
    from beholder.stats.resampling.poisson import Draws
    from beholder.tabular import blaming

    wanted = {"item": item, "rater": rater, "value": value, "by": by}
    ranked = None if order is None else [x.strip() for x in order.split(",")]
    with large_ratings(file, wanted, all_rows=all_rows, field=field, rule="in-full") as large:
        if large is not None:
            draws = None if bootstrap is None else Draws(bootstrap, seed)
            summed = agreement_by_sums(large, level, ranked, draws)
            rows = None
            if by is not None:
                rows = [_agreement_row(by, name, of) for name, of in agreement_by_group(large, level, ranked, draws)]
                summed[0] = _pooled(summed[0])
            summed = summed if ranked else [_on_values_seen(one) for one in summed]
            print_results(summed, rows, as_json=json, title=f"Agreement, {level} level", notes=large.notes)
            return
    columns, notes = read_counted(file, wanted, all_rows=all_rows, field=field, rule="in-full")
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
            parts = groups_of(columns, ranked)
            rows = [_agreement_row(by, name, agreement_findings(part, level, how)) for name, part in parts]
            findings[0] = _pooled(findings[0])
        findings = findings if ranked else [_on_values_seen(one) for one in findings]
    print_results(findings, rows, as_json=json, title=f"Agreement, {level} level", notes=notes)


def _agreement_row(by: str, name: str, found: Sequence[Finding]) -> dict[str, Any]:
    """What raters of one group agree on."""
    row: dict[str, Any] = {by: name, "n": found[0].n, "n_dropped": found[0].n_dropped}
    for one in found:
        row |= {one.name: one.value, f"{one.name}_interval": one.interval}
    return {**row, "notes": found[0].notes}


def _on_values_seen(finding: Finding) -> Finding:
    """AC2 with the scale that it was taken on: chance agreement depends on how many values there are, and how far apart."""
    if finding.name != "ac2":
        return finding
    note = "on the scale of the values that occur; --order names all of them, also those that nobody gave"
    return replace(finding, notes=(*finding.notes, note))


def _pooled(finding: Finding) -> Finding:
    note = "all groups pooled: differences between groups raise agreement, see the rows"
    return replace(finding, notes=(*finding.notes, note))


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
    labels = method not in ("mean", "median")
    columns, notes = read_counted(file, wanted, all_rows=all_rows, field=field, as_written=labels)
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
app.command()(alt_test)
app.command()(combine)
app.command()(judges)
app.command()(stop)
app.command()(marks)


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
    task: Annotated[
        str | None,
        typer.Option(
            "--task", metavar="C", help="Column of the task, where items of several tasks bear the same names."
        ),
    ] = None,
    weight: Weight = None,
    field: Field = None,
    all_rows: All = False,
    raters: Raters = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Which system is rated higher? A mean per system and a difference per pair, with intervals for items like these.

    Systems that share items do one task: they are compared with each other and with no others, and p values are corrected
    (Holm) within the task. With five raters or more, intervals and p values allow for other raters as well; a note says
    which it is.
    """
    import numpy as np

    from beholder.cli.stats_raters import told_raters
    from beholder.cli.stats_sums import comparison_by_sums, large_ratings, refuse_unsummed
    from beholder.imports.counted_rows import is_export, read_counted
    from beholder.stats.comparison.scores import Scores
    from beholder.stats.comparison.systems import compare_systems
    from beholder.tabular import blaming, column_names

    wanted = {"system": system, "item": item, "rater": rater, "value": value, "block": block, "task": task}
    with large_ratings(file, wanted, all_rows=all_rows, field=field, rule="weights") as large:
        if large is not None:
            refuse_unsummed(task=task, weight=weight)
            summed, n = comparison_by_sums(large, raters=raters)
            notes = (*large.notes, *_tasks_told(summed), told_raters(n, raters))
            _print_comparison(summed, notes, as_json=json)
            return
    titles = column_names(file)
    paired = block is None and item == "item" and "block" in titles and is_export(titles)
    wanted |= {"weight": weight, "block": "block" if paired else block}
    columns, notes = read_counted(file, wanted, all_rows=all_rows, field=field, rule="weights")
    if paired and columns["block"] != columns["item"]:
        notes = (*notes, "systems are paired by the column block, as in the report")
    with blaming(file):
        group = columns.pop("task", None)
        scores = replace(Scores.of(**columns, group=group), raters_fixed=raters == "fixed")
        found = compare_systems(scores, rng=np.random.default_rng(seed), panels=raters is None)
    _print_comparison(found, (*notes, *_tasks_told(found), *_raters_told(scores, found, raters)), as_json=json)


def _print_comparison(found: Comparison, notes: tuple[str, ...], *, as_json: bool) -> None:
    from beholder.cli.output import print_results

    systems = [{"kind": "system", **row} for row in found.systems]
    pairs = [{"kind": "pair", **row} for row in found.pairs]
    several = ("task",) if len(found.tasks) > 1 else ()
    print_results(
        found.findings if as_json else (),
        [*systems, *pairs],
        as_json=as_json,
        row_titles=[
            ("Systems", _shown(found.systems, (*several, *_SYSTEM_COLUMNS))),
            ("Pairs; more in --json", _shown(found.pairs, (*several, *_PAIR_COLUMNS))),
        ],
        notes=notes,
    )


def _tasks_told(found: Comparison) -> Iterator[str]:
    """Notes on who is compared with whom, where that is not everybody with everybody."""
    if len(found.tasks) > 1:
        yield f"{len(found.tasks)} tasks of systems that share items: p (Holm) is corrected within each"
    if found.stray:
        yield f"with one item only, beside others with many, in no task: {', '.join(found.stray)}"
    if found.apart:
        named = "" if found.pairs else "; if their items pair up under other names, name the column: --block"
        yield f"{found.apart:,} pairs of systems share no item and are not compared{named}"


def _raters_told(scores: Scores, found: Comparison, wanted: RaterRole | None) -> list[str]:
    """Whom intervals speak about; the raters of each task decide for themselves."""
    from beholder.cli.stats_raters import told_raters

    by_task = {task: told_raters(scores.among(task.systems).n_raters, wanted) for task in found.tasks}
    if len(set(by_task.values())) < 2:
        return list(set(by_task.values())) or [told_raters(scores.n_raters, wanted)]
    return [f"{task.group or ', '.join(task.systems)}: {note}" for task, note in by_task.items()]


def _shown(rows: tuple[dict[str, Any], ...], columns: tuple[str, ...]) -> list[dict[str, Any]]:
    # tables that were summed have no columns of what needs the ratings themselves
    return [{name: row[name] for name in columns if name in row} for row in rows]


stats_planning.add_to(app)
