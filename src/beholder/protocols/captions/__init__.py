"""Captions: one picture, the captions of all systems, points for objects, relations and attributes."""

from __future__ import annotations

from pathlib import Path

from beholder.fields.points.lone_half import ImportedPoints, lone_half_to_zero
from beholder.protocols.captions.checks import check_item, make_checks
from beholder.protocols.captions.declaration import DECLARATION, page_data, page_text
from beholder.protocols.captions.params import Params, params_of_fields, tailor
from beholder.protocols.captions.simulate import simulate
from beholder.protocols.deferred import Deferred
from beholder.protocols.protocol import Protocol

__all__ = ["PROTOCOL", "ImportedPoints", "lone_half_to_zero"]

PROTOCOL = Protocol(
    declaration=DECLARATION,
    folder=Path(__file__).parent,
    params=Params,
    tailor=tailor,
    params_of_fields=params_of_fields,
    simulate=simulate,
    check_item=check_item,
    checks=make_checks,
    example=Deferred(f"{__name__}.example:make_example"),
    page_data=page_data,
    page_text=page_text,
    analyse=Deferred(f"{__name__}.analyse:analyse"),
)
