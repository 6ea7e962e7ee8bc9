"""Trajectories: two ways of reasoning to an answer about a picture, judged one by one and then compared."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from beholder.protocols.protocol import Protocol
from beholder.protocols.trajectories.checks import check_item, make_checks
from beholder.protocols.trajectories.declaration import DECLARATION, tailor
from beholder.protocols.trajectories.params import Params
from beholder.protocols.trajectories.sides import page_data
from beholder.protocols.trajectories.simulate import simulate

if TYPE_CHECKING:
    from beholder.protocols.analysis import Analysis, Context, RatingsData

__all__ = ["PROTOCOL"]


def _make_example(folder: Path, seed: int) -> None:
    # painting pulls in half of SciPy, which a server that only shows pages need not load
    from beholder.protocols.trajectories.example import make_example

    make_example(folder, seed)


def _analyse(data: RatingsData, context: Context) -> Analysis:
    # statistics pull in SciPy, which a server that only shows pages need not load
    from beholder.protocols.trajectories.analyse import analyse

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
