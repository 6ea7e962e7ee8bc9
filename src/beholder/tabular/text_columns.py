"""Columns of anybody's table as text: CSV, TSV, Parquet, JSON, JSON lines or Excel, also gzipped. DuckDB parses them."""

from __future__ import annotations

import tempfile
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beholder.errors import BeholderError, Problem, nearest
from beholder.limits import MAX_CELL_BYTES, MAX_HEADING_BYTES, MAX_TABLE_BYTES, MAX_TABLE_ROWS
from beholder.tabular.complaints import explained
from beholder.tabular.delimited_text import find_delimiter, split_heading
from beholder.tabular.duck import connect, identifier, is_parquet_folder, literal, parquet_pattern
from beholder.tabular.fault import Fault, TableError, too_many_rows
from beholder.tabular.kind import TableKind, kind_of
from beholder.tabular.lone_returns import quote_lone_returns
from beholder.tabular.rows import foreign_spreadsheet, require_file
from beholder.tabular.saved_as import utf8_hint
from beholder.tabular.text import check_unpacked, open_bytes
from beholder.tabular.workbook import sheet_as_csv

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import duckdb

__all__ = ["blaming", "column_names", "is_delimited", "open_table", "read_coded", "read_columns"]

_MISSING = {"", "nan"}


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that DuckDB can read: its kind once opened, where its bytes lie, and the file that errors name.

    `scratch` is a folder for what has to be written down before it can be read.
    """

    connection: duckdb.DuckDBPyConnection
    kind: TableKind
    source: Path
    named: Path
    scratch: Path

    @property
    def pattern(self) -> str:
        """What DuckDB is told to read."""
        return parquet_pattern(self.source)


def read_columns(path: Path, wanted: Mapping[str, str | None]) -> dict[str, list[str | None]]:
    """The wanted columns as text exactly as written, `None` where a cell is empty or NaN.

    `wanted` maps what a column is for to its name in the file; entries without a name are left out of the answer. The
    kind of file goes by its ending; delimited text is CSV, TSV or another delimiter by its heading line.
    """
    with _opened(path) as table:
        columns = _columns(table, wanted).fetchnumpy()
        if any(len(column) > MAX_TABLE_ROWS for column in columns.values()):
            raise too_many_rows(MAX_TABLE_ROWS)
        return {use: _texts(column) for use, column in columns.items()}


def read_coded(path: Path, wanted: Mapping[str, str]) -> dict[str, tuple[Any, tuple[str, ...]]]:
    """The wanted columns as int32 codes and the texts they stand for, in ascending order; -1 where a cell is empty or NaN.

    A million rows of twenty columns take seconds and little memory, since no text is ever held per row.
    """
    out: dict[str, tuple[Any, tuple[str, ...]]] = {}
    with _opened(path) as table:
        connection = table.connection
        connection.execute("SET preserve_insertion_order = true")
        _columns(table, wanted, into="coded")
        (rows,) = connection.execute("SELECT count(*) FROM coded").fetchall()
        if rows[0] > MAX_TABLE_ROWS:
            raise too_many_rows(MAX_TABLE_ROWS)
        for use in wanted:
            column = identifier(use)
            empty = f"{column} IS NULL OR lower(trim({column})) IN ('', 'nan')"
            query = f"SELECT DISTINCT {column} FROM coded WHERE NOT ({empty}) ORDER BY 1"
            names = tuple(str(row[0]) for row in connection.execute(query).fetchall())
            # joins forget the order of rows, an enumeration does not
            connection.execute("DROP TYPE IF EXISTS texts")
            if names:
                connection.execute(f"CREATE TYPE texts AS ENUM ({query})")
                coded = f"coalesce(CAST(enum_code(TRY_CAST({column} AS texts)) AS INTEGER), -1)"
            else:
                coded = "-1"
            found = connection.execute(f"SELECT CAST({coded} AS INTEGER) AS code FROM coded").fetchnumpy()["code"]
            out[use] = (found, names)
    return out


def column_names(path: Path) -> list[str]:
    """The names of a table's columns in their order. Delimited text is taken apart at what gives most columns."""
    with _opened(path) as table:
        if table.kind is TableKind.DELIMITED:
            return _split_heading(table, set())[1]
        return _described(table)


