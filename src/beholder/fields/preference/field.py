"""Which of two is better, by how much, or neither."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field as Setting
from pydantic import model_validator

from beholder.errors import nearest
from beholder.fields.allowed import allowed
from beholder.fields.analysed import Analysed, Way
from beholder.fields.field import Cell, CodebookEntry, Field, Level, Option, refuse, show, unique_options
from beholder.fields.preference.grades import MOST_STEPS, default_labels, grades_of
from beholder.fields.simulated import Taste, Truth
from beholder.fields.switched import Switched
from beholder.text import Catalogue, Listing, Words

__all__ = ["Preference"]

_OUTCOME = {"win": 1.0, "tie": 0.5, "loss": 0.0}
_BOTH_BAD, _UNSURE = "both_bad", "unsure"
_TEXT = Catalogue("fields")
_TIED = 0.35
"""Standard deviations between two things below which a simulated rater sees no difference."""

_GRADE = 0.6
"""Standard deviations more that make a simulated rater's preference stronger by one grade."""

_BAD = -1.0
"""Standard deviations from the middle below which a thing is bad to a simulated rater."""

_AT_A_LOSS = 0.02
"""Share of pairs of which a simulated rater says that they cannot tell."""


class Preference(Switched, Field):
    """`left`, `right`, or `tie` if `ties` are allowed; stored as shown, exported per candidate as win, tie or loss.

    With `steps` the answer is a grade around 0, such as -3 to 3: below 0 the left is better, above 0 the right. It is
    exported per candidate, above 0 for the better one. `both_bad` and `unsure` are further answers, and no ties: the one
    is about quality, the other says nothing.
    """

    kind: Literal["preference"] = "preference"
    ties: bool = True
    left: Words = Setting(default_factory=lambda: _TEXT.say("preference-left"))
    right: Words = Setting(default_factory=lambda: _TEXT.say("preference-right"))
    tie: Words = Setting(default_factory=lambda: _TEXT.say("preference-tie"))
    side_keys: tuple[str, str, str] = Setting(
        default=("ArrowLeft", "ArrowRight", "ArrowDown"), description="Keys for left, right and tie."
    )
    both_bad: bool = Setting(
        default=False, description="Offers `both_bad`, whose share is reported apart from who is better."
    )
    both_bad_label: Words = Setting(default_factory=lambda: _TEXT.say("preference-both-bad"))
    # not B, which raters press for the candidate of that name
    both_bad_key: str = "KeyN"
    unsure: bool = Setting(default=False, description="Offers `unsure`, which is counted and enters no result.")
    unsure_label: Words = Setting(default_factory=lambda: _TEXT.say("preference-unsure"))
    unsure_key: str = "KeyU"
    steps: int | None = Setting(
        default=None,
        ge=3,
        le=MOST_STEPS,
        description="Asks by how much: 7 for -3 to 3. Odd numbers have a tie in the middle; even ones need `ties: false`. "
        "Keys are the digits from the left to the right.",
    )
    step_labels: tuple[Words, ...] = Setting(
        default=(), description="What the steps are called, from the left to the right; by default in words of our own."
    )

    spans_candidates: ClassVar[bool] = True
    told_once: ClassVar[bool] = True
    switches: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "both_bad": ("both_bad_label", "both_bad_key"),
        "unsure": ("unsure_label", "unsure_key"),
        "steps": ("step_labels",),
    }

    @model_validator(mode="before")
    @classmethod
    def _labelled(cls, data: Any) -> Any:
        """Steps without labels get ours here, so that what raters read is part of what is frozen."""
        if not isinstance(data, Mapping) or data.get("step_labels"):
            return data
        steps = data.get("steps")
        if not isinstance(steps, int) or not 3 <= steps <= MOST_STEPS:
            return data
        return {**data, "step_labels": default_labels(steps)}

    @model_validator(mode="after")
    def _consistent(self) -> Preference:
        for switch, more in self.switches.items():
            lost = [name for name in more if name in self.model_fields_set and not getattr(self, switch)]
            if lost:
                raise ValueError(f"{lost[0]} says nothing without `{switch}`")
        if self.steps and bool(self.steps % 2) != self.ties:
            middle = "a" if self.steps % 2 else "no"
            raise ValueError(f"{self.steps} steps have {middle} tie in the middle: say `ties: {not self.ties}`".lower())
        if len(self.step_labels) != (self.steps or 0):
            raise ValueError(f"{self.steps} steps need as many labels, got {len(self.step_labels)}")
        unique_options(self.options_shown())
        return self

    def measure(self) -> Level:
        """Nominal on the page; the ranking model reads the outcomes. Grades have an order."""
        return "ordinal" if self.steps else "nominal"

    @property
    def grades(self) -> tuple[int, ...]:
        """The grades from the left's best to the right's best; none where it is not asked by how much."""
        return grades_of(self.steps) if self.steps else ()

    def sides_shown(self) -> tuple[Option, ...]:
        """What says which is better, from left to right: the grades, or left, tie if allowed, right."""
        if self.grades:
            return tuple(
                Option(id=str(grade), label=label, key=f"Digit{number}")
                for number, (grade, label) in enumerate(zip(self.grades, self.step_labels, strict=True), start=1)
            )
        left, right, tie = self.side_keys
        middle = (Option(id="tie", label=self.tie, key=tie),) if self.ties else ()
        return (
            Option(id="left", label=self.left, key=left),
            *middle,
            Option(id="right", label=self.right, key=right),
        )

    def others_shown(self) -> tuple[Option, ...]:
        """What does not say which is better: that both are bad, that the rater cannot tell."""
        bad = Option(id=_BOTH_BAD, label=self.both_bad_label, key=self.both_bad_key)
        unsure = Option(id=_UNSURE, label=self.unsure_label, key=self.unsure_key)
        return (*((bad,) if self.both_bad else ()), *((unsure,) if self.unsure else ()))

    def options_shown(self) -> tuple[Option, ...]:
        """All answers in the order in which they stand on the page."""
        return (*self.sides_shown(), *self.others_shown())

    def check_shown(self, shows: str) -> None:
        """Two candidates must stand side by side."""
        if shows != "pair":
            raise ValueError("a preference needs `shows: pair`")

    def check(self, value: Any, *, slots: int) -> Any:
        """A side, a tie or a grade, or one of the other answers."""
        known = [*(self.grades or (o.id for o in self.sides_shown())), *(o.id for o in self.others_shown())]
        if slots != 2:
            raise refuse(f"a preference is between two candidates; the page shows {slots}")
        # True is 1 to Python, and 1.0 too
        if value not in known or type(value) not in (int, str):
            listed = [str(one) for one in known]
            raise refuse(f"expected one of {', '.join(listed)}; got {show(value)}", hint=nearest(str(value), listed))
        return value

    def number(self, value: Any) -> float | None:
        """A side has no number; see `cells`."""
        return None

    def cells(self, name: str, value: Any, *, slots: int) -> Iterator[Cell]:
        """One row per candidate: win, tie or loss, or the grade with its sign; else the same answer for both."""
        for slot, side in enumerate(("left", "right")):
            if value is None:
                yield Cell(name, "", None, slot)
            elif value in (_BOTH_BAD, _UNSURE):
                yield Cell(name, value, None, slot)
            elif self.grades:
                grade = value if side == "right" else -value
                yield Cell(name, str(grade), float(grade), slot)
            else:
                outcome = "tie" if value == "tie" else "win" if value == side else "loss"
                yield Cell(name, outcome, _OUTCOME[outcome], slot)

    def judged(self, cell: Cell) -> Any:
        """The outcome for a candidate; a grade as the number it is."""
        return int(cell.number) if self.grades and cell.number is not None else cell.value

    def outcomes(self, *, slots: int) -> tuple[Any, ...]:
        """A grade, above 0 for the better one, or win, tie and loss; and what says nothing about who is better."""
        sides = self.grades or (("win", "tie", "loss") if self.ties else ("win", "loss"))
        return (*sides, *(option.id for option in self.others_shown()))

    def values_labelled(self) -> tuple[tuple[str, Words], ...]:
        """Outcomes for a candidate; sides are where it stood."""
        others = tuple((option.id, option.label) for option in self.others_shown())
        if self.grades:
            best = self.grades[-1]
            told = {best: "outcome-grade-most", 0: "outcome-tie", -best: "outcome-grade-least"}
            return (*((str(g), _TEXT.say(told[g])) for g in reversed(self.grades) if g in told), *others)
        outcomes = ("win", "tie", "loss") if self.ties else ("win", "loss")
        return (*((value, _TEXT.say(f"outcome-{value}")) for value in outcomes), *others)

    def codebook(self, name: str) -> list[CodebookEntry]:
        """One line; the exported values are outcomes, not sides."""
        values: list[str] = ["win", "tie", "loss"] if self.ties else ["win", "loss"]
        if self.grades:
            key = "grades" if self.ties else "grades-but-0"
            values = [allowed(key, least=self.grades[0], most=self.grades[-1])]
        told = allowed("list", values=Listing([*values, *(option.id for option in self.others_shown())]))
        return [CodebookEntry(name, self.kind, self.measure(), told, self.label.to("en"), self.required)]

    def schema_of_value(self) -> dict[str, Any]:
        """One of the answers."""
        return {"enum": [*(self.grades or (o.id for o in self.sides_shown())), *(o.id for o in self.others_shown())]}

    def draw(self, rng: np.random.Generator, *, slots: int) -> Any:
        """Any answer."""
        known: list[Any] = self.schema_of_value()["enum"]
        return known[int(rng.integers(len(known)))]

    def follow(self, drawn: Any, truths: Sequence[Truth], taste: Taste, rng: np.random.Generator) -> Any:
        """The better side as far as it can be told, with the rater's liking for the left."""
        left, right = (truth.latent for truth in truths)
        gap = left - right + taste.side_bias + float(rng.normal(0, taste.noise))
        if self.unsure and rng.random() < _AT_A_LOSS:
            return _UNSURE
        if self.both_bad and max(left, right) - taste.severity + float(rng.normal(0, taste.noise)) < _BAD:
            return _BOTH_BAD
        if self.grades:
            return self._grade(gap)
        if self.ties and abs(gap) < _TIED:
            return "tie"
        return "left" if gap > 0 else "right"

    def _grade(self, gap: float) -> int:
        """The grade of a difference that is so large, above 0 for the left."""
        size = int((abs(gap) - _TIED) // _GRADE) + 1
        size = min(max(size, 0 if self.ties else 1), self.grades[-1])
        return -size if gap > 0 else size

    def analysed(self, name: str) -> list[Analysed]:
        """By wins, ties and losses of systems, or by grades."""
        ends = (float(self.grades[0]), float(self.grades[-1])) if self.grades else (None, None)
        return [
            Analysed(
                name=name,
                way=Way.PREFERENCE,
                level=self.measure(),
                label=self.label,
                least=ends[0],
                most=ends[1],
            )
        ]

    def describe_value(self, value: str, language: str, *, sign: str = "") -> str | None:
        """Which candidate was preferred: an outcome belongs to one of them, and people ask which."""
        other = next((option for option in self.others_shown() if option.id == value), None)
        if other is not None:
            return other.label.to(language)
        if self.grades:
            return "=" if value == "0" else f"{sign} +{value}" if value and not value.startswith("-") else None
        return {"win": sign, "tie": "="}.get(value)

    def to_wire(self, name: str, language: str) -> dict[str, Any]:
        """Adds the grades, if there are any."""
        wire = super().to_wire(name, language)
        return {**wire, "grades": list(self.grades)} if self.grades else wire
