"""A table of a Spark cluster as a large table: coded and sorted there, summed there."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from beholder.errors import BeholderError, install_hint
from beholder.stats.sources.coding import Coding, too_many_names
from beholder.stats.spark import SparkEngine

__all__ = ["SparkTable"]

_PORT = 15_002
# whoever listens answers at once; the client itself would try for minutes
_SECONDS = 5.0
_MISSING = "('', 'nan')"
# a partition and the row in it, as Spark numbers rows: 31 bits and 33 bits
_ROW_BITS = 33


class SparkTable:
    """`sc://host:port#table`: a Spark Connect address as Spark writes it, and after # the table, or any SQL name of one.

    A folder that the cluster can read is one too: sc://host:15002#parquet.`s3a://lab/ratings`.
    """

    def __init__(self, address: str) -> None:
        self.named = address
        remote, self._table = _parsed(address)
        _require_listener(remote, address)
        try:
            from pyspark.sql import SparkSession
        except ModuleNotFoundError:
            raise BeholderError(
                "talking to Spark needs a package that is not installed",
                code="extra-missing",
                hint=install_hint("spark"),
            ) from None
        self._engines: list[SparkEngine] = []
        self._held: list[Any] = []
        with self._blamed():
            self._session: Any = SparkSession.builder.remote(remote).getOrCreate()
            self._frame = (
                self._session.table(self._table)
                if "`" not in self._table
                else self._session.sql(f"SELECT * FROM {self._table}")
            )
            self._header = [str(name) for name in self._frame.columns]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the cluster forget what was sorted for us; the session itself may be somebody else's, too."""
        for engine in self._engines:
            engine.close()
        for frame in self._held:
            frame.unpersist()

    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self._header)

    def count(self) -> int:
        """How many rows there are."""
        with self._blamed():
            return int(self._frame.count())

    def names(self, column: str, *, only: Mapping[str, str], most: int) -> list[Any]:
        """The different values of a column in ascending order."""
        with self._blamed():
            found = self._kept(only, [column]).select(_quoted(column)).distinct().orderBy(_quoted(column))
            rows = found.limit(most + 1).collect()
        if len(rows) > most:
            raise too_many_names(column, most, self.named)
        return [row[0] for row in rows]

    def engine(self, coding: Coding) -> SparkEngine:
        """The rows as codes, partitioned and sorted by item on the cluster."""
        with self._blamed():
            engine = SparkEngine(self._encoded(coding))
        self._engines.append(engine)
        return engine

    def write_parquet(self, target: Path, *, most: int) -> None:
        """The table as a Parquet file here; an error if it has more rows than fit."""
        import pyarrow.parquet as pq

        if self.count() > most:
            raise BeholderError(
                f"the table has more than {most:,} rows, too many to be analysed as a whole",
                code="table-too-large",
                where=self.named,
                hint="`beholder stats` sums over them on the cluster",
            )
        with self._blamed():
            pq.write_table(self._frame.toArrow(), target)

    def _kept(self, only: Mapping[str, str], needed: list[str]) -> Any:
        """The rows that have these cells, and the texts asked for."""
        tests = [
            f"({_quoted(name)} IS NOT NULL AND lower(trim(CAST({_quoted(name)} AS STRING))) NOT IN {_MISSING})"
            for name in needed
        ]
        tests += [f"CAST({_quoted(name)} AS STRING) = {_text(text)}" for name, text in only.items()]
        return self._frame.where(" AND ".join(tests))

    def _encoded(self, coding: Coding) -> Any:
        from pyspark.sql import functions as F  # noqa: N812 - as everybody who uses Spark writes it

        needed = [coding.item, *(column for column, _ in coding.codes.values())]
        picked = [F.col(_quoted(coding.item)).alias("item_name")]
        picked += [F.col(_quoted(column)).alias(f"{use}_name") for use, (column, _) in coding.codes.items()]
        for use, column in coding.numbers.items():
            picked.append(F.expr(f"try_cast({_quoted(column)} AS DOUBLE)").alias(use))
        frame = self._kept(coding.only, needed).select(*picked)
        for use in coding.numbers:
            if use in coding.needed:
                frame = frame.where(f"{use} IS NOT NULL AND NOT isnan({use})")
        for use, (_, names) in coding.codes.items():
            rows = [(name, code) for code, name in enumerate(names)]
            kind = frame.schema[f"{use}_name"].dataType.simpleString()
            table = self._session.createDataFrame(rows, f"{use}_name {kind}, {use} int")
            frame = frame.join(F.broadcast(table), f"{use}_name").drop(f"{use}_name")
        return frame.join(self._items(frame), "item_name").drop("item_name")

    def _items(self, frame: Any) -> Any:
        """Codes of items in the order of their names, without gathering them anywhere: ranges, and places within ranges."""
        from pyspark.sql import functions as F  # noqa: N812 - as everybody who uses Spark writes it

        ranged = frame.select("item_name").distinct().repartitionByRange("item_name").sortWithinPartitions("item_name")
        numbered = ranged.withColumn("place", F.monotonically_increasing_id()).persist()
        self._held.append(numbered)
        part = F.shiftright(F.col("place"), _ROW_BITS)
        counts = {int(row[0]): int(row[1]) for row in numbered.groupBy(part.alias("part")).count().collect()}
        before, start = {}, 0
        for key in sorted(counts):
            before[key], start = start, start + counts[key]
        table = F.create_map(*(F.lit(x) for key, n in before.items() for x in (key, n)))
        row = F.col("place").bitwiseAND(F.lit((1 << _ROW_BITS) - 1))
        return numbered.select("item_name", (table[part.cast("int")] + row).cast("int").alias("item"))

    @contextmanager
    def _blamed(self) -> Iterator[None]:
        """What Spark refuses, as an error that names the table."""
        from pyspark.errors import PySparkException

        try:
            yield
        except PySparkException as error:
            first = str(error).strip().splitlines()[0]
            raise BeholderError(
                f"Spark cannot give the table: {first}",
                code="table-unreachable",
                where=self.named,
                hint="see whether the cluster knows the table after # under this name",
            ) from error


def _parsed(address: str) -> tuple[str, str]:
    remote, _, table = address.partition("#")
    if not urlsplit(remote).hostname or not table:
        raise BeholderError(
            f'"{address}" does not name a table of a Spark cluster',
            code="table-bad-address",
            hint="write sc://host:15002#database.table, or sc://host:15002#parquet.`/folder`",
        )
    return remote, table


def _require_listener(remote: str, address: str) -> None:
    parts = urlsplit(remote)
    host, port = parts.hostname or "", parts.port or _PORT
    try:
        socket.create_connection((host, port), timeout=_SECONDS).close()
    except OSError as error:
        raise BeholderError(
            f"nobody answers at {host}:{port}: {error.strerror or error}",
            code="table-unreachable",
            where=address,
            hint="see whether the Spark Connect server runs there",
        ) from error


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _text(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
