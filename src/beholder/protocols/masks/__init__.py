"""Masks: one system's mask at a time, seen in five views, rated 1 to 10."""

from pathlib import Path

from beholder.protocols.masks.checks import check_item, make_checks
from beholder.protocols.masks.declaration import DECLARATION
from beholder.protocols.masks.params import Params
from beholder.protocols.masks.simulate import simulate
from beholder.protocols.protocol import Protocol

__all__ = ["PROTOCOL"]


def _make_example(folder: Path, seed: int) -> None:
    # painting pulls in half of SciPy, which a server that only shows masks need not load
    from beholder.protocols.masks.example import make_example

    make_example(folder, seed)


PROTOCOL = Protocol(
    declaration=DECLARATION,
    folder=Path(__file__).parent,
    params=Params,
    simulate=simulate,
    check_item=check_item,
    checks=make_checks,
    example=_make_example,
)
