"""Where `analyze` and `report` find ratings: the options both take, and a study folder or a table behind them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from beholder.errors import BeholderError

if TYPE_CHECKING:
    from beholder.facade import Study

__all__ = [
    "Betters",
    "Database",
    "Levels",
    "LoneHalf",
    "Mapping",
    "Orders",
    "Place",
    "Protocol",
    "Questions",
    "Seed",
    "TableOptions",
    "Title",
    "read_source",
]

T = TypeVar("T")

Place = Annotated[Path, typer.Argument(metavar="DIR|FILE", help="A study folder, or a table of ratings from anywhere.")]
Mapping = Annotated[
    list[str] | None,
    typer.Option(
        "--map",
        metavar="OURS=COLUMN",
        help="Which column of the table is what: item=image_id, system=model, value=SC,PQ; rater=R1,R2 for a column per rater.",
    ),
]
Levels = Annotated[
    list[str] | None,
    typer.Option("--level", metavar="FIELD=LEVEL", help="Level of a field: nominal, ordinal, interval, ratio, text."),
]
Orders = Annotated[
    list[str] | None,
    typer.Option("--order", metavar="FIELD=LOW,...,HIGH", help="Worded values of a field from low to high."),
]
Betters = Annotated[
    list[str] | None,
    typer.Option(
        "--better",
        metavar="[FIELD=]END",
        help="Which end of a field is good: higher, lower, or none. Without a field, of all.",
    ),
]
Questions = Annotated[
    list[str] | None,
    typer.Option("--question", metavar="FIELD=TEXT", help="What raters were asked, as the results should word it."),
]
Title = Annotated[str, typer.Option("--title", metavar="TEXT", help="Title of the results; else the name of the file.")]
Protocol = Annotated[
    str | None, typer.Option("--protocol", metavar="NAME", help="Analyse a table as this protocol does.")
]
LoneHalf = Annotated[
    bool,
    typer.Option(
        "--lone-half-zero", help="Read a lone 0.5 as 0: points of a page whose lowest button, 0.5, stood for 0."
    ),
]
Seed = Annotated[int, typer.Option(help="Seed of whatever is resampled.", min=0)]
Database = Annotated[
    str | None, typer.Option("--database", metavar="URL", help="Where the study's data are, if not in its folder.")
]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """What the command line says of a table from elsewhere."""

    mapping: Sequence[str] | None
    level: Sequence[str] | None
    order: Sequence[str] | None
    protocol: str | None
    lone_half_zero: bool = False
    better: Sequence[str] | None = None
    question: Sequence[str] | None = None
    title: str = ""

    def __bool__(self) -> bool:
        named = self.mapping or self.level or self.order or self.better or self.question
        return bool(named or self.title or self.protocol or self.lone_half_zero)

    def parsed(self) -> dict[str, Any]:
        """The options as those who read tables take them."""
        from beholder.imports import parse_map

        return {
            "mapping": parse_map(self.mapping or ()),
            "levels": parse_map(self.level or (), option="--level"),
            "orders": {
                name: values.split(",") for name, values in parse_map(self.order or (), option="--order").items()
            },
            "protocol": self.protocol,
            "lone_half_zero": self.lone_half_zero,
            # an end without a field is that of all
            "better": parse_map(
                [f"*={one}" if "=" not in one else one for one in self.better or ()], option="--better"
            ),
            "questions": parse_map(self.question or (), option="--question"),
            "title": self.title,
        }


def read_source(
    source: Path,
    options: TableOptions,
    *,
    database: str | None,
    of_study: Callable[[Study], T],
    of_file: Callable[..., T],
) -> T:
    """What `of_study` makes of the study in a folder, or `of_file` of a table and the options that tell about it."""
    if not source.is_dir():
        return of_file(source, **options.parsed())
    if options:
        raise BeholderError(
            "a study knows its own columns, fields and protocol",
            code="analysis-bad-map",
            where=str(source),
            hint="--map, --level, --order, --better, --question, --title, --protocol and --lone-half-zero are for tables "
            "from elsewhere",
        )
    from beholder.facade import load

    with load(source, database=database) as study:
        return of_study(study)
