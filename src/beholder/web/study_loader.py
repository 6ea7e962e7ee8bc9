"""From study folders to studies that can be served."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from pathlib import Path

from beholder.declarations.states import StudyState
from beholder.engine import Engine, database_address, find_stored, open_study
from beholder.engine.handlers.study_state import SetState
from beholder.errors import BeholderError, Problem
from beholder.store import Database, studies
from beholder.store.raters import fill_code_digests
from beholder.store.study_home import Home
from beholder.study import Definition, Version, find_unsound, load_definition
from beholder.study.items.reader import frozen_gc
from beholder.study.last_start import StartMemory
from beholder.study.picture_store import Pictures, Progress, ingest
from beholder.study.problems import Problems
from beholder.web.auth import Keys, ResumeCodes, mac
from beholder.web.served_study import MadeReport, ServedStudy

__all__ = ["PATIENCE_SECONDS", "open_finished", "open_preview", "open_served", "refuse_unsound", "served"]

#: How long a request waits for a lock or a statement of the database.
PATIENCE_SECONDS = 10
# a watchdog that asks for /health every half minute learns of a full disk with its next question
_BEAT_SECONDS = 5.0


def open_served(
    folder: Path,
    *,
    database: str | None = None,
    invited_only: bool = False,
    simulated: bool = False,
    progress: Progress | None = None,
) -> ServedStudy:
    """Opens a study for raters: takes its pictures in, freezes its version, and holds its lock until it is closed.

    `simulated` opens one that simulated raters have answered, for those who run it: it is closed, and nobody can join.
    """
    with ExitStack() as resources:
        home = Home(folder)
        memory = StartMemory(folder, home.media)
        last = memory.recall()
        definition = load_definition(folder) if last is None else last.definition
        address = database_address(folder, database)
        # one SQLite file has one writing process; on PostgreSQL several may serve the same folder
        resources.enter_context(
            home.lock("beholder serve", shared=str(address).startswith("postgres"), database=address)
        )
        version = None if last is None else _stored_version(address, folder, last.version)
        if last is not None and version is not None:
            pictures = last.pictures
        else:
            definition = definition if last is None else load_definition(folder)
            pictures, version = memory.ingest(definition, progress=progress)
        return _open(
            definition,
            pictures,
            version,
            home,
            address,
            resources,
            invited_only=invited_only,
            finished=simulated,
        )


def open_preview(folder: Path, *, progress: Progress | None = None) -> ServedStudy:
    """Opens a study to look at: everything goes into a temporary folder that vanishes with it."""
    with ExitStack() as resources:
        definition = load_definition(folder)
        temporary = Path(resources.enter_context(tempfile.TemporaryDirectory(prefix="beholder-preview-")))
        home = Home(temporary)
        home.make()
        pictures, version = ingest(definition, home.media, progress=progress)
        return _open(definition, pictures, version, home, home.database, resources, preview=True)


def open_finished(folder: Path, *, reports: Mapping[str, MadeReport]) -> ServedStudy:
    """Opens a closed study of simulated raters to look at, with the reports that were made of it; nobody can join."""
    with ExitStack() as resources:
        home = Home(folder)
        definition = load_definition(folder)
        resources.enter_context(home.lock("beholder demo"))
        pictures, version = ingest(definition, home.media)
        return _open(definition, pictures, version, home, home.database, resources, finished=True, reports=reports)


def _stored_version(address: str | Path, folder: Path, digest: str) -> Version | None:
    """The newest version in the database, if it has that digest."""
    with closing(Database.open(address)) as database:
        row = find_stored(database, folder)
        if row is None:
            return None
        with database.read() as conn:
            _, stored, text = studies.load_versions(conn, row.study)[-1]
    return Version(text) if stored == digest else None


def _open(
    definition: Definition,
    pictures: Pictures,
    version: Version,
    home: Home,
    address: str | Path,
    resources: ExitStack,
    *,
    preview: bool = False,
    invited_only: bool = False,
    finished: bool = False,
    reports: Mapping[str, MadeReport] | None = None,
) -> ServedStudy:
    database = Database.open(address)
    resources.callback(database.close)
    if finished:
        key = _simulated_study(database, definition)
    else:
        if find_stored(database, home.folder.parent) is None:
            refuse_unsound(definition, pictures)
        notes: list[Problem] = []
        key = open_study(database, replace(definition, folder=home.folder.parent), version=version, notes=notes)
        definition = replace(definition, warnings=(*definition.warnings, *notes))
    # raters wait from now on; freezing a large study may take as long as it needs
    database = database.with_patience(PATIENCE_SECONDS)
    resources.callback(database.close)
    return served(
        database,
        key,
        definition,
        pictures,
        study_id=home.study_id(),
        secret=home.secret(),
        resources=resources,
        preview=preview,
        invited_only=invited_only,
        finished=finished,
        reports=reports,
    )


def served(
    database: Database,
    key: int,
    definition: Definition,
    pictures: Pictures,
    *,
    study_id: str,
    secret: str,
    resources: ExitStack,
    preview: bool = False,
    invited_only: bool = False,
    finished: bool = False,
    reports: Mapping[str, MadeReport] | None = None,
) -> ServedStudy:
    """A study that is in the store, with an engine of its own; takes the resources over."""
    # the store has the items now; a hundred thousand masks need not be held twice
    light = replace(definition, items=())
    keys = Keys(secret)
    codes = ResumeCodes(keys)
    with database.write(key) as conn:
        fill_code_digests(conn, key, codes.digest_of)
    engine = Engine(
        database,
        key,
        light,
        code_digest=codes.digest_of,
        id_digest=partial(mac, keys.derive("platform-id")),
        beat_seconds=_BEAT_SECONDS,
    )
    if finished:
        # people's answers must not mix with simulated ones
        engine.run(SetState(StudyState.CLOSED))
    return ServedStudy(
        study_id,
        engine,
        light,
        pictures,
        secret=secret,
        resources=resources.pop_all(),
        preview=preview,
        invited_only=invited_only,
        simulated=finished,
        reports=reports,
    )


@frozen_gc()
def refuse_unsound(definition: Definition, pictures: Pictures) -> None:
    """A study that was not started yet does not start with what `check` refuses."""
    sizes = {name: (one.width, one.height) for name, one in pictures.by_name.items()}
    wrong = Problems()
    wrong.extend(one for one in find_unsound(definition, sizes) if not one.warning)
    if wrong.errors:
        raise BeholderError.of(wrong.listed())


def _simulated_study(database: Database, definition: Definition) -> int:
    row = find_stored(database, definition.folder)
    if row is None:
        raise BeholderError(
            "no simulated raters have answered this study",
            code="study-not-started",
            where=str(definition.folder),
            hint="`beholder simulate` lets them",
        )
    if not row.simulated:
        raise BeholderError(
            "people work on this study; it is no simulated one",
            code="study-has-people",
            where=str(definition.folder),
            hint="leave --simulated out",
        )
    return row.study
