"""Counting: how many objects of one type a generated picture shows, and what is odd about them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from beholder.protocols.counting.checks import check_item, make_checks, page_data
from beholder.protocols.counting.declaration import DECLARATION, tailor
from beholder.protocols.counting.params import Params
from beholder.protocols.counting.simulate import simulate
from beholder.protocols.protocol import Protocol

if TYPE_CHECKING:
    from beholder.protocols.analysis import Analysis, Context, RatingsData

__all__ = ["PROTOCOL"]


def _make_example(folder: Path, seed: int) -> None:
    # painting pulls in half of SciPy, which a server that only shows pages need not load
    from beholder.protocols.counting.example import make_example

    make_example(folder, seed)


def _analyse(data: RatingsData, context: Context) -> Analysis:
    # statistics pull in SciPy, which a server that only shows pages need not load
    from beholder.protocols.counting.analyse import analyse

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
