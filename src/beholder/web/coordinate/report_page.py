"""The report of a finished study, where one was made for it."""

from __future__ import annotations

from beholder.errors import BeholderError
from beholder.web.call import Call, Reply
from beholder.web.coordinate.frame import language_of

__all__ = ["report"]

_CLOSED = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


async def report(call: Call) -> Reply:
    """The report as it would be handed on: a file that brings its own style and script, and is allowed just these."""
    made = call.study.reports.get(language_of(call))
    if made is None:
        raise BeholderError("there is nothing at this address", code="not-found")
    content = await call.study.in_thread(made.path.read_bytes)
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"content-security-policy", f"{made.policy}; {_CLOSED}".encode()),
    ]
    return Reply(content, headers=headers)
