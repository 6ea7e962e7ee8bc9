"""Text files as lines. Only UTF-8 is read: a guess at another encoding would change names without a word."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from pathlib import Path
from typing import IO, Any

from beholder.limits import FREE_UNPACKED_BYTES, MAX_LINE_BYTES, MAX_TABLE_BYTES, MAX_UNPACK_RATIO
from beholder.tabular.fault import Fault, TableError
from beholder.tabular.saved_as import utf8_hint

__all__ = ["check_unpacked", "decode_line", "open_bytes", "raw_lines", "text_lines"]


class _Unpacked(io.RawIOBase):
    """The bytes of a gzipped file, refused once they are more than the file can honestly hold."""

    def __init__(self, path: Path) -> None:
        self._stream = gzip.open(path)  # noqa: SIM115 - closed with this one
        packed = path.stat().st_size
        self._most = min(MAX_TABLE_BYTES, max(FREE_UNPACKED_BYTES, MAX_UNPACK_RATIO * packed))
        self._read = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        view = memoryview(buffer)
        try:
            data = self._stream.read1(len(view))
        except (EOFError, OSError, zlib.error) as error:
            raise TableError(Fault.UNREADABLE, f"the file cannot be read: {error}") from error
        view[: len(data)] = data
        self._read += len(data)
        if self._read > self._most:
            raise TableError(
                Fault.TOO_LONG,
                f"the file unpacks to more than {self._most:,} bytes",
                hint="unpack it first, and see that it is the table you mean",
            )
        return len(data)

    def close(self) -> None:
        self._stream.close()
        super().close()


@contextmanager
def open_bytes(path: Path) -> Iterator[IO[bytes]]:
    """The file's bytes, unpacked if its name ends in `.gz`."""
    if path.suffix.lower() == ".gz":
        with io.BufferedReader(_Unpacked(path), 1 << 16) as packed:
            yield packed
    else:
        with path.open("rb") as plain:
            yield plain


def check_unpacked(path: Path) -> None:
    """Refuse a gzipped file that unpacks to too much, for readers that unpack it themselves."""
    if path.suffix.lower() == ".gz":
        facts = path.stat()
        _unpack_all(path, facts.st_mtime_ns, facts.st_size)


# a table is opened once for its columns and once for each group of them
@lru_cache(maxsize=4)
def _unpack_all(path: Path, _changed: int, _size: int) -> None:
    with open_bytes(path) as stream:
        while stream.read(1 << 20):
            pass


def raw_lines(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Lines as bytes with their numbers; one that is too long comes cut, one byte longer than `MAX_LINE_BYTES`."""
    return enumerate(iter(partial(stream.readline, MAX_LINE_BYTES + 1), b""), 1)


def decode_line(raw: bytes, line: int) -> str:
    """One line as text; the first may begin with a byte order mark."""
    if len(raw) > MAX_LINE_BYTES:
        raise _too_long(line)
    try:
        return raw.decode("utf-8-sig" if line == 1 else "utf-8")
    except UnicodeDecodeError:
        raise TableError(Fault.ENCODING, "the text is not UTF-8", hint=utf8_hint(raw), at=line) from None


def text_lines(path: Path) -> Iterator[str]:
    """Lines as text with their ends, whichever they are; a fault is told with its line."""
    with open_bytes(path) as stream, io.TextIOWrapper(stream, encoding="utf-8-sig", newline="") as text:
        lines = iter(partial(text.readline, MAX_LINE_BYTES + 1), "")
        try:
            for line, one in enumerate(lines, 1):
                if "\x00" in one:
                    raise _no_text(line)
                if len(one) > MAX_LINE_BYTES:
                    raise _too_long(line)
                yield one
        except UnicodeDecodeError:
            # decoding runs ahead of the lines, so the line is looked for only where there is a fault
            raise _find_bad_line(path) from None


def _find_bad_line(path: Path) -> TableError:
    with open_bytes(path) as stream:
        for line, raw in raw_lines(stream):
            if b"\x00" in raw:
                return _no_text(line)
            try:
                decode_line(raw, line)
            except TableError as error:
                return error
    return TableError(Fault.ENCODING, "the text is not UTF-8")


def _too_long(line: int) -> TableError:
    return TableError(Fault.TOO_LONG, f"the line is longer than {MAX_LINE_BYTES:,} bytes", at=line)


def _no_text(line: int) -> TableError:
    return TableError(
        Fault.ENCODING, "the file holds NUL bytes; it is no UTF-8 text", hint='save it as "CSV UTF-8"', at=line
    )
