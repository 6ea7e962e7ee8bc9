"""Full cycles per second over real HTTP, beside a bare application that makes one durable commit per request.

A cycle is one answer and its share of lease requests. Both servers run in turn, several times; medians are compared.
Prints one JSON line per figure. `--quick` takes a minute.
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
from contextlib import contextmanager
from pathlib import Path

from beholder.study import load_definition
from beholder.testing import HttpConnection, HttpRater, RunningServer, write_masks_study
from beholder.testing.postgres import free_port
from beholder.web import publish_study

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

    def __init__(self, server: RunningServer, count: int) -> None:
        form = load_definition(server.folders[0]).declaration.form
        self.people = [HttpRater(server.host, server.port, server.api(), form, seed=n) for n in range(count)]

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


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] * 1000


def cpu_seconds(pid: int) -> float:
    """What a process has spent so far: other programs on the machine change this little, elapsed time a lot."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_mb(pid: int, *, peak: bool = False) -> float:
    """What a process holds, or the most that it ever held."""
    text = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    name = "VmHWM" if peak else "VmRSS"
    return int(next(line for line in text.splitlines() if line.startswith(name)).split()[1]) / 1024


def report(**figures: object) -> None:
    print(json.dumps(figures), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--sizes", default="1000,100000")
    parser.add_argument("--raters", default="1,16,64")
    options = parser.parse_args()
    runs, total = (3, 1500) if options.quick else (5, 4000)
    sizes = [int(n) for n in options.sizes.split(",")]
    counts = [int(n) for n in options.raters.split(",")]
    # the disk that answers would be kept on, not a file system in memory
    with tempfile.TemporaryDirectory(dir=os.environ.get("BEHOLDER_BENCH_DIR")) as temporary:
        folder = Path(temporary)
        with bare_server(folder) as bare:
            for trials in sizes:
                bench_size(folder / f"study-{trials}", trials, counts, runs, total, bare)


def bench_published(folder: Path, trials: int) -> None:
    """How long a server takes to start from a database that has the study, as against the time of publishing it."""
    write_masks_study(folder, trials=trials, ratings=30)
    database = f"sqlite:///{folder}.sqlite3"
    began = time.perf_counter()
    publish_study(folder, database=database, media=f"{folder}-store")
    published = time.perf_counter() - began
    server = RunningServer([], database=database)
    began = time.perf_counter()
    server.start()
    started = time.perf_counter() - began
    report(
        bench="serve",
        figure="start of a published study",
        trials=trials,
        publish_s=round(published, 2),
        start_s=round(started, 2),
        start_cpu_s=round(cpu_seconds(server.pid), 2),
        mb=round(memory_mb(server.pid), 1),
    )
    server.stop()


def bench_size(folder: Path, trials: int, counts: list[int], runs: int, total: int, bare: tuple[int, int]) -> None:
    write_masks_study(folder, trials=trials, ratings=1000 if trials < 10_000 else 30)
    server = RunningServer([folder])
    began = time.perf_counter()
    server.start()
    first, first_cpu = time.perf_counter() - began, cpu_seconds(server.pid)
    server.stop()
    began = time.perf_counter()
    server.start()
    later, later_cpu = time.perf_counter() - began, cpu_seconds(server.pid)
    report(
        bench="serve",
        figure="start",
        trials=trials,
        first_s=round(first, 2),
        later_s=round(later, 2),
        first_cpu_s=round(first_cpu, 2),
        later_cpu_s=round(later_cpu, 2),
    )
    report(bench="serve", figure="idle memory", trials=trials, mb=round(memory_mb(server.pid), 1))
    bench_published(folder.with_name(f"{folder.name}-published"), trials)
    try:
        crowd = Crowd(server, max(counts))
        asyncio.run(crowd.join())
        asyncio.run(crowd.drive(max(counts), 5))
        for raters in counts:
            ours, theirs, answers, leases = [], [], [], []
            cpu = {server.pid: 0.0, bare[0]: 0.0}
            each = max(12, min(150, total // raters))
            for _ in range(runs):
                began = {pid: cpu_seconds(pid) for pid in cpu}
                theirs.append(asyncio.run(drive_bare(bare[1], raters, each)))
                speed, answer_seconds, lease_seconds = asyncio.run(crowd.drive(raters, each))
                ours.append(speed)
                answers += answer_seconds
                leases += lease_seconds
                for pid, seconds in began.items():
                    cpu[pid] += cpu_seconds(pid) - seconds
            report(
                bench="serve",
                figure="cycles",
                trials=trials,
                raters=raters,
                cycles_per_s=round(statistics.median(ours)),
                bare_posts_per_s=round(statistics.median(theirs)),
                ratio=round(statistics.median(ours) / statistics.median(theirs), 3),
                cpu_ms_per_cycle=round(1000 * cpu[server.pid] / (runs * raters * each), 3),
                cpu_ms_per_bare_post=round(1000 * cpu[bare[0]] / (runs * raters * each), 3),
                cpu_ratio=round(cpu[bare[0]] / cpu[server.pid], 3),
                answer_p50_ms=round(percentile(answers, 0.5), 2),
                answer_p99_ms=round(percentile(answers, 0.99), 2),
                next_p50_ms=round(percentile(leases, 0.5), 2),
                next_p99_ms=round(percentile(leases, 0.99), 2),
            )
        report(bench="serve", figure="memory after load", trials=trials, mb=round(memory_mb(server.pid), 1))
    finally:
        server.stop()


if __name__ == "__main__":
    main()
