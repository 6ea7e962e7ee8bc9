"""`beholder stats plan`, `plan-agreement` and `typical`: how large a study should be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import typer

from beholder.cli.stats_options import All, Field, Json, Seed
from beholder.errors import BeholderError

if TYPE_CHECKING:
    from beholder.findings import Finding
    from beholder.stats import AlphaSpread, Components, Design

__all__ = ["add_to"]

_Level = Literal["nominal", "ordinal", "interval", "ratio"]
_Pilot = Annotated[Path | None, typer.Argument(metavar="[FILE]", help="A pilot table, instead of known spreads.")]
_Items = Annotated[
    int | None, typer.Option("--items", metavar="I", help="Planned number of items; left out, it is looked for.")
]
_PilotItem = Annotated[str | None, typer.Option("--item", metavar="C", help="Pilot: column of the item.")]
_PilotRater = Annotated[str | None, typer.Option("--rater", metavar="C", help="Pilot: column of the rater.")]
_PilotValue = Annotated[str | None, typer.Option("--value", metavar="C", help="Pilot: column of the rating.")]
# ratings of an item that people plan with; beyond ten more items are always the better buy
_USUAL_RATINGS = (2, 3, 4, 5, 7, 10)


def add_to(app: typer.Typer) -> None:
    """Adds these commands to `beholder stats`."""
    app.command()(plan)
    app.command("plan-agreement")(plan_agreement)
    app.command()(typical)


def plan(
    ratings: Annotated[float, typer.Option("--ratings", metavar="K", help="Planned ratings of each item.")],
    file: _Pilot = None,
    raters: Annotated[
        int | None,
        typer.Option("--raters", metavar="R", help="Planned number of raters; left out, it is looked for."),
    ] = None,
    per_rater: Annotated[
        int | None,
        typer.Option("--per-rater", metavar="N", help="Items one rater rates at most, instead of --raters."),
    ] = None,
    items: _Items = None,
    within: Annotated[
        float | None, typer.Option("--within", metavar="W", help="Look for what gives this half-width.")
    ] = None,
    wanted_power: Annotated[
        float | None,
        typer.Option("--power", metavar="P", help="Look for what finds --difference with this probability."),
    ] = None,
    difference: Annotated[
        float | None, typer.Option("--difference", metavar="D", help="A true difference to find; gives the power.")
    ] = None,
    typical_name: Annotated[
        str | None,
        typer.Option("--typical", metavar="NAME", help="Spreads of a published study; `stats typical` lists them."),
    ] = None,
    scale: Annotated[
        str | None,
        typer.Option("--scale", metavar="LOW,HIGH", help="With --typical: the ends of your scale; 0,1 if left out."),
    ] = None,
    share: Annotated[
        float | None,
        typer.Option("--share", metavar="P", help="Plan a share of yes, or of wins in comparisons, around this value."),
    ] = None,
    ties: Annotated[
        float | None, typer.Option("--ties", metavar="T", help="With --share: the share of ties, each half a win.")
    ] = None,
    alike: Annotated[
        float | None,
        typer.Option(
            "--alike", metavar="R", help="With --share: correlation of two raters on an item; 0.3 if left out."
        ),
    ] = None,
    item: _PilotItem = None,
    rater: _PilotRater = None,
    value: _PilotValue = None,
    system: Annotated[
        str | None, typer.Option("--system", metavar="C", help="Pilot: column of the system, for a difference.")
    ] = None,
    left: Annotated[
        str | None, typer.Option("--left", metavar="C", help="Pilot of comparisons: column of the system on the left.")
    ] = None,
    right: Annotated[
        str | None, typer.Option("--right", metavar="C", help="Pilot of comparisons: the system on the right.")
    ] = None,
    outcome: Annotated[
        str | None, typer.Option("--outcome", metavar="C", help="Pilot of comparisons: left, right, tie or the winner.")
    ] = None,
    between: Annotated[
        str | None,
        typer.Option("--between", metavar="A,B", help="Plan the difference of these two systems of the pilot."),
    ] = None,
    field: Field = None,
    all_rows: All = False,
    sd_item: Annotated[float | None, typer.Option("--sd-item", metavar="X", help="SD between items.")] = None,
    sd_rater: Annotated[float | None, typer.Option("--sd-rater", metavar="X", help="SD between raters.")] = None,
    sd_residual: Annotated[float | None, typer.Option("--sd-residual", metavar="X", help="SD of the rest.")] = None,
    sd_rater_system: Annotated[
        float, typer.Option("--sd-rater-system", metavar="X", help="SD of raters' taste for one system over another.")
    ] = 0.0,
    cost_item: Annotated[float | None, typer.Option("--cost-item", metavar="X", help="Cost of an item.")] = None,
    cost_rating: Annotated[float | None, typer.Option("--cost-rating", metavar="X", help="Cost of a rating.")] = None,
    looks: Annotated[
        str | None, typer.Option("--looks", metavar="P,P", help="Planned looks before the end, as in 25%,50%,75%.")
    ] = None,
    lead: Annotated[
        int | None, typer.Option("--lead", metavar="N", help="Rule: stop when one answer leads by so many; --agree.")
    ] = None,
    agree: Annotated[
        float | None, typer.Option("--agree", metavar="P", help="With --lead: chance that a rater is right.")
    ] = None,
    stop_width: Annotated[
        float | None, typer.Option("--stop-width", metavar="W", help="Rule: stop when an item's mean is known to W.")
    ] = None,
    least: Annotated[int, typer.Option("--least", metavar="N", help="Rule: ratings that every item gets.")] = 2,
    in_full: Annotated[
        float, typer.Option("--in-full", metavar="P", help="Rule: share of the items that is rated in full.")
    ] = 0.0,
    json: Json = False,
) -> None:
    """How wide will the interval be, how likely is a difference found, and how many items and raters does it take?

    From a pilot, a published study (--typical), standard deviations, or for a share. With --within or --power the fewest
    items are looked for, or the fewest raters if items are given and raters are not. For a paired difference of two
    systems give the SDs of the difference: --sd-item between items, --sd-rater 0 (severity cancels), --sd-rater-system
    between raters.

    With a rule for stopping, --ratings is the most that an item gets: --lead with --agree, or --stop-width.
    """
    from beholder.cli.output import print_results
    from beholder.cli.spread_source import SpreadSource
    from beholder.stats import plan as planned

    source = SpreadSource(
        file=file,
        columns={
            "item": item, "rater": rater, "value": value, "system": system, "left": left, "right": right,
            "outcome": outcome,
        },
        sds={"item": sd_item, "rater": sd_rater, "residual": sd_residual},
        sd_rater_system=sd_rater_system,
        share=share,
        ties=ties,
        alike=alike,
        typical=typical_name,
        scale=scale,
        between=between,
        all_rows=all_rows,
        field=field,
    )  # fmt: skip
    components, notes = source.components()
    goal = _goal(within, wanted_power, difference)
    solved, design = _solve(components, goal, ratings=ratings, items=items, raters=raters, per_rater=per_rater)
    if design is None:
        print_results((solved,) if solved else (), (), as_json=json, title="Plan", notes=notes)
        return
    found = planned(components, design, difference=difference, cost_item=cost_item, cost_rating=cost_rating)
    rule = _Rule(lead, agree, stop_width, least, in_full)
    sequential = [*rule.findings(components, design), *_looked(found.findings[0], looks)]
    findings = (*((solved,) if solved else ()), *found.findings, *sequential)
    print_results(findings, found.rows, as_json=json, title="Plan", notes=notes)


class _Rule(NamedTuple):
    """A rule for stopping, as given."""

    lead: int | None
    agree: float | None
    width: float | None
    least: int
    in_full: float

    def findings(self, components: Components, design: Design) -> list[Finding]:
        """What the rule makes of a plan whose ratings are the most that an item gets."""
        from beholder import stats

        most = round(design.ratings)
        if self.lead is not None and self.width is not None:
            raise BeholderError("give --lead or --stop-width, not both", code="stats-bad-plan")
        if self.width is not None:
            return stats.ratings_by_width(
                components, self.width, least=self.least, most=most, items=design.items, share=self.in_full
            )
        if self.lead is None:
            return []
        if self.agree is None:
            raise BeholderError(
                "--lead needs --agree, the chance that a rater gives an item's right answer",
                code="stats-bad-plan",
                hint="as in --agree 0.85; `beholder stats stop` replays a rule on a table instead",
            )
        rule = stats.VoteRule(lead=self.lead, least=self.least, most=most)
        return stats.ratings_by_lead(rule, self.agree, items=design.items, share=self.in_full)


def _looked(half_width: Finding, looks: str | None) -> list[Finding]:
    from beholder import stats

    if looks is None:
        return []
    try:
        shares = [float(one.strip().removesuffix("%")) / (100 if "%" in one else 1) for one in looks.split(",")]
    except ValueError:
        raise BeholderError(
            f"{looks!r} are no shares of the plan", code="stats-bad-plan", hint="as in --looks 25%,50%,75%"
        ) from None
    return stats.planned_looks(half_width, shares)


def _goal(within: float | None, power: float | None, difference: float | None) -> dict[str, float] | None:
    """What is to be reached, as the searches take it; None if nothing is looked for."""
    if within is not None and power is not None:
        raise BeholderError("give --within or --power, not both", code="stats-bad-plan")
    if within is not None:
        if within <= 0:
            raise BeholderError(f"a half-width is above 0, got {within:g}", code="stats-bad-plan")
        return {"target": within}
    if power is None:
        return None
    if difference is None:
        raise BeholderError("--power needs the --difference that is to be found", code="stats-bad-plan")
    return {"target": power, "difference": difference}


def _solve(
    components: Components,
    goal: dict[str, float] | None,
    *,
    ratings: float,
    items: int | None,
    raters: int | None,
    per_rater: int | None,
) -> tuple[Finding | None, Design | None]:
    """What was looked for, and the design that follows; no design where nothing is enough."""
    from beholder import stats

    if raters is not None and per_rater is not None:
        raise BeholderError("give --raters or --per-rater, not both", code="stats-bad-plan")
    crew_known = raters is not None or per_rater is not None
    if goal is None:
        if items is None or not crew_known:
            raise BeholderError(
                "a plan needs --items and --raters, or --within or --power to look for one of them",
                code="stats-bad-plan",
                hint="as in --within 0.5",
            )
        return None, stats.Design.of_crew(items=items, ratings=ratings, raters=raters, per_rater=per_rater)
    by_power = "difference" in goal
    if crew_known:
        search: Any = stats.items_for_power if by_power else stats.items_enough
        found = search(components, ratings=ratings, raters=raters, per_rater=per_rater, **goal)
        items = items if items is not None else _whole(found)
    elif items is not None:
        search = stats.raters_for_power if by_power else stats.raters_enough
        found = search(components, items=items, ratings=ratings, **goal)
        raters = _whole(found)
    else:
        raise BeholderError(
            "items and raters cannot both be looked for",
            code="stats-bad-plan",
            hint="give --items, --raters, or --per-rater, the items that one rater rates",
        )
    if items is None or (raters is None and per_rater is None):
        return found, None
    return found, stats.Design.of_crew(items=items, ratings=ratings, raters=raters, per_rater=per_rater)


def _whole(found: Finding) -> int | None:
    return None if found.value != found.value else int(found.value)


def plan_agreement(
    level: Annotated[_Level, typer.Option("--level", help="Level of measurement of the ratings.")],
    ratings: Annotated[int, typer.Option("--ratings", metavar="K", help="Planned ratings of each item.")],
    file: _Pilot = None,
    items: _Items = None,
    within: Annotated[
        float | None, typer.Option("--within", metavar="W", help="Look for the items that give this half-width.")
    ] = None,
    alpha: Annotated[float | None, typer.Option("--alpha", metavar="A", help="The alpha that you expect.")] = None,
    shares: Annotated[
        str | None,
        typer.Option("--shares", metavar="P,Q", help="Nominal: how often each category is chosen, as in 0.3,0.7."),
    ] = None,
    item: _PilotItem = None,
    rater: _PilotRater = None,
    value: _PilotValue = None,
    field: Field = None,
    all_rows: All = False,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """How well will agreement be known, and how many items and ratings does that take?

    For Krippendorff's alpha, from a pilot or from the alpha that you expect; kappa and intraclass correlations of the same
    answers have intervals of about the same width. It is the interval for these raters.
    """
    import numpy as np

    from beholder.cli.output import print_results
    from beholder.stats import alpha_half_width, items_for_alpha

    if (within is None) == (items is None):
        raise BeholderError(
            "give --items to learn the half-width, or --within to learn the items",
            code="stats-bad-plan",
            hint="as in --within 0.1",
        )
    columns = {"item": item, "rater": rater, "value": value}
    pilot, notes = _pilot(file, columns, alpha=alpha, shares=shares, all_rows=all_rows, field=field)

    def spread(k: int) -> AlphaSpread:
        return _alpha_spread(pilot, level, k, alpha, shares, np.random.default_rng(seed))

    first = spread(ratings)
    solved = None if within is None else items_for_alpha(first, target=within)
    reached = items if items is not None else _whole(solved) if solved else None
    findings = [] if solved is None else [solved]
    if reached is not None:
        findings.append(alpha_half_width(first, items=reached))
    rows = []
    for k in sorted({*_USUAL_RATINGS, ratings}):
        one = spread(k)
        needed = items if items is not None else _whole(items_for_alpha(one, target=within or 0.0))
        if needed is not None:
            width = alpha_half_width(one, items=needed).value
            total = needed * k
            rows.append({"ratings": k, "items": needed, "all_ratings": total, "alpha": one.alpha, "half_width": width})
    print_results(findings, rows, as_json=json, title="Plan of agreement", notes=notes)


def _pilot(
    file: Path | None,
    columns: dict[str, str | None],
    *,
    alpha: float | None,
    shares: str | None,
    all_rows: bool,
    field: str | None,
) -> tuple[Any, tuple[str, ...]]:
    from beholder.imports.counted_rows import read_counted
    from beholder.stats import Ratings
    from beholder.tabular import blaming

    if (file is None) == (alpha is None):
        raise BeholderError(
            "give a pilot table, or the --alpha that you expect",
            code="stats-bad-plan",
            hint="`beholder stats typical` lists what published studies showed",
        )
    if file is None:
        return None, ()
    missing = [f"--{name}" for name, column in columns.items() if column is None]
    if missing:
        raise BeholderError(f"a pilot table needs {', '.join(missing)}", code="stats-bad-plan")
    if shares is not None:
        raise BeholderError("--shares goes with --alpha: a pilot knows its own", code="stats-bad-plan")
    read, notes = read_counted(file, columns, all_rows=all_rows, field=field)
    with blaming(file):
        return Ratings.of(item=read["item"], rater=read["rater"], value=read["value"]), notes


def _alpha_spread(
    pilot: Any, level: _Level, ratings: int, alpha: float | None, shares: str | None, rng: Any
) -> AlphaSpread:
    from beholder.cli.spread_source import numbers_in
    from beholder.stats import AlphaSpread

    if pilot is not None:
        return AlphaSpread.of_pilot(pilot, level=level, ratings=ratings, rng=rng)
    if level == "nominal":
        given = numbers_in(shares or "0.5,0.5", "--shares", example="0.3,0.7")
        return AlphaSpread.of_categories(alpha or 0.0, ratings=ratings, shares=given)
    if shares is not None:
        raise BeholderError("--shares goes with --level nominal", code="stats-bad-plan")
    return AlphaSpread.of_numbers(alpha or 0.0, ratings=ratings)


def typical(json: Json = False) -> None:
    """List how much items, raters and chance made ratings differ in published studies, for --typical.

    Standard deviations are shares of the scale, from its lowest to its highest value.
    """
    from beholder.cli.output import print_results
    from beholder.stats import typical_spreads

    columns = ("name", "item", "rater", "residual", "ties", "alike", "alpha", "items", "raters", "source")
    rows = [
        {column: getattr(one, column) for column in columns} | {"asked": str(one.asked)} for one in typical_spreads()
    ]
    print_results((), rows, as_json=json, title="Typical spreads")
