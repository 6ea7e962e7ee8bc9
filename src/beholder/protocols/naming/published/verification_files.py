"""The published tables of how ManyNames was verified: what raters were shown, and how their controls went."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from beholder.errors import BeholderError
from beholder.protocols.naming.published.files import find_column, read_rows
from beholder.protocols.naming.published.literal import read_literal
from beholder.protocols.naming.published.manynames import ITEM_COLUMNS

__all__ = ["ShownNames", "VerifierWork", "read_shown_names", "read_verifier_work"]


@dataclass(frozen=True, slots=True)
class ShownNames:
    """The names of an object as shown to verifiers; planted names and names that double as controls, with their kind."""

    item: str
    image: str
    names: tuple[str, ...]
    planted: Mapping[str, str]
    controls: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class VerifierWork:
    """One unit of a verifier's work: the share of controls passed, what was decided, and what was missed."""

    rater: str
    control_score: float
    decisions: tuple[str, ...]
    mistakes: tuple[str, ...]


def read_shown_names(path: Path) -> list[ShownNames]:
    """Rows with an object's id, `names`, `planted_fillers` and `other_controls`."""
    out = []
    for number, row in read_rows(path):
        where = f"{path} row {number}"
        for name in ("names", "planted_fillers", "other_controls"):
            find_column(row, (name,), path=path, what=name)
        out.append(
            ShownNames(
                str(row[find_column(row, ITEM_COLUMNS, path=path, what="the object's id")]),
                str(row.get("vg_image_id", "")),
                tuple(map(str, _nested(row["names"], where))),
                _nested(row["planted_fillers"], where),
                _nested(row["other_controls"], where),
            )
        )
    return out


def read_verifier_work(path: Path) -> list[VerifierWork]:
    """Rows with `workerid` (or `rater`), `control_score`, decisions and `mistakes`."""
    out = []
    for number, row in read_rows(path):
        where = f"{path} row {number}"
        rater = str(row[find_column(row, ("rater", "workerid"), path=path, what="the rater")])
        score = row[find_column(row, ("control_score",), path=path, what="the control score")]
        try:
            share = float(score)
        except (TypeError, ValueError):
            raise BeholderError(
                f"a control score is a share, got {score!r}", code="naming-bad-cell", where=where
            ) from None
        decisions = tuple(str(row[name]) for name in ("decision1", "decision2") if row.get(name))
        mistakes = _nested(row.get("mistakes") or "[]", where)
        out.append(VerifierWork(rater, share, decisions, tuple(map(str, mistakes))))
    return out


def _nested(value: Any, where: str) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return read_literal(value)
    except ValueError as error:
        raise BeholderError(str(error), code="naming-bad-cell", where=where) from None
