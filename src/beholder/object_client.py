"""The one client for stores that speak the API of Amazon's S3, whether pictures or tables lie there."""

from __future__ import annotations

import os
from datetime import timedelta
from typing import TYPE_CHECKING

from beholder.errors import BeholderError, install_hint

if TYPE_CHECKING:
    from obstore.store import ClientConfig, RetryConfig, S3Store

__all__ = ["S3_HINT", "S3_SCHEME", "BadAddressError", "first_line", "object_client"]

S3_SCHEME = "s3://"
S3_HINT = "give key and endpoint by AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_ENDPOINT_URL and AWS_REGION"
# a store that says nothing for so long is away
_SILENT_SECONDS = 10
# the share of a bounded request in which a failure is tried once more; the last try has the rest
_RETRY_SHARE = 0.2
# a table of a terabyte over an ordinary line; the client's own bound of half a minute is too short for a gigabyte
_WHOLE_SECONDS = 86_400
_RETRIES = 3


class BadAddressError(ValueError):
    """No store can be at this address; says why in one line."""


def object_client(address: str, *, seconds: float | None = None) -> S3Store:
    """A client for what lies below `s3://bucket/prefix`; `seconds` bound one request and its retries, where somebody waits for it.

    Key, region and endpoint come from the environment, as for every S3 client (`AWS_…`).
    """
    try:
        from obstore.exceptions import BaseError
        from obstore.store import S3Store
    except ModuleNotFoundError:
        raise BeholderError(
            "a store that speaks S3 needs the package obstore", code="extra-missing", hint=install_hint("s3")
        ) from None
    endpoint = os.environ.get("AWS_ENDPOINT_URL_S3") or os.environ.get("AWS_ENDPOINT_URL") or ""
    options: ClientConfig = {
        "connect_timeout": timedelta(seconds=_SILENT_SECONDS),
        "read_timeout": timedelta(seconds=_SILENT_SECONDS),
        "timeout": timedelta(seconds=_WHOLE_SECONDS if seconds is None else (1 - _RETRY_SHARE) * seconds),
        # stores of one's own on the same machine or network often speak plain HTTP; whoever names one means it
        "allow_http": endpoint.startswith("http://"),
    }
    retries: RetryConfig = {"max_retries": _RETRIES}
    if seconds is not None:
        retries["retry_timeout"] = timedelta(seconds=_RETRY_SHARE * seconds)
    try:
        return S3Store.from_url(address, client_options=options, retry_config=retries)
    except (BaseError, ValueError) as error:
        raise BadAddressError(first_line(error)) from None


def first_line(error: Exception) -> str:
    """What a client's error says, without the details behind it."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
