"""Trajectories: two ways of reasoning to an answer, about a picture or not, judged one by one and then compared."""

from __future__ import annotations

from pathlib import Path

from beholder.protocols.deferred import Deferred
from beholder.protocols.protocol import Protocol
from beholder.protocols.trajectories.checks import check_item, make_checks, spots
from beholder.protocols.trajectories.declaration import (
    DECLARATION,
    Params,
    page_data,
    page_text,
    suggest_params,
    tailor,
)
from beholder.protocols.trajectories.simulate import simulate

__all__ = ["PROTOCOL"]

PROTOCOL = Protocol(
    declaration=DECLARATION,
    folder=Path(__file__).parent,
    params=Params,
    tailor=tailor,
    suggest_params=suggest_params,
    simulate=simulate,
    check_item=check_item,
    spots=spots,
    checks=make_checks,
    example=Deferred(f"{__name__}.example:make_example"),
    page_data=page_data,
    page_text=page_text,
    analyse=Deferred(f"{__name__}.analyse:analyse"),
)
