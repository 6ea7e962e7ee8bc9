"""Tables that do not lie in a file of this machine: in a store, on a Spark cluster, or too large to be held."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from beholder.limits import MAX_TABLE_ROWS
from beholder.stats.sources.parquet_folder import ParquetFolder
from beholder.tabular import is_parquet_folder
from beholder.tabular.object_store import fetch_table

if TYPE_CHECKING:
    from beholder.stats.sources.spark_table import SparkTable

__all__ = ["IN_MEMORY", "SparkAddress", "large_table", "local_copy", "table_path"]

IN_MEMORY = MAX_TABLE_ROWS
"""Rows of a folder or store that are read into memory, where every statistic can be had; they take about 2 GB."""


class SparkAddress(type(Path())):  # type: ignore[misc]
    """`sc://host:port#table`. A path to whoever only hands it on; paths would take one of the strokes away."""

    def __str__(self) -> str:
        return str(super().__str__()).replace("sc:/", "sc://", 1)


def table_path(text: str) -> Path:
    """The table that a command line names: a file or folder, `s3://…`, which is fetched, or `sc://…`."""
    if text.startswith("s3://"):
        return fetch_table(text, _scratch())
    return SparkAddress(text) if text.startswith("sc://") else Path(text)


def local_copy(path: Path) -> Path:
    """The table as a file of this machine; one of a cluster is fetched if it is small enough."""
    if not isinstance(path, SparkAddress):
        return path
    target = _scratch() / "table.parquet"
    with _spark(path) as table:
        table.write_parquet(target, most=IN_MEMORY)
    return target


def large_table(path: Path) -> ParquetFolder | SparkTable | None:
    """The table if its statistics are to be summed where it lies: one of a cluster, or a folder with very many rows."""
    if isinstance(path, SparkAddress):
        return _spark(path)
    if not is_parquet_folder(path):
        return None
    folder = ParquetFolder(path)
    if folder.count() > IN_MEMORY:
        return folder
    folder.close()
    return None


def _spark(path: Path) -> SparkTable:
    from beholder.stats.sources.spark_table import SparkTable

    return SparkTable(str(path))


def _scratch() -> Path:
    """A folder for what is fetched, as long as the command runs."""
    folder = Path(tempfile.mkdtemp(prefix="beholder-table-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
