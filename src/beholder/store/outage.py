"""A database that is away, full or locked for now: how that is told from mistakes, and said once."""

from __future__ import annotations

import logging
import sqlite3
import threading

import sqlalchemy as sa

from beholder.errors import BeholderError

__all__ = ["DatabaseUnavailableError", "Outage", "unavailable"]

_log = logging.getLogger("beholder.store")

# busy, locked, out of memory, read-only, disk error, full, cannot be opened, locking trouble: the low byte of SQLite's
# result codes (sqlite.org/rescode.html)
_SQLITE = frozenset({5, 6, 7, 8, 10, 13, 14, 15})
# SQLSTATE: no connection, transaction in the way of another, out of resources, lock or statement took too long, server
# going down or not up yet, idle for too long, trouble of the operating system (PostgreSQL's appendix A)
_POSTGRES = ("08", "40", "53", "55P03", "57014", "57P", "25P03", "25P04", "58")
# what a second try a moment later may get past; a full disk is not among it
_PASSING = ("08", "40", "57P")
_SQLITE_PASSING = frozenset({5, 6, 15})


class DatabaseUnavailableError(BeholderError):
    """The database does not take or give anything for now. `passing` says that trying again at once may help."""

    def __init__(self, what: str = "read", *, passing: bool = False) -> None:
        super().__init__(
            f"the database cannot be {what} now",
            code="database-unavailable",
            hint="the server's log says why; nothing that was confirmed is lost, try again",
        )
        self.passing = passing


def unavailable(error: sa.exc.SQLAlchemyError, *, writing: bool) -> DatabaseUnavailableError | None:
    """What to tell of an error of the database's state; None for one that is a mistake of ours and stays as it is."""
    what = "written" if writing else "read"
    if isinstance(error, sa.exc.TimeoutError):
        return DatabaseUnavailableError(what)
    if not isinstance(error, sa.exc.DBAPIError):
        return None
    cause = error.orig
    if isinstance(cause, sqlite3.Error):
        number = (getattr(cause, "sqlite_errorcode", None) or 0) & 0xFF
        # a reader that is told "read-only" tried to write
        if number not in _SQLITE or (number == sqlite3.SQLITE_READONLY and not writing):
            return None
        return DatabaseUnavailableError(what, passing=number in _SQLITE_PASSING)
    state = getattr(cause, "sqlstate", None) or ""
    # an error without a state is one of the connection itself, unless it is about a statement that was never sent
    lost = error.connection_invalidated or (
        not state and isinstance(error, sa.exc.OperationalError) and error.statement is None
    )
    if not lost and not state.startswith(_POSTGRES):
        return None
    return DatabaseUnavailableError(what, passing=lost or state.startswith(_PASSING))


class Outage:
    """Tells the log of an outage when it begins and when it ends, and not of every request in between."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._lock = threading.Lock()
        self.lasts = False

    def begin(self, error: BaseException) -> None:
        """Something failed. The driver's words name hosts, users and paths, which are for the log alone."""
        with self._lock:
            began, self.lasts = not self.lasts, True
        if began:
            cause = getattr(error, "orig", None) or error
            lines = str(cause).strip().splitlines()
            _log.error("the database cannot be %s: %s", self._what, lines[0] if lines else type(cause).__name__)

    def end(self) -> None:
        """Something succeeded."""
        if self.lasts:
            with self._lock:
                ended, self.lasts = self.lasts, False
            if ended:
                _log.warning("the database can be %s again", self._what)
