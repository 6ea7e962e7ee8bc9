"""A real PostgreSQL server for tests and benchmarks: on loopback, on a free port, gone afterwards."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["PostgresCluster", "PostgresMissing", "find_postgres", "free_port", "running_cluster", "running_postgres"]


class PostgresMissing(Exception):  # noqa: N818 - a fact about the machine, not an error of ours
    """No PostgreSQL server programs on this machine."""


def find_postgres() -> Path:
    """The folder with initdb and postgres: BEHOLDER_PG_BIN, or where Debian puts the newest one."""
    named = os.environ.get("BEHOLDER_PG_BIN")
    folders = [Path(named)] if named else sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise PostgresMissing("no PostgreSQL found; install it or set BEHOLDER_PG_BIN to the folder with initdb")


def free_port() -> int:
    """A port nobody listens on right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


class PostgresCluster:
    """A server that can be stopped, started again and frozen. `address` ends in `/`, where a database name is added."""

    def __init__(self) -> None:
        self._binaries = find_postgres()
        self._folder = Path(tempfile.mkdtemp(prefix="beholder-pg-"))
        # PostgreSQL refuses to run as root
        self._user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        if os.geteuid() == 0:
            shutil.chown(self._folder, self._user)
            self._folder.chmod(0o700)
        self._port = free_port()
        self.address = f"postgresql://beholder@127.0.0.1:{self._port}/"
        self._frozen: list[int] = []
        self._call("initdb", "-U", "beholder", "-A", "trust", "-E", "UTF8", "--no-instructions")

    def start(self) -> None:
        """Starts it and waits until it takes connections. Durable, as in production."""
        options = f"-p {self._port} -h 127.0.0.1 -k {self._folder} -c max_connections=200"
        self._call("pg_ctl", "-w", "-l", self._folder / "log", "-o", options, "start")

    def stop(self) -> None:
        """Ends it at once, as a crash would."""
        self._call("pg_ctl", "-m", "immediate", "stop")

    def freeze(self) -> None:
        """Stops every process where it is: connections stay open, and nothing ever answers."""
        first = int((self._folder / "data" / "postmaster.pid").read_text(encoding="ascii").split()[0])
        self._frozen = [first, *_children(first)]
        for process in self._frozen:
            os.kill(process, signal.SIGSTOP)

    def thaw(self) -> None:
        """Lets all processes go on."""
        for process in self._frozen:
            os.kill(process, signal.SIGCONT)
        self._frozen = []

    def remove(self) -> None:
        """Ends it and deletes its files."""
        self.thaw()
        if (self._folder / "data" / "postmaster.pid").exists():
            self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _call(self, program: str, *arguments: str | Path) -> None:
        _run(self._user, self._binaries / program, "-D", self._folder / "data", *arguments)


def _children(process: int) -> list[int]:
    """Processes that another one has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # the name of the program, in brackets, may hold anything
            if int(stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[1]) == process:
                found.append(int(stat.parent.name))
    return found


@contextmanager
def running_cluster() -> Iterator[PostgresCluster]:
    """A fresh server of one's own, gone afterwards."""
    cluster = PostgresCluster()
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.remove()


@contextmanager
def running_postgres() -> Iterator[str]:
    """The address of a fresh server, ending in `/`, to which a database name is added."""
    with running_cluster() as cluster:
        yield cluster.address


def _run(user: str, *command: str | Path) -> None:
    words = [str(word) for word in command]
    if os.geteuid() == 0:
        words = ["runuser", "-u", user, "--", *words]
    done = subprocess.run(words, capture_output=True, text=True, cwd="/", check=False)  # noqa: S603
    if done.returncode:
        raise RuntimeError(f"{words[-1]}: {done.stdout}{done.stderr}")
