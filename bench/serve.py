"""Full cycles per second over real HTTP, beside a bare application that makes one durable commit per request.

A cycle is one answer and its share of lease requests. All servers stand side by side and work in turn, several times, so
that what else the machine does falls on each of them; medians are compared. Prints one JSON line per figure, and all of
them in a table at the end. `--quick` takes two minutes.

In a study of 1,000 trials raters soon meet what others were shown before, and its page is in memory; in one of 100,000
hardly ever. So there is a third kind of study: small, and new in each run (`all new`). Studies of up to 100,000 trials are
new in each run as well: a commit costs more the more answers there are, however many trials they belong to.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.processes import cpu_seconds, memory_mb

from beholder.study import load_definition
from beholder.testing import HttpConnection, HttpRater, RunningServer, write_masks_study
from beholder.testing.postgres import free_port

BARE = """
import sqlite3, sys, uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

db = sqlite3.connect(sys.argv[1], isolation_level=None, check_same_thread=False)
db.execute("PRAGMA journal_mode=WAL")
db.execute("PRAGMA synchronous=FULL")
db.execute("CREATE TABLE IF NOT EXISTS answers (id INTEGER PRIMARY KEY, payload TEXT)")


async def answer(request):
    body = await request.body()
    db.execute("INSERT INTO answers (payload) VALUES (?)", (body.decode(),))
    return JSONResponse({"saved": True})


app = Starlette(routes=[Route("/answers", answer, methods=["POST"])])
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[2]), log_level="warning", access_log=False)
"""


@contextmanager
def bare_server(folder: Path) -> Iterator[tuple[int, int]]:
    """The bare application: its process and its port."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-c", BARE, str(folder / "bare.sqlite3"), str(port)])
    try:
        asyncio.run(_wait(port))
        yield process.pid, port
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


async def _wait(port: int) -> None:
    while True:
        connection = HttpConnection("127.0.0.1", port)
        try:
            await connection.request("GET", "/health")
        except OSError:
            await asyncio.sleep(0.02)
        else:
            connection.close()
            return


async def drive_bare(port: int, raters: int, each: int) -> float:
    """Requests per second of the bare application."""
    body = {"lease": "x" * 22, "payload": {"trial": {"quality": 7, "comment": None}, "slots": []}, "meta": {}}

    async def one() -> None:
        connection = HttpConnection("127.0.0.1", port)
        for _ in range(each):
            await connection.request("POST", "/answers", data=body)
        connection.close()

    began = time.perf_counter()
    await asyncio.gather(*(one() for _ in range(raters)))
    return raters * each / (time.perf_counter() - began)


class Crowd:
    """Raters who joined once and go on working run after run, as people would."""

    def __init__(self, server: RunningServer, count: int, *, study: int = 0) -> None:
        form = load_definition(server.folders[study], items=False).declaration.form
        # not so many may join from one address at once
        source = f"127.0.0.{study + 2}"
        self.people = [
            HttpRater(server.host, server.port, server.api(study), form, seed=n, source=source) for n in range(count)
        ]

    async def join(self) -> None:
        for person in self.people:
            await person.join()
            person.close()

    async def drive(self, raters: int, each: int) -> tuple[float, list[float], list[float]]:
        """Cycles per second, and the seconds each answer and each lease request took."""
        people = self.people[:raters]
        before = [len(person.history.confirmed) for person in people]
        for person in people:
            person.history.answer_seconds.clear()
            person.history.lease_seconds.clear()
        began = time.perf_counter()
        await asyncio.gather(*(p.work(most=len(p.history.sent) + each) for p in people))
        seconds = time.perf_counter() - began
        confirmed = sum(len(p.history.confirmed) - n for p, n in zip(people, before, strict=True))
        for person in people:
            assert not person.history.refused, person.history.refused[0]
            person.close()
        answers = [s for person in people for s in person.history.answer_seconds]
        leases = [s for person in people for s in person.history.lease_seconds]
        return confirmed / seconds, answers, leases


_SMALL, _WARM = 1_000, 2
# larger ones take too long to make for each run
_LARGE = 100_000
# of a small study that is new: what is left keeps raters from being given one trial at a time, as near the end
_USED = 0.7


@dataclass(slots=True)
class Side:
    """One server whose speed is measured: its process, what it gave so far, and how long raters waited."""

    name: str
    pid: int
    speeds: list[float] = field(default_factory=list)
    cpu: float = 0.0
    cycles: int = 0
    answers: list[float] = field(default_factory=list)
    leases: list[float] = field(default_factory=list)

    def note(self, speed: float, cycles: int, cpu: float) -> None:
        self.speeds.append(speed)
        self.cycles += cycles
        self.cpu += cpu

    def run(self, raters: int, each: int) -> None:
        """So many raters work, each on so many trials."""
        raise NotImplementedError

    @property
    def cpu_ms(self) -> float:
        return 1000 * self.cpu / self.cycles


