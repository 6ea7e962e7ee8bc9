"""What is kept of whoever holds a server: in a file beside the study, or in the database that servers share."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from beholder.errors import BeholderError
from beholder.store import Database
from beholder.store.durable import write_durably
from beholder.store.server_state import change_state, read_state

__all__ = ["DatabaseRecord", "FileRecord", "OwnerRecord", "OwnerState"]

OwnerState = dict[str, Any]
Change = Callable[[OwnerState], OwnerState | None]


class OwnerRecord(Protocol):
    """A small state that several threads and processes read and change."""

    def read(self) -> OwnerState:
        """The state; empty if there never was one."""

    def change(self, change: Change) -> None:
        """Replaces the state by what `change` makes of it, unless that is None; nobody else changes it meanwhile."""


class FileRecord:
    """A file that only its owner can read."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def read(self) -> OwnerState:
        """The state as the file has it."""
        try:
            return _parsed(self._file.read_text(encoding="ascii"), where=str(self._file))
        except FileNotFoundError:
            return {}
        except UnicodeDecodeError:
            return _parsed("", where=str(self._file))

    def change(self, change: Change) -> None:
        """Replaces the file."""
        import fcntl

        with self._file.with_name(f".{self._file.name}.lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            state = change(self.read())
            if state is not None:
                write_durably(self._file, _written(state))


class DatabaseRecord:
    """A row of the database, for servers without a folder."""

    _NAME = "owner"

    def __init__(self, database: Database) -> None:
        self._database = database

    def read(self) -> OwnerState:
        """The state as the database has it."""
        with self._database.read() as conn:
            text = read_state(conn, self._NAME)
        return {} if text is None else _parsed(text, where=self._NAME)

    def change(self, change: Change) -> None:
        """Replaces the row."""

        def changed(text: str | None) -> str | None:
            state = change({} if text is None else _parsed(text, where=self._NAME))
            return None if state is None else _written(state)

        with self._database.write(None) as conn:
            change_state(conn, self._NAME, changed)


def _written(state: OwnerState) -> str:
    return json.dumps({**state, "changed": int(time.time())})


def _parsed(text: str, *, where: str) -> OwnerState:
    try:
        data: Any = json.loads(text)
    except ValueError:
        data = {}
    if not isinstance(data, dict) or not data:
        raise BeholderError(
            "the file that says who may coordinate is empty or damaged",
            code="coordinator-file-broken",
            where=where,
            hint="delete it: the next start prints a new one-time link for the coordinator, and no answer is touched",
        )
    return data
