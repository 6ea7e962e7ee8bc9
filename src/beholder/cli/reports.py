"""The command `report`: the results of a study or a table as one file for readers."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from beholder.cli.ratings_source import Database, Place, Seed, read_source, with_table_options
from beholder.cli.terminal import console
from beholder.errors import BeholderError

if TYPE_CHECKING:
    from beholder.imports import TableOptions

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Adds the command to the command line."""
    app.command()(with_table_options(report))


def report(
    source: Place,
    *,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="The report, one .html file that needs nothing else.")
    ] = Path("report.html"),
    options: TableOptions,
    language: Annotated[str, typer.Option("--language", metavar="en|zh", help="Language of the report.")] = "en",
    figures: Annotated[
        Path | None,
        typer.Option("--figures", metavar="DIR", help="Also write each figure as SVG, PDF and PNG into this folder."),
    ] = None,
    draw: Annotated[bool, typer.Option("--draw/--no-figures", help="Draw figures; without, tables only.")] = True,
    seed: Seed = 1,
    database: Database = None,
) -> None:
    """Write the report of a study or a table of ratings: one HTML file that opens offline and prints on A4."""
    from rich.markup import escape

    from beholder.report import material_of_file, material_of_study, write_report
    from beholder.report.drawing import require_drawing, warm_up
    from beholder.report.wording import ReportWording

    ReportWording(language)
    if output.suffix.lower() not in (".html", ".htm"):
        raise BeholderError(
            f"a report is an .html file, not {output.suffix or 'a file without ending'}",
            code="report-format",
            where=str(output),
            hint=f"-o {output.with_suffix('.html')}",
        )
    if draw or figures is not None:
        require_drawing()
        # the drawing engine takes a second to start, which the analysis does not need to wait for
        threading.Thread(target=warm_up, daemon=True).start()
    material = read_source(
        source,
        options,
        database=database,
        of_study=partial(material_of_study, seed=seed),
        of_file=partial(material_of_file, seed=seed),
    )
    written = write_report(material, output, language=language, figures=figures, draw=draw)
    more = f" and {len(written) - 1} figure files in {figures}" if len(written) > 1 else ""
    console().print(f"Wrote the report to [bold]{output}[/bold]{more}.")
    for hint in material.analysis.hints:
        console().print(f"[dim]hint: {escape(hint.to(language))}[/dim]", soft_wrap=True)
