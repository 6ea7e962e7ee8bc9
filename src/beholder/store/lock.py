"""Who holds a study or a database file: a lock that ends with its process."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from beholder.errors import BeholderError

__all__ = ["hold"]


@contextmanager
def hold(path: Path, purpose: str, *, where: Path, shared: bool = False) -> Iterator[None]:
    """Holds the lock in a file; another process that wants it is told who has it.

    A shared lock may be held by several at once, where the database itself keeps them apart.
    """
    import fcntl

    with path.open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            holder = file.read().strip() or "another process"
            raise BeholderError(
                f"the study is in use: {holder}",
                code="study-in-use",
                where=str(where),
                hint="stop it first, or use a command that only reads",
            ) from None
        file.seek(0)
        file.truncate()
        file.write(f"{purpose} (process {os.getpid()})")
        file.flush()
        try:
            yield
        finally:
            file.truncate(0)
