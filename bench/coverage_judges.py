"""Do intervals of people and a judge together cover as often as they say, from a useless judge to a perfect one?

    python -m bench.coverage_judges [--runs 4000]

Nominal within .02 in every cell, and from 30 outputs rated by people on never more than 2 % wider on average than people
alone.
"""

from __future__ import annotations

import argparse
import math
import sys

import numpy as np

from beholder.stats import combined_means

# correlation of the judge with what people say
_JUDGES = (0.0, 0.2, 0.5, 0.8, 1.0)
_RATED = (30, 60, 200)
_OUTPUTS = 1000
_NOMINAL, _TOLERANCE, _WIDER = 0.95, 0.02, 1.02


def cell(judge: float, rated: int, runs: int, *, weighted: bool, seed: int = 1) -> tuple[float, float]:
    """Coverage of the combined interval, and its mean width over that of people alone."""
    rng = np.random.default_rng([seed, round(10 * judge), rated, weighted])
    hits, width, alone = 0, 0.0, 0.0
    for _ in range(runs):
        # scores on a scale of five, as most are
        latent = rng.normal(0, 1, _OUTPUTS)
        human = np.clip(np.round(3 + latent), 1, 5)
        said = judge * latent + np.sqrt(1 - judge**2) * rng.normal(0, 1, _OUTPUTS) + 0.7
        chance = rated / _OUTPUTS * (np.where(latent > 0, 1.4, 0.6) if weighted else np.ones(_OUTPUTS))
        chosen = (
            rng.random(_OUTPUTS) < chance
            if weighted
            else np.isin(np.arange(_OUTPUTS), rng.permutation(_OUTPUTS)[:rated])
        )
        found = combined_means(
            item=np.arange(_OUTPUTS),
            system=np.zeros(_OUTPUTS, dtype=int),
            human=np.where(chosen, human, np.nan),
            judge=said,
            probability=chance if weighted else None,
        ).systems["0"]
        if found.interval is None or found.classical_interval is None:
            continue
        hits += found.interval[0] <= 3 <= found.interval[1]
        width += found.interval[1] - found.interval[0]
        alone += found.classical_interval[1] - found.classical_interval[0]
    return hits / runs, width / alone


def main() -> None:
    """Prints every cell; ends with an error where one misses."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=4000)
    runs = parser.parse_args().runs
    missed = 0
    print(f"{'judge':>6} {'rated':>6} {'weights':>8} {'covers':>7} {'width':>6}")
    for weighted in (False, True):
        for judge in _JUDGES:
            for rated in _RATED:
                covers, width = cell(judge, rated, runs, weighted=weighted)
                # few runs are off by chance: two standard errors of the share are allowed for
                chance = 2 * math.sqrt(_NOMINAL * (1 - _NOMINAL) / runs)
                wrong = abs(covers - _NOMINAL) > _TOLERANCE + chance or width > _WIDER
                missed += wrong
                print(f"{judge:6.1f} {rated:6} {weighted!s:>8} {covers:7.3f} {width:6.3f}{'  <-- missed' * wrong}")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
