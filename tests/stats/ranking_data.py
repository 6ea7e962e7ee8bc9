"""Published comparison data, typed in from their sources."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from beholder.stats.ranking.pairs import Pairs

# Davidson 1970, JASA 65:317: six puddings, wins of i, wins of j, ties.
_PUDDINGS = (
    "12:19,22,16 13:16,19,12 23:19,19,10 14:18,23,13 24:23,19,9 34:19,20,15 15:13,19,18 25:16,20,12 "
    "35:16,15,17 45:17,14,16 16:18,21,12 26:22,20,12 36:13,18,10 46:14,19,18 56:11,21,12"
)

# Agresti 2002, Categorical Data Analysis, p. 438: American League 1987, home wins : away wins.
_TEAMS = ["MIL", "DET", "TOR", "NY", "BOS", "CLE", "BAL"]
_BASEBALL = {
    "MIL": "-   4:3 4:2 4:3 6:1 4:2 6:0",
    "DET": "3:3 -   4:2 4:3 6:0 6:1 4:3",
    "TOR": "2:5 4:3 -   2:4 4:3 4:2 6:0",
    "NY": "3:3 5:1 2:5 -   4:3 4:2 6:1",
    "BOS": "5:1 2:5 3:3 4:2 -   5:2 6:0",
    "CLE": "2:5 3:3 3:4 4:3 4:2 -   2:4",
    "BAL": "2:5 1:5 1:6 2:4 1:6 3:4 -",
}


def of_counts(rows: list[tuple[str, str, float, float, float]]) -> Pairs:
    """Comparisons from rows of left, right, left wins, right wins, ties."""
    cells = [
        (left, right, word, n)
        for left, right, *counts in rows
        for word, n in zip(("left", "right", "tie"), counts, strict=True)
    ]
    left, right, outcome, weight = zip(*cells, strict=True)
    return Pairs.of(left=left, right=right, outcome=outcome, weight=weight)


def puddings() -> Pairs:
    """Davidson's puddings; ties are 22.7 % of 745 comparisons."""
    rows = []
    for cell in _PUDDINGS.split():
        pair, counts = cell.split(":")
        first, second, ties = (float(x) for x in counts.split(","))
        rows.append((pair[0], pair[1], first, second, ties))
    return of_counts(rows)


def baseball() -> Pairs:
    """The home team stands left."""
    rows = []
    for home, line in _BASEBALL.items():
        for away, cell in zip(_TEAMS, line.split(), strict=True):
            if cell != "-":
                won, lost = cell.split(":")
                rows.append((home, away, float(won), float(lost), 0.0))
    return of_counts(rows)


def citations() -> Pairs:
    """Stigler 1994; Agresti 2002, p. 448: the cited journal beats the citing one."""
    return of_counts(
        [
            ("Biometrika", "CommStat", 730, 33, 0),
            ("Biometrika", "JASA", 498, 320, 0),
            ("Biometrika", "JRSS-B", 221, 284, 0),
            ("CommStat", "JASA", 68, 813, 0),
            ("CommStat", "JRSS-B", 17, 276, 0),
            ("JASA", "JRSS-B", 142, 325, 0),
        ]
    )


def data_folder(name: str) -> Path:
    """A folder of real data, or skip with the reason."""
    root = os.environ.get("BEHOLDER_DATA")
    if not root:
        pytest.skip("BEHOLDER_DATA is not set")
    folder = Path(root) / name
    if not folder.is_dir():
        pytest.skip(f"no {name} in BEHOLDER_DATA")
    return folder


def read_lines(path: Path) -> list[str]:
    """The lines of a gzipped text file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return file.read().splitlines()
