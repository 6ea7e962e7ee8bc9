"""`beholder naming`: response sets, variation, verification and diagnosis from the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from beholder.protocols.naming.collect.collect_commands import CollectCommands
from beholder.protocols.naming.collect.sources import LoadedStudy
from beholder.protocols.naming.diagnose.diagnose_commands import DiagnoseCommands
from beholder.protocols.naming.naming_commands import CommandTools, SeedOption
from beholder.protocols.naming.verify.verify_commands import VerifyCommands

__all__ = ["make_commands"]


def make_commands(tools: CommandTools) -> typer.Typer:
    """The commands of the naming protocols, to be mounted as `beholder naming`."""
    app = typer.Typer(
        help="From free names to a verified naming data set, and a diagnosis of systems that name.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
    )
    rehearsed: dict[Path, LoadedStudy] = {}

    def load(path: Path) -> LoadedStudy:
        return rehearsed[path] if path in rehearsed else tools.load(path)

    names, judged, compared = CollectCommands(tools, load), VerifyCommands(tools, load), DiagnoseCommands(tools, load)
    commands: tuple[Callable[..., None], ...] = (
        names.sets,
        names.variation,
        judged.verify,
        compared.diagnose,
        compared.audit,
        compared.gallery,
    )
    for command in commands:
        app.command()(command)

    @app.command()
    def demo(
        folder: Annotated[
            Path, typer.Argument(metavar="DIR", help="A new folder for both rounds and the predictions.")
        ],
        seed: SeedOption = 7,
    ) -> None:
        """Both rounds with simulated people and two pretend systems: every table, in a minute.

        Painted scenes, 36 namers, next-round, three verifiers of each object; the folders can be served to people.
        """
        from beholder.errors import BeholderError
        from beholder.protocols.naming.example.both_rounds import rehearse

        if folder.exists() and any(folder.iterdir()):
            raise BeholderError(
                "there is something here already", code="folder-not-empty", where=str(folder), hint="name a new folder"
            )
        with tools.progress("painting, naming, verifying"):
            made = rehearse(folder, seed)
        rehearsed.update(made.rounds)
        names.variation(made.first, by="domain", seed=seed)
        judged.verify(made.second, output=folder / "release", seed=seed)
        compared.diagnose(made.second, predictions=made.predictions, by="domain", seed=seed)
        typer.echo(f"{folder} holds both rounds, the predictions, and the verified names under release.")
        typer.echo(
            "What simulated people said is not stored, so that people can be asked: "
            f"beholder serve {made.second}, or beholder simulate {made.second} for a report without them."
        )

    return app
