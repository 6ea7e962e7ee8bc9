"""Text files as lines. Only UTF-8 is read: a guess at another encoding would change names without a word."""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, cast

from beholder.tabular.fault import Fault, TableError
from beholder.tabular.saved_as import utf8_hint

__all__ = ["LONGEST_LINE", "decode_line", "open_bytes", "raw_lines", "text_lines"]

LONGEST_LINE = 64_000_000
"""Bytes of one line: a mask is easily some megabytes long, what is longer than this is a file of another kind."""


@contextmanager
def open_bytes(path: Path) -> Iterator[IO[bytes]]:
    """The file's bytes, unpacked if its name ends in `.gz`."""
    if path.suffix.lower() == ".gz":
        with gzip.open(path) as packed:
            yield cast("IO[bytes]", packed)
    else:
        with path.open("rb") as plain:
            yield plain


def raw_lines(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Lines as bytes with their numbers; one that is too long comes cut, one byte longer than `LONGEST_LINE`."""
    return enumerate(iter(partial(stream.readline, LONGEST_LINE + 1), b""), 1)


def decode_line(raw: bytes, line: int) -> str:
    """One line as text; the first may begin with a byte order mark."""
    if len(raw) > LONGEST_LINE:
        raise _too_long(line)
    try:
        return raw.decode("utf-8-sig" if line == 1 else "utf-8")
    except UnicodeDecodeError:
        raise TableError(Fault.ENCODING, "the text is not UTF-8", hint=utf8_hint(raw), at=line) from None


def text_lines(path: Path) -> Iterator[str]:
    """Lines as text with their ends, whichever they are; a fault is told with its line."""
    with open_bytes(path) as stream, io.TextIOWrapper(stream, encoding="utf-8-sig", newline="") as text:
        lines = iter(partial(text.readline, LONGEST_LINE + 1), "")
        try:
            for line, one in enumerate(lines, 1):
                if "\x00" in one:
                    raise _no_text(line)
                if len(one) > LONGEST_LINE:
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
    return TableError(Fault.TOO_LONG, f"the line is longer than {LONGEST_LINE:,} bytes", at=line)


def _no_text(line: int) -> TableError:
    return TableError(
        Fault.ENCODING, "the file holds NUL bytes; it is no UTF-8 text", hint='save it as "CSV UTF-8"', at=line
    )
