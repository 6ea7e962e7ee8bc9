"""What a browser may load for a page, and who may show the page inside another."""

from __future__ import annotations

__all__ = ["CONTENT_POLICY", "FRAMED_POLICY", "FRAMING_POLICY"]

_OWN_FILES = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self'; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'self'"
)
CONTENT_POLICY = f"{_OWN_FILES}; frame-ancestors 'none'"
FRAMING_POLICY = f"{_OWN_FILES}; frame-src 'self'; frame-ancestors 'none'"
"""That of a page which shows another of ours inside it."""
FRAMED_POLICY = f"{_OWN_FILES}; frame-ancestors 'self'"
"""That of the page inside."""
