"""What analysis must know about a field: its level of measurement, its values, its name for readers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import get_args

from beholder.errors import BeholderError, nearest
from beholder.fields import Analysed, Better, Form, Level, Way, Words
from beholder.stats.bounds import least_of

__all__ = ["FieldInfo"]

_YES = ("yes", "true", "1", "correct")
_TWO = ({"yes", "no"}, {"true", "false"}, {"0", "1"}, {"correct", "wrong"}, {"correct", "incorrect"}, {"0.0", "1.0"})
_OUTCOMES = {"win", "tie", "loss"}
_NO_OUTCOMES = {"both_bad", "unsure"}
# 0 to 10 is the widest scale in common use; with more values a number is a measurement
_ORDINAL_POINTS = 11
# a column with more different values holds texts, not choices
_CHOICES = 40
_NOTHING = {"na", "n/a", "n.a.", "none", "null", "-", "–", "—", "?", "missing", "无", "缺失"}
"""Words for no value, which do not keep the rest from being numbers."""

_MOSTLY = 0.9
"""Share of readable numbers from which a column is one of numbers; what cannot be read is left out and counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldInfo(Analysed):
    """A field as analysis sees it: as its kind declares it, or as its values look."""

    inferred_level: bool = False

    @classmethod
    def of_form(cls, form: Form) -> tuple[FieldInfo, ...]:
        """The fields of a form in the order they are asked; each flag is a field of its own."""
        declared = (one for name, field in form.all_fields() for one in field.analysed(name))
        return tuple(cls(**{part.name: getattr(one, part.name) for part in fields(Analysed)}) for one in declared)

    @classmethod
    def inferred(cls, name: str, values: Mapping[str, int]) -> FieldInfo:
        """A description from the values alone (with how often each occurs); the level is a guess, and marked as one."""
        found = {value.strip(): n for value, n in values.items() if value.strip()}
        label = Words({"en": name, "zh": name})
        lower = {value.lower() for value in found}
        # a table does not say which end of its numbers is good
        made = cls(name=name, way=Way.TEXTS, level="text", label=label, inferred_level=True, better="none")
        if lower & _OUTCOMES and lower <= _OUTCOMES | _NO_OUTCOMES:
            return replace(made, way=Way.PREFERENCE, level="nominal")
        if any(lower <= pair and len(lower) == 2 for pair in _TWO):
            yes = next((value for value in found if value.lower() in (*_YES, "1.0")), "")
            return replace(made, way=Way.SHARES, level="nominal", yes=yes)
        numbers = [_number(value) for value in found]
        total = sum(found.values())
        readable = sum(n for n, x in zip(found.values(), numbers, strict=True) if x is not None)
        nothing = sum(n for value, n in found.items() if value.lower() in _NOTHING)
        if readable and readable >= _MOSTLY * (total - nothing):
            sizes = sorted({x for x in numbers if x is not None})
            bounds = [least for value in found if (least := least_of(value)) is not None]
            top = min(bounds) - 1 if bounds else None
            few = len(sizes) <= _ORDINAL_POINTS and not bounds
            level: Level = "ratio" if bounds else "ordinal" if few else "interval"
            return replace(made, way=Way.MEANS, level=level, top=top, least=sizes[0], most=sizes[-1])
        if found and len(found) <= max(2, min(_CHOICES, total // 3)) and max(map(len, found)) <= 60:
            return replace(made, way=Way.SHARES, level="nominal", order=tuple(sorted(found)))
        return made

    def bounded_by(self, values: Iterable[str]) -> FieldInfo:
        """The same field with the limit that its values show, where a study set another than the protocol's."""
        bounds = [least for value in values if (least := least_of(value)) is not None]
        return replace(self, top=min(bounds) - 1) if bounds else self

    def at(self, level: str) -> FieldInfo:
        """The same field at a level its user names."""
        known = get_args(Level)
        if level not in known:
            raise BeholderError(f"no level {level!r}", code="analysis-bad-level", hint=nearest(level, known))
        numbers = Way.PREFERENCE if self.way is Way.PREFERENCE else Way.MEANS
        way = {"text": Way.TEXTS, "nominal": Way.SHARES}.get(level, numbers)
        return replace(self, level=level, way=way, inferred_level=False)  # type: ignore[arg-type]

    def directed(self, better: str) -> FieldInfo:
        """The same field with the end that its user calls the good one."""
        known = get_args(Better)
        if better not in known:
            raise BeholderError(
                f"{better!r} is no good end", code="analysis-bad-direction", hint=f"one of {', '.join(known)}"
            )
        return replace(self, better=better)  # type: ignore[arg-type]

    def worded(self, question: str) -> FieldInfo:
        """The same field with the question that raters were asked."""
        return replace(self, label=Words(dict.fromkeys(self.label.root, question)))

    def ordered(self, order: Iterable[str]) -> FieldInfo:
        """The same field with its worded values from low to high."""
        return replace(self, order=tuple(order), level="ordinal", way=Way.MEANS, inferred_level=False)


def _number(text: str) -> float | None:
    least = least_of(text)
    if least is not None:
        # the largest number that is counted exactly
        return float(least - 1)
    try:
        found = float(text)
    except ValueError:
        return None
    return found if found == found and abs(found) != float("inf") else None
