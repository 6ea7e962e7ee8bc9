"""The command `analyze`: what a study or a table of ratings says."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from beholder.findings import Table
    from beholder.protocols.analysis import Analysis, Section

__all__ = ["add_to", "read_analysis"]

_ROWS = 40
_COLUMNS = 12
_PIPED_WIDTH = 160


def add_to(app: typer.Typer) -> None:
    """Adds the command to the command line."""
    app.command()(analyze)


def analyze(
    place: Annotated[
        Path, typer.Argument(metavar="DIR|FILE", help="A study folder, or a table of ratings from anywhere.")
    ],
    mapping: Annotated[
        list[str] | None,
        typer.Option(
            "--map", metavar="COLUMN=NAME", help="Which column is what: item=image_id, system=model, value=SC,PQ."
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
    seed: Annotated[int, typer.Option(help="Seed of whatever is resampled.", min=0)] = 1,
    database: Annotated[
        str | None, typer.Option("--database", metavar="URL", help="Where the study's data are, if not in its folder.")
    ] = None,
    language: Annotated[
        str, typer.Option("--language", metavar="en|zh", help="Language of titles and paragraphs.")
    ] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object with findings and rows.")] = False,
) -> None:
    """Say what the ratings of a study or a table show: results, agreement, quality, with intervals."""
    found = read_analysis(
        place, mapping=mapping, level=level, order=order, protocol=protocol, seed=seed, database=database
    )
    if as_json:
        sys.stdout.write(json.dumps(found.to_json(), ensure_ascii=False, allow_nan=False) + "\n")
        return
    _print(found, language)


def read_analysis(
    place: Path,
    *,
    mapping: Sequence[str] | None = None,
    level: Sequence[str] | None = None,
    order: Sequence[str] | None = None,
    protocol: str | None = None,
    seed: int = 1,
    database: str | None = None,
) -> Analysis:
    """The analysis of a study folder or of a file, from the options of the command line."""
    from beholder.errors import BeholderError

    if place.is_dir():
        if mapping or level or order or protocol:
            raise BeholderError(
                "a study knows its own columns, fields and protocol",
                code="analysis-bad-map",
                where=str(place),
                hint="--map, --level, --order and --protocol are for tables from elsewhere",
            )
        from beholder.facade import load

        with load(place, database=database) as study:
            return study.analysis(seed=seed)
    from beholder.imports import analyse_file, parse_map

    orders = {name: values.split(",") for name, values in parse_map(order or ()).items()}
    return analyse_file(
        place,
        mapping=parse_map(mapping or ()),
        levels=parse_map(level or ()),
        orders=orders,
        protocol=protocol,
        seed=seed,
    )


def _print(found: Analysis, language: str) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.rule import Rule

    console = Console(file=sys.stdout, highlight=False)
    if not console.is_terminal:
        console = Console(file=sys.stdout, highlight=False, width=_PIPED_WIDTH)
    title = found.title.to(language)
    if title:
        console.print(f"[bold]{escape(title)}[/bold]")
    for sentence in found.summary:
        console.print(f"  {escape(sentence.to(language))}")
    for section in found.sections:
        console.print()
        console.print(Rule(f"[bold]{escape(section.title.to(language))}[/bold]", align="left", style="dim"))
        _print_section(console, section, language)
    console.print()
    for note in found.notes:
        console.print(f"[yellow]note:[/yellow] {escape(note.to(language))}", soft_wrap=True)
    for heading, words in (("Method", found.method), ("Limits", found.limits)):
        console.print(f"\n[bold]{heading}[/bold] {escape(words.to(language))}")


def _print_section(console: Console, section: Section, language: str) -> None:
    from rich.markup import escape

    for sentence in section.text:
        console.print(escape(sentence.to(language)))
    shown = False
    for sheet in section.tables:
        table = sheet.to(language)
        if table.rows:
            console.print(_rich(table, with_title=shown))
            shown = True
            if len(table.rows) > _ROWS:
                console.print(f"[dim]… and {len(table.rows) - _ROWS:,} more rows; --json has them all[/dim]")
        for note in table.notes:
            console.print(f"[dim]{escape(note)}[/dim]")
    in_tables = {note.to(language) for note in section.notes}
    for note in in_tables:
        console.print(f"[yellow]note:[/yellow] {escape(note)}", soft_wrap=True)
    told = dict.fromkeys(note for finding in section.findings for note in finding.notes)
    for note in list(told)[:6]:
        console.print(f"[dim]· {escape(note)}[/dim]")


def _rich(table: Table, *, with_title: bool) -> Any:
    from rich import box
    from rich.markup import escape
    from rich.table import Table as RichTable

    out = RichTable(
        title=escape(table.title) if with_title else None,
        title_justify="left",
        header_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    columns = [c for c in table.columns if any(row.get(c.name) not in (None, "") for row in table.rows)][:_COLUMNS]
    for column in columns:
        numeric = all(isinstance(row.get(column.name), int | float | tuple | None) for row in table.rows)
        out.add_column(escape(column.title), justify="right" if numeric else "left", overflow="fold")
    for row in table.rows[:_ROWS]:
        out.add_row(*(escape(_text(row.get(c.name), c.digits)) for c in columns))
    return out


def _text(value: Any, digits: int | None) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool | str):
        return str(value)
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        if math.isnan(value):
            return "–"
        if digits == 4 and 0 <= value < 0.0001:
            return "<0.0001"
        return f"{value:,.{digits if digits is not None else 3}f}"
    if isinstance(value, tuple | list):
        return f"[{', '.join(_text(x, digits) for x in value)}]"
    return str(value)
