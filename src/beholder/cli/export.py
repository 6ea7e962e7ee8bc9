"""Commands that take data out of a study: export, ratings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from beholder.cli.study import DatabaseUrl, FolderOrId, open_answers
from beholder.cli.terminal import console, progress_bar
from beholder.errors import BeholderError

if TYPE_CHECKING:
    from beholder.exports import Exported
    from beholder.facade import Study

__all__ = ["add_to"]

Blinded = Annotated[
    bool,
    typer.Option(
        "--blinded/--unblinded",
        help="Systems as letters, as on the coordinator's pages. Their names, taken from a running study, are put on record.",
    ),
]
AllRevisions = Annotated[bool, typer.Option(help="Also ratings that were corrected later.")]


def add_to(app: typer.Typer) -> None:
    """Adds these commands to the command line."""
    for command in (export, ratings):
        app.command()(command)


def export(
    folder: FolderOrId,
    what: Annotated[
        str,
        typer.Option(
            metavar="TABLE",
            help="ratings, answers, marks (places and words), questionnaires (the questions before and after), or judgments "
            "(what models said).",
        ),
    ] = "ratings",
    format: Annotated[  # noqa: A002
        str,
        typer.Option(
            metavar="FORMAT",
            help="csv, tsv, jsonl, parquet or xlsx; hf for a folder with all tables that Hugging Face datasets load; or a "
            "layout of the protocol, such as manynames. By default as the output is called, else csv.",
        ),
    ] = "",
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="OUT", help="The file or folder.")] = None,
    blinded: Blinded = False,
    all_revisions: AllRevisions = False,
    platform_ids: Annotated[
        bool,
        typer.Option("--platform-ids", help="With the answers: who crowd platforms say the raters are. On record."),
    ] = False,
    media: Annotated[bool, typer.Option("--media", help="With hf: also the pictures and clips.")] = False,
    codebook: Annotated[bool, typer.Option(help="Write the codebook beside the table.")] = True,
    database: DatabaseUrl = None,
) -> None:
    """Export ratings, answers, marks, questionnaires or judgments with their codebook, a data set with its card, or a layout of the protocol."""
    from beholder.exports import TABLES, Wish, record_export, write_dataset, write_export, write_layout
    from beholder.tables.formats import format_names

    if what not in TABLES:
        raise BeholderError(f"there is no table {what!r}", code="export-table", hint=f"use one of {', '.join(TABLES)}")
    kind = format or (output.suffix.lower().lstrip(".") if output else "") or "csv"
    if media and kind != "hf":
        raise BeholderError("pictures go into a data set only", code="export-media", hint="add --format hf")
    with open_answers(folder, database) as study, progress_bar("Writing") as tick:
        if study.published and kind not in format_names():
            raise BeholderError(
                f"the format {kind!r} needs the items and pictures of the study's folder",
                code="export-format",
                where=str(folder),
                hint=f"name the folder, or use one of {', '.join(format_names())}",
            )
        path = output or _default_output(study, what, kind)
        wish = Wish(
            table=next(name for name in TABLES if name == what),
            blinded=blinded,
            all_revisions=all_revisions,
            platform_ids=platform_ids,
        )
        record_export(study, wish, what=path.name)
        if kind == "hf":
            done = write_dataset(study, path, wish, media=media, progress=tick)
        elif kind in format_names():
            if path.suffix.lower() != f".{kind}":
                raise BeholderError(
                    f"{path.name} does not end in .{kind}",
                    code="export-format",
                    where=str(path),
                    hint=f"for example -o {path.stem or 'ratings'}.{kind}",
                )
            done = write_export(study, path, wish, codebook=codebook, progress=tick)
        elif blinded:
            raise BeholderError(
                f"the layout {kind!r} has no letters for systems", code="export-sealed", hint="leave --blinded out"
            )
        else:
            done = write_layout(study, kind, path)
    _say(done, path)


def ratings(
    folder: FolderOrId,
    output: Annotated[Path, typer.Option("-o", "--output", help="A .csv, .tsv, .jsonl, .parquet or .xlsx file.")],
    blinded: Blinded = False,
    all_revisions: AllRevisions = False,
    database: DatabaseUrl = None,
) -> None:
    """Export the ratings table alone: short for `export --what ratings --no-codebook`."""
    export(folder, output=output, blinded=blinded, all_revisions=all_revisions, codebook=False, database=database)


def _default_output(study: Study, what: str, kind: str) -> Path:
    if kind == "hf":
        return Path(f"{study.definition.folder.resolve().name}-dataset")
    layout = study.definition.protocol.layouts.get(kind)
    return Path(f"{kind}.{layout.ending}" if layout else f"{what}.{kind}")


def _say(done: Exported, path: Path) -> None:
    beside = [file.name for file in done.files if file != path and file.parent == path.parent]
    also = f", with {' and '.join(beside)}" if beside else ""
    console().print(f"{done.rows:,} rows in [bold]{path}[/bold]{also}. Receipt: {done.receipt}")
    if done.left_out:
        from beholder.protocols import reasons_in_words

        console().print(
            f"{sum(done.left_out.values()):,} of them enter no result (counts is false): {reasons_in_words(done.left_out)}",
            highlight=False,
        )
