"""Published studies as a database holds them: found by their id, and their definition read without their folder."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from beholder.errors import BeholderError
from beholder.store import Database, publications
from beholder.store.publications import Publication
from beholder.study import Definition, Version, load_definition

__all__ = ["digest_without_items", "find_published", "unpack_definition"]


def find_published(database: Database, wanted: str = "") -> list[Publication]:
    """The published studies of a database, or the one whose id begins so."""
    with database.read() as conn:
        everything = publications.find_publications(conn)
    found = [one for one in everything if one.id.startswith(wanted)]
    if not found or (wanted and len(found) > 1):
        known = ", ".join(one.id for one in everything)
        raise BeholderError(
            f"no published study has the id {wanted}" if wanted else "no study is published in this database",
            code="study-not-published",
            where=database.url.render_as_string(hide_password=True),
            hint=f"published are {known}"
            if known
            else "`beholder publish DIR --database URL --media URL` puts one there",
        )
    return found


def unpack_definition(database: Database, found: Publication, folder: Path) -> Definition:
    """The definition without its items, read from its files, which are put into the folder."""
    with database.read() as conn:
        for name, content in publications.load_files(conn, found.study):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    definition = load_definition(folder, items=False)
    if digest_without_items(definition) != found.digest:
        raise BeholderError(
            "this version of Beholder reads the published definition in another way than the one that published it",
            code="publication-outdated",
            where=found.id,
            hint="publish the study again with this version; answers stay as they are",
        )
    return definition


def digest_without_items(definition: Definition) -> str:
    """What the definition says beside its items."""
    return Version.of(replace(definition, items=())).digest
