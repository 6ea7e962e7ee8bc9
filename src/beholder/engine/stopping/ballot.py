"""What one answer says to a rule for stopping."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from beholder.fields import Form
from beholder.protocols import Declaration

__all__ = ["Ballot", "BallotReader"]


class Ballot(NamedTuple):
    """Answers with equal labels are equal, whichever side things stood on; `numbers` are those said of each system.

    The label is empty where the question was left open: that two raters said nothing is no agreement.
    """

    label: tuple[tuple[str, str], ...]
    numbers: Mapping[str, float]


class BallotReader:
    """Reads answers to the field that the rule is about: the one on which raters are watched."""

    def __init__(self, declaration: Declaration) -> None:
        self._form: Form = declaration.form
        self._field = declaration.watched
        # few different answers come again and again
        self._read = lru_cache(maxsize=10_000)(self._read_once)

    def read(self, slots: str, payload: str) -> Ballot:
        """The ballot of an answer as stored, and of what stood where."""
        return self._read(slots, payload)

    def _read_once(self, slots: str, payload: str) -> Ballot:
        shown: list[list[str]] = json.loads(slots)
        given: Any = json.loads(payload)
        said: list[tuple[str, str]] = []
        numbers: dict[str, float] = {}
        blank = True
        for cell in self._form.cells(given, slots=max(len(shown), 1)):
            about = [""] if cell.slot is None or not shown else shown[cell.slot]
            if cell.field == self._field:
                said += [(system, cell.value) for system in about]
                if cell.number is not None:
                    numbers |= dict.fromkeys(about, cell.number)
            elif cell.field.startswith(f"{self._field}."):
                # a field with several answers at once, such as flags
                said += [(system, f"{cell.field}={cell.value}") for system in about]
            else:
                continue
            blank = blank and not cell.value and cell.number is None
        return Ballot(() if blank else tuple(sorted(said)), numbers)
