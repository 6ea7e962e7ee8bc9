"""Statistics of files that do not fit into memory: CPU time and memory of each, over one pass or two.

Prints one JSON line per statistic. `--rows` says how many ratings (by default a hundred million, some 5 GB of scratch space);
each statistic runs in a fresh process with two threads. What is asked for: under 1 GB, and under 30 s of CPU on each of
two cores for every pass over a hundred million.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.stats import peak_mb, show

RATERS, PER_ITEM, VALUES, SYSTEMS = 5000, 5, 5, 4
PASSES = {"strengths": 2, "alt-test": 2, "icc": 1}
_TABLES = {
    "ratings": f"""CAST(hash(i) % {RATERS // PER_ITEM} + (i % {PER_ITEM}) * {RATERS // PER_ITEM} AS INTEGER) AS rater,
        CAST(CASE WHEN hash(i + 77) % 100 < 70 THEN hash(i // {PER_ITEM}) ELSE hash(i + 5) END % {VALUES} AS INTEGER) AS value""",
    "scores": f"""CAST(hash(i) % {RATERS} AS INTEGER) AS rater, CAST(i % {SYSTEMS} AS INTEGER) AS system,
        (hash(i // {PER_ITEM}) % 1000 + hash(i + 3) % 1000) / 500.0 AS number""",
    "votes": f"""CAST(hash(i) % {RATERS} AS INTEGER) AS rater, CAST(i % {SYSTEMS} AS INTEGER) AS left,
        CAST((i + 1 + hash(i + 9) % {SYSTEMS - 1}) % {SYSTEMS} AS INTEGER) AS right,
        CAST(hash(i + 4) % 3 AS INTEGER) AS outcome""",
    "outputs": f"""CAST(i % {PER_ITEM} AS INTEGER) AS system, (hash(i) % 1000) / 250.0 AS judge,
        CASE WHEN hash(i + 8) % 10 = 0 THEN (hash(i) % 900) / 220.0 END AS human""",
}


def work(name: str) -> tuple[str, Callable[[Any], float]]:
    """The table of a statistic, and what is computed from its engine."""
    import numpy as np

    from beholder import stats

    values, scale = tuple(range(VALUES)), np.arange(VALUES, dtype=np.float64)
    systems = [f"s{k}" for k in range(SYSTEMS)]
    raters = [f"p{k}" for k in range(RATERS)]
    found: dict[str, tuple[str, Callable[[Any], float]]] = {
        "alpha-nominal": (
            "ratings",
            lambda e: stats.krippendorff_alpha_engine(e, level="nominal", values=values).value,
        ),
        "alpha-ordinal": (
            "ratings",
            lambda e: stats.krippendorff_alpha_engine(e, level="ordinal", values=values).value,
        ),
        "alpha-moments": ("scores", lambda e: stats.krippendorff_alpha_engine(e, level="interval").value),
        "ac1": ("ratings", lambda e: stats.chance_corrected_engine(e, form="gwet", values=values).value),
        "percent": ("ratings", lambda e: stats.percent_agreement_engine(e, values=values).value),
        "icc": ("ratings", lambda e: stats.intraclass_correlation_engine(e, form="A,1", scale=scale).value),
        "mean": ("scores", lambda e: stats.mean_ratings_engine(e).value),
        "compare": ("scores", lambda e: stats.compare_systems_engine(e, systems=systems).pairs[0]["p"]),
        "strengths": ("votes", lambda e: stats.strengths_engine(e, systems=systems)["s0"].value),
        "alt-test": ("ratings", lambda e: stats.alt_test_engine(e, raters=raters, models=["p0"]).findings[-1].value),
        "combine": ("outputs", lambda e: stats.combined_means_engine(e, systems=[*systems, "s4"]).findings[0].value),
        "names": ("ratings", lambda e: stats.name_variation_engine(e)[0].value),
    }
    return found[name] if name else ("", lambda _: 0.0)


NAMES = ("alpha-nominal", "alpha-ordinal", "alpha-moments", "ac1", "percent", "icc", "mean", "compare", "strengths",
         "alt-test", "combine", "names")  # fmt: skip


def write(table: str, rows: int, folder: Path) -> Path:
    """Made-up ratings in a file sorted by item."""
    import duckdb

    path = folder / f"{table}.parquet"
    duckdb.execute(
        f"COPY (SELECT CAST(i // {PER_ITEM} AS INTEGER) AS item, {_TABLES[table]} FROM range({rows}) t(i)) "
        f"TO '{path}' (FORMAT parquet, ROW_GROUP_SIZE 122880)"
    )
    return path


def run_one(name: str, path: str) -> None:
    """The inside of a fresh process."""
    from beholder.stats import ParquetEngine

    _, compute = work(name)
    cpu, wall = time.process_time(), time.perf_counter()
    answer = compute(ParquetEngine(Path(path)))
    used = {"cpu_s": time.process_time() - cpu, "wall_s": time.perf_counter() - wall}
    print(json.dumps({**used, "peak_mb": peak_mb(), "answer": answer}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=float, default=1e8, metavar="N", help="how many ratings")
    parser.add_argument("--only", nargs="*", default=NAMES, metavar="NAME", help=f"of {', '.join(NAMES)}")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        run_one(*options.one)
        return
    env = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    with tempfile.TemporaryDirectory(prefix="beholder-sums-") as folder:
        written: dict[str, Path] = {}
        for name in options.only:
            table, _ = work(name)
            if table not in written:
                # one at a time, since each takes a gigabyte or two
                for path in written.values():
                    path.unlink(missing_ok=True)
                written = {table: write(table, int(options.rows), Path(folder))}
            command = [sys.executable, "-m", "bench.sums", "--one", name, str(written[table])]
            done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
            told = done.stdout.strip().splitlines()
            found = json.loads(told[-1]) if told else {"failed": done.stderr.strip().splitlines()[-1:]}
            passes = PASSES.get(name, 1)
            per_pass = found["cpu_s"] / passes * 1e8 / options.rows / 2 if "cpu_s" in found else None
            show(
                {
                    "figure": name,
                    "ratings": int(options.rows),
                    "passes": passes,
                    **found,
                    "cpu_s_per_core_1e8": per_pass,
                }
            )


if __name__ == "__main__":
    main()
