"""Reading columns out of anybody's table: CSV, TSV, Parquet or JSON lines, also gzipped."""

from __future__ import annotations

import csv
import gzip
import io
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from beholder.errors import BeholderError, Problem, nearest
from beholder.imports.complaints import explained

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["blaming", "column_names", "is_delimited", "read_coded", "read_columns"]

_DELIMITERS = (",", "\t", ";", "|")
_MISSING = {"", "nan"}
_SPREADSHEETS = (".xlsx", ".xlsm", ".xls", ".ods", ".numbers")


def read_columns(path: Path, wanted: Mapping[str, str | None]) -> dict[str, list[str | None]]:
    """The wanted columns as text exactly as written, `None` where a cell is empty or NaN.

    `wanted` maps what a column is for to its name in the file; entries without a name are left out of the answer. The
    kind of file goes by its ending; delimited text is CSV, TSV or another delimiter by its heading line.
    """
    with _opened(path) as (connection, source):
        columns = _columns(connection, path, source, wanted)
        return {use: _texts(column) for use, column in columns.fetchnumpy().items()}


def read_coded(path: Path, wanted: Mapping[str, str]) -> dict[str, tuple[Any, tuple[str, ...]]]:
    """The wanted columns as int32 codes and the texts they stand for, in ascending order; -1 where a cell is empty or NaN.

    A million rows of twenty columns take seconds and little memory, since no text is ever held per row.
    """
    out: dict[str, tuple[Any, tuple[str, ...]]] = {}
    with _opened(path) as (connection, source):
        connection.execute("SET preserve_insertion_order = true")
        _columns(connection, path, source, wanted, into="coded")
        for use in wanted:
            column = _identifier(use)
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


def _columns(connection: Any, path: Path, source: Path, wanted: Mapping[str, str | None], *, into: str = "") -> Any:
    """The wanted columns as text, as a result to fetch or as a table of that name."""
    named = {use: name for use, name in wanted.items() if name is not None}
    if _is_parquet(path):
        return _select(connection, path, named, "read_parquet(?)", [str(source)], into=into)
    if not is_delimited(path):
        return _read_json(connection, path, source, named, into=into)
    return _read_delimited(connection, path, source, named, into=into)


def column_names(path: Path) -> list[str]:
    """The names of a table's columns in their order. Delimited text is taken apart at what gives most columns."""
    with _opened(path) as (connection, source):
        if _is_parquet(path):
            described = connection.execute("DESCRIBE SELECT * FROM read_parquet(?)", [str(source)]).fetchall()
        elif not is_delimited(path):
            described = _describe_json(connection, path, source)
        else:
            return _split_heading(path, set())[1]
    return [str(row[0]) for row in described]


def is_delimited(path: Path) -> bool:
    """Whether the file is CSV, TSV or the like: anything but Parquet and JSON."""
    return not _is_parquet(path) and not {".jsonl", ".ndjson", ".json"} & {s.lower() for s in path.suffixes}


def _is_parquet(path: Path) -> bool:
    return path.suffix.lower() in (".parquet", ".pq")


@contextmanager
def _opened(path: Path) -> Iterator[tuple[Any, Path]]:
    """A connection and the path under which it reads the file; what DuckDB cannot read becomes an error in words."""
    if not path.is_file():
        folder = path.parent if path.parent.is_dir() else None
        names = [p.name for p in folder.iterdir() if p.is_file()] if folder else []
        raise BeholderError(
            "there is no such file", code="table-missing", where=str(path), hint=_near_file(path.name, names)
        )
    if path.stat().st_size == 0:
        raise _unreadable(path, "the file is empty", "")
    with _plainly_named(path) as source:
        connection = duckdb.connect(config={"autoinstall_known_extensions": False, "autoload_known_extensions": False})
        try:
            yield connection, source
        except duckdb.Error as error:
            raise explained(error, path) from error
        finally:
            connection.close()


def _near_file(name: str, names: list[str]) -> str:
    hint = nearest(name, names)
    return hint if hint.startswith("did you mean") else ""


@contextmanager
def _plainly_named(path: Path) -> Iterator[Path]:
    """A path that DuckDB does not take for a pattern of several files."""
    if not any(c in str(path) for c in "*?["):
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        link = Path(folder) / ("table" + "".join(path.suffixes[-2:]))
        link.symlink_to(path.resolve())
        yield link


