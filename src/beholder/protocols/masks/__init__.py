"""Masks: one system's mask at a time, seen in five views, rated 1 to 10."""

from __future__ import annotations

from pathlib import Path

from beholder.protocols.deferred import Deferred
from beholder.protocols.masks.checks import check_item, has_looked, make_checks
from beholder.protocols.masks.declaration import DECLARATION, Params
from beholder.protocols.masks.simulate import simulate
from beholder.protocols.protocol import Protocol

__all__ = ["PROTOCOL"]

PROTOCOL = Protocol(
    declaration=DECLARATION,
    folder=Path(__file__).parent,
    params=Params,
    simulate=simulate,
    check_item=check_item,
    checks=make_checks,
    looked=has_looked,
    example=Deferred(f"{__name__}.example:make_example"),
    analyse=Deferred(f"{__name__}.analyse:analyse"),
)
