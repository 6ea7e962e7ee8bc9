"""The analysis of ratings, from whatever source: the one way in which command line, report, release and pages make it."""

from __future__ import annotations

from beholder.analysis.context import Context
from beholder.analysis.data import RatingsData
from beholder.analysis.generic import analyse_any
from beholder.analysis.result import Analysis
from beholder.analysis.rules import under_rules
from beholder.protocols.protocol import Protocol

__all__ = ["run_analysis"]


def run_analysis(protocol: Protocol | None, data: RatingsData, context: Context) -> Analysis:
    """What the ratings say: the protocol's own analysis, or the one that fits any form where it brings none.

    Where exclusion rules changed after the first answer, also under the rules of each version (`context.rules`).
    """
    own = protocol.analyse if protocol is not None else None
    return under_rules(own or analyse_any, data, context)
