"""Bringing a database to the newest schema, in one transaction, and refusing one that is newer than this program."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from beholder.errors import BeholderError

__all__ = ["newest", "upgrade"]

_FOLDER = Path(__file__).parent / "migrations"


def newest() -> str:
    """The revision this program works with: the last file in the folder, whose names are numbered."""
    return sorted(path.stem for path in (_FOLDER / "versions").glob("[0-9]*.py"))[-1]


def current(conn: sa.Connection) -> str | None:
    """The revision the database is at, None if it is empty."""
    if not sa.inspect(conn).has_table("alembic_version"):
        return None
    return conn.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one_or_none()


def upgrade(engine: sa.Engine) -> None:
    """Runs the migrations that are missing. Several processes may start at once: one does it, the others wait."""
    with engine.connect() as conn, conn.begin():
        if engine.dialect.name == "postgresql":
            conn.execute(sa.text("SELECT pg_advisory_xact_lock(hashtext('beholder-migrations'))"))
        _refuse_programs(conn)
        at = current(conn)
        if at == newest():
            return
        _refuse_unknown(at)
        from alembic import command
        from alembic.config import Config

        config = Config(attributes={"connection": conn})
        config.set_main_option("script_location", str(_FOLDER))
        command.upgrade(config, "head")


def _refuse_programs(conn: sa.Connection) -> None:
    """Refuses a file with triggers or views, which Beholder never makes: they would run with every answer."""
    if conn.dialect.name != "sqlite":
        return
    query = sa.text("SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')")
    if names := conn.execute(query).scalars().all():
        raise BeholderError(
            f"the database holds triggers or views that are not Beholder's: {', '.join(map(str, names[:3]))}",
            code="database-programs",
            hint="do not use this file; take a copy that you trust",
        )


def _refuse_unknown(at: str | None) -> None:
    known = {path.stem for path in (_FOLDER / "versions").glob("[0-9]*.py")}
    if at is not None and at not in known:
        raise BeholderError(
            f"the database has schema {at}, which this version of Beholder does not know",
            code="database-newer",
            hint="upgrade Beholder; an older program must not write to a newer database",
        )
