"""Ratings tables made by hand, for cases that a simulator does not bring."""

from __future__ import annotations

from typing import Any

from beholder.analysis import FieldInfo, RatingsData

_NUMBERS = ("number", "sequence", "position", "active_ms", "study_version", "revision")


def table(rows: list[dict[str, Any]], *, fields: tuple[FieldInfo, ...] = ()) -> RatingsData:
    """Rows with only the columns that matter; a number is read from the value where none is given."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    filled = [tuple(row.get(name, float("nan") if name in _NUMBERS else "") for name in columns) for row in rows]
    return RatingsData.of_rows(filled, columns, fields=fields)


def crossed(values: dict[tuple[str, str, str], Any], *, field: str = "quality", **more: Any) -> list[dict[str, Any]]:
    """Rows from a mapping of (item, system, rater) to a value."""
    return [
        {"item": item, "system": system, "rater": rater, "field": field, "value": str(value), "kind": "main", **more}
        for (item, system, rater), value in values.items()
    ]
