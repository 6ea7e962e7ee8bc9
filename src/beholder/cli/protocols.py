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

_PROTOCOL = """\
# A protocol of your own, without code. `beholder protocol check NAME/protocol.yaml` says whether it is complete.
name: {name}
version: 1
title: {{en: "Which picture is better?", zh: "哪张图更好？"}}
summary: {{en: "Compare two pictures made for one prompt.", zh: "比较同一条提示词生成的两张图片。"}}
instruction: {{en: "Read the prompt, look at both pictures, then choose.", zh: "先读提示词，看完两张图，再选择。"}}

# What a trial shows: item (the item alone), one (one candidate), pair (two, blinded), all (every candidate).
shows: pair

# Columns of the items. Only what is `shown` ever reaches a rater.
item:
  prompt: {{kind: text, about: "What the systems were asked for."}}
candidate:
  image: {{kind: image, about: "The picture."}}

# What is asked: `fields` about the trial, `candidate_fields` about each candidate.
form:
  fields:
    preference:
      kind: preference
      label: {{en: "Which picture fits the prompt better?", zh: "哪张图更符合提示词？"}}
    reason:
      kind: text
      label: {{en: "Why? (optional)", zh: "为什么？（可不填）"}}
      max_chars: 500

timing: {{aim_seconds: 20, fast_seconds: 2}}
ratings: 3
"""

_STUDY = """\
# A study that uses the protocol beside it.
protocol: protocol.yaml
title: {{en: "{name}", zh: "{name}"}}
items: items.jsonl
media: media
seed: 1
ratings: 3
pairs: all
"""

_GUIDELINE = {
    "en": "# Which picture is better?\n\nRead the prompt. Look at both pictures in full. Choose the one that shows what "
    "was asked for, or *roughly equal* if neither does it better. Beauty counts only when the prompt is met equally "
    "well.\n",
    "zh": "# 哪张图更好？\n\n先读提示词，再完整地看两张图。哪张更符合要求就选哪张；如果难分高下，选“差不多”。"
    "只有两张图同样符合提示词时，才比较美观程度。\n",
}


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
    """Write a folder with a protocol of one's own and a study that uses it."""
    import re

    if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", name):
        raise BeholderError(
            f"{name!r} is no protocol name",
            code="protocol-name",
            hint="use lower-case letters, digits and hyphens, starting with a letter",
        )
    place = folder or Path(name)
    refuse_full(place)
    place.mkdir(parents=True, exist_ok=True)
    (place / "protocol.yaml").write_text(_PROTOCOL.format(name=name), encoding="utf-8")
    (place / "study.yaml").write_text(_STUDY.format(name=name), encoding="utf-8")
    for language, text in _GUIDELINE.items():
        (place / f"guideline.{language}.md").write_text(text, encoding="utf-8")
    _paint_items(place)
    out = console()
    out.print(f"[bold]{place}[/bold] holds the protocol {name} and a study that uses it.")
    out.print(
        f"Next: edit protocol.yaml, then [cyan]beholder check {place}[/cyan] and [cyan]beholder preview {place}[/cyan]."
    )


def _paint_items(place: Path) -> None:
    """A few pictures of two pretend systems, so that the study runs at once."""
    import json

    from beholder.scenes import SceneSpec, paint

    media = place / "media"
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
    (place / "items.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


@app.command()
def check(
    name: Annotated[str, typer.Argument(metavar="NAME|FILE", help="A protocol's name, or a .yaml file.")],
) -> None:
    """Run the conformance suite on a protocol."""
    from beholder.protocols import find_protocol
    from beholder.testing import check_protocol

    print_problems(check_protocol(find_protocol(name)))
    console().print(f"[green]✓[/green] {name} is complete.")
