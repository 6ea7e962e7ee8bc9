"""Results as plain data: a finding is a number with its interval, a table is rows, a chart is data to be drawn by others."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Chart", "Finding", "Interval", "Table", "TableColumn", "dump_json", "plain"]

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One number that may stand in a paper.

    `value` is NaN where nothing can be said, and then `notes` gives the reason. `n` counts what entered the
    estimate (items, ratings or comparisons, as `method` says) and `n_dropped` what did not.
    """

    name: str
    value: float
    interval: Interval | None = None
    confidence: float = 0.95
    n: int = 0
    n_dropped: int = 0
    method: str = ""
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """A JSON object with exactly the documented keys; NaN and infinity become null."""
        return {
            "name": self.name,
            "value": plain(self.value),
            "interval": None if self.interval is None else [plain(x) for x in self.interval],
            "confidence": self.confidence if self.interval is not None else None,
            "n": int(self.n),
            "n_dropped": int(self.n_dropped),
            "method": self.method,
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class TableColumn:
    """How one column of a table is to be read: its heading and, for a number, how many digits matter.

    Shares may be printed as percentages (`percent`); the rows hold them from 0 to 1 all the same. Intervals hold one by one,
    or all of a column together (`simultaneous`).
    """

    name: str
    title: str = ""
    digits: int | None = None
    percent: bool = False
    simultaneous: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows for a reader: each row is a mapping from column name to a plain value, an interval or None."""

    name: str
    title: str
    columns: tuple[TableColumn, ...]
    rows: tuple[Mapping[str, Any], ...]
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The table as one JSON object."""
        return {
            "name": self.name,
            "title": self.title,
            "columns": [c.name for c in self.columns],
            "rows": [{k: plain(v) for k, v in row.items()} for row in self.rows],
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """Data for a picture and which kind of picture; the report decides how it is drawn."""

    name: str
    title: str
    kind: str
    rows: tuple[Mapping[str, Any], ...]
    options: Mapping[str, Any] = field(default_factory=dict)


def is_p(name: str) -> bool:
    """Whether a column or finding of this name holds p values: `p`, `p_holm`, `p_sign`."""
    return name == "p" or name.startswith("p_")


def plain(value: Any) -> Any:
    """A value as JSON can hold it: numpy scalars unwrapped, NaN and infinity as None, sequences as lists."""
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        value = value.item()
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, Finding | Table):
        return value.to_json()
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return [plain(v) for v in value]
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    return value


def dump_json(
    findings: Iterable[Finding],
    rows: Iterable[Mapping[str, Any]] | None = None,
    notes: Sequence[str] = (),
    *,
    beside: Mapping[str, Iterable[Mapping[str, Any]]] | None = None,
) -> str:
    """The one JSON object that every `--json` flag prints; `beside` holds further rows under names of their own."""
    out: dict[str, Any] = {"findings": [f.to_json() for f in findings]}
    if rows is not None:
        out["rows"] = [plain(dict(r)) for r in rows]
    for name, others in (beside or {}).items():
        out[name] = [plain(dict(r)) for r in others]
    if notes:
        out["notes"] = list(notes)
    return json.dumps(out, ensure_ascii=False, allow_nan=False)
