"""Tables as LaTeX and CSV: complete, escaped, and never a formula."""

from __future__ import annotations

import csv
import io
import re

import pytest

from beholder.findings import Table, TableColumn
from beholder.report import csv_table, latex_table
from beholder.report.cells import cell_text, lay_out
from beholder.report.latex import escape_latex
from tests.report.samples import HOSTILE, sample_table


def _balanced(latex: str) -> bool:
    plain = re.sub(r"\\[\\{}]", "", latex)
    return plain.count("{") == plain.count("}") and plain.count("$") % 2 == 0


def test_rows_have_as_many_cells_as_the_table_has_columns() -> None:
    latex = latex_table(sample_table())
    align = re.search(r"\\begin\{tabular\}\{([lr]+)\}", latex)
    assert align is not None
    body = latex.split(r"\toprule")[1].split(r"\bottomrule")[0]
    lines = [line for line in body.splitlines() if line.rstrip().endswith(r"\\")]
    assert len(lines) == 3
    assert {len(re.findall(r"(?<!\\)&", line)) + 1 for line in lines} == {len(align[1])}


def test_numbers_keep_their_sign_interval_and_digits() -> None:
    latex = latex_table(sample_table())
    assert r"$-$1.25 {[}$-$2.00, $-$0.50{]}" in latex
    assert "3.46" in latex
    assert r"\textless{}0.001" in latex
    assert "1,200" in latex


def test_every_environment_is_closed() -> None:
    latex = latex_table(sample_table())
    assert re.findall(r"\\begin\{(\w+)\}", latex) == list(reversed(re.findall(r"\\end\{(\w+)\}", latex)))
    assert r"\caption{c leads by 100\%}" in latex
    assert latex.count(r"\midrule") == 1


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_printed_and_not_obeyed(text: str) -> None:
    escaped = escape_latex(text)
    assert _balanced(escaped)
    assert "\n" not in escaped
    assert not re.search(r"(?<!\\)[&%#_]", escaped)
    commands = set(re.findall(r"\\([a-z]+)", escaped))
    assert commands <= {
        "textbackslash",
        "textasciicircum",
        "textasciitilde",
        "textless",
        "textgreater",
        "textbar",
        "textquotedbl",
    }


def test_chinese_says_which_package_it_needs() -> None:
    table = Table(name="t", title="结果", columns=(TableColumn(name="a", title="系统"),), rows=({"a": "甲"},))
    assert "ctex" in latex_table(table)
    assert "ctex" not in latex_table(sample_table())


def test_csv_keeps_every_digit_and_splits_intervals() -> None:
    rows = list(csv.reader(io.StringIO(csv_table(sample_table()))))
    assert rows[0] == ["system", "mean", "interval_low", "interval_high", "p", "n", "same", "note"]
    assert rows[1][1:6] == ["-1.25", "-2.0", "-0.5", "4e-05", "1200"]
    assert rows[2][1:4] == ["3.456789", "", ""]


def test_csv_holds_no_formula() -> None:
    rows = list(csv.reader(io.StringIO(csv_table(sample_table()))))
    assert rows[1][7] == "'=1+1"
    for text in HOSTILE:
        table = Table(name="t", title="", columns=(TableColumn(name=text),), rows=({text: text},))
        for cell in (cell for row in csv.reader(io.StringIO(csv_table(table))) for cell in row):
            assert cell[:1] not in ("=", "+", "-", "@")


def test_unchanging_columns_stand_below_wide_tables() -> None:
    layout = lay_out(sample_table())
    assert layout.headings == ("System", "Mean", "p", "n", "Same", "Note")
    wide = sample_table()
    more = tuple(TableColumn(name=f"x{i}", title=f"X{i}", digits=0) for i in range(3))
    rows = tuple({**row, "x0": 1, "x1": i, "x2": None} for i, row in enumerate(wide.rows))
    layout = lay_out(Table(name="t", title="", columns=(*wide.columns, *more), rows=rows))
    assert layout.constants == (("Same", "x"), ("X0", "1"))
    assert "X2" not in layout.headings


def test_a_remark_of_several_rows_stands_once_below_the_table() -> None:
    columns = tuple(TableColumn(name=name, title=name) for name in ("system", "mean", "notes"))
    said = ("few raters; 3 rows left out", "few raters", "", "7 rows left out")
    rows = tuple({"system": f"s{n}", "mean": n, "notes": notes} for n, notes in enumerate(said))
    table = Table(name="t", title="", columns=columns, rows=rows)
    layout = lay_out(table)
    assert [row[2].text for row in layout.rows] == ["a; 3 rows left out", "a", "–", "7 rows left out"]
    assert layout.footnotes == (("a", "few raters"),)
    assert latex_table(table).count("few raters") == 1
    assert csv_table(table).count("few raters") == 2


@pytest.mark.parametrize(
    ("value", "column", "text"),
    [
        (None, TableColumn(name="a"), "–"),
        (float("nan"), TableColumn(name="a", digits=2), "–"),
        (-0.001, TableColumn(name="a", digits=2), "0.00"),
        (-0.5, TableColumn(name="a", digits=1), "−0.5"),
        (3, TableColumn(name="a", digits=2), "3"),
        (2.5, TableColumn(name="n", digits=0), "2.5"),
        ((1, 3), TableColumn(name="rank_range", digits=0), "1–3"),
        ((2, 2), TableColumn(name="rank_range", digits=0), "2"),
        (0.04567, TableColumn(name="p_holm", digits=4), "0.046"),
        ((float("nan"), 2.0), TableColumn(name="interval", digits=1), "[–, 2.0]"),
    ],
)
def test_cells_read_as_in_a_paper(value: object, column: TableColumn, text: str) -> None:
    assert cell_text(value, column) == text


def test_shares_are_printed_as_percentages_and_copied_as_they_are() -> None:
    columns = (
        TableColumn(name="system", title="System"),
        TableColumn(name="share", title="Share", digits=3, percent=True),
        TableColumn(name="interval", title="Interval", digits=2),
        TableColumn(name="mean", title="Mean", digits=2),
    )
    rows = (
        {"system": "moth", "share": 0.6234, "interval": (0.5811, 1.0), "mean": 0.5},
        {"system": "wren", "share": None, "interval": None, "mean": 0.25},
    )
    table = Table(name="t", title="", columns=columns, rows=rows)
    first, second = lay_out(table).rows
    assert [cell.text for cell in first] == ["moth", "62.3 %", "0.50"]
    assert first[1].interval == "[58.1 %, 100.0 %]"
    assert second[1].text == "–"
    assert r"62.3 \% {[}58.1 \%, 100.0 \%{]}" in latex_table(table)
    assert "0.6234,0.5811,1.0,0.5" in csv_table(table)


def test_an_interval_beside_a_name_has_a_column_of_its_own() -> None:
    columns = (
        TableColumn(name="first", title="System"),
        TableColumn(name="second", title="Against"),
        TableColumn(name="plain_interval", title="Interval, individual", digits=2),
        TableColumn(name="p", title="p", digits=3),
    )
    rows = ({"first": "moth", "second": "wren", "plain_interval": (0.11, 0.194), "p": 0.2},)
    layout = lay_out(Table(name="t", title="", columns=columns, rows=rows), interval_word="95 %")
    assert layout.headings == ("System", "Against", "Interval, individual", "p")
    assert [cell.text for cell in layout.rows[0]] == ["moth", "wren", "[0.11, 0.19]", "0.200"]
