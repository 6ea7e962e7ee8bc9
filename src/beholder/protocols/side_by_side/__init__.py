"""Side by side: two outputs for one prompt; which follows it better, which looks better. What is asked is YAML."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from beholder.protocols.deferred import Deferred
from beholder.protocols.registry import read_protocol
from beholder.protocols.side_by_side.declaration import params_of_media, tailor
from beholder.protocols.side_by_side.params import Params

__all__ = ["PROTOCOL"]

PROTOCOL = replace(
    read_protocol(Path(__file__).with_name("protocol.yaml")),
    # an installed package, not a folder of data
    contents=None,
    params=Params,
    tailor=tailor,
    params_of_media=params_of_media,
    example=Deferred(f"{__name__}.example:make_example"),
    variants={
        "four-up": Deferred(f"{__name__}.example:make_four_up_example"),
        "clips": Deferred(f"{__name__}.clips_example:make_clips_example"),
    },
)
