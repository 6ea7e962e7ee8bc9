"""A look through a workbook before any library reads it: what its sheets would cost, and whether they hold formulas.

A workbook is a ZIP archive of XML. A few bytes in it can stand for a billion rows, one text for a million cells.
"""

from __future__ import annotations

import zipfile
from array import array
from pathlib import Path
from xml.parsers import expat

from beholder import limits
from beholder.tabular.fault import Fault, TableError

# a piece at a time, so that what is refused was never held whole
_PIECE = 1 << 16


def has_formulas(path: Path) -> bool:
    """Refuse a workbook that is larger than any spreadsheet program writes; say whether a sheet holds a formula."""
    with zipfile.ZipFile(path) as archive:
        members = archive.infolist()
        # what is read of a member ends at the size that the directory gives, so that these sums cannot lie
        size = sum(member.file_size for member in members)
        most = max(limits.FREE_UNPACKED_BYTES, limits.MAX_UNPACK_RATIO * path.stat().st_size)
        if len(members) > limits.MAX_ARCHIVE_MEMBERS:
            raise _too_large("parts", limits.MAX_ARCHIVE_MEMBERS)
        if size > min(most, limits.MAX_WORKBOOK_BYTES):
            raise _too_large("bytes once unpacked", min(most, limits.MAX_WORKBOOK_BYTES))
        scan = _Scan()
        # texts that sheets share first: cells name them by number
        for member in sorted(members, key=lambda one: "sharedstrings" not in one.filename.lower()):
            with archive.open(member) as stream:
                scan.begin()
                try:
                    while piece := stream.read(_PIECE):
                        scan.parser.Parse(piece)
                except expat.ExpatError:
                    # no XML, such as a picture; whoever reads it as XML stops at the same place
                    continue
    return scan.formulas


class _Scan:
    """Counts over all parts of a workbook: any of them may be named as a sheet."""

    def __init__(self) -> None:
        self.formulas = False
        self._shared: array[int] = array("q")
        self._cells = self._text = 0

    def begin(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = _refuse_doctype
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._data
        self._depth = self._row = self._column = 0
        self._is_shared = False
        self._number = ""
        self._tag = ""

    def _start(self, name: str, given: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > limits.MAX_XML_DEPTH:
            raise _too_large("elements inside each other", limits.MAX_XML_DEPTH)
        self._tag = tag = name.rpartition(":")[2]
        if tag == "c":
            self._cell(given)
        elif tag == "row":
            self._row = _bounded(given.get("r", ""), self._row + 1, limits.MAX_SHEET_ROWS, "rows")
            self._column = 0
        elif tag == "f":
            self.formulas = True
        elif tag == "si":
            self._shared.append(0)

    def _cell(self, given: dict[str, str]) -> None:
        letters = given.get("r", "").rstrip("0123456789")
        column = self._column + 1
        if letters:
            column = _column(letters)
        # cells that are left out are filled in
        self._cells += max(1, column - self._column)
        self._column = column
        self._is_shared = given.get("t") == "s"
        if self._cells > limits.MAX_SHEET_CELLS:
            raise _too_large("cells", limits.MAX_SHEET_CELLS)

    def _data(self, data: str) -> None:
        if self._tag == "v" and self._is_shared:
            self._number += data[:20]
        elif self._tag == "t" and self._shared and not self._row:
            self._shared[-1] += len(data)
        else:
            self._add(len(data))

    def _end(self, name: str) -> None:
        self._depth -= 1
        self._tag = ""
        if self._number:
            at = int(self._number) if self._number.isdecimal() and len(self._number) < 12 else len(self._shared)
            self._add(self._shared[at] if at < len(self._shared) else 0)
            self._number = ""

    def _add(self, characters: int) -> None:
        self._text += characters
        if self._text > limits.MAX_SHEET_TEXT:
            raise _too_large("characters in its cells", limits.MAX_SHEET_TEXT)


def _column(letters: str) -> int:
    """The number of a column: 1 for A, 28 for AB."""
    number = 0
    for letter in letters[:4].upper():
        number = number * 26 + max(0, ord(letter) - 64)
    return _bounded(str(number), 0, limits.MAX_TABLE_COLUMNS, "columns")


def _bounded(text: str, otherwise: int, most: int, what: str) -> int:
    number = (int(text) if len(text) < 12 else most + 1) if text.isdecimal() else otherwise
    if number > most:
        raise _too_large(what, most)
    return number


def _refuse_doctype(*_: object) -> None:
    raise TableError(
        Fault.UNREADABLE, "the workbook declares XML entities, which no spreadsheet program writes", hint=_HINT
    )


_HINT = 'save the table as "CSV UTF-8"'


def _too_large(what: str, most: int) -> TableError:
    return TableError(Fault.TOO_LONG, f"the workbook has too many {what}; the limit is {most:,}", hint=_HINT)