class Bare(Side):
    """The bare application."""

    port: int = 0

    def run(self, raters: int, each: int) -> None:
        before = cpu_seconds(self.pid)
        speed = asyncio.run(drive_bare(self.port, raters, each))
        self.note(speed, raters * each, cpu_seconds(self.pid) - before)


class Served(Side):
    """A server with studies of one size. With several, each run works on the next one, which nobody has seen."""

    crowds: list[Crowd]

    def run(self, raters: int, each: int) -> None:
        crowd = self.crowds.pop(0) if len(self.crowds) > 1 else self.crowds[0]
        before = cpu_seconds(self.pid)
        speed, answers, leases = asyncio.run(crowd.drive(raters, each))
        self.note(speed, raters * each, cpu_seconds(self.pid) - before)
        self.answers += answers
        self.leases += leases


@contextmanager
def served_side(folder: Path, name: str, trials: int, *, studies: int, raters: int) -> Iterator[Served]:
    """A server with so many studies of that size, which raters have joined and begun to work on."""
    # in a small study that is used again and again, places must last
    ratings = 1000 if trials <= _SMALL and studies == 1 else 30
    folders = [write_masks_study(folder / f"{trials}-{n}", trials=trials, ratings=ratings) for n in range(studies)]
    # a first start reads all items, which later cycles should not pay for
    for one in folders:
        first = RunningServer([one])
        first.start()
        first.stop()
    server = RunningServer(folders)
    server.start()
    try:
        side = Served(name, server.pid)
        side.crowds = [Crowd(server, raters, study=n) for n in range(studies)]
        for crowd in side.crowds:
            asyncio.run(crowd.join())
            asyncio.run(crowd.drive(raters, _WARM))
        yield side
    finally:
        server.stop()


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] * 1000


def report(**figures: object) -> dict[str, object]:
    print(json.dumps(figures), flush=True)
    return figures


def bench_raters(folder: Path, sizes: list[int], raters: int, runs: int, total: int) -> Iterator[dict[str, object]]:
    """The cycles of all sizes with so many raters at once, beside bare posts."""
    each = max(8, min(150, total // raters, int(_USED * _SMALL) // raters - _WARM))
    with ExitStack() as stack:
        pid, port = stack.enter_context(bare_server(folder))
        bare = Bare("bare post", pid)
        bare.port = port
        fresh = stack.enter_context(served_side(folder / "new", "all new", _SMALL, studies=runs, raters=raters))
        again = [
            served_side(folder / "old", "served", size, studies=runs if _SMALL < size <= _LARGE else 1, raters=raters)
            for size in sizes
        ]
        served = [fresh, *map(stack.enter_context, again)]
        sides = [bare, *served]
        for turn in range(runs):
            for side in sides if turn % 2 == 0 else sides[::-1]:
                side.run(raters, each)
        for trials, side in zip((_SMALL, *sizes), served, strict=True):
            yield report(
                bench="serve",
                trials=trials,
                study=side.name,
                raters=raters,
                cycles_per_s=round(statistics.median(side.speeds)),
                bare_posts_per_s=round(statistics.median(bare.speeds)),
                ratio=round(statistics.median(side.speeds) / statistics.median(bare.speeds), 3),
                cpu_ms_per_cycle=round(side.cpu_ms, 3),
                cpu_ms_per_bare_post=round(bare.cpu_ms, 3),
                cpu_ratio=round(bare.cpu_ms / side.cpu_ms, 3),
                cpu_to_all_new=round(fresh.cpu_ms / side.cpu_ms, 3),
                answer_p50_ms=round(percentile(side.answers, 0.5), 2),
                answer_p99_ms=round(percentile(side.answers, 0.99), 2),
                next_p50_ms=round(percentile(side.leases, 0.5), 2),
                next_p99_ms=round(percentile(side.leases, 0.99), 2),
                mb=round(memory_mb(side.pid), 1),
            )


def show_table(rows: list[dict[str, object]]) -> None:
    names = [name for name in rows[0] if name != "bench"]
    lines = [names, *([str(row[name]) for name in names] for row in rows)]
    widths = [max(len(line[n]) for line in lines) for n in range(len(names))]
    for line in lines:
        print("  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--sizes", default="1000,100000")
    parser.add_argument("--raters", default="1,16,64")
    options = parser.parse_args()
    runs, total = (4, 1500) if options.quick else (10, 4000)
    sizes = [int(n) for n in options.sizes.split(",")]
    rows: list[dict[str, object]] = []
    for raters in (int(n) for n in options.raters.split(",")):
        # the disk that answers would be kept on, not a file system in memory
        with tempfile.TemporaryDirectory(dir=os.environ.get("BEHOLDER_BENCH_DIR")) as temporary:
            rows += bench_raters(Path(temporary), sizes, raters, runs, total)
    show_table(rows)


if __name__ == "__main__":
    main()
