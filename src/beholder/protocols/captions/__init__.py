"""Captions: one picture, the captions of all systems, points for objects, relations and attributes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from beholder.protocols.captions.checks import check_item, make_checks
from beholder.protocols.captions.declaration import DECLARATION
from beholder.protocols.captions.imports import ImportedPoints, lone_half_to_zero
from beholder.protocols.captions.params import Params, tailor
from beholder.protocols.captions.reading import page_data
from beholder.protocols.captions.simulate import simulate
from beholder.protocols.protocol import Protocol

if TYPE_CHECKING:
    from beholder.protocols.analysis import Analysis, Context, RatingsData

__all__ = ["PROTOCOL", "ImportedPoints", "lone_half_to_zero"]


def _make_example(folder: Path, seed: int) -> None:
    # painting pulls in half of SciPy, which a server that only shows pages need not load
    from beholder.protocols.captions.example import make_example

    make_example(folder, seed)


def _analyse(data: RatingsData, context: Context) -> Analysis:
    # statistics pull in SciPy, which a server that only shows pages need not load
    from beholder.protocols.captions.analyse import analyse

    return analyse(data, context)


PROTOCOL = Protocol(
    declaration=DECLARATION,
    folder=Path(__file__).parent,
    params=Params,
    tailor=tailor,
    simulate=simulate,
    check_item=check_item,
    checks=make_checks,
    example=_make_example,
    page_data=page_data,
    analyse=_analyse,
)
