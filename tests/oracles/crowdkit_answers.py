# requirements: crowd-kit==1.4.2
"""Dawid-Skene and majority by crowd-kit, which brings transformers along.

As shipped, its Dawid-Skene stops after a few passes whatever the tolerance, so it is run to the end with a tolerance that
can never be met.
"""

import json
import random
import sys
from importlib.metadata import version
from pathlib import Path

import pandas as pd
from crowdkit.aggregation import DawidSkene, MajorityVote


def main() -> None:
    """Write posteriors, prevalence and confusion tables for one uneven table: 60 items, 8 raters, 3 values."""
    rng = random.Random(40)
    rows = []
    for i in range(60):
        truth = rng.choice("aabbc")
        for r in rng.sample(range(8), rng.randint(4, 7)):
            right = rng.random() < 0.5 + 0.05 * r
            rows.append((f"i{i}", f"r{r}", truth if right else rng.choice("abc")))
    frame = pd.DataFrame(rows, columns=["task", "worker", "label"])
    model = DawidSkene(n_iter=5000, tol=-1e9).fit(frame)
    shipped = DawidSkene().fit(frame)
    errors = model.errors_
    answer = {
        "versions": {name: version(name) for name in ("crowd-kit", "pandas", "numpy")},
        "ratings": rows,
        "posterior": {t: {v: float(p) for v, p in row.items()} for t, row in model.probas_.iterrows()},
        "prevalence": {v: float(p) for v, p in model.priors_.items()},
        "confusion": {
            w: {k: {v: float(errors.loc[(w, v), k]) for v in "abc"} for k in "abc"}
            for w in sorted(frame.worker.unique())
        },
        "largest_difference_as_shipped": float((model.probas_ - shipped.probas_).abs().to_numpy().max()),
        "majority": dict(MajorityVote().fit_predict(frame)),
    }
    Path(sys.argv[1]).write_text(json.dumps(answer, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
