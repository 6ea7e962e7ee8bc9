"""Numbers, shares, p values, intervals and lists as a language writes them. The one formatter of pages, reports and tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any, Literal

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal

__all__ = ["DASH", "Interval", "Listing", "Number", "PValue", "Share", "bracketed", "figure"]

DASH = "–"
"""What stands where nothing is known."""

_DIGITS = 3
"""After the point, in a column of which nothing is said."""

_SMALLEST_P = 0.001
"""Below this the digits of a p value say more about the model than about the data; style guides print a bound (APA 7)."""


_CLOSE_PERCENT = ("zh",)
"""Languages that write the sign right after the digits, as their catalogues do."""


@cache
def _as_python(language: str) -> bool:
    """Whether a language groups and parts digits as Python does, which is thirty times as quick to write."""
    return str(format_decimal(Decimal("-1234567.5"), locale=language.replace("-", "_"))) == "-1,234,567.5"


def _written(digits: str, language: str) -> str:
    """Digits that Python rounded, with the separators of the language; the sign of a negative number is a minus."""
    if _as_python(language):
        whole, point, rest = digits.partition(".")
        return f"{'−' if whole.startswith('-') else ''}{int(whole.lstrip('-')):,}{point}{rest}"
    decimals = len(digits.partition(".")[2])
    pattern = "#,##0." + "0" * decimals if decimals else "#,##0"
    text = format_decimal(Decimal(digits), format=pattern, locale=language.replace("-", "_"))
    return text.replace("-", "−")


@dataclass(frozen=True, slots=True)
class Number:
    """A number with so many digits after the point; a dash where there is none, no sign on a rounded zero."""

    value: float | None
    digits: int = 2

    def to(self, language: str) -> str:
        """The number as that language writes it."""
        if self.value is None or not math.isfinite(self.value):
            return DASH
        # rounded by Python on the binary value, so that a language moves separators and never a digit
        digits = f"{self.value:.{self.digits}f}"
        return _written(digits.removeprefix("-") if not digits.strip("-0.") else digits, language)


def figure(value: float, digits: int | None) -> Number:
    """A number in a table: with the digits of its column, whole where it is whole and nothing is said of digits."""
    whole = math.isfinite(value) and float(value).is_integer()
    if isinstance(value, int) or (digits is None and whole):
        return Number(value, 0)
    if digits == 0 and not whole:
        # a median of counts may lie between two of them
        return Number(value, 1)
    return Number(value, _DIGITS if digits is None else digits)


@dataclass(frozen=True, slots=True)
class Share:
    """A share between 0 and 1 as a percentage."""

    value: float | None
    digits: int = 0

    def to(self, language: str) -> str:
        """The percentage as that language writes it."""
        if self.value is None or not math.isfinite(self.value):
            return DASH
        return (
            f"{_written(f'{100 * self.value:.{self.digits}f}', language)}{'' if language in _CLOSE_PERCENT else ' '}%"
        )


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with its bounds: `7.21 [6.90, 7.52]`, or as percentages `72 % [69 %, 75 %]` (`share`)."""

    value: float | None
    bounds: tuple[float | None, float | None] | None = None
    digits: int = 2
    share: bool = False

    def to(self, language: str) -> str:
        """The value and its bounds as that language writes them."""
        form = Share if self.share else Number
        told = form(self.value, self.digits).to(language)
        if self.bounds is None:
            return told
        return f"{told} {bracketed([form(bound, self.digits).to(language) for bound in self.bounds], language)}"


def bracketed(bounds: Sequence[str], language: str) -> str:
    """The bounds of an interval: `[6.90, 7.52]`."""
    # where the comma is the decimal sign, a semicolon keeps the bounds apart
    between = "; " if "," in _written("0.5", language) else ", "
    return f"[{between.join(bounds)}]"


@dataclass(frozen=True, slots=True)
class PValue:
    """A p value: three digits, a bound below 0.001; `p = 0.032` in a sentence, `0.032` in a table's cell (`bare`)."""

    value: float | None
    bare: bool = False

    def to(self, language: str) -> str:
        """The p value as that language writes it."""
        if self.value is None or not math.isfinite(self.value):
            return DASH if self.bare else f"p {DASH}"
        small = self.value < _SMALLEST_P
        told = _written(f"{_SMALLEST_P if small else self.value:.3f}", language)
        if self.bare:
            return f"<{told}" if small else told
        return f"p < {told}" if small else f"p = {told}"


@dataclass(frozen=True, slots=True)
class Listing:
    """Several things in a row: `a, b, c`, or with a last word `a, b and c` (`last="and"`, `last="or"`)."""

    parts: Sequence[Any]
    last: Literal["", "and", "or"] = ""

    def to(self, language: str) -> str:
        """The list as that language writes it."""
        told = [part.to(language) if hasattr(part, "to") else str(part) for part in self.parts]
        # British English has no comma before the last word, as everywhere in our texts
        locale = Locale.parse("en_GB" if language == "en" else language, sep="-" if "-" in language else "_")
        if self.last:
            return str(format_list(told, style="or" if self.last == "or" else "standard", locale=locale))
        between = locale.list_patterns["standard"]["middle"].replace("{0}", "").replace("{1}", "")
        return str(between.join(told))
