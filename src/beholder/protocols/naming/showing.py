"""Printing naming results: cells for people, one JSON object for programs."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from typing import Any

import typer

from beholder.findings import Finding, plain

__all__ = ["listed_names", "print_json", "with_intervals"]


def listed_names(responses: Mapping[str, int]) -> str:
    """Names with their counts, as in the figures of papers: names given once without."""
    return ", ".join(f"{name} ({count})" if count > 1 else name for name, count in responses.items())


def with_intervals(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Rows for a terminal: a value and its interval in one cell."""
    return [{k: _with_interval(row, k) for k in row if not k.endswith("_interval")} for row in rows]


def _with_interval(row: Mapping[str, Any], key: str) -> Any:
    value, interval = row[key], row.get(f"{key}_interval")
    if interval is None or not isinstance(value, float) or math.isnan(value):
        return value
    digits = 1 if abs(value) >= 10 else 3
    return f"{value:.{digits}f} [{interval[0]:.{digits}f}, {interval[1]:.{digits}f}]"


def print_json(findings: Iterable[Finding], rows: Iterable[Mapping[str, Any]], **more: Any) -> None:
    """One JSON object: findings, rows, and whatever else there is by name."""
    data = {"findings": [f.to_json() for f in findings], "rows": [plain(dict(row)) for row in rows]}
    typer.echo(json.dumps(data | {name: plain(value) for name, value in more.items()}, ensure_ascii=False))
