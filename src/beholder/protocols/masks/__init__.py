"""Masks: one system's mask at a time, seen in five views, rated 1 to 10."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from beholder.protocols.masks.checks import check_item, make_checks
from beholder.protocols.masks.declaration import DECLARATION
from beholder.protocols.masks.params import Params
from beholder.protocols.masks.simulate import simulate
from beholder.protocols.protocol import Protocol

if TYPE_CHECKING:
    from beholder.protocols.analysis import Analysis, Context, RatingsData

__all__ = ["PROTOCOL"]


def _make_example(folder: Path, seed: int) -> None:
    # painting pulls in half of SciPy, which a server that only shows masks need not load
    from beholder.protocols.masks.example import make_example

    make_example(folder, seed)


def _analyse(data: RatingsData, context: Context) -> Analysis:
    # statistics pull in SciPy, which a server that only shows pages need not load
    from beholder.protocols.masks.analyse import analyse

    return analyse(data, context)


PROTOCOL = Protocol(
    declaration=DECLARATION,
    folder=Path(__file__).parent,
    params=Params,
    simulate=simulate,
    check_item=check_item,
    checks=make_checks,
    example=_make_example,
    analyse=_analyse,
)
