"""Opinion: the quality of pictures and clips, one at a time, against the original or against each other (ITU-T P.910)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from beholder.protocols.deferred import Deferred
from beholder.protocols.opinion.checks import check_item
from beholder.protocols.opinion.declaration import tailor
from beholder.protocols.opinion.params import Params, params_of_fields
from beholder.protocols.registry import read_protocol

__all__ = ["PROTOCOL"]

PROTOCOL = replace(
    read_protocol(Path(__file__).with_name("protocol.yaml")),
    # an installed package, not a folder of data
    contents=None,
    params=Params,
    tailor=tailor,
    check_item=check_item,
    params_of_fields=params_of_fields,
    example=Deferred(f"{__name__}.example:make_example"),
    variants={"ccr": Deferred(f"{__name__}.example:make_ccr_example")},
    analyse=Deferred(f"{__name__}.analyse:analyse"),
)
