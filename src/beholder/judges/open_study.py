"""A study opened for judges: its engine and its pictures, held by this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from beholder.engine.engine import Engine
from beholder.engine.planning.freeze import database_address, find_stored, open_study
from beholder.store import Database
from beholder.store.study_home import Home
from beholder.study import Definition
from beholder.study.picture_store import Pictures, ingest

__all__ = ["open_for_judging"]


@contextmanager
def open_for_judging(
    definition: Definition,
    database: str | None = None,
    *,
    only_look: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[tuple[Engine, Pictures]]:
    """The study with its pictures; started if nobody has started it, so that models may come before people.

    Who only looks starts and changes nothing: a study that is not started is planned in a database that is thrown away.
    """
    folder, home = definition.folder, Home(definition.folder)
    address = database_address(folder, database)
    with ExitStack() as held:
        shared = str(address).startswith("postgres")
        held.enter_context(home.lock("beholder judge", shared=shared, database=address))
        pictures, version = ingest(definition, home.media, progress=progress)
        opened = held.enter_context(closing(Database.open(address)))
        stored = find_stored(opened, folder)
        if stored is None and only_look:
            scratch = Path(held.enter_context(TemporaryDirectory())) / "plan.sqlite3"
            opened = held.enter_context(closing(Database.open(scratch)))
        if stored is not None and (stored.simulated or only_look):
            key = stored.study
        else:
            key = open_study(opened, definition, version=version)
        yield held.enter_context(closing(Engine(opened, key, definition))), pictures
