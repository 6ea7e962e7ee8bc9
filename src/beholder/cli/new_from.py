"""`beholder new --from`: a study of somebody's own files, written whole or not at all."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from beholder.cli.staging import staged
from beholder.cli.terminal import console, print_problems, progress_bar
from beholder.errors import Problem

if TYPE_CHECKING:
    from beholder.imports import ChoiceOptions, NewStudy
    from beholder.study.checks.check import Checked

_LINE = re.compile(r"^items\.jsonl:(\d+)")


def new_from(
    protocol: str,
    folder: Path,
    sources: list[str],
    *,
    mapping: list[str],
    pattern: str,
    link: bool,
    choice: ChoiceOptions,
) -> None:
    """Makes the study, checks it, and says what was found; what is no study is not left behind."""
    from beholder.engine import find_oversized, outline
    from beholder.imports import make_study, parse_sources
    from beholder.study import check_folder

    choice.validate()
    given = parse_sources(sources)
    with staged(folder) as place:
        with progress_bar("Reading files") as tick:
            made = make_study(
                protocol,
                place,
                given,
                mapping=mapping,
                pattern=pattern,
                link=link,
                title=folder.resolve().name,
                choice=choice,
                progress=tick.under("Copying files"),
            )
            checked = check_folder(place, progress=tick.under("Looking at pictures"))
        _print_found(made)
        if checked.errors:
            print_problems(_about_items(checked, place, folder))
            console().print("Nothing was written. Mend your files, or say more by --map, and run the command again.")
            raise typer.Exit(2)
        # its files are where they are read from only until here
        definition = checked.definition
        oversized = list(find_oversized(definition, outline(definition))) if definition else []
    out = console()
    systems = f" of {len(made.systems)} systems ({_escaped(', '.join(made.systems))})" if made.systems else ""
    out.print(
        f"Created a study of {_escaped(protocol)} in [bold]{folder}[/bold]: "
        f"{made.items:,} items{systems}, {made.files:,} files."
    )
    print_problems((*checked.problems, *oversized))
    out.print(f"Next: [cyan]beholder check {folder}[/cyan], then [cyan]beholder preview {folder}[/cyan].")


def _escaped(text: str) -> str:
    from rich.markup import escape

    return escape(text)


def _print_found(made: NewStudy) -> None:
    from rich.table import Table

    out = console()
    table = Table(box=None, padding=(0, 2), title="What was found", title_justify="left")
    for title in ("source", "column", "from"):
        table.add_column(title)
    for row in made.columns:
        table.add_row(*map(_escaped, row))
    out.print(table)
    for note in made.notes:
        out.print(_escaped(note))


def _about_items(checked: Checked, place: Path, folder: Path) -> list[Problem]:
    """The problems by the items they are about: the file in which they stand is not there any more."""
    import json

    items = (place / "items.jsonl").read_text(encoding="utf-8").splitlines()

    def named(match: re.Match[str]) -> str:
        return f"item {json.loads(items[int(match[1]) - 1])['id']}"

    return [
        replace(one, where=_LINE.sub(named, one.where).replace(str(place), str(folder))) for one in checked.problems
    ]
