"""Items from CSV and TSV files."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from beholder.errors import BeholderError, Problem
from beholder.protocols import Declaration
from beholder.study.items.draft import MAX_LINE, Draft, decoded, place
from beholder.study.items.table_rows import gather, header_of, read_cell
from beholder.study.problems import Problems

__all__ = ["read_delimited"]


def read_delimited(
    path: Path, *, file: str, declaration: Declaration, about_items: Iterable[str], problems: Problems
) -> Iterator[Draft]:
    """Drafts from a file with a header, separated by tabs if it ends in `.tsv`, else by commas."""
    # A mask is easily longer than the 128 kB that the csv module takes for a runaway quote.
    csv.field_size_limit(max(csv.field_size_limit(), MAX_LINE))
    rows = _records(path, file=file, delimiter="\t" if file.lower().endswith(".tsv") else ",")
    line, titles = next(rows, (1, []))
    if not titles:
        raise BeholderError("the file is empty", code="items-empty", where=place(file, 1))
    header = header_of(titles, declaration, about_items=about_items, file=file, line=line)

    def whole() -> Iterator[tuple[int, list[Any]]]:
        for at, cells in rows:
            if len(cells) == len(titles):
                yield at, cells
                continue
            problems.add(
                Problem(
                    f"the row has {len(cells)} cells, the header {len(titles)}",
                    "items-bad-row",
                    place(file, at),
                    "put cells that hold separators or line breaks in quotes",
                )
            )

    def convert(at: int, cell: str) -> Any:
        return read_cell(cell, header.columns[at])

    yield from gather(
        whole(), header, file=file, problems=problems, convert=convert, by_item=declaration.shows == "item"
    )


def _records(path: Path, *, file: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Each record with the line on which it begins: a quoted cell may run over several lines."""
    with path.open("rb") as stream:
        reader = csv.reader(
            _lines(iter(partial(stream.readline, MAX_LINE + 1), b""), file), delimiter=delimiter, strict=True
        )
        begins = 1
        while True:
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                raise BeholderError(
                    f"not a readable row: {error}",
                    code="items-bad-row",
                    where=place(file, begins),
                    hint='a quote inside a quoted cell is written twice: ""',
                ) from None
            if any(cells):
                yield begins, cells
            begins = reader.line_num + 1


def _lines(raws: Iterator[bytes], file: str) -> Iterator[str]:
    for line, raw in enumerate(raws, 1):
        if b"\x00" in raw:
            raise BeholderError(
                "the file holds NUL bytes; it is no UTF-8 text",
                code="file-not-utf8",
                where=place(file, line),
                hint='save it as "CSV UTF-8"',
            )
        yield decoded(raw, file=file, line=line)
