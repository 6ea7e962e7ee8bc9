"""Tables that fit the page: an interval goes below its number, and what is still too wide stands in parts below each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from beholder.report.cells import TableLayout
from beholder.report.label_layout import longest_word, text_width

__all__ = ["FittedTable", "fit_table"]

# All widths are in ems of the table's type. A window of 1440 has 60 of them, and 65 in the smaller type of stacked tables; A4
# has 70 and 75. The rest is for faces that are wider than the one measured here.
_BESIDE_PAGE, _STACKED_PAGE = 58.0, 63.0
# between columns, and before an interval that stands beside its number (`report.css`)
_GAP, _BESIDE = 0.85, 0.35
# the least that a column of text is given (`report.css`)
_TEXT = 3.5
# names of rows, such as a system and another, are repeated in every part
_MOST_NAMES = 2


@dataclass(frozen=True, slots=True)
class FittedTable:
    """A table in one or several parts, each with the names of the rows; `stacked` where intervals stand below their numbers."""

    parts: tuple[TableLayout, ...]
    stacked: bool = False


def fit_table(layout: TableLayout) -> FittedTable:
    """The table as it fits a page of paper and a window, never cut."""
    if sum(_widths(layout, stacked=False)) <= _BESIDE_PAGE:
        return FittedTable((layout,))
    widths = _widths(layout, stacked=True)
    names = next((n for n, is_number in enumerate(layout.numeric[:_MOST_NAMES]) if is_number), _MOST_NAMES)
    room = _STACKED_PAGE - sum(widths[:names])
    parts = _parts(widths[names:], room)
    # of about the same width, so that no single column stands alone in the last
    even = _parts(widths[names:], sum(widths[names:]) / len(parts) + max(widths[names:], default=0) / 2)
    if len(even) == len(parts) and all(sum(widths[names + n] for n in part) <= room for part in even):
        parts = even
    chosen = [[*range(names), *(names + n for n in part)] for part in parts]
    return FittedTable(tuple(_with_columns(layout, part) for part in chosen), stacked=True)


def _parts(widths: Sequence[float], room: float) -> list[list[int]]:
    """The columns in as few parts as the room allows, in their order."""
    parts: list[list[int]] = [[]]
    for column, width in enumerate(widths):
        if parts[-1] and sum(widths[n] for n in parts[-1]) + width > room:
            parts.append([])
        parts[-1].append(column)
    return parts


def _widths(layout: TableLayout, *, stacked: bool) -> list[float]:
    """The least width of every column: numbers are never broken, texts and headings are broken between words."""
    found = []
    for position, (heading, is_number) in enumerate(zip(layout.headings, layout.numeric, strict=True)):
        least = longest_word(heading, 1, bold=True)
        for row in layout.rows:
            cell = row[position]
            text = text_width(cell.text, 1) if is_number else max(_TEXT, longest_word(cell.text, 1))
            beside = text_width(cell.interval, 1) if cell.interval else 0.0
            least = max(least, max(text, beside) if stacked else text + (beside and _BESIDE + beside))
        found.append(least + _GAP)
    return found


def _with_columns(layout: TableLayout, columns: Sequence[int]) -> TableLayout:
    return replace(
        layout,
        headings=tuple(layout.headings[n] for n in columns),
        numeric=tuple(layout.numeric[n] for n in columns),
        rows=tuple(tuple(row[n] for n in columns) for row in layout.rows),
    )
