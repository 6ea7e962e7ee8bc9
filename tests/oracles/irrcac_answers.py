# requirements: irrCAC==0.4.4
"""Chance-corrected coefficients by irrCAC, which pins old packages and so runs in an environment of its own."""

import json
import random
import sys
from importlib.metadata import version
from pathlib import Path

import pandas as pd
from irrCAC.raw import CAC  # type: ignore[import-not-found]


def main() -> None:
    """Write the answers for one uneven table: 40 items, 5 raters, a fifth missing."""
    rng = random.Random(20)
    rows = []
    for _ in range(40):
        truth = rng.choice([1, 2, 2, 3, 4])
        rows.append(
            [
                None if rng.random() < 0.2 else truth if rng.random() < 0.6 else rng.choice([1, 2, 3, 4])
                for _ in range(5)
            ]
        )
    frame = pd.DataFrame(rows, columns=[f"r{i}" for i in range(5)])
    out: dict[str, dict[str, dict[str, float]]] = {}
    for weights in ("identity", "linear", "quadratic", "ordinal"):
        cac = CAC(frame, weights=weights, digits=6)
        out[weights] = {}
        for form in ("gwet", "fleiss", "bp", "conger"):
            est = getattr(cac, form)()["est"]
            out[weights][form] = {"value": float(est["coefficient_value"]), "se": float(est["se"])}
    answer = {
        "versions": {name: version(name) for name in ("irrCAC", "pandas", "numpy")},
        "ratings": [list(column) for column in zip(*rows, strict=True)],
        "coefficients": out,
    }
    Path(sys.argv[1]).write_text(json.dumps(answer, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
