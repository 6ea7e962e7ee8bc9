"""Analyses and studies small enough to be made anew in every test."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from beholder.findings import Table, TableColumn
from beholder.report import Material, material_of_file

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</script><script>alert(2)</script>",
    "javascript:alert(1)",
    "# heading *bold* [link](http://evil.example/)",
    "</style><style>*{display:none}",
    '=HYPERLINK("http://evil.example/","x")',
    "\\input{/etc/passwd} & 100% $x^2$ _y_ {z} ~ #",
    "{{ 7*7 }} {% raw %}",
    "url(http://evil.example/a.png)",
    "line\nbreak\tand \x07 bell \u202e reversed",
)


def write_table(
    path: Path, *, systems: tuple[str, ...] = ("alpha", "beta"), items: int = 12, comments: bool = False
) -> Path:
    """A table of ratings by three raters, the first system better by one point on average."""
    rng = np.random.default_rng(5)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["item", "system", "rater", "field", "value"])
        for item in range(items):
            for place, system in enumerate(systems):
                for rater in ("ann", "bob", "cleo"):
                    score = int(np.clip(round(rng.normal(4 - place, 0.8)), 1, 5))
                    writer.writerow([f"i{item}", system, rater, "quality", score])
                    if comments:
                        writer.writerow([f"i{item}", system, rater, "comment", HOSTILE[item % len(HOSTILE)]])
    return path


def small_material(folder: Path, **options: object) -> Material:
    """The material of such a table."""
    return material_of_file(write_table(folder / "table.csv", **options))  # type: ignore[arg-type]


def sample_table() -> Table:
    """A table with an interval, a p value, text, and a column that never changes."""
    rows = (
        {
            "system": "a_b & 50%",
            "mean": -1.25,
            "interval": (-2.0, -0.5),
            "p": 0.00004,
            "n": 1200,
            "same": "x",
            "note": "=1+1",
        },
        {"system": "c", "mean": 3.456789, "interval": None, "p": 0.25, "n": 7, "same": "x", "note": None},
    )
    columns = (
        TableColumn(name="system", title="System"),
        TableColumn(name="mean", title="Mean", digits=2),
        TableColumn(name="interval", title="Interval", digits=2),
        TableColumn(name="p", title="p", digits=4),
        TableColumn(name="n", title="n", digits=0),
        TableColumn(name="same", title="Same"),
        TableColumn(name="note", title="Note"),
    )
    return Table(name="t.means", title="c leads by 100%", columns=columns, rows=rows, notes=("a note",))
