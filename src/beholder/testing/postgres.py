"""A real PostgreSQL server for tests and benchmarks: on loopback, on a free port, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["PostgresMissing", "find_postgres", "free_port", "running_postgres"]


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


@contextmanager
def running_postgres() -> Iterator[str]:
    """The address of a fresh server, ending in `/`, to which a database name is added. Durable, as in production."""
    binaries = find_postgres()
    folder = Path(tempfile.mkdtemp(prefix="beholder-pg-"))
    # PostgreSQL refuses to run as root
    user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
    if os.geteuid() == 0:
        shutil.chown(folder, user)
        folder.chmod(0o700)
    data, port = folder / "data", free_port()
    _run(user, binaries / "initdb", "-D", data, "-U", "beholder", "-A", "trust", "-E", "UTF8", "--no-instructions")
    options = f"-p {port} -h 127.0.0.1 -k {folder} -c max_connections=200"
    _run(user, binaries / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start")
    try:
        yield f"postgresql://beholder@127.0.0.1:{port}/"
    finally:
        _run(user, binaries / "pg_ctl", "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def _run(user: str, *command: str | Path) -> None:
    words = [str(word) for word in command]
    if os.geteuid() == 0:
        words = ["runuser", "-u", user, "--", *words]
    done = subprocess.run(words, capture_output=True, text=True, cwd="/", check=False)  # noqa: S603
    if done.returncode:
        raise RuntimeError(f"{words[-1]}: {done.stdout}{done.stderr}")