def _read_delimited(connection: Any, path: Path, source: Path, named: Mapping[str, str], *, into: str) -> Any:
    delimiter, header = _split_heading(path, set(named.values()))
    _require(path, named, header)
    twice = {name for name in header if header.count(name) > 1} & set(named.values())
    if twice:
        raise BeholderError(
            f'the column "{min(twice)}" stands twice in the heading', code="table-bad-heading", where=str(path)
        )
    # Names are positions, so that empty or repeated headings of other columns cannot clash.
    columns = ", ".join(f"'c{i}': 'VARCHAR'" for i in range(len(header)))
    reader = (
        f"read_csv(?, auto_detect=false, columns={{{columns}}}, header=true, delim=?, quote='\"', escape='\"', "
        "max_line_size=16000000)"
    )
    positions = {use: f"c{header.index(name)}" for use, name in named.items()}
    # spreadsheets write rows of nothing but delimiters below the last
    filled = " OR ".join(f"trim(c{i}) <> ''" for i in range(len(header)))
    arguments = [str(source), delimiter]
    return _select(connection, path, positions, reader, arguments, known=None, into=into, where=filled)


def _split_heading(path: Path, wanted: set[str]) -> tuple[str, list[str]]:
    """The delimiter and the names in the heading line."""
    heading = _heading(path)
    found = {d: next(csv.reader([heading], delimiter=d, skipinitialspace=True), []) for d in _DELIMITERS}
    if "".join(path.suffixes).lower().removesuffix(".gz").endswith((".tsv", ".tab")):
        return "\t", [name.strip() for name in found["\t"]]
    delimiter = max(_DELIMITERS, key=lambda d: (len({name.strip() for name in found[d]} & wanted), len(found[d])))
    return delimiter, [name.strip() for name in found[delimiter]]


def _heading(path: Path) -> str:
    if path.suffix.lower() in _SPREADSHEETS:
        raise _unreadable(path, "the file is a spreadsheet, not a table of text", 'save it as "CSV UTF-8"')
    opened = gzip.open if path.suffix.lower() == ".gz" else open
    try:
        with opened(path, "rb") as file:
            line = io.BytesIO(file.readline()).read()
        if b"\x00" in line:
            raise _unreadable(path, "the file is UTF-16 text, or no text at all", "save it as UTF-8 text")
        text = line.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _unreadable(path, "the heading is not UTF-8 text", "save it as UTF-8 text") from None
    except (OSError, EOFError) as error:
        raise _unreadable(path, f"the file cannot be read: {error}", "") from None
    if not text.strip():
        raise _unreadable(
            path, "the file is empty" if not text else "the first line is empty", "give it a heading line"
        )
    # old Macintosh files end their lines with a return alone
    return text.rstrip("\r\n").split("\r")[0]


def _unreadable(path: Path, problem: str, hint: str) -> BeholderError:
    return BeholderError(problem, code="table-unreadable", where=str(path), hint=hint)


def _read_json(connection: Any, path: Path, source: Path, named: Mapping[str, str], *, into: str) -> Any:
    layout = _json_layout(path)
    described = _describe_json(connection, path, source)
    _require(path, named, [row[0] for row in described])
    # Reading with types of our own keeps "007" and "2020-01-01" as they are written.
    columns = ", ".join(f"{_literal(name)}: 'VARCHAR'" for name in dict.fromkeys(named.values()))
    reader = f"read_json(?, format='{layout}', columns={{{columns}}}, maximum_object_size=16000000)"
    return _select(connection, path, named, reader, [str(source)], known=None, into=into)


def _json_layout(path: Path) -> str:
    return "auto" if ".json" in [s.lower() for s in path.suffixes] else "newline_delimited"


def _describe_json(connection: Any, path: Path, source: Path) -> list[tuple[Any, ...]]:
    reader = f"read_json(?, format='{_json_layout(path)}', sample_size=-1, maximum_object_size=16000000)"
    described: list[tuple[Any, ...]] = connection.execute(f"DESCRIBE SELECT * FROM {reader}", [str(source)]).fetchall()
    if [str(row[0]) for row in described] == ["json"]:
        raise BeholderError(
            "the file is one JSON object or a list of lists, not a list of rows",
            code="table-unreadable",
            where=str(path),
            hint='write one object per rating, such as {"item": "p1", "system": "ours", "rater": "r1", "value": 4}',
        )
    return described


def _select(
    connection: Any,
    path: Path,
    named: Mapping[str, str],
    reader: str,
    arguments: list[str],
    *,
    known: str | None = "describe",
    into: str = "",
    where: str = "TRUE",
) -> Any:
    if known is not None:
        described = connection.execute(f"DESCRIBE SELECT * FROM {reader}", arguments).fetchall()
        _require(path, named, [row[0] for row in described])
    picked = ", ".join(f"CAST({_identifier(name)} AS VARCHAR) AS {_identifier(use)}" for use, name in named.items())
    made = f"CREATE TEMP TABLE {into} AS " if into else ""
    return connection.execute(f"{made}SELECT {picked} FROM {reader} WHERE {where}", arguments)


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


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


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
