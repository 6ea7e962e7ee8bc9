"""Who holds the servers: kept beside a study, or in the database of published studies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from beholder.store import Database
    from beholder.web.sign_in import Coordinators

__all__ = ["ADDRESS", "owner_beside", "owner_in"]

ADDRESS = "address"
"""The name under which a database keeps where its studies are served."""


def owner_beside(folder: Path) -> Coordinators:
    """Who holds the servers of a study folder."""
    from beholder.store.study_home import Home
    from beholder.web.auth import Keys
    from beholder.web.sign_in import Coordinators

    home = Home(folder)
    home.make()
    return Coordinators(home.folder / "coordinator.json", Keys(home.secret()).derive("coordinator"))


def owner_in(database: Database) -> Coordinators:
    """Who holds the servers of a database."""
    import secrets

    from beholder.store.server_state import made_once
    from beholder.web.auth import Keys
    from beholder.web.owner_record import DatabaseRecord
    from beholder.web.sign_in import Coordinators

    with database.write(None) as conn:
        secret = made_once(conn, "secret", lambda: secrets.token_urlsafe(32))
    return Coordinators(DatabaseRecord(database), Keys(secret).derive("coordinator"))
