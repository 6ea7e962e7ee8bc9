"""One reader of tables: delimited text, JSON, JSON lines, Parquet and Excel, also gzipped.

What is common to all who read tables is here: opening, decoding, finding the delimiter, rows with their numbers, columns in
bulk. What a row means, and how an error is called, is the reader's own.
"""

from beholder.tabular.delimited_text import read_records
from beholder.tabular.duck import (
    connect,
    identifier,
    is_parquet_folder,
    literal,
    parquet_pattern,
    parquet_rows,
    path_pattern,
)
from beholder.tabular.fault import Fault, TableError
from beholder.tabular.kind import TableKind, kind_of, plain_suffix
from beholder.tabular.rows import read_rows
from beholder.tabular.text import decode_line, open_bytes, raw_lines
from beholder.tabular.text_columns import (
    OpenTable,
    blaming,
    column_names,
    is_delimited,
    open_table,
    read_coded,
    read_columns,
)
from beholder.tabular.workbook import read_sheet

__all__ = [
    "Fault",
    "OpenTable",
    "TableError",
    "TableKind",
    "blaming",
    "column_names",
    "connect",
    "decode_line",
    "identifier",
    "is_delimited",
    "is_parquet_folder",
    "kind_of",
    "literal",
    "open_bytes",
    "open_table",
    "parquet_pattern",
    "parquet_rows",
    "path_pattern",
    "plain_suffix",
    "raw_lines",
    "read_coded",
    "read_columns",
    "read_records",
    "read_rows",
    "read_sheet",
]
