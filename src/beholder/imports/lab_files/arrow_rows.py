"""Arrow files as `save_to_disk` of the package datasets writes them: a folder with `state.json` that lists them."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from beholder.errors import BeholderError, install_hint
from beholder.imports.lab_files.lab_record import refuse
from beholder.safe_paths import confine

_ROWS_AT_ONCE = 8
# numbers that the Arrow format gives to fields of its messages
_HEADER, _BATCH_COMPRESSION = 2, 3


def saved_dataset(folder: Path) -> tuple[Path, ...]:
    """The Arrow files of a saved dataset in their order; none if the folder holds no such dataset."""
    state = folder / "state.json"
    if not state.is_file() or not (folder / "dataset_info.json").is_file():
        return ()
    try:
        names = [str(one["filename"]) for one in json.loads(state.read_text(encoding="utf-8"))["_data_files"]]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise refuse("the file does not list the Arrow files of a dataset", where=str(state)) from None
    return tuple(confine(folder, name, where=str(state), kind="file") for name in names)


def arrow_rows(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of an Arrow file."""
    try:
        import pyarrow as pa
    except ImportError:
        raise BeholderError(
            "a dataset saved as Arrow files needs the package pyarrow",
            code="extra-missing",
            where=str(path),
            hint=f"{install_hint('frames')}; or write it as Parquet: dataset.to_parquet('data.parquet')",
        ) from None
    try:
        with pa.memory_map(str(path)) as source:
            for message in pa.ipc.MessageReader.open_stream(source):
                plain = message.type == "record batch" and not _is_compressed(message.metadata.to_pybytes())
                if message.type != "schema" and not plain:
                    # a small file could unpack to any size, and nothing would stop it
                    raise refuse("the Arrow file is compressed", where=str(path), hint="write it as Parquet")
            source.seek(0)
            for batch in pa.ipc.open_stream(source):
                # offsets that lead outside of the file are found here, not by reading there
                batch.validate(full=True)
                for start in range(0, batch.num_rows, _ROWS_AT_ONCE):
                    yield from batch.slice(start, _ROWS_AT_ONCE).to_pylist()
    except (pa.ArrowException, OSError, MemoryError, struct.error, IndexError, UnicodeDecodeError) as error:
        raise refuse(f"not a readable Arrow file: {error!s:.200}", where=str(path)) from None


def _is_compressed(message: bytes) -> bool:
    """Whether the buffers of a record batch are compressed: a field of its header, as the FlatBuffers format lays it out."""
    (root,) = struct.unpack_from("<I", message, 0)
    header = _field(message, root, _HEADER)
    (ahead,) = struct.unpack_from("<I", message, header)
    return bool(_field(message, header + ahead, _BATCH_COMPRESSION))


def _field(message: bytes, table: int, number: int) -> int:
    """Where a field of a table lies; 0 if the table has none."""
    (back,) = struct.unpack_from("<i", message, table)
    (size,) = struct.unpack_from("<H", message, table - back)
    if 4 + 2 * number >= size:
        return 0
    (offset,) = struct.unpack_from("<H", message, table - back + 4 + 2 * number)
    return table + int(offset) if offset else 0
