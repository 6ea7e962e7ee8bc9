"""The answers of a graded preference: how many there are, and what they are called where nobody says otherwise."""

from __future__ import annotations

from beholder.text import Catalogue, Words

__all__ = ["MOST_STEPS", "default_labels", "grades_of"]

# each has a digit as its key
MOST_STEPS = 9

_TEXT = Catalogue("fields")
_DEGREES = {1: ("",), 2: ("slightly", "much"), 3: ("slightly", "", "much"), 4: ("slightly", "", "much", "very-much")}
"""By how much, from the least on, where there are so many grades on each side."""


def grades_of(steps: int) -> tuple[int, ...]:
    """The grades as they stand on the page: below 0 the left is better, above 0 the right; 0 if the number is odd."""
    half = steps // 2
    return tuple(grade for grade in range(-half, half + 1) if grade or steps % 2)


def default_labels(steps: int) -> tuple[Words, ...]:
    """What the grades are called, in their order on the page."""
    return tuple(_label(grade, steps // 2) for grade in grades_of(steps))


def _label(grade: int, half: int) -> Words:
    if grade == 0:
        return _TEXT.say("preference-tie")
    side = "left" if grade < 0 else "right"
    degree = _DEGREES[half][abs(grade) - 1]
    return _TEXT.say(f"preference-{side}-{degree}" if degree else f"preference-{side}")
