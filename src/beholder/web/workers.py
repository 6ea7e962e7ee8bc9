"""Several processes on one port: a parent that holds the socket, and children that serve; one that dies is replaced."""

from __future__ import annotations

import logging
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from beholder.errors import BeholderError

__all__ = ["WORKER", "inherited_listener", "refuse_workers", "supervise", "tell_ready", "worker_number"]

_log = logging.getLogger("beholder.web")

WORKER = "BEHOLDER_WORKER"
"""Which of the children a process is: its number, the socket it serves, and the pipe on which it says that it is up."""

# a child that cannot stay up is not started more often than that
_PAUSE_SECONDS = 1.0
# longer than a child takes to answer what is under way
_LONGEST_STOP = 30.0


def worker_number() -> int:
    """Which child this process is, from 1; 0 for a process that is none."""
    return int(os.environ.get(WORKER, "0").split(":")[0])


def inherited_listener() -> socket.socket | None:
    """The socket that the parent holds; None in a process that has no such parent."""
    if not worker_number():
        return None
    listener = socket.socket(fileno=os.dup(int(os.environ[WORKER].split(":")[1])))
    listener.setblocking(False)
    return listener


def tell_ready() -> None:
    """Tells the parent that this child serves."""
    if worker_number():
        os.write(int(os.environ[WORKER].split(":")[2]), b".")


@dataclass
class _Children:
    arguments: Sequence[str]
    listener: socket.socket
    ready: int
    """Where children write once they are up."""

    running: dict[int, subprocess.Popen[bytes]] = field(default_factory=dict)
    started: dict[int, float] = field(default_factory=dict)

    def start(self, number: int) -> None:
        handle = self.listener.fileno()
        self.started[number] = time.monotonic()
        self.running[number] = subprocess.Popen(  # noqa: S603 - the same program with the same arguments
            # -P: a module that lies in the working folder, which may be a study's, is never imported
            [sys.executable, "-P", "-m", "beholder", *self.arguments],
            pass_fds=(handle, self.ready),
            env={**os.environ, WORKER: f"{number}:{handle}:{self.ready}"},
        )

    def replace_dead(self) -> None:
        for number, child in list(self.running.items()):
            if child.poll() is not None and time.monotonic() - self.started[number] > _PAUSE_SECONDS:
                _log.error("worker %d ended with %s; another one takes its place", number, child.returncode)
                self.start(number)

    def stop(self) -> None:
        for child in self.running.values():
            if child.poll() is None:
                child.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + _LONGEST_STOP
        for child in self.running.values():
            try:
                child.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()


def supervise(count: int, listener: socket.socket, arguments: Sequence[str]) -> int:
    """Runs so many children until it is told to end; the status with which to end.

    The first one is waited for before the others start: it takes in the pictures and brings the database up to date.
    """
    heard, told = os.pipe()
    children = _Children(arguments, listener, told)
    ended = False

    def end(_number: int, _frame: object) -> None:
        nonlocal ended
        ended = True

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        children.start(1)
        while not ended and not _says_something(heard):
            if (status := children.running[1].poll()) is not None:
                return status or 1
        for number in range(2, count + 1):
            if not ended:
                children.start(number)
        while not ended:
            _says_something(heard)
            children.replace_dead()
        return 0
    finally:
        children.stop()
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(heard)
        os.close(told)


def _says_something(handle: int) -> bool:
    """Whether a child has written within a moment."""
    with selectors.DefaultSelector() as waiting:
        waiting.register(handle, selectors.EVENT_READ)
        return bool(waiting.select(0.2)) and bool(os.read(handle, 64))


def refuse_workers(database: str) -> None:
    """Several processes need a database that keeps them apart."""
    if not database.startswith("postgres"):
        raise BeholderError(
            "several workers need PostgreSQL: one SQLite file has one writing process",
            code="workers-need-postgres",
            hint="give --database postgresql://…, or leave --workers out: one process is enough for a lab",
        )
