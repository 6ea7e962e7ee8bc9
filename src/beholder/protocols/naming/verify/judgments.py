"""Judgments of round 2, from a study's ratings, and as a table of their own."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from beholder.declarations.item import Item
from beholder.declarations.states import Showing
from beholder.errors import BeholderError
from beholder.protocols.naming.published.files import read_rows
from beholder.protocols.naming.verify.adequacy import Judgment
from beholder.protocols.rounds import RatingRow

__all__ = ["JudgmentsRead", "judgments_from_ratings", "read_judgments", "write_judgments"]

_FIELDS = ("adequacy", "inadequacy", "group")
_COLUMNS = ("item", "rater", "name", "adequacy", "inadequacy", "group", "planted")


@dataclass(frozen=True, slots=True)
class JudgmentsRead:
    """The judgments that count, planted names among them and so marked, and how many were left out, by reason."""

    judgments: tuple[Judgment, ...]
    left_out: Mapping[str, int]


def judgments_from_ratings(ratings: Iterable[RatingRow], items: Iterable[Item] = ()) -> JudgmentsRead:
    """The judgments of a verification study: fields `adequacy`, `inadequacy` and `group` of main trials.

    The name that a candidate stands for is its column `name`, and `planted` says which kind of control it is; where items
    are not given, the candidate's own id is the name.
    """
    shown = {
        (item.id, c.system): (str(c.columns.get("name", c.system)), str(c.columns.get("planted") or ""))
        for item in items
        for c in item.candidates
    }
    cells: dict[tuple[str, str, str], dict[str, str]] = {}
    left: dict[str, int] = {}
    for row in ratings:
        if row.field not in _FIELDS:
            continue
        reason = row.excluded_by or ("" if row.kind in (*Showing.COUNTED, "") else row.kind)
        if reason:
            left[reason] = left.get(reason, 0) + (row.field == "adequacy")
            continue
        value = row.value
        if row.field == "adequacy":
            value = "" if row.number is None else repr(row.number)
        cells.setdefault((row.item, row.rater, row.system), {}).setdefault(row.field, value)
    out = []
    for (item, rater, system), given in cells.items():
        if not given.get("adequacy") or not given.get("group"):
            left["incomplete"] = left.get("incomplete", 0) + 1
            continue
        name, planted = shown.get((item, system), (system, ""))
        adequacy = float(given["adequacy"])
        kind = "none" if adequacy == 1.0 else given.get("inadequacy", "")
        out.append(Judgment(item, rater, name, adequacy, kind, given["group"], planted))
    return JudgmentsRead(tuple(out), left)


def write_judgments(judgments: Iterable[Judgment], path: Path) -> None:
    """The raw judgments as a CSV table, planted names among them and so marked."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(_COLUMNS)
        for one in judgments:
            writer.writerow([one.item, one.rater, one.name, one.adequacy, one.inadequacy, one.group, one.planted])


def read_judgments(path: Path) -> list[Judgment]:
    """A table that `write_judgments` wrote, or one with the same columns."""
    out = []
    for number, row in read_rows(path):
        missing = set(_COLUMNS[:6]) - row.keys()
        where = f"{path} row {number}"
        if missing:
            raise BeholderError(f"there is no column {min(missing)!r}", code="naming-no-column", where=str(path))
        try:
            adequacy = float(row["adequacy"])
        except (TypeError, ValueError):
            raise BeholderError(
                f"an adequacy is 0, 0.5 or 1, got {row['adequacy']!r}", code="naming-bad-judgment", where=where
            ) from None
        texts = {name: str(row.get(name) or "") for name in _COLUMNS if name != "adequacy"}
        out.append(Judgment(**texts, adequacy=adequacy))
    return out
