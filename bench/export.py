"""What taking data out costs: ten thousand answers, then a million ratings, in time and in memory.

Label Studio 1.23.2 needs 22 s for ten thousand answers on this kind of machine; one hundredth of that is the aim. Each
figure is one JSON line. CPU seconds, since the machine is shared; memory is that of a process that does nothing else.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.engine import answers_for, store_each, study

from beholder.engine import Engine, Join, Lease, open_study
from beholder.exports import Wish, write_dataset, write_export
from beholder.facade import load
from beholder.store import Database
from beholder.store.study_home import Home

_LABEL_STUDIO_SECONDS = 22.0
_WORDS = ["edge", "rough", "thin", "part", "missing", "blurred", "left", "corner", "wrong", "object", "fine"]


def figure(name: str, value: float, **more: object) -> None:
    """Prints one figure."""
    print(json.dumps({"bench": "export", "name": name, "value": round(value, 4), **more}), flush=True)


def filled(folder: Path, answers: int) -> Path:
    """A study with so many answers: real ones through the engine, then copies of them with other ids."""
    real = min(answers, 10_000)
    definition = study(folder, items=real // 3 + 1, systems=1)
    Home(folder).make()
    database = Database.open(Home(folder).database)
    engine = Engine(database, open_study(database, definition), definition)
    raters = [engine.run(Join()).rater for _ in range(64)]
    rng = random.Random(1)
    count = 0
    while count < real and (leases := [lease for rater in raters for lease in engine.run(Lease(rater)).leases]):
        given = answers_for(leases)
        for answer in given:
            comment = " ".join(rng.choices(_WORDS, k=5)) if rng.random() < 0.3 else None
            answer.payload["trial"] |= {"score": rng.randint(1, 10), "comment": comment}
        store_each(engine, given)
        count += len(given)
    engine.close()
    database.close()
    _multiply(Home(folder).database, answers // count)
    return folder


def _multiply(path: Path, times: int) -> None:
    """Copies answers, leases and payloads under new ids; an export does not ask the chain."""
    conn = sqlite3.connect(path)
    for table, ids in (("leases", {"lease"}), ("answers", {"answer", "lease"}), ("payloads", {"answer"})):
        columns = [row[1] for row in conn.execute(f"PRAGMA table_info({table})")]
        (last,) = conn.execute(f"SELECT max(rowid) FROM {table}").fetchone()
        picked = ", ".join(_copied(name, ids) for name in columns)
        for copy in range(1, times):
            conn.execute(
                f"INSERT INTO {table} SELECT {picked} FROM {table} WHERE rowid <= :last", {"copy": copy, "last": last}
            )
    conn.commit()
    conn.close()


def _copied(name: str, ids: set[str]) -> str:
    if name in ids:
        return f":copy || '-' || {name}"
    return f"{name} + :copy * 1000000" if name in ("seq", "occasion") else name


def run(folder: Path, output: Path, table: str) -> None:
    """In a process of its own: one export, its CPU seconds and its memory."""
    with load(folder) as opened:
        start, wall = time.process_time(), time.perf_counter()
        if output.suffix:
            rows = write_export(opened, output, Wish(table="answers" if table == "answers" else "ratings")).rows
        else:
            rows = write_dataset(opened, output, Wish()).rows
        spent, waited = time.process_time() - start, time.perf_counter() - wall
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"cpu": spent, "wall": waited, "rows": rows, "mib": memory}))


def measure(folder: Path, scratch: Path, answers: int) -> None:
    """Every table in every format."""
    for table in ("ratings", "answers"):
        for ending in ("csv", "jsonl", "parquet"):
            output = scratch / f"{table}.{ending}"
            command = [sys.executable, "-m", "bench.export", "--one", str(folder), str(output), table]
            best: dict[str, float] = {}
            for _ in range(3 if answers <= 10_000 else 1):
                done = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
                best = done if not best or done["cpu"] < best["cpu"] else best
            more = {"÷ Label Studio": round(best["cpu"] / _LABEL_STUDIO_SECONDS, 4)} if answers <= 10_000 else {}
            figure(
                f"{table}.{ending}",
                best["cpu"],
                unit="CPU s",
                answers=answers,
                rows=best["rows"],
                wall=round(best["wall"], 2),
                mib=round(best["mib"]),
                **more,
            )
            output.unlink()


def main() -> None:
    """Runs all of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="ten thousand answers only")
    parser.add_argument("--one", nargs=3, metavar=("FOLDER", "OUTPUT", "TABLE"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        run(Path(given.one[0]), Path(given.one[1]), given.one[2])
        return
    with tempfile.TemporaryDirectory(prefix="beholder-bench-") as name:
        scratch = Path(name)
        for answers in (10_000,) if given.quick else (10_000, 500_000):
            folder = filled(scratch / f"study-{answers}", answers)
            measure(folder, scratch, answers)


if __name__ == "__main__":
    main()
