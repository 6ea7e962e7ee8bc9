"""Naming: from free names to a verified naming data set and a diagnosis of naming systems."""

from __future__ import annotations

from pathlib import Path

from beholder.protocols.deferred import Deferred
from beholder.protocols.naming.checks import check_named, check_verified
from beholder.protocols.naming.declaration import DECLARATION
from beholder.protocols.naming.example.namers import simulate_namer, simulate_verifier
from beholder.protocols.naming.params import NamingParams, tailor_naming
from beholder.protocols.naming.round_one import SETS_FILE
from beholder.protocols.naming.verify.controls import CHECK_RULE, control_counts
from beholder.protocols.naming.verify.declaration import VERIFY_DECLARATION
from beholder.protocols.naming.verify.params import VerifyParams
from beholder.protocols.naming.wording import text
from beholder.protocols.protocol import Protocol
from beholder.protocols.rounds import Layout

__all__ = ["PROTOCOL"]

_FOLDER = Path(__file__).parent

_MANYNAMES = text("layout-manynames")

PROTOCOL = (
    Protocol(
        declaration=DECLARATION,
        folder=_FOLDER,
        params=NamingParams,
        tailor=tailor_naming,
        simulate=simulate_namer,
        check_item=check_named,
        example=Deferred(f"{__name__}.example.first_round:make_example"),
        analyse=Deferred(f"{__name__}.analyse:analyse_names"),
        next_round=Deferred(f"{__name__}.verify.next_round:next_round"),
        layouts={
            "manynames": Layout(
                title=_MANYNAMES, ending="tsv", write=Deferred(f"{__name__}.published.release_files:write_named")
            )
        },
        commands=Deferred(f"{__name__}.cli:make_commands"),
    ),
    Protocol(
        declaration=VERIFY_DECLARATION,
        folder=_FOLDER / "verify",
        params=VerifyParams,
        simulate=simulate_verifier,
        check_item=check_verified,
        example=Deferred(f"{__name__}.example.first_round:make_verify_example"),
        controls=control_counts,
        check_rule=CHECK_RULE,
        analyse=Deferred(f"{__name__}.analyse:analyse_verification"),
        analysis_files=(SETS_FILE,),
        layouts={
            "manynames": Layout(
                title=_MANYNAMES, ending="tsv", write=Deferred(f"{__name__}.published.release_files:write_verified")
            )
        },
    ),
)
