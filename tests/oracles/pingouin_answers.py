# requirements: pingouin==0.7.0
"""Intraclass correlations by pingouin, whose licence keeps it out of our imports."""

import json
import random
import sys
from importlib.metadata import version
from pathlib import Path

import pandas as pd
import pingouin


def main() -> None:
    """Write the answers for one complete table: 25 items, 4 raters of different severity."""
    rng = random.Random(30)
    severity = [0.0, 0.8, -0.5, 1.5]
    rows = [[0.0] * 25 for _ in severity]
    for i in range(25):
        level = rng.gauss(5, 1.5)
        for r, s in enumerate(severity):
            rows[r][i] = round(level - s + rng.gauss(0, 1), 2)
    frame = pd.DataFrame([{"item": i, "rater": r, "value": v} for r, row in enumerate(rows) for i, v in enumerate(row)])
    table = pingouin.intraclass_corr(frame, targets="item", raters="rater", ratings="value")
    interval = next(name for name in table.columns if name.startswith("CI95"))
    out = {
        form: {"value": float(row.ICC), "interval": [float(x) for x in row[interval]]}
        for form, (_, row) in zip(("1,1", "A,1", "C,1", "1,k", "A,k", "C,k"), table.iterrows(), strict=True)
    }
    answer = {
        "versions": {name: version(name) for name in ("pingouin", "pandas", "numpy")},
        "types": [str(x) for x in table["Type"]],
        "ratings": rows,
        "icc": out,
    }
    Path(sys.argv[1]).write_text(json.dumps(answer, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
