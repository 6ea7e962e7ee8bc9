"""Published rating tables, typed in from their sources, and generators of ratings with known truth."""

from __future__ import annotations

import csv
import gzip
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from beholder.stats.columns import Ratings

# Krippendorff 2011, "Computing Krippendorff's alpha-reliability", data C: 4 observers, 12 units.
KRIPPENDORFF_C: list[list[int | None]] = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
]

# Fleiss 1971, Psychological Bulletin 76: 30 patients, 6 raters, 5 diagnoses; digits are numbers of raters.
FLEISS_COUNTS = [
    "00060",
    "03003",
    "01401",
    "00006",
    "03030",
    "20400",
    "00402",
    "20310",
    "20040",
    "00006",
    "10050",
    "11040",
    "03300",
    "10050",
    "02031",
    "00501",
    "30012",
    "51000",
    "02040",
    "10203",
    "00006",
    "01050",
    "02013",
    "20040",
    "10041",
    "05010",
    "40002",
    "02040",
    "10500",
    "00006",
]

# Shrout & Fleiss 1979, Psychological Bulletin 86: 6 targets, 4 judges.
SHROUT_FLEISS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]

# Dawid & Skene 1979, Applied Statistics 28: 45 patients; observer 1 three times, then observers 2 to 5.
ANAESTHETISTS = [
    "1111111",
    "3334334",
    "1122122",
    "2223121",
    "2223222",
    "2223322",
    "1222111",
    "3333433",
    "2222223",
    "2322223",
    "4444444",
    "2223343",
    "1111111",
    "2223212",
    "1211111",
    "1112111",
    "1111111",
    "1111111",
    "2222221",
    "2221322",
    "2222222",
    "2222221",
    "2223222",
    "2212222",
    "1111111",
    "1111111",
    "2322222",
    "1111111",
    "1111111",
    "1121121",
    "1111111",
    "3333233",
    "1111111",
    "2222222",
    "2223232",
    "4334343",
    "2212232",
    "2323233",
    "3333432",
    "1111111",
    "1111111",
    "1212111",
    "2322222",
    "1211111",
    "2222222",
]


def krippendorff_c() -> Ratings:
    return Ratings.of_matrix(KRIPPENDORFF_C)


def fleiss() -> Ratings:
    return of_counts([[int(c) for c in row] for row in FLEISS_COUNTS])


def of_counts(rows: list[list[int]]) -> Ratings:
    """Ratings from counts per value; rater 0 gives the lowest value, and so on."""
    cells = [
        (i, r, v) for i, row in enumerate(rows) for r, v in enumerate(v for v, n in enumerate(row) for _ in range(n))
    ]
    item, rater, value = zip(*cells, strict=True)
    return Ratings.of(item=item, rater=rater, value=value)


def shrout_fleiss() -> Ratings:
    return Ratings.of_matrix([list(column) for column in zip(*SHROUT_FLEISS, strict=True)])


def anaesthetists() -> Ratings:
    rows = [
        (patient, observer, int(digit))
        for patient, digits in enumerate(ANAESTHETISTS, start=1)
        for observer, digit in zip((1, 1, 1, 2, 3, 4, 5), digits, strict=True)
    ]
    item, rater, value = zip(*rows, strict=True)
    return Ratings.of(item=item, rater=rater, value=value, repeats=True)


def of_table(table: list[list[int]]) -> Ratings:
    """Two raters from their table of counts; values 1, 2, ..."""
    pairs = [(a, b) for a, row in enumerate(table, 1) for b, n in enumerate(row, 1) for _ in range(n)]
    return Ratings.of_matrix([[a for a, _ in pairs], [b for _, b in pairs]])


def planted(
    rng: np.random.Generator, *, items: int = 300, per_item: int = 4, raters: int = 25, values: int = 4
) -> tuple[Ratings, np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Ratings by raters of known ability of items of known value: ratings, truth by item, ability by rater."""
    truth = rng.integers(0, values, items)
    ability = rng.uniform(0.5, 0.95, raters)
    item = np.repeat(np.arange(items), per_item)
    rater = np.argsort(rng.random((items, raters)), axis=1)[:, :per_item].ravel()
    right = rng.random(len(item)) < ability[rater]
    wrong = (truth[item] + rng.integers(1, values, len(item))) % values
    ratings = Ratings.of(item=item, rater=rater, value=np.where(right, truth[item], wrong))
    return ratings, truth, ability


def columns_of(ratings: Ratings) -> tuple[list[Any], list[Any], list[Any]]:
    """The three columns by name again."""
    return (
        [ratings.items[i] for i in ratings.item],
        [ratings.raters[r] for r in ratings.rater],
        [ratings.values[v] for v in ratings.value],
    )


def real_table(*parts: str) -> list[dict[str, str]]:
    """Rows of a published data set, or a skip where they are not at hand."""
    folder = os.environ.get("BEHOLDER_DATA")
    if not folder:
        pytest.skip("BEHOLDER_DATA is not set: the published data sets are not part of the project")
    with gzip.open(Path(folder).joinpath(*parts), "rt", encoding="utf-8") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


@st.composite
def ratings_tables(draw: st.DrawFn, *, max_value: int = 4) -> list[tuple[int, int, int]]:
    """Rows (item, rater, value), each pair of item and rater once, at least two items with two ratings."""
    n_items, n_raters = draw(st.integers(3, 8)), draw(st.integers(2, 5))
    cell = st.one_of(st.none(), st.integers(1, max_value))
    rows = draw(st.lists(st.lists(cell, min_size=n_raters, max_size=n_raters), min_size=n_items, max_size=n_items))
    return [(i, r, v) for i, row in enumerate(rows) for r, v in enumerate(row) if v is not None]


def of_rows(rows: list[tuple[Any, Any, Any]]) -> Ratings:
    item, rater, value = zip(*rows, strict=True) if rows else ((), (), ())
    return Ratings.of(item=item, rater=rater, value=value)
