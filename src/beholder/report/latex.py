"""Small writers for a table of findings: LaTeX with booktabs, CSV with full precision. HTML is the report's own."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

from beholder.findings import Table, plain
from beholder.report.cells import PrintedCell, is_interval, lay_out
from beholder.tables.formats.delimited import spreadsheet_safe

__all__ = ["csv_table", "escape_latex", "latex_table"]

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "−": "$-$",
    "–": "--",
    "—": "---",
    "×": r"$\times$",
    "±": r"$\pm$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "≠": r"$\neq$",
    "α": r"$\alpha$",
    "κ": r"$\kappa$",
    "ρ": r"$\rho$",
    "τ": r"$\tau$",
    "χ": r"$\chi$",
    "²": r"$^2$",
    "…": r"\dots{}",
    "·": r"$\cdot$",
    "“": "``",
    "”": "''",
    "‘": "`",
    "’": "'",
}
_PATTERN = re.compile("|".join(map(re.escape, _SPECIAL)))
_WIDE = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
_BREAKS = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]+")


def escape_latex(text: str) -> str:
    """Text that LaTeX prints as it stands: no command, no comment, no end of a cell can hide in it."""
    flat = _BREAKS.sub(" ", text)
    # a bracket after \\ or \midrule would be read as an option
    return _PATTERN.sub(lambda found: _SPECIAL[found[0]], flat).replace("[", "{[}").replace("]", "{]}")


def latex_table(
    table: Table,
    *,
    interval_word: str = "95 %, individual",
    simultaneous_word: str = "95 %, simultaneous",
    label: str = "",
) -> str:
    """The table as a float with booktabs rules, ready to be pasted.

    Constant columns and notes stand below the table as on the report.
    """
    layout = lay_out(table, interval_word=interval_word, simultaneous_word=simultaneous_word)
    head = " & ".join(map(escape_latex, layout.headings))
    body = [" & ".join(map(_cell, row)) + r" \\" for row in layout.rows]
    align = "".join("r" if numeric else "l" for numeric in layout.numeric)
    notes = [f"{name}: {text}" for name, text in (*layout.constants, *layout.footnotes)] + list(table.notes)
    needs = "% needs \\usepackage{booktabs}"
    lines = [needs + (" and \\usepackage{ctex}" if _WIDE.search(head + "".join(body) + table.title) else "")]
    lines += [r"\begin{table}", r"  \centering", f"  \\caption{{{escape_latex(table.title)}}}"]
    lines += [f"  \\label{{tab:{_label(label or table.name)}}}", f"  \\begin{{tabular}}{{{align}}}"]
    lines += [r"    \toprule", f"    {head} \\\\", r"    \midrule"]
    lines += [f"    {line}" for line in body]
    lines += [r"    \bottomrule", r"  \end{tabular}"]
    if notes:
        text = r" \\ ".join(map(escape_latex, notes))
        lines += [f"  \\par\\smallskip\\footnotesize {text}"]
    return "\n".join([*lines, r"\end{table}", ""])


def csv_table(table: Table) -> str:
    """The table as CSV with every digit; an interval makes two columns. No text in it is taken for a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    split = {c.name for c in table.columns if any(is_interval(plain(row.get(c.name))) for row in table.rows)}
    heading: list[str] = []
    for column in table.columns:
        heading += [f"{column.name}_low", f"{column.name}_high"] if column.name in split else [column.name]
    writer.writerow(map(spreadsheet_safe, heading))
    for row in table.rows:
        cells: list[Any] = []
        for column in table.columns:
            value = plain(row.get(column.name))
            if column.name in split:
                cells += value if is_interval(value) else [value, None]
            else:
                cells.append(value)
        writer.writerow([_csv_cell(value) for value in cells])
    return out.getvalue()


def _csv_cell(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, int | float):
        return value
    if isinstance(value, list):
        value = "; ".join(map(str, value))
    return spreadsheet_safe(str(value))


def _cell(cell: PrintedCell) -> str:
    text = escape_latex(cell.text)
    return f"{text} {escape_latex(cell.interval)}" if cell.interval else text


def _label(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9:-]+", "-", name).strip("-") or "table"
