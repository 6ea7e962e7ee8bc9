"""What other libraries do with the same ratings; run by `bench/stats.py` in an interpreter that has them.

Usage: python stats_peers.py NAME FILE.npz; prints one JSON line with CPU and wall seconds, peak memory and the answer.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np


def main() -> None:
    name, path = sys.argv[1:]
    given = np.load(path)
    try:
        work = {
            "dawid-skene": dawid_skene,
            "dawid-skene-converged": dawid_skene_converged,
            "alpha": alpha,
            "alpha-text": lambda columns: alpha(columns, text=True),
            "alpha-matrix": alpha_matrix,
            "icc": icc,
        }[name](given)
    except ImportError as missing:
        print(json.dumps({"missing": missing.name}))
        return
    cpu, wall = time.process_time(), time.perf_counter()
    answer = work()
    used = {"cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}
    peak = peak_mb()
    print(json.dumps({**used, "peak_mb": peak, "answer": answer}))


def peak_mb() -> float:
    """The most memory this process has held; unlike ru_maxrss it does not begin with the parent's."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def table(given: Any, *, text: bool = False) -> Any:
    import pandas as pd

    names = {"task": "item", "worker": "rater", "label": "value"}
    columns = {name: given[key] for name, key in names.items()}
    if text:
        columns = {name: [f"{names[name]}-{x}" for x in column.tolist()] for name, column in columns.items()}
    return pd.DataFrame(columns)


def dawid_skene(given: Any, **options: Any) -> Any:
    from crowdkit.aggregation import DawidSkene

    frame, truth = table(given), given["truth"]

    def work() -> float:
        chosen = DawidSkene(**options).fit_predict(frame)
        return float((chosen.to_numpy() == truth[chosen.index.to_numpy()]).mean())

    return work


def dawid_skene_converged(given: Any) -> Any:
    return dawid_skene(given, n_iter=100, tol=-1e9)


def alpha(given: Any, *, text: bool = False) -> Any:
    from crowdkit.metrics.data import alpha_krippendorff

    frame = table(given, text=text)
    return lambda: float(alpha_krippendorff(frame))


def alpha_matrix(given: Any) -> Any:
    import krippendorff

    matrix = np.full((int(given["rater"].max()) + 1, int(given["item"].max()) + 1), np.nan)
    matrix[given["rater"], given["item"]] = given["value"]
    return lambda: float(krippendorff.alpha(reliability_data=matrix, level_of_measurement="nominal"))


def icc(given: Any) -> Any:
    import pandas as pd
    import pingouin

    frame = pd.DataFrame({"item": given["item"], "rater": given["rater"], "value": given["value"]})

    def work() -> list[float]:
        found = pingouin.intraclass_corr(frame, targets="item", raters="rater", ratings="value")
        return [float(x) for x in found["ICC"]]

    return work


if __name__ == "__main__":
    main()
