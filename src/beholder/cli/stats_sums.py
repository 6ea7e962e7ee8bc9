"""Statistics of tables that are too large for memory, or lie on a cluster: what `beholder stats` can say by sums alone."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, get_args

from beholder import stats
from beholder.cli.stats_aggregation import near
from beholder.cli.stats_raters import are_fixed
from beholder.errors import BeholderError
from beholder.imports.rule_columns import ALIKE, IN_FULL, tells_rule
from beholder.stats.agreement.weights import weights_at
from beholder.stats.columns import Ratings
from beholder.stats.sources.coding import Coding, require_columns

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from beholder.cli.stats_options import RaterRole
    from beholder.findings import Finding
    from beholder.imports.rule_columns import RuleUse
    from beholder.stats.agreement.alpha import Level
    from beholder.stats.chunks import ChunkEngine
    from beholder.stats.columns import Floats
    from beholder.stats.sources.coding import LargeTable

__all__ = [
    "LargeRatings",
    "agreement_by_group",
    "agreement_by_sums",
    "alt_test_by_sums",
    "combined_by_sums",
    "comparison_by_sums",
    "large_ratings",
    "opinion_by_sums",
    "refuse_unsummed",
    "strengths_by_sums",
]

# more are a column of something else: texts, or addresses
_MOST_RATERS = 200_000
_MOST_SYSTEMS = 1_000
# values that a table of pairs of them is made for; more must be numbers
_MOST_VALUES = 64
# each group is summed by itself, in passes of its own
_MOST_GROUPS = 200
_NOTE = "summed over all ratings where they lie; what needs them in memory is left out"


@dataclass(frozen=True, slots=True)
class LargeRatings:
    """A large table with the columns that a command asks for, and the rows that count."""

    table: LargeTable
    columns: Mapping[str, str]
    only: Mapping[str, str]
    notes: tuple[str, ...] = field(default=(_NOTE,))

    def names(self, use: str, most: int) -> list[Any]:
        """The names in a column."""
        return self.table.names(self.columns[use], only=self.only, most=most)

    def where(self, use: str, text: str) -> LargeRatings:
        """The rows whose column has this text."""
        return replace(self, only={**self.only, self.columns[use]: text})

    def raters(self) -> list[Any]:
        """The names of raters."""
        return self.names("rater", _MOST_RATERS)

    def coding(
        self, codes: Mapping[str, Sequence[Any]], numbers: Mapping[str, str] | None = None, **more: Any
    ) -> Coding:
        """Chunks by item, with these columns as codes and those as numbers."""
        named = {use: (self.columns[use], names) for use, names in codes.items()}
        return Coding(
            item=self.columns[more.pop("item", "item")], codes=named, numbers=numbers or {}, only=self.only, **more
        )


@contextmanager
def large_ratings(
    file: Path,
    wanted: Mapping[str, str | None],
    *,
    all_rows: bool,
    field: str | None,
    rule: RuleUse = "alike",
) -> Iterator[LargeRatings | None]:
    """The table if it is to be summed where it lies; None if it is to be read as any other."""
    from beholder.imports.far_tables import large_table

    table = large_table(file)
    if table is None:
        yield None
        return
    with table:
        header = table.columns()
        only = {} if all_rows or "counts" not in header else {"counts": "true"}
        if field is not None:
            require_columns(table, {"field": "field"})
            only["field"] = field
        notes = ("rows whose counts is false are left out; --all keeps them", _NOTE) if "counts" in only else (_NOTE,)
        if _has_rule(table, header, only):
            if rule == "weights" and not all_rows:
                refuse_unsummed(weight=True)
            if rule == "in-full" and not all_rows:
                only["in_full"] = "true"
            notes = (*notes, IN_FULL if "in_full" in only else ALIKE)
        yield LargeRatings(table, require_columns(table, wanted), only, notes)


def _has_rule(table: LargeTable, header: Sequence[str], only: Mapping[str, str]) -> bool:
    """Whether ratings of the table count differently, as a stopping rule makes them."""
    if not tells_rule(header):
        return False
    try:
        return table.names("weight", only=only, most=1) not in ([], [1.0])
    except BeholderError as error:
        if error.code != "stats-too-many-values":
            raise
        return True


def refuse_unsummed(**given: Any) -> None:
    """An error for options that need the ratings themselves, which sums over chunks do not keep."""
    named = [f"--{name.replace('_', '-')}" for name, value in given.items() if value]
    if named:
        raise BeholderError(
            f"{', '.join(named)} cannot be had of a table that is summed where it lies",
            code="stats-bad-option",
            hint="leave it out, or take a part of the table that fits into memory",
        )


@dataclass(frozen=True, slots=True)
class _RatedChunks:
    """The chunks of ratings by rater, and what their values are called and stand for."""

    engine: ChunkEngine
    raters: list[Any]
    values: tuple[Any, ...] | None
    scale: Floats | None


def said_by(ratings: LargeRatings, *, order: Sequence[str] | None = None, numeric: bool = False) -> _RatedChunks:
    """Ratings as codes where the values are few, else as numbers."""
    raters = ratings.raters()
    try:
        names = ratings.names("value", _MOST_VALUES)
    except BeholderError as error:
        if error.code != "stats-too-many-values" or not numeric:
            raise
        coding = ratings.coding({"rater": raters}, {"number": ratings.columns["value"]})
        return _RatedChunks(ratings.table.engine(coding), raters, None, None)
    nobody = list(range(len(names)))
    ranked = Ratings.of(item=nobody, rater=nobody, value=names, order=order)
    if len(ranked.values) < len(names) and order is None:
        raise BeholderError(
            f"one number is written in several ways: the values are {', '.join(map(str, names))}",
            code="stats-bad-column",
            hint="write each of them in one way; a column of numbers does so by itself",
        )
    # in the order of their codes, each as the table writes it
    written = dict(zip(ranked.value.tolist(), names, strict=True))
    values = [written.get(code, name) for code, name in enumerate(ranked.values)]
    engine = ratings.table.engine(ratings.coding({"rater": raters, "value": values}))
    return _RatedChunks(engine, raters, ranked.values, ranked.scale)


def agreement_by_sums(
    ratings: LargeRatings, level: Level, order: Sequence[str] | None, draws: stats.Draws | None = None
) -> list[Finding]:
    """Alpha first, then percent and what else the level allows, in a few passes."""
    said = said_by(ratings, order=order, numeric=level == "interval")
    engine, values = said.engine, said.values
    out = [stats.krippendorff_alpha_engine(engine, level=level, values=values, draws=draws)]
    if values is not None:
        out.append(stats.percent_agreement_engine(engine, values=values, draws=draws))
        if level != "nominal" and said.scale is not None:
            within = partial(stats.within_agreement_engine, engine, values=values, draws=draws)
            out.append(near(level, said.scale, lambda x: within(distance=x)))
        if level == "nominal":
            forms = ("gwet", "fleiss", "brennan-prediger")
            out += [stats.chance_corrected_engine(engine, form=form, values=values) for form in forms]  # type: ignore[arg-type]
        else:
            weights = weights_at(level, said.scale)
            out.append(stats.chance_corrected_engine(engine, form="gwet", values=values, weights=weights))
    if level in ("interval", "ratio"):
        sums = stats.component_sums(engine, said.scale)
        out += [stats.intraclass_correlation_engine(engine, form=form, sums=sums) for form in get_args(stats.IccForm)]
    return [x.finding for x in out]


def agreement_by_group(
    ratings: LargeRatings, level: Level, order: Sequence[str] | None, draws: stats.Draws | None = None
) -> Iterator[tuple[str, list[Finding]]]:
    """The same of each group of the column `by`, in alphabetical order; rows without a group are in none."""
    for name in sorted(map(str, ratings.names("by", _MOST_GROUPS))):
        yield name, agreement_by_sums(ratings.where("by", name), level, order, draws)


def strengths_by_sums(
    ratings: LargeRatings, *, position: bool, raters: RaterRole | None
) -> tuple[stats.Strengths, int]:
    """Davidson's strengths of comparisons, and how many raters there are."""
    systems = sorted({str(name) for use in ("left", "right") for name in ratings.names(use, _MOST_SYSTEMS)})
    outcomes = ratings.names("outcome", 2 * _MOST_SYSTEMS)
    people = ratings.raters() if "rater" in ratings.columns else []
    codes: dict[str, Sequence[Any]] = {"left": systems, "right": systems, "outcome": outcomes}
    coding = ratings.coding({**codes, "rater": people} if people else codes)
    fitted = stats.strengths_engine(
        ratings.table.engine(coding),
        systems=systems,
        outcomes=[str(x) for x in outcomes],
        position=position,
        fixed=are_fixed(len(people), raters),
    )
    return fitted, len(people)


