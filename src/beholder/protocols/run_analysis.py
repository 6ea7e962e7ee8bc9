"""The analysis of ratings, from whatever source: the one way in which command line, report, release and pages make it."""

from __future__ import annotations

from dataclasses import replace

from beholder.analysis.context import Context
from beholder.analysis.data import RatingsData
from beholder.analysis.generic import analyse_any
from beholder.analysis.looking import NOMINAL, Looking
from beholder.analysis.not_claimed import with_quality
from beholder.analysis.quality import judge_quality
from beholder.analysis.result import Analysis
from beholder.analysis.rules import under_rules
from beholder.declarations.states import Showing
from beholder.protocols.protocol import Protocol

__all__ = ["run_analysis"]


def run_analysis(protocol: Protocol | None, data: RatingsData, context: Context) -> Analysis:
    """What the ratings say: the protocol's own analysis, or the one that fits any form where it brings none.

    Verdicts are claims only where the quality of the answers does not overrule them (`quality`).
    Where exclusion rules changed after the first answer, also under the rules of each version (`context.rules`).
    """
    own = protocol.analyse if protocol is not None else None
    if context.looking is not None:
        main = data.where(kind=Showing.COUNTED)
        context = context.at_look(min(main.count("block"), main.count("rater") or main.count("block")) - 1)
    found = under_rules(own or analyse_any, data, context)
    found = with_quality(found, judge_quality(found, data, context))
    return found if context.looking is None else _of_all_looks(found, context.looking)


def _of_all_looks(found: Analysis, looking: Looking) -> Analysis:
    """The analysis with the confidence that its intervals have for all looks together, and the words for them."""
    sections = tuple(
        replace(section, findings=tuple(replace(one, confidence=NOMINAL) for one in section.findings))
        for section in found.sections
    )
    return replace(found, sections=sections, looking=looking.words())
