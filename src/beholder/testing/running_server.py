"""A real server in a process of its own, for browser tests, fault tests and benchmarks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from beholder.store.study_home import Home
from beholder.testing.postgres import free_port

__all__ = ["RunningServer", "running_server"]

# a loaded machine is slow, which is no fault of the server; only a test that fails waits so long
_PATIENCE = 180.0


class RunningServer:
    """`beholder serve` on loopback. `kill` ends it as a power cut would; `start` starts it again on the same port."""

    host = "127.0.0.1"

    def __init__(
        self,
        folders: Sequence[Path],
        *,
        database: str | None = None,
        options: Sequence[str] = (),
        command: str = "serve",
        environment: Mapping[str, str] | None = None,
        program: Sequence[str] = ("-m", "beholder"),
        patience: float = _PATIENCE,
    ) -> None:
        self._patience = patience
        self._environment = {"COLUMNS": "200", "PYTHONUNBUFFERED": "1", **(environment or {})}
        self._program = [sys.executable, *program]
        self.folders = list(folders)
        self.port = free_port()
        self.base_url = f"http://{self.host}:{self.port}"
        arguments = [command, *map(str, self.folders), "--port", str(self.port), *options]
        if database:
            arguments += ["--database", database]
        self._arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None
        descriptor, name = tempfile.mkstemp(prefix="beholder-server-", suffix=".log")
        os.close(descriptor)
        self._log = Path(name)
        weakref.finalize(self, self._log.unlink, missing_ok=True)

    @property
    def pid(self) -> int:
        """The id of the process."""
        assert self._process is not None, "the server has not been started"
        return self._process.pid

    def study(self, number: int = 0) -> str:
        """The part of addresses that names a study."""
        return Home(self.folders[number]).study_id()[:12]

    def api(self, number: int = 0) -> str:
        """The path of a study's API."""
        return f"/s/{self.study(number)}/api"

    def rater_url(self, number: int = 0) -> str:
        """The rater's page of a study."""
        return f"{self.base_url}/s/{self.study(number)}/"

    def start(self) -> None:
        """Starts the server and waits until it answers; raises with its output if it does not."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603
                [*self._program, *self._arguments],
                stdout=log,
                stderr=log,
                env={**os.environ, **self._environment},
            )
        deadline = time.monotonic() + self._patience
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"{self.base_url}/health", timeout=5) as answer:  # noqa: S310
                    if answer.status == 200:
                        return
            except (urllib.error.URLError, OSError):
                time.sleep(0.03)
        self.kill()
        raise RuntimeError(f"the server did not start:\n{self.output()}")

    def kill(self) -> None:
        """Ends the process at once: nothing is finished, nothing is flushed."""
        self._signal(signal.SIGKILL)

    def stop(self) -> None:
        """Asks the server to end and waits for it."""
        self._signal(signal.SIGTERM)

    def _signal(self, which: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(which)
            self._process.wait(_PATIENCE)

    def output(self) -> str:
        """All that the server has printed."""
        return self._log.read_text(encoding="utf-8", errors="replace")


@contextmanager
def running_server(
    *folders: Path,
    database: str | None = None,
    options: Sequence[str] = (),
    command: str = "serve",
    patience: float = _PATIENCE,
) -> Iterator[RunningServer]:
    """A started server for these study folders, stopped at the end. What it printed is shown if the block fails.

    `patience` is how many seconds it may take to start.
    """
    server = RunningServer(folders, database=database, options=options, command=command, patience=patience)
    try:
        server.start()
        yield server
    except BaseException:
        sys.stderr.write(f"--- output of the server ---\n{server.output()}\n")
        raise
    finally:
        server.stop()