def is_delimited(path: Path) -> bool:
    """Whether the file is CSV, TSV or the like."""
    return not is_parquet_folder(path) and kind_of(path) is TableKind.DELIMITED


@contextmanager
def open_table(path: Path, **settings: str | bool | float) -> Iterator[OpenTable]:
    """The table with a connection of those settings; a sheet is opened as the CSV it would be saved as.

    A folder is a table if it holds Parquet files.
    """
    kind = TableKind.PARQUET
    if not is_parquet_folder(path):
        require_file(path)
        if path.stat().st_size == 0:
            raise TableError(Fault.EMPTY, "the file is empty")
        kind = kind_of(path)
    if kind is TableKind.FOREIGN:
        raise foreign_spreadsheet()
    with tempfile.TemporaryDirectory(prefix="beholder-") as folder, connect(**settings) as connection:
        scratch = Path(folder)
        if kind is not TableKind.EXCEL:
            yield OpenTable(connection, kind, path, path, scratch)
            return
        saved = scratch / "sheet.csv"
        saved.write_bytes(sheet_as_csv(path))
        yield OpenTable(connection, TableKind.DELIMITED, saved, path, scratch)


@contextmanager
def _opened(path: Path) -> Iterator[OpenTable]:
    """The table; what cannot be read becomes an error in words."""
    import duckdb

    try:
        if path.is_file():
            check_unpacked(path)
        with open_table(path) as table:
            yield table
    except TableError as error:
        where = f"{path} {error.unit} {error.at}" if error.at else str(path)
        code = "table-missing" if error.fault is Fault.MISSING else "table-unreadable"
        raise error.as_error(where, code) from None
    except duckdb.Error as error:
        raise explained(error, path) from error


def _columns(table: OpenTable, wanted: Mapping[str, str | None], *, into: str = "") -> duckdb.DuckDBPyConnection:
    """The wanted columns as text, as a result to fetch or as a table of that name."""
    named = {use: name for use, name in wanted.items() if name is not None}
    if table.kind is TableKind.DELIMITED:
        return _select_delimited(table, named, into=into)
    _require(table.named, named, _described(table))
    if table.kind is TableKind.PARQUET:
        return _select(table, named, _PARQUET, into=into)
    # Reading with types of our own keeps "007" and "2020-01-01" as they are written.
    columns = ", ".join(f"{literal(name)}: 'VARCHAR'" for name in dict.fromkeys(named.values()))
    return _select(table, named, _json_reader(table, f"columns={{{columns}}}"), into=into)


def _select_delimited(table: OpenTable, named: Mapping[str, str], *, into: str) -> duckdb.DuckDBPyConnection:
    import duckdb

    delimiter, header = _split_heading(table, set(named.values()))
    _require(table.named, named, header)
    twice = {name for name, count in Counter(header).items() if count > 1} & set(named.values())
    if twice:
        raise BeholderError(
            f'the column "{min(twice)}" stands twice in the heading', code="table-bad-heading", where=str(table.named)
        )
    # Names are positions, so that empty or repeated headings of other columns cannot clash.
    columns = ", ".join(f"'c{i}': 'VARCHAR'" for i in range(len(header)))
    reader = (
        f"read_csv(?, auto_detect=false, columns={{{columns}}}, header=true, delim={literal(delimiter)}, quote='\"', "
        f"escape='\"', max_line_size={MAX_CELL_BYTES}, hive_partitioning=false)"
    )
    positions = {use: f"c{header.index(name)}" for use, name in named.items()}
    # spreadsheets write rows of nothing but delimiters below the last
    filled = " OR ".join(f"trim(c{i}) <> ''" for i in range(len(header)))
    try:
        return _select(table, positions, reader, into=into, where=filled)
    except duckdb.Error:
        # looked for only where there is a fault, since the whole file has to be read for it
        mended = table.scratch / "mended.csv"
        if not quote_lone_returns(table.source, delimiter, mended):
            raise
        return _select(replace(table, source=mended), positions, reader, into=into, where=filled)


