"""Commands for what outlives a study: release, verify."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from beholder.cli.studies import DatabaseUrl, Folder
from beholder.cli.terminal import console, progress_bar

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Adds these commands to the command line."""
    for command in (release, verify):
        app.command()(command)


def release(
    folder: Folder,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The release, a .zip file.")],
    media: Annotated[bool, typer.Option(help="Also the pictures; their digests are always in it.")] = False,
    database: DatabaseUrl = None,
) -> None:
    """Write everything a study is and found to one file that anybody can verify."""
    from beholder.report.release import write_release

    with progress_bar("Writing") as tick:
        receipt = write_release(folder, output, media=media, database=database, progress=tick)
    console().print(f"[bold]{output}[/bold] holds the study. Receipt: {receipt}")


def verify(file: Annotated[Path, typer.Argument(metavar="FILE", help="A release.")]) -> None:
    """Compute every number of a release again from its raw answers, and say which differ."""
    from beholder.report.verify import verify_release

    found = verify_release(file)
    out = console()
    for what in found.checked:
        out.print(f"checked: {what}")
    for problem in found.problems:
        out.print(f"[red]differs:[/red] {problem}")
    if found.problems:
        raise typer.Exit(2)
    out.print("[green]✓[/green] nothing differs")
