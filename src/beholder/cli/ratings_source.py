"""Where `analyze` and `report` find ratings: the options both take, and a study folder or a table behind them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_type_hints

import typer

from beholder.errors import BeholderError

if TYPE_CHECKING:
    from beholder.facade import Study
    from beholder.imports import TableOptions

__all__ = ["Database", "Place", "Seed", "read_source", "with_table_options"]

T = TypeVar("T")


def _place(text: str) -> Path:
    from beholder.imports.far_tables import local_copy, table_path

    return local_copy(table_path(text)) if "://" in text else Path(text)


Place = Annotated[
    Path,
    typer.Argument(
        metavar="DIR|FILE",
        parser=_place,
        help="A study folder, or a table of ratings from anywhere: a file, a folder of Parquet files, s3://bucket/folder, "
        "or sc://host:15002#table of a Spark cluster.",
    ),
]
Seed = Annotated[int, typer.Option(help="Seed of whatever is resampled.", min=0)]
Database = Annotated[
    str | None, typer.Option("--database", metavar="URL", help="Where the study's data are, if not in its folder.")
]


def _table_options(
    *,
    mapping: Annotated[
        list[str] | None,
        typer.Option(
            "--map",
            metavar="OURS=COLUMN",
            help="Which column of the table is what: item=image_id, system=model, value=SC,PQ; rater=R1,R2 for a column per rater.",
        ),
    ] = None,
    level: Annotated[
        list[str] | None,
        typer.Option(
            "--level", metavar="FIELD=LEVEL", help="Level of a field: nominal, ordinal, interval, ratio, text."
        ),
    ] = None,
    order: Annotated[
        list[str] | None,
        typer.Option("--order", metavar="FIELD=LOW,...,HIGH", help="Worded values of a field from low to high."),
    ] = None,
    protocol: Annotated[
        str | None, typer.Option("--protocol", metavar="NAME", help="Analyse a table as this protocol does.")
    ] = None,
    lone_half_zero: Annotated[
        bool,
        typer.Option(
            "--lone-half-zero", help="Read a lone 0.5 as 0: points of a page whose lowest button, 0.5, stood for 0."
        ),
    ] = False,
    better: Annotated[
        list[str] | None,
        typer.Option(
            "--better",
            metavar="[FIELD=]END",
            help="Which end of a field is good: higher, lower, or none. Without a field, of all.",
        ),
    ] = None,
    question: Annotated[
        list[str] | None,
        typer.Option("--question", metavar="FIELD=TEXT", help="What raters were asked, as the results should word it."),
    ] = None,
    title: Annotated[
        str, typer.Option("--title", metavar="TEXT", help="Title of the results; else the name of the file.")
    ] = "",
) -> TableOptions:
    from beholder.imports import TableOptions

    return TableOptions.parse(
        mapping=mapping,
        level=level,
        order=order,
        better=better,
        question=question,
        protocol=protocol,
        lone_half_zero=lone_half_zero,
        title=title,
    )


def with_table_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options that say what a table holds, which it gets as one: its parameter `options`."""
    # evaluated when the command line starts, which must not wait for the analysis behind the real class
    unknown = {"TableOptions": object}
    told = _parameters(_table_options, unknown)
    own = _parameters(command, unknown)
    every = [part for one in own for part in (told if one.name == "options" else [one])]

    @wraps(command)
    def run(**given: Any) -> None:
        options = _table_options(**{one.name: given.pop(one.name) for one in told})
        command(**given, options=options)

    # what the command line reads the options of a command from
    vars(run)["__signature__"] = inspect.Signature(every)
    run.__annotations__ = {one.name: one.annotation for one in every}
    return run


def _parameters(function: Callable[..., Any], names: dict[str, Any]) -> list[inspect.Parameter]:
    hints = get_type_hints(function, localns=names, include_extras=True)
    return [one.replace(annotation=hints[one.name]) for one in inspect.signature(function).parameters.values()]


def read_source(
    source: Path,
    options: TableOptions,
    *,
    database: str | None,
    of_study: Callable[[Study], T],
    of_file: Callable[[Path, TableOptions], T],
) -> T:
    """What `of_study` makes of the study in a folder, or `of_file` of a table and the options that tell about it."""
    from beholder.tabular import is_parquet_folder

    if not source.is_dir() or is_parquet_folder(source):
        return of_file(source, options)
    from beholder.imports import UNTOLD

    if options != UNTOLD:
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
