"""For authors of protocols: the conformance suite, a running server, simulated raters."""

from beholder.testing.conformance import check_protocol

__all__ = ["check_protocol"]
