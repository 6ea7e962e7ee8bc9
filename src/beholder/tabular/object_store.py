"""Tables in an S3-compatible store: fetched into a folder once, since every analysis reads a table more than once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from beholder.errors import BeholderError, install_hint

__all__ = ["fetch_table"]

_S3 = "s3"
# the parts in which a file is written down while the next arrives
_PIECE = 8_000_000


def fetch_table(address: str, folder: Path) -> Path:
    """Fetch `s3://bucket/key` into the folder: a file, or the Parquet files below a prefix as a folder of them.

    Keys, region and endpoint come from the environment, as for other programs (AWS_ACCESS_KEY_ID, AWS_ENDPOINT_URL …).
    """
    bucket, key = _parsed(address)
    store = _store(bucket)
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
            f"the store does not give the table: {(str(error).splitlines() or [type(error).__name__])[0]}",
            code="table-unreachable",
            where=address,
            hint="see AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and, for a store of your own, AWS_ENDPOINT_URL",
        ) from error


def _parsed(address: str) -> tuple[str, str]:
    parts = urlsplit(address)
    if parts.scheme != _S3 or not parts.netloc:
        raise BeholderError(
            f'"{address}" is no address of a table in a store',
            code="table-bad-address",
            hint="write s3://bucket/folder or s3://bucket/file.parquet",
        )
    return parts.netloc, parts.path.strip("/")


def _store(bucket: str) -> Any:
    try:
        from obstore.store import S3Store
    except ModuleNotFoundError:
        raise BeholderError(
            "reading from a store needs a package that is not installed",
            code="extra-missing",
            hint=install_hint("s3"),
        ) from None
    import os

    # stores of one's own on the same machine or network often speak plain HTTP; whoever names one means it
    plain = os.environ.get("AWS_ENDPOINT_URL", "").startswith("http://")
    return S3Store(bucket, client_options={"allow_http": True} if plain else None)


def _is_file(store: Any, key: str) -> bool:
    try:
        store.head(key)
    except FileNotFoundError:
        return False
    return True


def _fetch(store: Any, key: str, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    pieces: Iterable[Any] = store.get(key).stream(min_chunk_size=_PIECE)
    with target.open("wb") as file:
        for piece in pieces:
            file.write(piece)
