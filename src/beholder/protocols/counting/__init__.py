"""Counting: how many objects of one type a generated picture shows, and what is odd about them."""

from __future__ import annotations

from pathlib import Path

from beholder.protocols.counting.checks import check_item, make_checks, page_data, page_text
from beholder.protocols.counting.declaration import DECLARATION, tailor
from beholder.protocols.counting.params import Params, suggest_params
from beholder.protocols.counting.simulate import simulate
from beholder.protocols.deferred import Deferred
from beholder.protocols.protocol import Protocol

__all__ = ["PROTOCOL"]

PROTOCOL = Protocol(
    declaration=DECLARATION,
    folder=Path(__file__).parent,
    params=Params,
    tailor=tailor,
    simulate=simulate,
    check_item=check_item,
    checks=make_checks,
    example=Deferred(f"{__name__}.example:make_example"),
    suggest_params=suggest_params,
    page_data=page_data,
    page_text=page_text,
    analyse=Deferred(f"{__name__}.analyse:analyse"),
)
