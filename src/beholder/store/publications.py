"""Studies as servers without a folder find them: secret, files of the definition, and where pictures are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.store.prepared import PreparedStatement, insert_many
from beholder.store.schema import studies
from beholder.store.server_tables import publications, published_files, published_media

__all__ = [
    "MediaRow",
    "Publication",
    "add_media",
    "find_publications",
    "load_files",
    "load_media",
    "publish",
]


class Publication(NamedTuple):
    """A study that can be served from the database alone."""

    study: int
    id: str
    secret: str
    media: str
    version: int
    digest: str
    published_at: int


class MediaRow(NamedTuple):
    """A file of the study's media store by the name that items give it."""

    name: str
    file: str
    format: str
    width: int
    height: int
    sha256: str
    seconds: float
    frame_rate: float


def find_publications(conn: Connection) -> list[Publication]:
    """All published studies, the oldest first."""
    columns = [studies.c.id if name == "id" else publications.c[name] for name in Publication._fields]
    query = (
        sa.select(*columns)
        .join_from(publications, studies, studies.c.study == publications.c.study)
        .order_by(publications.c.study)
    )
    return [Publication(*row) for row in conn.execute(query)]


def publish(conn: Connection, made: Publication, files: Mapping[str, bytes]) -> None:
    """Puts a study's definition in the place of what was published of it before."""
    for table in (publications, published_files):
        conn.execute(sa.delete(table).where(table.c.study == made.study))
    values = {name: value for name, value in made._asdict().items() if name != "id"}
    conn.execute(sa.insert(publications).values(values))
    for name, content in files.items():
        conn.execute(sa.insert(published_files).values(study=made.study, name=name, content=content))


def load_files(conn: Connection, study: int) -> Iterator[tuple[str, bytes]]:
    """The files of a published definition."""
    query = sa.select(published_files.c.name, published_files.c.content).where(published_files.c.study == study)
    for name, content in conn.execute(query):
        yield str(name), bytes(content)


def add_media(conn: Connection, study: int, rows: Iterable[MediaRow]) -> None:
    """Says where files are; what was said of others before stays, for servers that still show them."""
    columns = (sa.Column(name, published_media.c[name].type) for name in MediaRow._fields)
    temporary = sa.Table("new_media", sa.MetaData(), *columns, prefixes=["TEMPORARY"])
    temporary.create(conn)
    insert_many(conn, temporary, MediaRow._fields, rows)
    known = sa.select(temporary.c.name)
    conn.execute(sa.delete(published_media).where(published_media.c.study == study, published_media.c.name.in_(known)))
    chosen = [sa.literal(study), *temporary.c]
    conn.execute(sa.insert(published_media).from_select(("study", *MediaRow._fields), sa.select(*chosen)))
    temporary.drop(conn)


_SOME = PreparedStatement(
    sa.select(*(published_media.c[name] for name in MediaRow._fields)).where(
        published_media.c.study == sa.bindparam("key"),
        published_media.c.name.in_(sa.bindparam("wanted", expanding=True)),
    )
)


def load_media(conn: Connection, study: int, names: Sequence[str] | None = None) -> list[MediaRow]:
    """Where files are: all, or those of some names as far as they are known."""
    if names is None:
        everything = sa.select(*(published_media.c[name] for name in MediaRow._fields))
        return [MediaRow(*row) for row in conn.execute(everything.where(published_media.c.study == study))]
    return [MediaRow(*row) for row in _SOME.all(conn, key=study, wanted=list(names))]
