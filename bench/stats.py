"""Agreement and aggregation beside their peers: time, memory and growth.

Prints one JSON line per figure. Ours and theirs take turns on the same ratings, each in a fresh process; compare ratios,
not seconds. Peers need crowd-kit, krippendorff and pingouin in the interpreter named by `--peers` (by default this one);
what is missing is said and left out. `--quick` takes a tenth of the ratings. `--stream N` adds N ratings in a file.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

SEED = 20261115
PER_ITEM, RATERS, VALUES = 5, 5000, 5
ICC_FORMS = ("1,1", "A,1", "C,1", "1,k", "A,k", "C,k")


def planted(n: int, rng: np.random.Generator) -> dict[str, np.ndarray[Any, Any]]:
    """N ratings, five per item, by raters right with probability .5 to .95, a tenth of them guessing."""
    truth = rng.integers(0, VALUES, n // PER_ITEM)
    item = np.repeat(np.arange(n // PER_ITEM), PER_ITEM)
    # Distinct raters within an item: a random start and random strides that cannot meet.
    block = RATERS // PER_ITEM
    rater = (rng.integers(0, block, n) + np.tile(np.arange(PER_ITEM), n // PER_ITEM) * block).astype(np.int64)
    ability = np.where(rng.random(RATERS) < 0.1, 1 / VALUES, rng.uniform(0.5, 0.95, RATERS))
    right = rng.random(n) < ability[rater]
    wrong = (truth[item] + rng.integers(1, VALUES, n)) % VALUES
    return {"item": item, "rater": rater, "value": np.where(right, truth[item], wrong), "truth": truth}


def complete(n: int, rng: np.random.Generator) -> dict[str, np.ndarray[Any, Any]]:
    """N scores of five raters who all rated every item."""
    item = np.repeat(np.arange(n // 5), 5)
    rater = np.tile(np.arange(5), n // 5)
    value = rng.normal(size=n // 5)[item] + 0.7 * rng.normal(size=5)[rater] + 1.2 * rng.normal(size=n)
    return {"item": item, "rater": rater, "value": np.round(value, 3)}


def our_work(name: str, given: Any) -> Callable[[], Any]:
    """The timed part of ours: from plain columns to the answer."""
    from beholder import stats

    columns = {key: given[key] for key in ("item", "rater", "value")}
    if name.startswith("alpha-text"):
        columns = {key: [f"{key}-{x}" for x in column.tolist()] for key, column in columns.items()}

    def ratings() -> stats.Ratings:
        return stats.Ratings.of(**columns)

    def dawid_skene() -> float:
        labels, _ = stats.dawid_skene(ratings())
        return float((np.array(labels.values)[labels.chosen] == given["truth"][np.array(labels.items)]).mean())

    def one_coin() -> float:
        labels, _ = stats.one_coin(ratings())
        return float((np.array(labels.values)[labels.chosen] == given["truth"][np.array(labels.items)]).mean())

    def alpha(uncertainty: Any) -> float:
        return stats.krippendorff_alpha(ratings(), level="nominal", uncertainty=uncertainty).value

    def icc() -> list[float]:
        table = ratings()
        return [stats.intraclass_correlation(table, form=form).value for form in ICC_FORMS]  # type: ignore[arg-type]

    return {
        "dawid-skene": dawid_skene,
        "one-coin": one_coin,
        "alpha": lambda: alpha(None),
        "alpha-text": lambda: alpha(None),
        "alpha-bootstrap": lambda: alpha(stats.Bootstrap(rng=np.random.default_rng(SEED), replicates=1000)),
        "icc": icc,
    }[name]


def peak_mb() -> float:
    """The most memory this process has held; unlike ru_maxrss it does not begin with the parent's."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def run_ours(name: str, path: str) -> None:
    """The inside of a fresh process: import first, then time the work."""
    work = our_work(name, np.load(path))
    cpu, wall = time.process_time(), time.perf_counter()
    answer = work()
    used = {"cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}
    print(json.dumps({**used, "peak_mb": peak_mb(), "answer": answer}))


def measured(command: list[str]) -> dict[str, Any]:
    # One thread for linear algebra on both sides: idle threads that spin would count as work.
    env = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        return {"failed": done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"exit {done.returncode}"}
    found: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return found


def side_by_side(row: int, ours: str, theirs: str, path: Path, peers: str, *, turns: int, clock: str) -> None:
    """Medians of interleaved turns, and the ratio."""
    here, there = [], []
    for _ in range(turns):
        here.append(measured([sys.executable, __file__, "--ours", ours, str(path)]))
        if not there or "cpu" in there[0]:
            there.append(measured([peers, str(Path(__file__).with_name("stats_peers.py")), theirs, str(path)]))
    line: dict[str, Any] = {"row": row, "ours": ours, "peer": theirs, "clock": clock, "seed": SEED, "turns": turns}
    line["ours_s"] = statistics.median(x[clock] for x in here)
    line["ours_mb"], line["ours_answer"] = here[0]["peak_mb"], here[0]["answer"]
    if "cpu" in there[0]:
        line["peer_s"] = statistics.median(x[clock] for x in there)
        line["peer_mb"], line["peer_answer"] = there[0]["peak_mb"], there[0]["answer"]
        line["ratio"] = line["peer_s"] / line["ours_s"]
    else:
        line["peer_missing"] = there[0].get("missing") or there[0].get("failed")
    show(line)


def growth(sizes: list[int], folder: Path) -> None:
    for name in ("alpha", "dawid-skene", "one-coin"):
        for n in sizes:
            path = folder / f"growth-{n}.npz"
            if not path.exists():
                np.savez(path, **planted(n, np.random.default_rng(SEED)))  # type: ignore[arg-type]
            found = measured([sys.executable, __file__, "--ours", name, str(path)])
            show({"figure": f"growth {name}", "ratings": n, **found})


def stream(n: int, folder: Path) -> None:
    """N ratings in a file sorted by item: alpha with interval in one pass, then EM passes, and the memory they need."""
    import duckdb

    path = folder / "stream.parquet"
    block = RATERS // PER_ITEM
    duckdb.execute(
        f"""COPY (SELECT CAST(i // {PER_ITEM} AS INTEGER) AS item,
        CAST(hash(i) % {block} + (i % {PER_ITEM}) * {block} AS INTEGER) AS rater,
        CAST(CASE WHEN hash(i + 77) % 100 < 70 THEN hash(i // {PER_ITEM}) ELSE hash(i + 5) END % {VALUES} AS INTEGER) AS value
        FROM range({n}) t(i)) TO '{path}' (FORMAT parquet, ROW_GROUP_SIZE 122880)"""
    )
    found = measured([sys.executable, __file__, "--streamed", str(path)])
    show({"figure": "stream", "ratings": n, "file_mb": path.stat().st_size / 2**20, **found})


def run_stream(path: str) -> None:
    from beholder import stats

    engine = stats.ParquetEngine(Path(path))
    wall = time.perf_counter()
    alpha = stats.krippendorff_alpha_engine(engine, level="nominal", values=tuple(range(engine.n_values)))
    first = time.perf_counter() - wall
    wall = time.perf_counter()
    passes = 3
    # Cut short on purpose: the time of a pass does not depend on how many follow.
    with contextlib.suppress(stats.ConvergenceError):
        stats.fit_dawid_skene(engine, max_passes=passes, tolerance=0.0)
    per_pass = (time.perf_counter() - wall) / (passes + 1)
    peak = peak_mb()
    print(json.dumps({"alpha_s": first, "em_pass_s": per_pass, "peak_mb": peak, "answer": alpha.value}))


def show(line: dict[str, Any]) -> None:
    print(json.dumps(line), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the ratings, one turn, no growth to 10^7")
    parser.add_argument("--peers", default=sys.executable, help="interpreter that has the other libraries")
    parser.add_argument("--stream", type=int, default=0, metavar="N", help="also N ratings in a file")
    parser.add_argument("--ours", nargs=2, metavar=("NAME", "FILE"), help=argparse.SUPPRESS)
    parser.add_argument("--streamed", metavar="FILE", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.ours:
        run_ours(*options.ours)
        return
    if options.streamed:
        run_stream(options.streamed)
        return
    n, turns = (100_000, 1) if options.quick else (1_000_000, 3)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rng = np.random.default_rng(SEED)
        ratings, scores = folder / "ratings.npz", folder / "scores.npz"
        np.savez(ratings, **planted(n, rng))  # type: ignore[arg-type]
        np.savez(scores, **complete(n // 10, rng))  # type: ignore[arg-type]
        side_by_side(10, "dawid-skene", "dawid-skene", ratings, options.peers, turns=turns, clock="cpu")
        side_by_side(10, "dawid-skene", "dawid-skene-converged", ratings, options.peers, turns=1, clock="cpu")
        side_by_side(11, "alpha", "alpha", ratings, options.peers, turns=turns, clock="cpu")
        side_by_side(11, "alpha-text", "alpha-text", ratings, options.peers, turns=1, clock="cpu")
        side_by_side(11, "alpha-bootstrap", "alpha", ratings, options.peers, turns=1, clock="cpu")
        side_by_side(14, "icc", "icc", scores, options.peers, turns=turns, clock="cpu")
        growth([10_000, 100_000] if options.quick else [100_000, 1_000_000, 10_000_000], folder)
        if options.stream:
            stream(options.stream, folder)


if __name__ == "__main__":
    main()
