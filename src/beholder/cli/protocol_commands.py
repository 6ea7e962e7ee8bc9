"""Commands that protocols bring: mounted under the protocol's name, without knowing which they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from beholder.cli.terminal import progress_bar
from beholder.findings import Finding
from beholder.protocols import Item, find_protocol, protocol_names

__all__ = ["mount_protocol_commands"]


@dataclass(frozen=True)
class _LoadedStudy:
    ratings: Sequence[Any]
    items: Iterable[Item]
    params: Any
    media: Path


class _Tools:
    """What the command line lends to a protocol's commands."""

    def load(self, folder: Path, /) -> _LoadedStudy:
        """The ratings and items of a study that has been started."""
        from beholder.facade import load

        with load(folder) as study:
            known = study.definition
            return _LoadedStudy(study.ratings(all_rows=True).rows, known.items, known.params, known.media_root)

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
        """Tables for people, or one JSON object."""
        from beholder.cli.output import print_results

        print_results(findings, rows, as_json=as_json, title=title, row_titles=row_titles, notes=notes)

    @contextmanager
    def progress(self, title: str, /, *, quiet: bool = False) -> Iterator[Callable[..., None]]:
        """A bar while something long is under way."""
        with progress_bar(title, quiet=quiet) as tick:
            yield tick


def mount_protocol_commands(app: typer.Typer) -> None:
    """Adds `beholder <protocol> …` for every protocol that brings commands."""
    for name in protocol_names():
        make = find_protocol(name).commands
        if make is not None:
            app.add_typer(make(_Tools()), name=name)
