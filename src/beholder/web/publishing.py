"""Studies without a folder: put into a database and a media store once, served from there by any number of processes."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from beholder.engine import find_stored, open_study
from beholder.engine.publication import digest_without_items, find_published, unpack_definition
from beholder.errors import BeholderError, Problem
from beholder.media.stores import MediaStore, digest_of, open_store
from beholder.safe_paths import confine
from beholder.store import Database, publications
from beholder.store.publications import MediaRow, Publication
from beholder.store.raters import last_number
from beholder.store.study_home import Home
from beholder.study import Definition, Version, load_definition
from beholder.study.definition_files import definition_files
from beholder.study.media_files import files_of
from beholder.study.picture_store import Pictures, Progress, ingest, refuse_altered
from beholder.web.published_pictures import MASK, PublishedPictures
from beholder.web.served_study import ServedStudy
from beholder.web.study_loader import PATIENCE_SECONDS, refuse_unsound, served

__all__ = ["Published", "find_published", "open_published", "publish_study"]

# uploads wait for the line and the store, not for this machine
_UPLOADS = 4


@dataclass(frozen=True, slots=True)
class Published:
    """What `publish_study` did: the study's id and version, how many files went to the store, and what to know."""

    id: str
    version: int
    files: int
    uploaded: int
    notes: tuple[Problem, ...]


def publish_study(folder: Path, *, database: str, media: str, progress: Progress | None = None) -> Published:
    """Puts a checked study where servers without its folder find it; what was published of it before is replaced.

    Pictures come first and the definition last, so that a server that starts meanwhile finds all or nothing.
    """
    home, definition = Home(folder), load_definition(folder)
    with ExitStack() as resources:
        resources.enter_context(
            home.lock("beholder publish", shared=database.startswith("postgres"), database=database)
        )
        _refuse_elsewhere(home, folder, database)
        pictures, version = ingest(definition, home.media, progress=progress)
        opened = Database.open(database)
        resources.callback(opened.close)
        stored = find_stored(opened, folder, definition)
        if stored is None:
            refuse_unsound(definition, pictures)
        address = f"{media.rstrip('/')}/{home.study_id()}"
        sources = dict(_sources(definition, pictures, version, home))
        uploaded = _upload(open_store(address), sources, progress)
        rows = [row for row, _ in sources.values()]
        if stored is not None:
            # servers that are not told of the new version yet may be asked for its pictures
            _list_media(opened, stored.study, rows)
        notes: list[Problem] = []
        key = open_study(opened, definition, version=version, notes=notes)
        _list_media(opened, key, rows)
        made = Publication(
            key, home.study_id(), home.secret(), address, 0, digest_without_items(definition), int(time.time() * 1000)
        )
        number = _replace(opened, made, _files(definition))
        return Published(home.study_id(), number, len(sources), uploaded, (*definition.warnings, *notes))


def _refuse_elsewhere(home: Home, folder: Path, database: str) -> None:
    """A study that somebody joined in its folder would begin anew in the database; one that was only started may."""
    if not home.database.is_file() or database.endswith(str(home.database)):
        return
    own = Database.open(home.database)
    try:
        row = find_stored(own, folder)
        with own.read() as conn:
            joined = row is not None and last_number(conn, row.study) >= 0
    finally:
        own.close()
    if joined and row is not None and not row.simulated:
        raise BeholderError(
            "people have worked on this study in its folder; published elsewhere it would begin anew",
            code="study-elsewhere",
            where=str(folder),
            hint="`beholder backup`, then `beholder restore FILE NEW --database URL`, and publish the new folder",
        )


def _sources(
    definition: Definition, pictures: Pictures, version: Version, home: Home
) -> Iterator[tuple[str, tuple[MediaRow, Path]]]:
    """For each file of the store what is said of it, and where it is now."""
    for name, one in pictures.by_name.items():
        row = MediaRow(name, one.path, one.format, one.width, one.height, one.sha256, one.seconds, one.frame_rate)
        yield name, (row, home.media / one.path)
    digests = version.data.get("media", {})
    for name in dict.fromkeys(files_of(definition.items, definition.declaration)):
        if name not in pictures.by_name and name in digests:
            file = f"masks/{digests[name]}{PurePosixPath(name).suffix}"
            yield name, (MediaRow(name, file, MASK, 0, 0, digests[name], 0.0, 0.0), confine(pictures.root, name))


def _upload(store: MediaStore, sources: dict[str, tuple[MediaRow, Path]], progress: Progress | None) -> int:
    """Uploads what the store does not have. What it has is read back: another file may lie under that name by now."""
    there = store.sizes()
    wanted = {row.file: (path, row.sha256) for row, path in sources.values()}

    def settle(file: str) -> bool:
        path, sha256 = wanted[file]
        with path.open("rb") as local:
            refuse_altered(str(path), digest_of(local), sha256)
        if there.get(file) == path.stat().st_size:
            with closing(store.open(file)[0]) as stored:
                if digest_of(stored) == sha256:
                    return False
        store.put(file, path)
        return True

    uploaded = 0
    with ThreadPoolExecutor(_UPLOADS) as pool:
        for done, was_missing in enumerate(pool.map(settle, wanted)):
            uploaded += was_missing
            if progress is not None:
                progress(done, len(wanted))
    return uploaded


def _list_media(database: Database, key: int, rows: list[MediaRow]) -> None:
    with database.write(key) as conn:
        publications.add_media(conn, key, rows)


def _files(definition: Definition) -> dict[str, bytes]:
    """The files that define the study, but for its items, as they are named in its folder."""
    return {path.relative_to(definition.folder).as_posix(): path.read_bytes() for path in definition_files(definition)}


def _replace(database: Database, made: Publication, files: dict[str, bytes]) -> int:
    from beholder.store.studies import load_study

    with database.write(made.study) as conn:
        version = load_study(conn, made.study).version
        publications.publish(conn, made._replace(version=version), files)
    return version


def open_published(database: str, study: str, *, invited_only: bool = False) -> ServedStudy:
    """Opens a published study for raters. Nothing of it is needed on this machine, and no item is read."""
    with ExitStack() as resources:
        folder = Path(resources.enter_context(tempfile.TemporaryDirectory(prefix="beholder-published-")))
        shared = database.startswith("postgres")
        resources.enter_context(Home(folder).lock("beholder serve", shared=shared, database=database))
        opened = Database.open(database).with_patience(PATIENCE_SECONDS)
        resources.callback(opened.close)
        found = find_published(opened, study)[0]
        definition = unpack_definition(opened, found, folder)
        pictures = PublishedPictures(opened, found.study, open_store(found.media))
        made = served(
            opened,
            found.study,
            definition,
            pictures,
            study_id=found.id,
            secret=found.secret,
            resources=resources,
            invited_only=invited_only,
        )
        made.renew = _renewal(database, made, found, invited_only=invited_only) if shared else None
        return made


def _renewal(
    database: str, old: ServedStudy, served_now: Publication, *, invited_only: bool
) -> Callable[[], ServedStudy | None]:
    """Asks whether the study was published again, and opens it as it is now if so."""

    def renew() -> ServedStudy | None:
        newest = find_published(old.engine.database, served_now.id)[0]
        if newest.published_at == served_now.published_at:
            return None
        return open_published(database, served_now.id, invited_only=invited_only)

    return renew
