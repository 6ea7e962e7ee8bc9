"""Tables in an S3-compatible store: fetched into a folder once, since every analysis reads a table more than once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from beholder.errors import BeholderError
from beholder.object_client import S3_HINT, S3_SCHEME, BadAddressError, first_line, object_client

if TYPE_CHECKING:
    from obstore.store import S3Store

__all__ = ["fetch_table"]

# the parts in which a file is written down while the next arrives
_PIECE = 8_000_000


def fetch_table(address: str, folder: Path) -> Path:
    """Fetch `s3://bucket/key` into the folder: a file, or the Parquet files below a prefix as a folder of them."""
    bucket, _, key = address.removeprefix(S3_SCHEME).strip("/").partition("/")
    try:
        store = object_client(f"{S3_SCHEME}{bucket}")
    except BadAddressError:
        raise BeholderError(
            f'"{address}" is no address of a table in a store',
            code="table-bad-address",
            hint="write s3://bucket/folder or s3://bucket/file.parquet",
        ) from None
    target = folder / PurePosixPath(key or bucket).name
    with _blamed(address):
        if key and _is_file(store, key):
            _fetch(store, key, target)
            return target
        listed = [str(one["path"]) for batch in store.list(prefix=key or None) for one in batch]
    parts = [one for one in listed if one.endswith(".parquet")]
    if not parts:
        raise BeholderError(
            "there is no Parquet file below this address" if listed else "there is nothing at this address",
            code="table-missing",
            where=address,
            hint="name a file, or a prefix below which files end in .parquet",
        )
    with _blamed(address):
        for one in parts:
            _fetch(store, one, target / PurePosixPath(one).relative_to(PurePosixPath(key)))
    return target


@contextmanager
def _blamed(address: str) -> Iterator[None]:
    """What the store refuses, as an error that names the table."""
    try:
        yield
    # the errors of the client have nothing in common but what they mean here
    except Exception as error:
        raise BeholderError(
            f"the store does not give the table: {first_line(error)}",
            code="table-unreachable",
            where=address,
            hint=S3_HINT,
        ) from error


def _is_file(store: S3Store, key: str) -> bool:
    try:
        store.head(key)
    except FileNotFoundError:
        return False
    return True


def _fetch(store: S3Store, key: str, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    pieces = store.get(key).stream(min_chunk_size=_PIECE)
    with target.open("wb") as file:
        for piece in pieces:
            file.write(piece)
