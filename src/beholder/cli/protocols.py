"""Commands for protocols of one's own: list, new, check."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from beholder.cli.study import refuse_full
from beholder.cli.terminal import console, print_problems
from beholder.errors import BeholderError

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True)

_TEMPLATES = Path(__file__).parent / "new_protocol"
"""The files of a new protocol; NAME stands for its name."""


@app.command("list")
def list_protocols() -> None:
    """List the protocols that a study may use."""
    from rich.table import Table

    from beholder.protocols import find_protocol, protocol_names

    table = Table(header_style="bold")
    for heading in ("name", "shows", "fields", "what it is for"):
        table.add_column(heading, overflow="fold")
    for name in protocol_names():
        declared = find_protocol(name).declaration
        fields = ", ".join(field for field, _ in declared.form.all_fields())
        table.add_row(name, declared.shows, fields, declared.summary.to("en"))
    console().print(table)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Lower-case letters, digits and hyphens.")],
    folder: Annotated[
        Path | None, typer.Option("-o", "--output", help="Where; by default a folder of that name.")
    ] = None,
) -> None:
    """Write a folder with your own protocol and a study that uses it."""
    import re

    if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", name):
        raise BeholderError(
            f"{name!r} is no protocol name",
            code="protocol-name",
            hint="use lower-case letters, digits and hyphens, starting with a letter",
        )
    target = folder or Path(name)
    refuse_full(target)
    target.mkdir(parents=True, exist_ok=True)
    for template in sorted(_TEMPLATES.iterdir()):
        text = template.read_text(encoding="utf-8")
        if template.suffix == ".yaml":
            text = text.replace("NAME", name)
        (target / template.name).write_text(text, encoding="utf-8")
    _paint_items(target)
    out = console()
    out.print(f"Created the protocol {name} and a study that uses it in [bold]{target}[/bold].")
    out.print(
        f"Next: edit protocol.yaml, then [cyan]beholder check {target}[/cyan] and [cyan]beholder preview {target}[/cyan]."
    )


def _paint_items(target: Path) -> None:
    """A few pictures of two pretend systems, so that the study runs at once."""
    import json

    from beholder.scenes import SceneSpec, paint

    media = target / "media"
    media.mkdir()
    lines = []
    for number, (kind, wanted) in enumerate((("bocce", 3), ("medicine", 5), ("balloon", 4), ("bocce", 6)), start=1):
        noun = {"bocce": "bocce balls on grass", "medicine": "medicine balls in a gym", "balloon": "hot air balloons"}
        candidates = []
        for system, count in (("north", wanted), ("south", wanted + number % 3)):
            file = f"{number:02d}{'a' if system == 'north' else 'b'}.png"
            paint(SceneSpec(kind=kind, count=count, seed=10 * number + count, size=(640, 480))).image.save(media / file)
            candidates.append({"system": system, "image": file})
        lines.append(json.dumps({"id": f"p{number}", "prompt": f"{wanted} {noun[kind]}", "candidates": candidates}))
    (target / "items.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


@app.command()
def check(
    name: Annotated[str, typer.Argument(metavar="NAME|FILE", help="A protocol's name, or a .yaml file.")],
) -> None:
    """Run the conformance suite on a protocol."""
    from beholder.protocols import find_protocol
    from beholder.testing import check_protocol

    print_problems(check_protocol(find_protocol(name)))
    console().print(f"[green]✓[/green] {name} is complete.")
