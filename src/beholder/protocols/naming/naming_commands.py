"""What the commands of `beholder naming` share: what the command line lends them, and options that several take."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol

import typer

from beholder.findings import Finding
from beholder.protocols.naming.collect.sources import LoadedStudy

__all__ = [
    "AdequacyOption",
    "ByOption",
    "CaseOption",
    "CommandTools",
    "JsonOption",
    "MinCountOption",
    "NamingCommands",
    "PluralOption",
    "PunctuationOption",
    "ReplicatesOption",
    "SameObjectOption",
    "SeedOption",
    "SourceArgument",
    "SpellingsOption",
    "require_column",
    "resampling_of",
]


class CommandTools(Protocol):
    """What the command line lends a protocol's commands."""

    def load(self, folder: Path, /) -> LoadedStudy:
        """A study that has been started."""
        ...

    def print_results(
        self,
        findings: Sequence[Finding],
        rows: Sequence[Mapping[str, Any]] | None = None,
        *,
        as_json: bool,
        title: str = "",
        row_titles: Sequence[tuple[str, Sequence[Mapping[str, Any]]]] | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        """Tables for people."""
        ...

    def progress(self, title: str, /, *, quiet: bool = False) -> AbstractContextManager[Callable[..., None]]:
        """A bar while something long is under way."""
        ...


@dataclass(frozen=True, slots=True)
class NamingCommands:
    """Commands, each a method. `load` gives a study: one that was started, or one that a rehearsal has just made."""

    tools: CommandTools
    load: Callable[[Path], LoadedStudy]


SourceArgument = Annotated[
    Path, typer.Argument(metavar="FILE|DIR", help="A ManyNames file, raw answers, a ratings table, or a study folder.")
]
MinCountOption = Annotated[
    int, typer.Option("--min-count", min=1, metavar="N", help="Leave out names given fewer than N times.")
]
ByOption = Annotated[str | None, typer.Option("--by", metavar="C", help="Column of groups, such as domain.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
SeedOption = Annotated[
    int, typer.Option("--seed", metavar="S", help="Seed of everything random; same seed, same numbers.")
]
ReplicatesOption = Annotated[int, typer.Option("--bootstrap", min=2, metavar="R", help="Resamples of objects.")]
CaseOption = Annotated[
    Literal["lower", "keep"] | None, typer.Option("--case", help="Normalisation of raw answers: letter case.")
]
PunctuationOption = Annotated[
    Literal["edges", "all", "keep"] | None,
    typer.Option("--punctuation", help="Normalisation: punctuation to take off."),
]
PluralOption = Annotated[
    Literal["keep", "merge"] | None, typer.Option("--plural", help="Normalisation: English plurals of names given too.")
]
SpellingsOption = Annotated[
    Path | None,
    typer.Option("--spellings", metavar="TABLE", help="Table of accepted spellings (name,proposal,accept)."),
]
SameObjectOption = Annotated[
    float | None,
    typer.Option(
        "--same-object", min=0, max=1, metavar="X", help="Keep names with SAMEOBJECT above X; the study's, or 0."
    ),
]
AdequacyOption = Annotated[
    float | None,
    typer.Option(
        "--adequacy", min=0, max=1, metavar="X", help="Keep names with ADEQUACY above X; the study's, or 0.4."
    ),
]


def resampling_of(seed: int, replicates: int) -> Any:
    """The resamples of objects by which intervals are found."""
    import numpy as np

    from beholder.protocols.naming.object_bootstrap import Resampling

    return Resampling(rng=np.random.default_rng(seed), replicates=replicates)


def require_column(sets: Sequence[Any], by: str | None) -> None:
    """Refuses a column of groups that no object has."""
    from beholder.errors import BeholderError, nearest

    if by is None or any(by in one.columns for one in sets):
        return
    known = {name for one in sets for name in one.columns}
    raise BeholderError(f'no object has a column "{by}"', code="naming-no-column", hint=nearest(by, known))
