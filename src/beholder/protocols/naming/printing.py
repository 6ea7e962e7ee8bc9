"""Printing naming results: cells for people, one JSON object for programs."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from typing import Any

import typer

from beholder.findings import Finding, plain
from beholder.text import DASH, Number

__all__ = ["listed_names", "percentages", "print_json", "with_intervals"]


def listed_names(responses: Mapping[str, int]) -> str:
    """Names with their counts, as in the figures of papers: names given once without."""
    return ", ".join(f"{name} ({count})" if count > 1 else name for name, count in responses.items())


def with_intervals(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Rows for a terminal: a value and its interval in one cell."""
    return [{k: _with_interval(row, k) for k in row if not k.endswith("_interval")} for row in rows]


def _with_interval(row: Mapping[str, Any], key: str) -> Any:
    """A value and its bounds, typed as in the tables of the command line (`cli/output.py`), where they end up."""
    value, interval = row[key], row.get(f"{key}_interval")
    if interval is None or not isinstance(value, float) or math.isnan(value):
        return value
    digits = 1 if abs(value) >= 10 else 3
    return f"{value:.{digits}f} [{interval[0]:.{digits}f}, {interval[1]:.{digits}f}]"


def percentages(
    rows: Iterable[Mapping[str, Any]], *, names: Iterable[str], shares: Mapping[str, str]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Shares in per cent and, as a second table of the same shape, their intervals; `shares` maps keys to headings."""
    values, intervals = [], []
    for row in rows:
        head = {name: row[name] for name in names}
        values.append(head | {title: _percent(row[key]) for key, title in shares.items()})
        bounds = {title: row[f"{key}_interval"] for key, title in shares.items()}
        intervals.append(
            head | {t: DASH if b is None else f"{_percent(b[0])}–{_percent(b[1])}" for t, b in bounds.items()}
        )
    return values, intervals


def _percent(share: float) -> str:
    return Number(100 * share, 1).to("en")


def print_json(findings: Iterable[Finding], rows: Iterable[Mapping[str, Any]], **more: Any) -> None:
    """One JSON object: findings, rows, and whatever else there is by name."""
    data = {"findings": [f.to_json() for f in findings], "rows": [plain(dict(row)) for row in rows]}
    typer.echo(json.dumps(data | {name: plain(value) for name, value in more.items()}, ensure_ascii=False))
