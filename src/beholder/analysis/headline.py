"""The main question of a study: the one that its first figure and first sentence are about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from beholder.analysis.result import Section
from beholder.analysis.workspace import Work
from beholder.fields import Way

_OVERALL = "overall"
_COMPARED = (Way.PREFERENCE, Way.RANKS, Way.BEST_WORST)


def headline_section(work: Work, sections: Sequence[Section]) -> Section | None:
    """The section whose figure comes first; None where no section compares systems."""
    shown = {s.name: s for s in reversed(sections) if s.headline and s.role == "results"}
    named = (shown[name] for name in _main_questions(work) if name in shown)
    return next(named, next(reversed(shown.values()), None))


def _main_questions(work: Work) -> Iterator[str]:
    """Names in the order in which they are tried: as the study says, as the protocol says, and as questions come.

    A comparison of outputs comes first, then a question called `overall`, then the first with numbers.
    """
    yield work.context.headline
    if work.context.declaration is not None:
        yield work.context.declaration.headline
    yield from (info.name for info in work.fields if info.way in _COMPARED)
    yield from (info.name for info in work.fields if info.name.casefold().startswith(_OVERALL))
    yield from (info.name for info in work.fields if info.way is Way.MEANS)
