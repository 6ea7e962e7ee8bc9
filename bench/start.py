"""How long a server takes to start: from a folder, the first time and later, and from a database that has the study.

Prints one JSON line per figure. CPU time is what counts: other programs on the machine change it little.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.processes import cpu_seconds, memory_mb

from beholder.testing import RunningServer, write_masks_study


def start(server: RunningServer) -> dict[str, float]:
    """Starts a server: seconds, seconds of a core, and the most memory it held meanwhile."""
    began = time.perf_counter()
    server.start()
    return {
        "s": round(time.perf_counter() - began, 2),
        "cpu_s": round(cpu_seconds(server.pid), 2),
        "mb": round(memory_mb(server.pid), 1),
        "peak_mb": round(memory_mb(server.pid, peak=True), 1),
    }


def publish(folder: Path, database: str) -> dict[str, float]:
    """Publishes a study by the command, in a process of its own."""
    began, before = time.perf_counter(), os.times()
    command = [sys.executable, "-m", "beholder", "publish", str(folder)]
    command += ["--database", database, "--media", f"{folder}-store"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, "publishing failed"
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    seconds = time.perf_counter() - began
    return {"s": round(seconds, 2), "cpu_s": round(cpu, 2), "peak_mb": round(used.ru_maxrss / 1024, 1)}


def report(figure: str, trials: int, measured: dict[str, float]) -> None:
    print(json.dumps({"bench": "start", "figure": figure, "trials": trials, **measured}), flush=True)


def bench_size(folder: Path, trials: int) -> None:
    write_masks_study(folder, trials=trials, ratings=30)
    server = RunningServer([folder])
    for figure in ("first start from a folder", "later start from a folder"):
        report(figure, trials, start(server))
        server.stop()
    database = f"sqlite:///{folder}.sqlite3"
    report("publish", trials, publish(write_masks_study(Path(f"{folder}-new"), trials=trials, ratings=30), database))
    server = RunningServer([], database=database)
    report("start of a published study", trials, start(server))
    server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="up to 10,000 trials")
    parser.add_argument("--sizes", default="4,100000,1000000")
    options = parser.parse_args()
    sizes = "4,10000" if options.quick else options.sizes
    with tempfile.TemporaryDirectory(dir=os.environ.get("BEHOLDER_BENCH_DIR")) as temporary:
        for trials in (int(n) for n in sizes.split(",")):
            bench_size(Path(temporary) / f"study-{trials}", trials)


if __name__ == "__main__":
    main()
