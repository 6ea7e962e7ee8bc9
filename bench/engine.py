"""What the engine costs: next at a thousand and at a million trials, import of 100,000 items, export, durable answers.

Each figure is one JSON line. Ratios are taken within one run, since the machine is noisy.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path

from beholder.engine import Answer, Answered, Engine, Join, Lease, open_study
from beholder.store import Database, LeaseRow
from beholder.study import Definition, load_definition
from beholder.tables.ratings import stream_ratings
from beholder.tables.writing import write_ratings

_PROTOCOL = """
name: bench
title: Bench
shows: one
candidate: {text: {kind: text}}
form:
  fields:
    score: {kind: scale, label: "How good?", min: 1, max: 10}
    comment: {kind: text, label: Comment}
"""


def figure(name: str, value: float, **more: object) -> None:
    """Prints one figure."""
    print(json.dumps({"bench": "engine", "name": name, "value": round(value, 4), **more}), flush=True)


def study(folder: Path, *, items: int, systems: int) -> Definition:
    """A study with so many items and systems, without pictures."""
    folder.mkdir(parents=True)
    (folder / "protocol.yaml").write_text(_PROTOCOL, encoding="utf-8")
    (folder / "study.yaml").write_text(
        "protocol: protocol.yaml\nitems: items.jsonl\nseed: 1\nratings: 3\n", encoding="utf-8"
    )
    with (folder / "items.jsonl").open("w", encoding="utf-8") as file:
        for n in range(items):
            candidates = [{"system": f"s{k}", "text": f"output {k} on {n}"} for k in range(systems)]
            file.write(json.dumps({"id": f"item-{n}", "candidates": candidates}) + "\n")
    return load_definition(folder)


def started(folder: Path, *, items: int, systems: int) -> tuple[Database, Engine]:
    """A running study."""
    definition = study(folder, items=items, systems=systems)
    database = Database.open(folder / "store.sqlite3")
    return database, Engine(database, open_study(database, definition), definition)


def answers_for(leases: Sequence[LeaseRow]) -> list[Answer]:
    """Answers to all of them."""
    return [
        Answer(
            id=f"{lease.rater}-{lease.trial:09d}",
            rater=lease.rater,
            lease=lease.lease,
            payload={"trial": {"score": 7}, "slots": []},
        )
        for lease in leases
    ]


def store_each(engine: Engine, answers: Sequence[Answer]) -> None:
    """Stores answers that come one by one, as from many raters; the engine puts them together as it can."""
    waiting: list[Future[Answered]] = [Future() for _ in answers]
    for answer, future in zip(answers, waiting, strict=True):
        engine.enqueue([(answer, future)])
    for future in waiting:
        future.result()


def time_of_next(engine: Engine, rounds: int) -> list[float]:
    """Seconds per lease request of a rater who answers everything in between."""
    rater = engine.run(Join()).rater
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        leases = engine.run(Lease(rater)).leases
        times.append(time.perf_counter() - start)
        engine.run_together(answers_for(leases))
    return times


def bench_next(scratch: Path, big: int) -> None:
    """*Next* in a small and in a large study, interleaved."""
    small_db, small = started(scratch / "small", items=250, systems=4)
    start = time.perf_counter()
    big_db, large = started(scratch / "large", items=big // 4, systems=4)
    figure("start a study", time.perf_counter() - start, unit="s", trials=big)
    at_small, at_large = [], []
    for _ in range(5):
        at_small.append(statistics.median(time_of_next(small, 30)))
        at_large.append(statistics.median(time_of_next(large, 30)))
    ratio = statistics.median(at_large) / statistics.median(at_small)
    figure(
        "next, large ÷ small",
        ratio,
        trials=big,
        small_ms=1e3 * statistics.median(at_small),
        large_ms=1e3 * statistics.median(at_large),
    )
    for engine, database in ((small, small_db), (large, big_db)):
        engine.close()
        database.close()


def bench_import(scratch: Path, items: int) -> None:
    """Reading and storing a study."""
    definition = study(scratch / "import", items=items, systems=1)
    start = time.perf_counter()
    load_definition(definition.folder)
    database = Database.open(scratch / "import.sqlite3")
    open_study(database, definition)
    figure("import", time.perf_counter() - start, unit="s", items=items)
    database.close()


def bench_answers(scratch: Path, items: int) -> None:
    """Durable answers per second beside single-row commits on the same disk, then export."""
    database, engine = started(scratch / "answers", items=items, systems=1)
    raters = [engine.run(Join()).rater for _ in range(64)]
    spent, count = 0.0, 0
    while leases := [lease for rater in raters for lease in engine.run(Lease(rater)).leases]:
        answers = answers_for(leases)
        start = time.perf_counter()
        store_each(engine, answers)
        spent += time.perf_counter() - start
        count += len(answers)
    ours = count / spent
    bare = single_commits(scratch / "bare.sqlite3", seconds=3)
    figure("durable answers/s ÷ single-row commits/s", ours / bare, ours=ours, bare=bare, answers=count)
    for suffix in (".csv", ".jsonl", ".parquet"):
        start = time.perf_counter()
        with database.read() as conn:
            form = engine.definition.declaration.form
            rows = write_ratings(
                stream_ratings(conn, engine.key, study="s", protocol="p", form=form), scratch / f"out{suffix}"
            )
        figure(f"export {suffix}", time.perf_counter() - start, unit="s", answers=count, rows=rows)
    engine.close()
    database.close()


def single_commits(path: Path, seconds: float) -> float:
    """Commits per second of one row each, with the same durability."""
    conn = sqlite3.connect(path, isolation_level=None)
    conn.execute("PRAGMA journal_mode=WAL")
    conn.execute("PRAGMA synchronous=FULL")
    conn.execute("CREATE TABLE t (a TEXT PRIMARY KEY, b TEXT)")
    count, end = 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        conn.execute("INSERT INTO t VALUES (?, ?)", (f"answer-{count}", '{"score": 7}'))
        count += 1
    conn.close()
    return count / seconds


def main() -> None:
    """Runs all of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the size")
    quick = parser.parse_args().quick
    with tempfile.TemporaryDirectory(prefix="beholder-bench-") as name:
        scratch = Path(name)
        bench_next(scratch, 100_000 if quick else 1_000_000)
        bench_import(scratch, 10_000 if quick else 100_000)
        bench_answers(scratch, 1_000 if quick else 3_400)


if __name__ == "__main__":
    main()
