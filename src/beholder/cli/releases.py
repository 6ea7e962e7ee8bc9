"""Commands for what outlives a study: release, verify, replay."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from beholder.cli.study import DatabaseUrl, Folder
from beholder.cli.terminal import console, progress_bar

if TYPE_CHECKING:
    from beholder.report.replay import Replay

__all__ = ["add_to", "replay_page"]


def add_to(app: typer.Typer) -> None:
    """Adds these commands to the command line."""
    for command in (release, verify, replay):
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
    console().print(f"Wrote the release to [bold]{output}[/bold]. Receipt: {receipt}")


def verify(file: Annotated[Path, typer.Argument(metavar="FILE", help="A release.")]) -> None:
    """Compute every number of a release again from its raw answers, and say which differ."""
    from beholder.report.verify_release import verify_release

    found = verify_release(file)
    out = console()
    for what in found.checked:
        out.print(f"checked: {what}")
    for problem in found.problems:
        out.print(f"[red]differs:[/red] {problem}")
    if found.problems:
        raise typer.Exit(2)
    out.print("[green]✓[/green] nothing differs")


def replay(
    source: Annotated[Path, typer.Argument(metavar="DIR|FILE", help="A study folder, or a release.")],
    answer: Annotated[str, typer.Argument(metavar="ANSWER", help="The id of an answer.")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Also write it as a page, with pictures.")
    ] = None,
    database: DatabaseUrl = None,
) -> None:
    """Show exactly what a rater saw when giving an answer, beside the answer."""
    from rich.markup import escape
    from rich.table import Table

    from beholder.report.replay import read_replay
    from beholder.tables.writing import written_whole

    out = console()
    with read_replay(source, answer, database=database) as shown:
        table = Table(show_header=False, box=None, padding=(0, 2))
        for name, value in shown.facts():
            table.add_row(f"[dim]{name}[/dim]", escape(value))
        for path, question, value in shown.answers():
            table.add_row(f"[bold]{path}[/bold] {escape(question)}".strip(), f"[bold]{escape(value or '–')}[/bold]")
        out.print(table)
        if output is not None:
            with written_whole(output) as temporary:
                temporary.write_text(replay_page(shown), encoding="utf-8")
            out.print(f"Wrote the page to [bold]{output}[/bold].")


def replay_page(shown: Replay) -> str:
    """The showing as one page that opens offline: the rater's page as it was, and the answer beside it."""
    from beholder.report.replay import replay_html
    from beholder.web.replay_page import PastShowing, replay_document

    past = PastShowing(
        version=shown.version,
        protocol=shown.protocol,
        item=shown.item,
        slots=shown.slots,
        number=shown.row["sequence"],
        language=shown.language,
        theme=str(shown.meta.get("theme", "")),
        payload=shown.payload,
        media=shown.media,
    )
    return replay_html(shown, document=replay_document(past))
