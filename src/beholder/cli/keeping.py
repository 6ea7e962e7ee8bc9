"""Commands that keep data safe: doctor, backup, restore."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from beholder.cli.study import DatabaseUrl, Folder
from beholder.cli.terminal import console, print_problems, progress_bar

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Adds these commands to the command line."""
    for command in (doctor, backup, restore):
        app.command()(command)


def doctor(
    folder: Annotated[Path | None, typer.Argument(metavar="[DIR]", help="Also look into this study.")] = None,
    database: DatabaseUrl = None,
) -> None:
    """Look at this machine and, if named, at a study: is everything safe and unchanged?"""
    from beholder.keeping.doctor import examine

    found = examine(folder, database=database)
    out = console()
    for fact in found.facts:
        out.print(f"[green]✓[/green] {fact}")
    print_problems(found.problems)
    if any(not problem.warning for problem in found.problems):
        raise typer.Exit(2)


def backup(
    folder: Folder,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The backup, a .zip file.")],
    media: Annotated[bool, typer.Option(help="Also the study's pictures.")] = True,
    database: DatabaseUrl = None,
) -> None:
    """Write a complete copy of a study to one file, also while raters work."""
    from beholder.keeping.backup import write_backup

    with progress_bar("Copying") as tick:
        receipt = write_backup(folder, output, database=database, media=media, progress=tick)
    console().print(f"Wrote the backup to [bold]{output}[/bold]. Receipt: {receipt}")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    folder: Folder,
    database: DatabaseUrl = None,
) -> None:
    """Bring a backup back, into a new folder."""
    from beholder.keeping.backup import read_backup

    with progress_bar("Restoring") as tick:
        receipt = read_backup(file, folder, database=database, progress=tick)
    console().print(f"The study is in [bold]{folder}[/bold]. Receipt: {receipt}")
