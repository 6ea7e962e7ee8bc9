"""The command `report`: the results of a study or a table as one file for readers."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from beholder.cli.terminal import console
from beholder.errors import BeholderError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from beholder.report import Material

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Adds the command to the command line."""
    app.command()(report)


def report(
    place: Annotated[
        Path, typer.Argument(metavar="DIR|FILE", help="A study folder, or a table of ratings from anywhere.")
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="The report, one .html file that needs nothing else.")
    ] = Path("report.html"),
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
    language: Annotated[str, typer.Option("--language", metavar="en|zh", help="Language of the report.")] = "en",
    figures: Annotated[
        Path | None,
        typer.Option("--figures", metavar="DIR", help="Also write each figure as SVG, PDF and PNG into this folder."),
    ] = None,
    draw: Annotated[bool, typer.Option("--draw/--no-figures", help="Draw figures; without, tables only.")] = True,
    seed: Annotated[int, typer.Option(help="Seed of whatever is resampled.", min=0)] = 1,
    database: Annotated[
        str | None, typer.Option("--database", metavar="URL", help="Where the study's data are, if not in its folder.")
    ] = None,
) -> None:
    """Write the report of a study or a table of ratings: one HTML file that opens offline and prints on A4."""
    from beholder.report import write_report
    from beholder.report.drawing import require_drawing, warm_up
    from beholder.report.wording import Wording

    Wording(language)
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
    material = _material(
        place, mapping=mapping, level=level, order=order, protocol=protocol, seed=seed, database=database
    )
    written = write_report(material, output, language=language, figures=figures, draw=draw)
    more = f" and {len(written) - 1} figure files in {figures}" if len(written) > 1 else ""
    console().print(f"[bold]{output}[/bold] holds the report{more}.")


def _material(
    place: Path,
    *,
    mapping: Sequence[str] | None,
    level: Sequence[str] | None,
    order: Sequence[str] | None,
    protocol: str | None,
    seed: int,
    database: str | None,
) -> Material:
    from beholder.report import material_of_file, material_of_study

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
            return material_of_study(study, seed=seed)
    from beholder.imports import parse_map

    orders = {name: values.split(",") for name, values in parse_map(order or ()).items()}
    return material_of_file(
        place,
        mapping=parse_map(mapping or ()),
        levels=parse_map(level or ()),
        orders=orders,
        protocol=protocol,
        seed=seed,
    )
