"""Verdicts that the quality of the answers overrules: what would have been said, marked as not claimed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from beholder.analysis.paragraphs import summary
from beholder.analysis.result import Analysis, Picture, Quality, QualityReason, Section, Sheet, say
from beholder.analysis.sections.ranks import HELD
from beholder.fields import Words
from beholder.findings import is_p
from beholder.text import Listing

_SIGNS = ("held", "behind")
"""Keys of a chart's rows that mark what is proved."""


def with_quality(analysis: Analysis, quality: Quality) -> Analysis:
    """The analysis under its quality line: where that overrules, no verdict, title or mark of a figure is a claim.

    Numbers stay as they are.
    """
    if not any(reason.overrules for reason in quality.reasons):
        return replace(analysis, quality=quality)
    pictures: dict[int, Picture] = {}
    sections = tuple(_section(section, quality, pictures) for section in analysis.sections)
    headline = analysis.headline
    size, *told = analysis.summary
    everywhere = quality.overruling("")
    if any(section.verdict for section in sections):
        told = list(summary(sections, size, headline=headline and pictures.get(id(headline), headline)))[1:]
    elif everywhere:
        told = [_not_claimed(words, everywhere) for words in told]
    return replace(
        analysis,
        quality=quality,
        sections=sections,
        summary=(size, *told),
        headline=headline and pictures.get(id(headline), headline),
    )


def _not_claimed(words: Words, reasons: Sequence[QualityReason]) -> Words:
    return say("not-claimed-because", why=Listing([reason.short for reason in reasons]), text=words)


def _section(section: Section, quality: Quality, pictures: dict[int, Picture]) -> Section:
    reasons = quality.overruling(section.field)
    if section.role != "results" or not reasons or not _judges(section):
        return section
    if all(reason.fields for reason in reasons) and not _claims(section):
        # a sentence that claims nothing has nothing to take back
        return section
    titled = _retitle(section.title)
    for picture in section.charts:
        pictures[id(picture)] = _unmarked(picture, titled)
    return replace(
        section,
        title=say("not-claimed", text=section.title),
        text=tuple(_not_claimed(words, reasons) if words in section.verdict else words for words in section.text),
        tables=tuple(replace(table, title=titled(table.title, of=table)) for table in section.tables),
        charts=tuple(pictures[id(picture)] for picture in section.charts),
        verdict=tuple(_not_claimed(words, reasons) for words in section.verdict),
        headline=section.headline and pictures.get(id(section.headline), section.headline),
    )


def _judges(section: Section) -> bool:
    """Whether a section says how systems stand: in a sentence of the summary, or by tests."""
    return bool(section.verdict) or any(_tests(table) for table in section.tables)


def _tests(table: Sheet) -> bool:
    return any(is_p(column.name) for column in table.columns)


def _claims(section: Section) -> bool:
    """Whether some difference holds."""
    return any(row.get("p_holm", 1.0) < HELD for table in section.tables for row in table.rows)


def _retitle(title: Words) -> Callable[..., Words]:
    """Titles that say the verdict again, or how many tests hold, are no claims either."""

    def titled(words: Words, *, of: Sheet | None = None) -> Words:
        claims = words == title or (of is not None and _tests(of) and not of.details)
        return say("not-claimed", text=words) if claims else words

    return titled


def _unmarked(picture: Picture, titled: Callable[..., Words]) -> Picture:
    rows = tuple({**row, **{name: False for name in _SIGNS if name in row}} for row in picture.rows)
    return replace(picture, title=titled(picture.title), rows=rows)
