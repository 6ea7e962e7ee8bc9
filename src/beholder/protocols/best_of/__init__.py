"""Best of several: the best and the worst of the pictures that several systems made for one prompt. All of it is YAML."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from beholder.protocols.deferred import Deferred
from beholder.protocols.registry import read_protocol

__all__ = ["PROTOCOL"]

PROTOCOL = replace(
    read_protocol(Path(__file__).with_name("protocol.yaml")),
    # an installed package, not a folder of data
    contents=None,
    example=Deferred(f"{__name__}.example:make_example"),
)
