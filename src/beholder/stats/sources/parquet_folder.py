"""A folder of Parquet files as a large table: DuckDB codes and sorts it once, and engines read the result."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from beholder.errors import BeholderError
from beholder.stats.chunks import ParquetEngine
from beholder.stats.encode import ROW_GROUP
from beholder.stats.sources.coding import Coding, too_many_names
from beholder.tabular import connect, identifier, literal, parquet_pattern

__all__ = ["ParquetFolder"]

# what coding may hold before it spills to disk; chunks and sums need the rest of a gigabyte
_MEMORY = "600MB"
_MISSING = "('', 'nan')"


class ParquetFolder:
    """Parquet files of one table. What is coded goes to a scratch folder that `close` removes."""

    def __init__(self, path: Path, *, named: str = "", threads: int = 2) -> None:
        self.named = named or str(path)
        self._threads = threads
        self._scratch = Path(tempfile.mkdtemp(prefix="beholder-coded-"))
        self._connection = connect(
            memory_limit=_MEMORY,
            threads=threads,
            temp_directory=str(self._scratch / "spill"),
            preserve_insertion_order="false",
        )
        self._reader = f"read_parquet({literal(parquet_pattern(path))}, hive_partitioning = false)"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Remove what was written."""
        self._connection.close()
        shutil.rmtree(self._scratch, ignore_errors=True)

    def columns(self) -> list[str]:
        """The names of the columns of all files; they must be the same in all."""
        with self._blamed():
            return [
                str(row[0]) for row in self._connection.execute(f"DESCRIBE SELECT * FROM {self._reader}").fetchall()
            ]

    def count(self) -> int:
        """How many rows there are: the files say so themselves."""
        with self._blamed():
            row = self._connection.execute(f"SELECT count(*) FROM {self._reader}").fetchone()
        return int(row[0]) if row else 0

    def names(self, column: str, *, only: Mapping[str, str], most: int) -> list[Any]:
        """The different values of a column in ascending order."""
        name = identifier(column)
        with self._blamed():
            rows = self._connection.execute(
                f"SELECT DISTINCT {name} FROM {self._reader} WHERE {_present(column)} AND {_only(only)} "
                f"ORDER BY 1 LIMIT {most + 1}"
            ).fetchall()
        if len(rows) > most:
            raise too_many_names(column, most, self.named)
        return [row[0] for row in rows]

    def engine(self, coding: Coding) -> ParquetEngine:
        """The rows as codes, sorted by item, in a file of the scratch folder."""
        target = self._scratch / f"coded-{len(list(self._scratch.glob('coded-*')))}.parquet"
        with self._blamed():
            self._encode(coding, target)
        return ParquetEngine(target, threads=self._threads)

    def _encode(self, coding: Coding, target: Path) -> None:
        connection = self._connection
        item = identifier(coding.item)
        present = [_present(coding.item), _only(coding.only)]
        connection.execute(
            "CREATE OR REPLACE TABLE item_names AS SELECT name, CAST(row_number() OVER (ORDER BY name) - 1 AS INTEGER) "
            f"AS code FROM (SELECT DISTINCT {item} AS name FROM {self._reader} WHERE {' AND '.join(present)})"
        )
        picked, joins = ["i.code AS item"], [f"JOIN item_names i ON g.{item} = i.name"]
        for k, (use, (column, names)) in enumerate(coding.codes.items()):
            of = connection.execute(f"DESCRIBE SELECT {identifier(column)} FROM {self._reader}").fetchall()[0][1]
            connection.execute(
                f"CREATE OR REPLACE TABLE names_{k} AS SELECT unnest(CAST($names AS {of}[])) AS name, "
                "CAST(unnest(range(len($names))) AS INTEGER) AS code",
                {"names": list(names)},
            )
            picked.append(f"n{k}.code AS {use}")
            joins.append(f"JOIN names_{k} n{k} ON g.{identifier(column)} = n{k}.name")
        for use, column in coding.numbers.items():
            picked.append(f"TRY_CAST(g.{identifier(column)} AS DOUBLE) AS {use}")
            if use in coding.needed:
                number = f"TRY_CAST({identifier(column)} AS DOUBLE)"
                present.append(f"{number} IS NOT NULL AND NOT isnan({number})")
        # raters and values too, so that of several ratings of an item by one rater the same stands everywhere
        order = ["item", *(use for use in ("rater", "value", "number") if use in {*coding.codes, *coding.numbers})]
        connection.execute(
            f"COPY (SELECT {', '.join(picked)} FROM (SELECT * FROM {self._reader} WHERE {' AND '.join(present)}) g "
            f"{' '.join(joins)} ORDER BY {', '.join(order)}) "
            f"TO {literal(str(target))} (FORMAT parquet, ROW_GROUP_SIZE {ROW_GROUP})"
        )

    @contextmanager
    def _blamed(self) -> Iterator[None]:
        """What DuckDB cannot do, as an error that names the table."""
        import duckdb

        try:
            yield
        except duckdb.Error as error:
            raise BeholderError(
                f"the table cannot be read: {str(error).splitlines()[0]}",
                code="table-unreadable",
                where=self.named,
                hint="all files of the folder must be Parquet with the same columns",
            ) from error


def _present(column: str) -> str:
    """That a cell says something; text may be empty or nan."""
    name = identifier(column)
    return f"({name} IS NOT NULL AND lower(trim(CAST({name} AS VARCHAR))) NOT IN {_MISSING})"


def _only(only: Mapping[str, str]) -> str:
    tests = [f"CAST({identifier(column)} AS VARCHAR) = {literal(text)}" for column, text in only.items()]
    return " AND ".join(tests) or "TRUE"
