"""Excel workbooks, by openpyxl (extra `excel`)."""

from __future__ import annotations

import re
import shutil
import zipfile
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from beholder.errors import BeholderError, install_hint
from beholder.tables.formats.format import TableFormat, TableShape

__all__ = ["Excel"]

# the 1,048,576 rows of a sheet without its heading
_MOST_ROWS = 1_048_575
_LONGEST_TEXT = 32_767
"""What the program itself opens; the library would cut longer texts without a word."""
_UNWRITABLE = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
"""What XML cannot hold, and texts that look like its escape; Excel and our reader show the text as it was."""
# the earliest time that a zip can hold: the same table makes the same file
_EPOCH = (1980, 1, 1, 0, 0, 0)
_MOMENT = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


class Excel(TableFormat):
    """A workbook of one sheet. Texts stay texts, so none is computed as a formula; numbers are numbers."""

    label = "Excel"
    content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

    @classmethod
    def is_available(cls) -> bool:
        """Whether openpyxl is installed."""
        return find_spec("openpyxl") is not None

    def write(self, rows: Iterable[Sequence[Any]], path: Path, shape: TableShape) -> int:
        """One row per row below a heading."""
        if not self.is_available():
            raise BeholderError(
                "writing .xlsx files needs the package openpyxl",
                code="extra-missing",
                where=str(path),
                hint=install_hint("excel"),
            )
        from openpyxl import Workbook

        book = Workbook(write_only=True)
        sheet = book.create_sheet("data")
        try:
            count = _fill(sheet, rows, shape)
        finally:
            sheet.close()
        book.save(path)
        _without_times(path)
        return count


def _fill(sheet: Any, rows: Iterable[Sequence[Any]], shape: TableShape) -> int:
    texts = shape.positions("text")
    sheet.append(shape.columns)
    count = 0
    for count, row in enumerate(rows, start=1):
        if count > _MOST_ROWS:
            raise _unfit(f"a sheet of Excel holds {_MOST_ROWS:,} rows below its heading, the table has more")
        cells = list(row)
        for position in texts:
            if cells[position]:
                cells[position] = _text_cell(sheet, cells[position], f"row {count}, {shape.columns[position]}")
        sheet.append(cells)
    return count


def _text_cell(sheet: Any, text: str, where: str) -> Any:
    from openpyxl.cell import WriteOnlyCell

    if len(text) > _LONGEST_TEXT:
        raise _unfit(f"a cell of Excel holds {_LONGEST_TEXT:,} characters, {where} has {len(text):,}")
    cell = WriteOnlyCell(sheet, value=_UNWRITABLE.sub(lambda found: f"_x{ord(found[0]):04X}_", text))
    # else what begins with = would be a formula, and #N/A an error
    cell.data_type = "s"
    return cell


def _unfit(problem: str) -> BeholderError:
    return BeholderError(problem, code="export-format", hint="export it as .csv or .parquet, which hold everything")


def _without_times(path: Path) -> None:
    """Writes the archive again without the moment at which it was made."""
    plain = path.with_suffix(".plain")
    with zipfile.ZipFile(path) as made, zipfile.ZipFile(plain, "w", zipfile.ZIP_DEFLATED) as kept:
        for name in made.namelist():
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            with made.open(name) as source, kept.open(entry, "w") as target:
                if name == "docProps/core.xml":
                    target.write(_MOMENT.sub(b"1980-01-01T00:00:00Z", source.read()))
                else:
                    shutil.copyfileobj(source, target)
    plain.replace(path)
