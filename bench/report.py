"""What a report costs: the demo study, and tables of a thousand to a million ratings; seconds and peak memory.

Each case runs in a process of its own, so that memory is its own; each figure is one JSON line.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import duckdb

_SYSTEMS = 8
_RATERS = 200


def figure(name: str, value: float, **more: object) -> None:
    """Prints one figure."""
    print(json.dumps({"bench": "report", "name": name, "value": round(value, 3), **more}), flush=True)


def write_ratings(path: Path, n: int) -> None:
    """A table of scores from 1 to 10 by many raters, three per thing, the first systems a little better."""
    duckdb.sql(f"""
        COPY (
            SELECT 'item-' || (i // {3 * _SYSTEMS}) AS item, 'system-' || (i // 3 % {_SYSTEMS}) AS system,
                'rater-' || ((i % 3) + 3 * (hash(i // 3) % {_RATERS // 3})) AS rater,
                least(10, greatest(1, round(7 - 0.3 * (i // 3 % {_SYSTEMS}) + 4 * (hash(i) % 1000 / 1000.0 - 0.5))))::INTEGER AS score
            FROM range({n}) AS t(i)
        ) TO '{path}' (HEADER)
    """)


def measured(command: list[str]) -> tuple[float, float, float]:
    """Wall seconds, processor seconds and peak megabytes of a command."""
    code = (
        "import json, resource, subprocess, sys, time\n"
        "start = time.perf_counter()\n"
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(json.dumps([time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code, *command], check=True, capture_output=True, text=True)
    wall, processor, peak = json.loads(done.stdout.splitlines()[-1])
    return wall, processor, peak


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ratings", type=int, nargs="*", default=[1_000, 100_000, 1_000_000])
    parser.add_argument("--protocol", default="masks")
    options = parser.parse_args()
    beholder = [sys.executable, "-m", "beholder"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        study = folder / "study"
        for command in (["new", options.protocol, str(study)], ["simulate", str(study)]):
            subprocess.run([*beholder, *command], check=True, stdout=subprocess.DEVNULL)
        _report(beholder, study, folder / "study.html", f"{options.protocol} demo")
        for n in options.ratings:
            table = folder / f"{n}.csv"
            write_ratings(table, n)
            _report(beholder, table, folder / f"{n}.html", f"{n} ratings")


def _report(beholder: list[str], source: Path, output: Path, name: str) -> None:
    wall, processor, peak = measured([*beholder, "report", str(source), "-o", str(output)])
    figure(f"{name}: seconds", wall, processor_seconds=round(processor, 2), target="60 (demo 5)")
    figure(f"{name}: peak memory", peak, unit="MB", target=2000)
    figure(f"{name}: file", output.stat().st_size / 1e6, unit="MB")


if __name__ == "__main__":
    started = time.perf_counter()
    main()
    figure(
        "all: seconds",
        time.perf_counter() - started,
        own_peak_mb=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    )