def comparison_by_sums(ratings: LargeRatings, *, raters: RaterRole | None) -> tuple[stats.Comparison, int]:
    """Means of systems and their differences in one pass, and how many raters there are.

    Blocks are the items unless a column says otherwise.
    """
    systems = ratings.names("system", _MOST_SYSTEMS)
    people = ratings.raters()
    codes: dict[str, Sequence[Any]] = {"system": systems, "rater": people}
    block = "block" if "block" in ratings.columns else "item"
    coding = ratings.coding(codes, {"number": ratings.columns["value"]}, item=block)
    fixed = None if raters is None else raters == "fixed"
    engine = ratings.table.engine(coding)
    return stats.compare_systems_engine(engine, systems=[str(x) for x in systems], fixed=fixed), len(people)


def opinion_by_sums(ratings: LargeRatings) -> stats.OpinionFit:
    """Bias and inconsistency of raters, and what scores come to, by P.910."""
    people = ratings.raters()
    engine = ratings.table.engine(ratings.coding({"rater": people}, {"number": ratings.columns["value"]}))
    return stats.opinion_scores_engine(engine, raters=people)


def alt_test_by_sums(
    ratings: LargeRatings, *, models: Sequence[str], epsilon: float, level: Level | None
) -> stats.AltTest:
    """The alternative annotator test in two passes."""
    said = said_by(ratings)
    nominal = level == "nominal" if level else said.scale is None
    return stats.alt_test_engine(
        said.engine, raters=said.raters, models=models, epsilon=epsilon, scale=None if nominal else said.scale
    )


def combined_by_sums(ratings: LargeRatings) -> stats.Combined:
    """Means of systems by people and a judge in one pass."""
    systems = ratings.names("system", _MOST_SYSTEMS)
    numbers = {use: ratings.columns[use] for use in ("human", "judge")}
    coding = ratings.coding({"system": systems}, numbers, needed=("judge",))
    return stats.combined_means_engine(ratings.table.engine(coding), systems=[str(x) for x in systems])
