"""The command `analyze`: what a study or a table of ratings says."""

from __future__ import annotations

import json
import math
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from beholder.cli.ratings_source import Database, Place, Seed, read_source, with_table_options
from beholder.findings import is_p

if TYPE_CHECKING:
    from rich.console import Console

    from beholder.analysis import Analysis, Section
    from beholder.findings import Table, TableColumn
    from beholder.imports import TableOptions
from beholder.text import PValue

__all__ = ["add_to"]

# about a screen; --json has all rows
_ROWS = 40
# what fits beside each other in a wide terminal
_COLUMNS = 12
# what a rule takes beside its title
_RULED = 4
# a pipe has no width; this holds most tables unwrapped
_PIPED_WIDTH = 160


def add_to(app: typer.Typer) -> None:
    """Adds the command to the command line."""
    app.command()(with_table_options(analyze))


def analyze(
    source: Place,
    *,
    options: TableOptions,
    seed: Seed = 1,
    database: Database = None,
    language: Annotated[
        str, typer.Option("--language", metavar="en|zh", help="Language of titles and paragraphs.")
    ] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object with findings and rows.")] = False,
) -> None:
    """Say what the ratings of a study or a table show: results, agreement, quality, with intervals."""
    found = read_source(
        source,
        options,
        database=database,
        of_study=lambda study: study.analysis(seed=seed),
        of_file=partial(_analyse_file, seed=seed),
    )
    if as_json:
        sys.stdout.write(json.dumps(found.to_json(), ensure_ascii=False, allow_nan=False) + "\n")
        return
    _print(found, language)


def _analyse_file(path: Path, options: TableOptions, *, seed: int) -> Analysis:
    from beholder.imports import analyse_file

    return analyse_file(path, options, seed=seed)


def _print(found: Analysis, language: str) -> None:
    from rich.cells import cell_len
    from rich.console import Console
    from rich.markup import escape
    from rich.rule import Rule

    console = Console(file=sys.stdout, highlight=False)
    if not console.is_terminal:
        console = Console(file=sys.stdout, highlight=False, width=_PIPED_WIDTH)
    title = found.title.to(language)
    if title:
        console.print(f"[bold]{escape(title)}[/bold]")
    for warning in found.warnings:
        console.print(f"[bold yellow]{escape(warning.to(language))}[/bold yellow]")
    if found.quality is not None:
        style = "bold yellow" if found.quality.overruled else "bold"
        console.print(f"  [{style}]{escape(found.quality.line().to(language))}[/{style}]")
        for reason in found.quality.reasons:
            console.print(f"  - {escape(reason.text.to(language))}")
    for sentence in found.summary:
        console.print(f"  {escape(sentence.to(language))}")
    for section in found.sections:
        console.print()
        heading = f"[bold]{escape(section.title.to(language))}[/bold]"
        if cell_len(section.title.to(language)) > console.width - _RULED:
            # a rule would cut the sentence
            console.print(heading)
            heading = ""
        console.print(Rule(heading, align="left", style="dim"))
        _print_section(console, section, language)
    console.print()
    for note in found.notes:
        console.print(f"[yellow]note:[/yellow] {escape(note.to(language))}", soft_wrap=True)
    for hint in found.hints:
        console.print(f"[dim]hint: {escape(hint.to(language))}[/dim]", soft_wrap=True)
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
        out.add_row(*(escape(_text(row.get(c.name), c)) for c in columns))
    return out


def _text(value: Any, column: TableColumn) -> str:
    """A cell with the digits of its column, typed as in every table of the command line (`cli/output.py`)."""
    if value is None:
        return "–"
    if isinstance(value, bool | str):
        return str(value)
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        if math.isnan(value):
            return "–"
        if is_p(column.name):
            return PValue(value, bare=True).to("en")
        return f"{value:,.{column.digits if column.digits is not None else 3}f}"
    if isinstance(value, tuple | list):
        return f"[{', '.join(_text(x, column) for x in value)}]"
    return str(value)
