"""Naming: from free names to a verified naming data set and a diagnosis of naming systems."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from beholder.fields import Words
from beholder.protocols.naming.checks import check_named, check_verified
from beholder.protocols.naming.commands import make_commands
from beholder.protocols.naming.controls import CHECK_RULE, control_counts
from beholder.protocols.naming.declaration import DECLARATION
from beholder.protocols.naming.params import NamingParams, tailor_naming
from beholder.protocols.naming.simulate import simulate_namer, simulate_verifier
from beholder.protocols.naming.verify_declaration import VERIFY_DECLARATION
from beholder.protocols.protocol import Protocol
from beholder.protocols.rounds import FinishedRound, Layout, RoundMade

if TYPE_CHECKING:
    from beholder.protocols.analysis import Analysis, Context, RatingsData

__all__ = ["PROTOCOL"]

_FOLDER = Path(__file__).parent


# painting pulls in half of SciPy, which a server that only shows pictures need not load
def _make_example(folder: Path, seed: int) -> None:
    from beholder.protocols.naming.example import make_example

    make_example(folder, seed)


def _make_verify_example(folder: Path, seed: int) -> None:
    from beholder.protocols.naming.example import make_verify_example

    make_verify_example(folder, seed)


def _analyse_names(data: RatingsData, context: Context) -> Analysis:
    from beholder.protocols.naming.analyse import analyse_names

    return analyse_names(data, context)


def _analyse_verification(data: RatingsData, context: Context) -> Analysis:
    from beholder.protocols.naming.analyse import analyse_verification

    return analyse_verification(data, context)


def _next_round(done: FinishedRound, folder: Path) -> RoundMade:
    from beholder.protocols.naming.rounds import next_round

    return next_round(done, folder)


def _write_sets(done: FinishedRound, path: Path) -> int:
    from beholder.protocols.naming.releases import write_named

    return write_named(done, path)


def _write_verified(done: FinishedRound, path: Path) -> int:
    from beholder.protocols.naming.releases import write_verified

    return write_verified(done, path)


_MANYNAMES = Words({"en": "Names and their counts, in the layout of ManyNames", "zh": "名称及其次数，ManyNames 格式"})

PROTOCOL = (
    Protocol(
        declaration=DECLARATION,
        folder=_FOLDER,
        params=NamingParams,
        tailor=tailor_naming,
        simulate=simulate_namer,
        check_item=check_named,
        example=_make_example,
        analyse=_analyse_names,
        next_round=_next_round,
        layouts={"manynames": Layout(title=_MANYNAMES, ending="tsv", write=_write_sets)},
        commands=make_commands,
    ),
    Protocol(
        declaration=VERIFY_DECLARATION,
        folder=_FOLDER / "verify",
        simulate=simulate_verifier,
        check_item=check_verified,
        example=_make_verify_example,
        controls=control_counts,
        check_rule=CHECK_RULE,
        analyse=_analyse_verification,
        layouts={"manynames": Layout(title=_MANYNAMES, ending="tsv", write=_write_verified)},
    ),
)
