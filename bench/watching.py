"""What a coordinator's pages cost while the answers of a study grow: the server's memory after each page, and the time it took.

Each figure is one JSON line. A server of its own per size; its memory includes the libraries that statistics need.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import tempfile
import time
from pathlib import Path

import httpx
from bench.processes import memory_mb

from beholder.engine import Engine, Join, open_study
from beholder.store import AnswerRow, Database, LeaseRow
from beholder.store.prepared import insert_many
from beholder.store.schema import answers, leases, payloads
from beholder.store.study_home import Home
from beholder.store.trials import stream_trials
from beholder.study import load_definition
from beholder.testing import RunningServer, write_masks_study

_RATERS = 60
_RATINGS = 3
_LEASE = LeaseRow("", "", 0, 0, "main", 0, "answered", False, "[]", 0, False, 1, 0)
_ANSWER = AnswerRow("", 0, "", "", 1, 5000, 5000, 0, 5000, "1", "{}", "")
_PAGES = ("", "raters", "agreement", "adjudication", "inbox", "items", "audit", "exports")


def fill(folder: Path, given: int) -> Path:
    """A study in which so many answers were given, put straight into the tables; its chain has none of them."""
    extra = "adjudicate: {after: 3, spread: {quality: 5}}\n"
    write_masks_study(folder, trials=-(-given // _RATINGS), ratings=_RATINGS, extra=extra)
    Home(folder).make()
    database = Database.open(Home(folder).database)
    definition = load_definition(folder)
    key = open_study(database, definition)
    engine = Engine(database, key, definition)
    raters = [engine.run(Join()).rater for _ in range(_RATERS)]
    engine.close()
    rng = random.Random(1)
    shown = dict.fromkeys(raters, 0)
    with database.write() as conn:
        held, rows, texts = [], [], []
        for trial in stream_trials(conn, key):
            level = rng.gauss(6, 2)
            for rater in rng.sample(raters, _RATINGS):
                shown[rater] += 1
                name = f"{len(held):022}"
                held.append(
                    _LEASE._replace(
                        lease=name,
                        rater=rater,
                        trial=trial.trial,
                        item=trial.item,
                        slots=json.dumps([[s] for s in json.loads(trial.systems)]),
                        sequence=shown[rater],
                    )
                )
                rows.append(
                    _ANSWER._replace(
                        answer=name, seq=len(held), lease=name, rater=rater, active_ms=rng.randint(2000, 9000)
                    )
                )
                score = min(10, max(1, round(rng.gauss(level, 1))))
                texts.append((name, json.dumps({"trial": {"quality": score}, "slots": []}), "{}", "salt"))
        insert_many(conn, leases, ("study", *LeaseRow._fields), ((key, *row) for row in held))
        insert_many(conn, answers, ("study", *AnswerRow._fields), ((key, *row) for row in rows))
        insert_many(conn, payloads, ("answer", "payload", "meta", "salt"), texts)
    database.close()
    return folder


def measure(folder: Path, given: int) -> None:
    """Every page once, by the coordinator."""
    server = RunningServer([folder])
    server.start()
    try:
        with httpx.Client(base_url=server.base_url, timeout=600, follow_redirects=True) as client:
            found = re.search(r"/c/\?t=([\w-]+)", server.output())
            assert found, "the server prints a link for the coordinator"
            client.post("/c/sign-in", data={"token": found[1]}).raise_for_status()
            for page in _PAGES:
                began = time.perf_counter()
                reply = client.get(f"/c/{server.study()}/{page}".rstrip("/"))
                print(
                    json.dumps(
                        {
                            "bench": "watching",
                            "answers": given,
                            "page": page or "overview",
                            "status": reply.status_code,
                            "seconds": round(time.perf_counter() - began, 2),
                            "mb": round(memory_mb(server.pid)),
                            "peak_mb": round(memory_mb(server.pid, peak=True)),
                        }
                    ),
                    flush=True,
                )
    finally:
        server.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="1000,100000,300000")
    sizes = [int(n) for n in parser.parse_args().sizes.split(",")]
    with tempfile.TemporaryDirectory() as temporary:
        for size in sizes:
            measure(fill(Path(temporary) / str(size), size), size)
