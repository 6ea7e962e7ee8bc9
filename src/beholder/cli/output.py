"""Printing findings and rows: tables for people, one JSON object for programs."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

from beholder.findings import Finding, dump_json, is_p
from beholder.text import PValue

__all__ = ["print_results"]

# about a screen; --json has all rows
_ROWS_SHOWN = 60
# a pipe has no width; this holds most tables unwrapped
_PIPED_WIDTH = 160


def print_results(
    findings: Sequence[Finding],
    rows: Sequence[Mapping[str, Any]] | None = None,
    *,
    as_json: bool,
    title: str = "",
    row_titles: Sequence[tuple[str, Sequence[Mapping[str, Any]]]] | None = None,
    notes: Sequence[str] = (),
    beside: Mapping[str, Sequence[Mapping[str, Any]]] | None = None,
) -> None:
    """Print findings and rows on standard output.

    With `as_json` nothing but one object is printed. Else findings come as one table, rows as another (or as several,
    under the headings of `row_titles`), those `beside` them under their names, and below what `notes` and those of
    findings and rows say, each once.
    """
    if as_json:
        sys.stdout.write(dump_json(findings, rows, notes, beside=beside) + "\n")
        return
    console = Console(file=sys.stdout)
    if not console.is_terminal:
        console = Console(file=sys.stdout, width=_PIPED_WIDTH)
    if findings:
        console.print(_findings_table(findings, title))
    named = [(name.capitalize(), part) for name, part in (beside or {}).items()]
    for heading, part in [*(row_titles if row_titles is not None else [("", rows or [])]), *named]:
        if part:
            console.print(_rows_table(part, heading))
            if len(part) > _ROWS_SHOWN:
                console.print(f"[dim]… and {len(part) - _ROWS_SHOWN:,} more rows; --json has them all[/dim]")
    noted = [
        *notes,
        *(note for f in findings for note in f.notes),
        *(note for row in rows or [] for note in row.get("notes") or ()),
    ]
    for note in dict.fromkeys(noted):
        console.print(f"[yellow]note:[/yellow] {escape(note)}", soft_wrap=True)


def _findings_table(findings: Sequence[Finding], title: str) -> RichTable:
    table = RichTable(title=title or None, title_justify="left", header_style="bold")
    table.add_column("finding")
    table.add_column("value", justify="right")
    table.add_column("interval", justify="right")
    table.add_column("n", justify="right")
    table.add_column("left out", justify="right")
    table.add_column("method", overflow="fold")
    for f in findings:
        interval = "" if f.interval is None else f"{_text(f.interval)}  {f.confidence:.0%}"
        n, lost = (f"{x:,}" if x else "" for x in (f.n, f.n_dropped))
        table.add_row(escape(f.name), _text(f.value, f.name), interval, n, lost, escape(f.method))
    return table


def _rows_table(rows: Sequence[Mapping[str, Any]], title: str) -> RichTable:
    table = RichTable(title=title or None, title_justify="left", header_style="bold")
    columns = list(dict.fromkeys(key for row in rows for key in row if key != "notes"))
    for column in columns:
        numeric = all(isinstance(row.get(column), int | float | tuple | None) for row in rows)
        table.add_column(column.replace("_", " "), justify="right" if numeric else "left", overflow="fold")
    for row in rows[:_ROWS_SHOWN]:
        table.add_row(*(escape(_text(row.get(column), column)) for column in columns))
    return table


def _text(value: Any, name: str = "") -> str:
    """A cell as one would type it: a hyphen for minus, `inf`, small numbers in powers of ten.

    `beholder.text` writes numbers for readers, with a true minus sign and a dash for what is infinite; what a terminal
    shows is pasted into spreadsheets and programs, which read neither.
    """
    if value is None:
        return "–"
    if isinstance(value, float):
        if math.isnan(value):
            return "–"
        if is_p(name):
            return PValue(value, bare=True).to("en")
        if value.is_integer() and abs(value) < 1e15:
            return f"{value:,.0f}"
        return f"{value:.4g}" if abs(value) < 0.001 else f"{value:,.4f}"
    if isinstance(value, Iterable) and not isinstance(value, str):
        return f"[{', '.join(_text(x) for x in value)}]"
    return str(value)
