"""A study opened for judges: its engine and its pictures, beside whoever serves it to people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from beholder.engine.engine import Engine
from beholder.engine.planning.freeze import database_address, find_stored, open_study
from beholder.errors import BeholderError
from beholder.store import Database, StudyRow
from beholder.store.studies import load_versions
from beholder.store.study_home import Home
from beholder.study import Definition, Version
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

    The study itself is held only until it is open: a server may be running, or be started meanwhile, since all that is
    decided is read within the transaction that writes. Who only looks starts and changes nothing: a study that is not
    started is planned in a database that is thrown away.
    """
    folder, home = definition.folder, Home(definition.folder)
    address = database_address(folder, database)
    with ExitStack() as held:
        if not only_look:
            # two runs at once would ask, and pay for, the same
            held.enter_context(home.judging("beholder judge"))
        pictures, version = ingest(definition, home.media, progress=progress)
        opened = held.enter_context(closing(Database.open(address)))
        stored = find_stored(opened, folder, definition)
        if stored is None and only_look:
            scratch = Path(held.enter_context(TemporaryDirectory())) / "plan.sqlite3"
            opened = held.enter_context(closing(Database.open(scratch)))
        if stored is not None and (stored.simulated or only_look):
            key = stored.study
        else:
            key = _ready(home, opened, definition, version)
        yield held.enter_context(closing(Engine(opened, key, definition))), pictures


def _ready(home: Home, opened: Database, definition: Definition, version: Version) -> int:
    """The study's key: started, or brought to a new version, unless a server holds it; then it must be as it is served."""
    try:
        with home.lock("beholder judge", shared=not opened.is_sqlite, database=opened.address):
            return open_study(opened, definition, version=version)
    except BeholderError as error:
        stored = find_stored(opened, definition.folder)
        if error.code != "study-in-use" or stored is None:
            raise
        _refuse_changed(opened, stored, definition, version)
        return stored.study


def _refuse_changed(opened: Database, stored: StudyRow, definition: Definition, version: Version) -> None:
    with opened.read() as conn:
        _, digest, _ = load_versions(conn, stored.study)[-1]
    if digest != version.digest:
        raise BeholderError(
            "the study changed since the server that runs was started; models would be asked something else than people",
            code="judge-study-changed",
            where=str(definition.folder),
            hint="restart `beholder serve`, then run `beholder judge` again; what stands below judges: may change at any time",
        )
