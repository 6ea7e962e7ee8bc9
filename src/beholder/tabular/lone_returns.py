"""Carriage returns inside cells, which some programs write without quotes."""

from __future__ import annotations

import re
from pathlib import Path

from beholder.tabular.text import open_bytes, raw_lines

__all__ = ["quote_lone_returns"]

_END = re.compile(rb"\r?\n?\Z")


def quote_lone_returns(path: Path, delimiter: str, target: Path) -> bool:
    """Writes the table with every cell in quotes that holds a carriage return within a line; whether there was any.

    A file whose lines end with returns alone has them in its heading too: it is left to the reader, which knows such files.
    """
    between, found, quoted = delimiter.encode(), False, False
    with open_bytes(path) as stream, target.open("wb") as out:
        for number, line in raw_lines(stream):
            end = _END.search(line)
            body = line[: end.start()] if end else line
            if b"\r" in body and not quoted and b'"' not in body:
                if number == 1:
                    return False
                found = True
                cells = (b'"%b"' % cell if b"\r" in cell else cell for cell in body.split(between))
                line = between.join(cells) + line[len(body) :]
            # a quoted cell may run over several lines
            quoted ^= line.count(b'"') % 2 == 1
            out.write(line)
    return found