def _split_heading(table: OpenTable, wanted: set[str]) -> tuple[str, list[str]]:
    """The delimiter and the names in the heading line."""
    heading = _heading(table.source)
    delimiter = find_delimiter(table.source, heading, wanted) if table.source == table.named else ","
    return delimiter, split_heading(heading, delimiter)


def _heading(path: Path) -> str:
    try:
        with open_bytes(path) as file:
            line = file.readline(MAX_HEADING_BYTES + 1)
        if b"\x00" in line:
            raise TableError(Fault.ENCODING, "the file is UTF-16 text, or no text at all", hint=utf8_hint(line))
        text = line.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TableError(Fault.ENCODING, "the heading is not UTF-8 text", hint=utf8_hint(line)) from None
    except (OSError, EOFError) as error:
        raise TableError(Fault.UNREADABLE, f"the file cannot be read: {error}") from None
    if not text.strip():
        raise TableError(
            Fault.EMPTY, "the file is empty" if not text else "the first line is empty", hint="give it a heading line"
        )
    # old Macintosh files end their lines with a return alone
    return text.rstrip("\r\n").split("\r")[0]


_PARQUET = "read_parquet(?, hive_partitioning=false)"


def _json_reader(table: OpenTable, option: str) -> str:
    layout = "auto" if table.kind is TableKind.JSON else "newline_delimited"
    return f"read_json(?, format='{layout}', {option}, maximum_object_size={MAX_CELL_BYTES}, hive_partitioning=false)"


def _described(table: OpenTable) -> list[str]:
    """The names of the columns of a table that says them with its rows."""
    reader = _PARQUET if table.kind is TableKind.PARQUET else _json_reader(table, "sample_size=-1")
    described = table.connection.execute(f"DESCRIBE SELECT * FROM {reader}", [table.pattern]).fetchall()
    names = [str(row[0]) for row in described]
    if table.kind is not TableKind.PARQUET and names == ["json"]:
        raise TableError(
            Fault.UNREADABLE,
            "the file is one JSON object or a list of lists, not a list of rows",
            hint='write one object per rating, such as {"item": "p1", "system": "ours", "rater": "r1", "value": 4}',
        )
    return names


def _select(
    table: OpenTable, named: Mapping[str, str], reader: str, *, into: str, where: str = "TRUE"
) -> duckdb.DuckDBPyConnection:
    picked = ", ".join(f"CAST({identifier(name)} AS VARCHAR) AS {identifier(use)}" for use, name in named.items())
    rows = f"SELECT {picked} FROM {reader} WHERE {where} LIMIT {MAX_TABLE_ROWS + 1}"
    if table.kind is TableKind.PARQUET:
        # a column of one value takes no room in a file, whatever its length: looked at before anything is held
        size = " + ".join(["0", *(f"coalesce(sum(strlen({identifier(use)})), 0)" for use in named)])
        (found,) = table.connection.execute(f"SELECT {size} FROM ({rows})", [table.pattern]).fetchall()
        if found[0] > MAX_TABLE_BYTES:
            raise TableError(Fault.TOO_LONG, f"the columns hold more than {MAX_TABLE_BYTES:,} bytes")
    made = f"CREATE TEMP TABLE {into} AS " if into else ""
    return table.connection.execute(f"{made}{rows}", [table.pattern])


def _texts(column: Any) -> list[str | None]:
    # A masked array gives None for what is masked, a plain one has nothing masked.
    texts: list[str | None] = column.tolist()
    blank = {t for t in set(texts) if t is not None and t.strip().lower() in _MISSING}
    return [None if t in blank else t for t in texts] if blank else texts


def _require(path: Path, named: Mapping[str, str], header: list[str]) -> None:
    problems = [
        Problem(f'there is no column "{name}" (for --{use})', "table-no-column", str(path), nearest(name, header))
        for use, name in named.items()
        if name not in header
    ]
    if problems:
        raise BeholderError.of(problems)


@contextmanager
def blaming(path: Path) -> Iterator[None]:
    """Errors about rows, raised inside, name the file as well. Row 1 is the first row below the heading."""
    try:
        yield
    except BeholderError as error:
        where = str(path)
        raise BeholderError.of(
            Problem(p.problem, p.code, p.where if where in p.where else f"{where} {p.where}".strip(), p.hint, p.warning)
            for p in error.problems
        ) from error
