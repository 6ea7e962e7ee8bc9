"""`beholder stats rank`: strengths and ranks from comparisons of two and orders of several."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from beholder.cli.stats_options import All, Field, File, Json, RaterRole, Raters
from beholder.errors import BeholderError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from beholder.findings import Finding
    from beholder.stats.ranking.pairs import Pairs
    from beholder.stats.ranking.strengths import Strengths

__all__ = ["rank"]

_ONE_SIDED = (
    "all outcomes are numbers from 0 up, read as grades by which the right is better; "
    "if 1 and 2 name the first and the second system, write left and right instead"
)
_Ties = Literal["davidson", "half", "none"]
_Grades = Literal["cumulative", "signs"]


def rank(
    file: File,
    left: Annotated[str | None, typer.Option("--left", metavar="C", help="Column of the system on the left.")] = None,
    right: Annotated[
        str | None, typer.Option("--right", metavar="C", help="Column of the system on the right.")
    ] = None,
    outcome: Annotated[
        str | None,
        typer.Option(
            "--outcome",
            metavar="C",
            help="Column of the outcome: left, right, tie, both_bad, unsure, the winner's name, or a grade from -3 (left) to 3.",
        ),
    ] = None,
    listed: Annotated[
        str | None,
        typer.Option("--list", metavar="C", help="Column of the list, where several systems were put in order."),
    ] = None,
    system: Annotated[
        str | None, typer.Option("--system", metavar="C", help="With --list: column of the system.")
    ] = None,
    given: Annotated[
        str | None,
        typer.Option(
            "--rank", metavar="C", help="With --list: column of the rank, 1 best; empty if shown, not ranked."
        ),
    ] = None,
    count: Annotated[
        str | None, typer.Option("--count", metavar="C", help="Column of how often; any number from 0 up.")
    ] = None,
    ties: Annotated[
        _Ties, typer.Option("--ties", help="Model ties (davidson), count them half, or leave them out (none).")
    ] = "davidson",
    grades: Annotated[
        _Grades,
        typer.Option("--grades", help="Graded outcomes: model the grades (cumulative), or only who won (signs)."),
    ] = "cumulative",
    position: Annotated[bool, typer.Option("--position", help="Estimate the advantage of standing left.")] = False,
    item: Annotated[str | None, typer.Option("--item", metavar="C", help="Column of the item compared on.")] = None,
    rater: Annotated[str | None, typer.Option("--rater", metavar="C", help="Column of the rater.")] = None,
    raters: Raters = None,
    field: Field = None,
    all_rows: All = False,
    json: Json = False,
) -> None:
    """Which system is preferred? Log-strengths with intervals, ranks with ranges that hold together.

    From comparisons of two (--left, --right, --outcome), or from orders of several, ties and partial orders among them
    (--list, --system, --rank). Name items and raters where they repeat: standard errors are then clustered by items, and by
    raters too where these are five or more; a note says which it is.
    Comparisons in which both were bad enter no strength; their share is told for each system.
    """
    compared = {"left": left, "right": right, "outcome": outcome}
    ordered = {"list": listed, "system": system, "rank": given}
    if any(ordered.values()):
        _refuse_mixed(ordered, compared | {"count": count, "item": item})
        _rank_lists(file, {**ordered, "rater": rater}, raters=raters, field=field, all_rows=all_rows, json=json)
    else:
        _refuse_mixed(compared, {})
        wanted = {**compared, "count": count, "item": item, "rater": rater}
        if _rank_by_sums(
            file,
            wanted,
            position=position,
            raters=raters,
            ties=ties,
            field=field,
            all_rows=all_rows,
            json=json,
        ):
            return
        fit = partial(_strengths, ties=ties, grades=grades, position=position)
        _rank_pairs(file, wanted, fit, raters=raters, field=field, all_rows=all_rows, json=json)


def _rank_by_sums(
    file: Path,
    wanted: dict[str, str | None],
    *,
    position: bool,
    raters: RaterRole | None,
    ties: _Ties,
    field: str | None,
    all_rows: bool,
    json: bool,
) -> bool:
    """Whether the table was ranked where it lies."""
    from beholder.cli.output import print_results
    from beholder.cli.stats_raters import told_raters
    from beholder.cli.stats_sums import large_ratings, refuse_unsummed, strengths_by_sums
    from beholder.stats.ranking.ranks import rank_table

    with large_ratings(file, wanted, all_rows=all_rows, field=field) as large:
        if large is None:
            return False
        refuse_unsummed(count=wanted["count"], ties=ties if ties != "davidson" else None)
        if wanted["item"] is None:
            raise BeholderError("missing: --item", code="stats-bad-option", hint="comparisons are summed item by item")
        fit, n = strengths_by_sums(large, position=position, raters=raters)
        table = rank_table(fit)
        notes = (*large.notes, *([told_raters(n, raters)] if n else []))
        print_results(fit.model_terms, table.rows, as_json=json, title="Ranking", notes=notes)
        return True


def _refuse_mixed(needed: Mapping[str, str | None], foreign: Mapping[str, str | None]) -> None:
    """An error that names the options that are missing, or that belong to the other form of the command."""
    missing = [f"--{name}" for name, column in needed.items() if column is None]
    if missing:
        raise BeholderError(
            f"missing: {', '.join(missing)}",
            code="stats-bad-option",
            hint="give --left, --right and --outcome for comparisons of two, or --list, --system and --rank for orders",
        )
    stray = [f"--{name}" for name, column in foreign.items() if column is not None]
    if stray:
        raise BeholderError(f"{', '.join(stray)} cannot stand beside --list", code="stats-bad-option")


def _rank_lists(
    file: Path,
    wanted: dict[str, str | None],
    *,
    raters: RaterRole | None,
    field: str | None,
    all_rows: bool,
    json: bool,
) -> None:
    import numpy as np

    from beholder.cli.output import print_results
    from beholder.cli.stats_raters import are_fixed, told_raters
    from beholder.imports.counted_rows import read_counted
    from beholder.stats.ranking.concordance import kendall_w
    from beholder.stats.ranking.plackett_luce import plackett_luce
    from beholder.stats.ranking.rankings import Rankings
    from beholder.stats.ranking.ranks import rank_table
    from beholder.tabular import blaming

    columns, notes = read_counted(file, wanted, all_rows=all_rows, field=field)
    with blaming(file):
        rankings = Rankings.of(
            listed=columns["list"], system=columns["system"], rank=columns["rank"], rater=columns.get("rater")
        )
        n = 0 if rankings.rater is None else len(np.unique(rankings.rater))
        fit = plackett_luce(rankings, cluster="list" if are_fixed(n, raters) else "both")
        table = rank_table(fit)
    notes = (*notes, *([told_raters(n, raters)] if n else []))
    findings = [*fit.model_terms, kendall_w(rankings)]
    print_results(findings, table.rows, as_json=json, title="Ranking", notes=notes)


def _rank_pairs(
    file: Path,
    wanted: dict[str, str | None],
    strengths: Callable[[Pairs], Strengths],
    *,
    raters: RaterRole | None,
    field: str | None,
    all_rows: bool,
    json: bool,
) -> None:
    from beholder.cli.output import print_results
    from beholder.cli.stats_raters import are_fixed, told_raters
    from beholder.imports.counted_rows import read_counted
    from beholder.stats.ranking.pairs import Pairs
    from beholder.stats.ranking.ranks import rank_table, win_table
    from beholder.tabular import blaming

    columns, notes = read_counted(file, wanted, all_rows=all_rows, field=field)
    with blaming(file):
        pairs = Pairs.of(
            left=columns["left"],
            right=columns["right"],
            outcome=columns["outcome"],
            weight=columns.get("count"),
            item=columns.get("item"),
            rater=columns.get("rater"),
        )
        if pairs.grade is not None and 0 <= pairs.grade.min(initial=0) < pairs.grade.max(initial=0):
            notes = (*notes, _ONE_SIDED)
        n = pairs.n_raters
        notes = (*notes, *([told_raters(n, raters)] if n else []))
        if are_fixed(n, raters):
            pairs = pairs.without_raters()
        fit = strengths(pairs)
        table = rank_table(fit)
        won = {row["name"]: row for row in win_table(pairs).systems}
    rows = [{**row, **{k: won[row["name"]][k] for k in ("wins", "ties", "losses", "win_share")}} for row in table.rows]
    print_results([*fit.model_terms, *_set_apart(pairs, rows)], rows, as_json=json, title="Ranking", notes=notes)


def _set_apart(pairs: Pairs, rows: list[dict[str, Any]]) -> list[Finding]:
    """Findings on what enters no strength; the share of both bad goes into the row of each system as well."""
    from beholder.findings import Finding
    from beholder.stats.messages import tell
    from beholder.stats.ranking.both_bad import both_bad_shares

    out = []
    if pairs.both_bad is not None:
        shares = {f.name: f for f in both_bad_shares(pairs)}
        for row in rows:
            found = shares.get(f"both_bad:{row['name']}")
            row["both_bad"] = None if found is None else found.value
            row["both_bad_interval"] = None if found is None else found.interval
        out.append(shares["both_bad"])
    if pairs.n_unsure:
        out.append(Finding(name="unsure", value=float(pairs.n_unsure), n=pairs.n_unsure, method=tell("unsure")))
    return out


def _strengths(pairs: Pairs, *, ties: _Ties, grades: _Grades, position: bool) -> Strengths:
    from beholder.stats.ranking.bradley_terry import bradley_terry
    from beholder.stats.ranking.davidson import davidson
    from beholder.stats.ranking.graded import graded_preference

    if pairs.grade is not None and grades == "cumulative":
        return graded_preference(pairs, position=position)
    if ties == "davidson":
        return davidson(pairs, position=position)
    return bradley_terry(pairs, ties=ties, position=position)
