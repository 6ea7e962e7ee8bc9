"""`beholder stats best-worst`: counts and utilities from the best and the worst of several."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from beholder.cli.stats_options import All, Field, File, Json, Raters

__all__ = ["best_worst"]

_Model = Literal["joint", "sequential"]


def best_worst(
    file: File,
    trial: Annotated[str, typer.Option("--trial", metavar="C", help="Column of the trial: what was shown together.")],
    system: Annotated[str, typer.Option("--system", metavar="C", help="Column of the system.")],
    choice: Annotated[
        str, typer.Option("--choice", metavar="C", help="Column of the choice: best, worst or empty (or 1, -1, 0).")
    ],
    rater: Annotated[
        str | None,
        typer.Option("--rater", metavar="C", help="Column of the rater; one trial by one rater is one answer."),
    ] = None,
    model: Annotated[
        _Model,
        typer.Option("--model", help="Best and worst chosen as a pair (joint), or the best first (sequential)."),
    ] = "joint",
    raters: Raters = None,
    field: Field = None,
    all_rows: All = False,
    json: Json = False,
) -> None:
    """Which system is best, which worst? Counts, and utilities by conditional logit (MaxDiff) with intervals.

    `net` is (best - worst) / shown, `share` the model's chance of being the best of all. Standard errors are clustered
    by trial and, where five or more raters are named, by rater.
    """
    import numpy as np

    from beholder.cli.output import print_results
    from beholder.cli.stats_raters import are_fixed, told_raters
    from beholder.imports.counted_rows import read_counted
    from beholder.stats.ranking.best_worst import BestWorst, best_worst_table, max_diff
    from beholder.tabular import blaming

    wanted = {"trial": trial, "system": system, "choice": choice, "rater": rater}
    columns, notes = read_counted(file, wanted, all_rows=all_rows, field=field)
    with blaming(file):
        trials = BestWorst.of(
            trial=columns["trial"], system=columns["system"], choice=columns["choice"], rater=columns.get("rater")
        )
        n = 0 if trials.rater is None else len(np.unique(trials.rater))
        fit = max_diff(trials, model=model, cluster="list" if are_fixed(n, raters) else "both")
    notes = (*notes, *([told_raters(n, raters)] if n else []))
    print_results(fit.model_terms, best_worst_table(trials, fit), as_json=json, title="Best and worst", notes=notes)
