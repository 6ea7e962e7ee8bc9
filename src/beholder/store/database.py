"""A database: SQLite in one file, or PostgreSQL. Durability is asserted on every connection that is opened."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.pool import QueuePool

from beholder.errors import BeholderError
from beholder.store.migrate import upgrade
from beholder.store.outage import DatabaseUnavailableError, Outage, unavailable
from beholder.store.postgres_link import postgres_engine, postgres_settings
from beholder.store.schema import metadata
from beholder.store.server_tables import server_metadata

__all__ = ["Database", "DatabaseDamagedError", "beside", "sqlite_file"]


class DatabaseDamagedError(BeholderError):
    """SQLite can no longer read the file as a database."""

    def __init__(self, error: Exception, *, where: str = "") -> None:
        super().__init__(
            # SQLite quotes the text that it cannot read, which may be a rater's
            f"the database is damaged: {_first_line(error).partition(' with text')[0]}",
            code="database-damaged",
            where=where,
            hint="restore your last backup with `beholder restore`; keep the damaged file, parts of it may be readable",
        )


class Database:
    """Opens connections that keep our promises: commits are on disk before they are reported.

    `write()` is one transaction that holds the only writing place (SQLite: BEGIN IMMEDIATE; PostgreSQL: an advisory
    lock per study, so that batches of several processes come one after another). `read()` is one snapshot. Either
    raises `DatabaseUnavailableError` where the database itself is away, full or locked.

    With `patience`, no lock and no statement is waited for longer than that many seconds: people wait for a server,
    and a database that never answers must not keep them. A command such as a backup may take its time.
    """

    def __init__(self, url: str, *, patience: int | None = None) -> None:
        self.url = _normal_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.outage = Outage("read")
        self._busy_ms = _BUSY_MS if patience is None else patience * 1000
        if self.is_sqlite:
            self._writer = _sqlite_engine(self.url, pool_size=1, max_overflow=0)
            self._reader = _sqlite_engine(self.url, pool_size=4, max_overflow=16)
            _prepare_sqlite(self._writer, begin="BEGIN IMMEDIATE", read_only=False, busy_ms=self._busy_ms)
            _prepare_sqlite(self._reader, begin="BEGIN", read_only=True, busy_ms=self._busy_ms)
        else:
            self._writer = self._reader = postgres_engine(self.url, patience)

    @classmethod
    def open(cls, url: str | Path) -> Database:
        """The database at that address, brought to the newest schema."""
        database = cls(f"sqlite:///{url}" if isinstance(url, Path) else url)
        _create_private(sqlite_file(url))
        try:
            upgrade(database._writer)
        except sa.exc.OperationalError as error:
            database.close()
            raise BeholderError(
                f"cannot open the database: {_first_line(error)}",
                code="database-unreachable",
                where=database.url.render_as_string(hide_password=True),
                hint="see whether you may write to the file and its folder"
                if database.url.get_backend_name() == "sqlite"
                else "check the address, the password and that the server runs",
            ) from None
        except (sa.exc.DatabaseError, UnicodeDecodeError) as error:
            database.close()
            raise DatabaseDamagedError(error, where=database.url.render_as_string(hide_password=True)) from None
        except BaseException:
            database.close()
            raise
        return database

    @property
    def address(self) -> str:
        """Where it is, with the password."""
        return self.url.render_as_string(hide_password=False)

    @contextmanager
    def write(self, study: int | None = 0) -> Iterator[Connection]:
        """One durable transaction; commits on leaving, rolls back on an exception.

        Without a study it waits for no other on PostgreSQL: for statements that are right whatever others do.
        """
        with _translated_errors(writing=True), self._writer.connect() as conn, conn.begin():
            if not self.is_sqlite and study is not None:
                conn.execute(
                    sa.text("SELECT pg_advisory_xact_lock(:space, :study)"), {"space": _LOCK_SPACE, "study": study}
                )
            yield conn

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """One consistent snapshot, however long it is read and whatever is written meanwhile."""
        try:
            with _translated_errors(writing=False), self._reader.connect() as conn:
                if not self.is_sqlite:
                    conn = conn.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
                with conn.begin():
                    yield conn
        except DatabaseUnavailableError as error:
            self.outage.begin(error.__cause__ or error)
            raise
        self.outage.end()

    def integrity(self) -> list[str]:
        """What the database itself finds wrong with its files, and columns that are gone; empty if nothing.

        PostgreSQL checks its own pages.
        """
        with self.read() as conn:
            found = ["ok"]
            if self.is_sqlite:
                found = [str(row[0]) for row in conn.exec_driver_sql("PRAGMA integrity_check")]
            return [*([] if found == ["ok"] else found), *_missing_columns(conn)]

    def durability(self) -> dict[str, str]:
        """The settings that decide whether a commit survives a power cut, as the connection reports them."""
        with self._writer.connect() as conn:
            return _sqlite_settings(conn.connection.dbapi_connection) if self.is_sqlite else postgres_settings(conn)

    def drop_traces(self) -> bool:
        """Empties the log in which SQLite keeps what was erased until it needs the room; False while somebody reads it.

        Does not wait for readers: a long export would keep raters from saving.
        """
        if not self.is_sqlite:
            return True
        connection = self._writer.raw_connection()
        try:
            cursor = connection.cursor()
            cursor.execute("PRAGMA busy_timeout=0")
            try:
                busy: int = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            except sqlite3.Error:
                # what is wrong with the file is told by whoever reads or writes next; answers are on disk already
                return False
            finally:
                cursor.execute(f"PRAGMA busy_timeout={self._busy_ms}")
            return busy == 0
        finally:
            connection.close()

    def with_patience(self, seconds: int) -> Database:
        """The same database with limits on waiting, in place of this one, which is closed."""
        self.close()
        return Database(self.url.render_as_string(hide_password=False), patience=seconds)

    def close(self) -> None:
        """Closes all connections."""
        self._writer.dispose()
        if self._reader is not self._writer:
            self._reader.dispose()


def sqlite_file(address: str | Path) -> Path | None:
    """The file that an address names; None for PostgreSQL and for a database in memory."""
    if isinstance(address, Path):
        return address.resolve()
    url = _normal_url(address)
    return Path(url.database).resolve() if url.get_backend_name() == "sqlite" and url.database else None


def _create_private(file: Path | None) -> None:
    """Creates the file so that only its owner can read it; SQLite gives the files that it makes beside it the same mode."""
    if file is not None:
        # what is wrong with the place is told by SQLite, in the same words as for a file that is there
        with suppress(OSError):
            os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def beside(file: Path, what: str) -> Path:
    """A file that goes with a database file."""
    return file.with_name(f"{file.name}.{what}")


def _missing_columns(conn: Connection) -> Iterator[str]:
    there = sa.inspect(conn)
    for name, table in (*metadata.tables.items(), *server_metadata.tables.items()):
        found = {column["name"] for column in there.get_columns(name)} if there.has_table(name) else set()
        yield from (f"{name}.{column.name} is missing" for column in table.columns if column.name not in found)


# a backup or a checkpoint holds the file for seconds; longer means that something else writes
_BUSY_MS = 30_000
# the writer's pages stay in use; up to twenty readers have one cache each, and the system keeps the file at hand anyway
_WRITER_CACHE_KIB = 65_536
_READER_CACHE_KIB = 8_192
_UNREADABLE_TEXT = "Could not decode to UTF-8"
_LOCK_SPACE = 0x6265686F  # "beho": keeps our advisory locks apart from those of other programs


def _normal_url(url: str) -> sa.URL:
    try:
        parsed = make_url(url)
    except sa.exc.ArgumentError:
        raise BeholderError(
            f"cannot read the database address {url!r}",
            code="database-address",
            hint="for example postgresql://user:password@host/name or sqlite:///path.sqlite3",
        ) from None
    if parsed.drivername in ("postgres", "postgresql"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise BeholderError(
            f"the database {parsed.get_backend_name()} is not supported",
            code="database-address",
            hint="use SQLite or PostgreSQL",
        )
    return parsed


def _sqlite_engine(url: sa.URL, *, pool_size: int, max_overflow: int) -> sa.Engine:
    # what raters wrote is in the parameters of statements, and an error in the log must not repeat it
    return sa.create_engine(
        url, poolclass=QueuePool, pool_size=pool_size, max_overflow=max_overflow, hide_parameters=True
    )


def _prepare_sqlite(engine: sa.Engine, *, begin: str, read_only: bool, busy_ms: int) -> None:
    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves: the driver would begin too late
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "secure_delete=ON",
            "mmap_size=0",
            f"busy_timeout={busy_ms}",
            f"cache_size=-{_READER_CACHE_KIB if read_only else _WRITER_CACHE_KIB}",
            "temp_store=MEMORY",
            "trusted_schema=OFF",
        ):
            connection.execute(f"PRAGMA {pragma}").fetchall()
        if read_only:
            connection.execute("PRAGMA query_only=ON")
        settings = _sqlite_settings(connection)
        if settings != {"journal_mode": "wal", "synchronous": "2"}:
            raise BeholderError(
                f"SQLite refused the durable settings: {settings}",
                code="database-not-durable",
                hint="is the folder on a network file system?",
            )

    @event.listens_for(engine, "begin")
    def began(conn: Connection) -> None:
        conn.exec_driver_sql(begin)


def _sqlite_settings(connection: Any) -> dict[str, str]:
    return {
        name: str(connection.execute(f"PRAGMA {name}").fetchone()[0]).lower()
        for name in ("journal_mode", "synchronous")
    }


@contextmanager
def _translated_errors(*, writing: bool) -> Iterator[None]:
    """Raises errors of the database's state as our own; those of statements stay what they are."""
    try:
        yield
    except sa.exc.SQLAlchemyError as error:
        cause = error.orig if isinstance(error, sa.exc.DatabaseError) else None
        # its kinds are mistakes of the moment; the bare class is what SQLite says of a file that it cannot read
        if type(cause) is sqlite3.DatabaseError or _UNREADABLE_TEXT in str(cause):
            raise DatabaseDamagedError(error) from None
        told = unavailable(error, writing=writing)
        if told is None:
            raise
        raise told from error


def _first_line(error: Exception) -> str:
    cause = getattr(error, "orig", None) or error
    return str(cause).strip().splitlines()[0] if str(cause).strip() else type(cause).__name__


def sqlite_version() -> str:
    """The version of the SQLite library in use."""
    return sqlite3.sqlite_version
