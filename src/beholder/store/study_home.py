"""The folder `.beholder` beside a study: its database, its secret, its media cache, and the lock of who serves it."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from beholder.errors import BeholderError
from beholder.store.database import beside, sqlite_file
from beholder.store.durable import create_durably

__all__ = ["Home", "hold"]


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


# 256 bits, as long as the digests that are keyed with it
_SECRET_BYTES = 32
_ID = re.compile(r"[0-9A-Za-z_-]{4,64}")


class Home:
    """Where a study keeps what is its own."""

    NEW_STUDY = "new-study"
    """A file of this name says that another study is meant to begin, beside those that the database holds."""

    def __init__(self, study_folder: Path) -> None:
        self.folder = study_folder / ".beholder"
        self.database = self.folder / "study.sqlite3"
        self.media = self.folder / "media"

    def make(self) -> None:
        """Creates the folder, readable by its owner only, and closes one that is not: others may have made it."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self.folder.stat().st_mode & 0o077:
            # a folder of another user stays as it is; what is secret in it has a mode of its own
            with suppress(PermissionError):
                self.folder.chmod(0o700)

    def study_id(self, entropy_hex: str = "") -> str:
        """The study's identity, made once. It goes with the folder, so that a copy is the same study."""
        return self._sound_id(self._once("id", lambda: entropy_hex or secrets.token_hex(8)))

    @property
    def known_id(self) -> str | None:
        """The study's identity, if it has one already."""
        path = self.folder / "id"
        return self._sound_id(path.read_text(encoding="ascii", errors="replace").strip()) if path.is_file() else None

    @property
    def begins_anew(self) -> bool:
        """Whether somebody has said that another study is to begin here."""
        return (self.folder / self.NEW_STUDY).exists()

    def note_begun(self) -> None:
        """The study that was to begin has."""
        (self.folder / self.NEW_STUDY).unlink(missing_ok=True)

    def _sound_id(self, found: str) -> str:
        if not _ID.fullmatch(found):
            raise BeholderError(
                "the file that says which study this is is empty or damaged",
                code="study-id-broken",
                where=str(self.folder / "id"),
                hint="put the file back from your last backup (.beholder/id), or restore the backup; "
                "if there is none, delete the file: the next command names the ids in the database",
            )
        return found

    def secret(self) -> str:
        """The key that signs links and cookies, made once."""
        secret = self._once("secret", lambda: secrets.token_urlsafe(_SECRET_BYTES))
        if len(secret) < _SECRET_BYTES:
            raise BeholderError(
                "the secret is too short to be safe",
                code="secret-weak",
                where=str(self.folder / "secret"),
                hint="delete the file; a new one is made, and old links stop working",
            )
        return secret

    @property
    def served_at(self) -> str:
        """Where the study was last served; empty if it never was."""
        path = self.folder / "address"
        return path.read_text(encoding="utf-8").strip() if path.is_file() else ""

    def note_address(self, address: str) -> None:
        """Keeps where the study is served, for links that are made while it runs."""
        (self.folder / "address").write_text(address, encoding="utf-8")

    def _once(self, name: str, make: Callable[[], str]) -> str:
        self.make()
        path = self.folder / name
        if not path.exists():
            create_durably(path, make())
        return path.read_text(encoding="ascii").strip()

    @contextmanager
    def judging(self, purpose: str) -> Iterator[None]:
        """Holds what models are asked; whoever serves the study to people goes on."""
        self.make()
        with hold(self.folder / "judging", purpose, where=self.folder.parent):
            yield

    @contextmanager
    def lock(self, purpose: str, *, shared: bool = False, database: str | Path | None = None) -> Iterator[None]:
        """Holds the study for one process, and the SQLite file in which its data are, wherever that lies.

        A copy of the folder is another folder, and may still write to the same file.
        """
        self.make()
        with ExitStack() as held:
            held.enter_context(hold(self.folder / "lock", purpose, where=self.folder.parent, shared=shared))
            file = sqlite_file(database) if database is not None else self.database
            if file is not None and not shared and file.parent.is_dir():
                held.enter_context(hold(beside(file, "lock"), purpose, where=file))
            yield
