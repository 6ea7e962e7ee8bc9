"""What a reader sees first: one figure, one line of facts, a verdict on each question, and what must be known before them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from beholder.analysis import Analysis, Section
from beholder.analysis.paragraphs import summed_up
from beholder.findings import Chart
from beholder.report.chapters import Figure, Numbering, draw_figure, percent_of, section_anchor, sentence
from beholder.report.material import Material
from beholder.report.wording import ReportWording
from beholder.text import Share

__all__ = ["FirstScreen", "first_screen", "whole_numbers"]

# rows of a figure below which a verdict is still seen without scrolling
_SHORT = 10


@dataclass(frozen=True, slots=True)
class FirstScreen:
    """The top of the report; `facts` are the size of the study, its quota and its agreement, in a few words each.

    `quality` says whether the verdicts stand, `against` what speaks against them, each with the anchor of its section.
    `lead` are verdicts that come before a figure as tall as the screen.
    """

    figure: Figure | None
    facts: tuple[str, ...]
    lead: tuple[str, ...]
    verdicts: tuple[str, ...]
    warnings: tuple[str, ...]
    quality: str = ""
    overruled: bool = False
    against: tuple[tuple[str, str], ...] = ()


def first_screen(material: Material, wording: ReportWording, numbering: Numbering, *, draw: bool) -> FirstScreen:
    """The first screen of a report; the sentence on the size of the study is told as facts."""
    analysis, language = material.analysis, wording.language
    figure = None
    if analysis.headline is not None:
        chart = analysis.headline.to(language)
        legend = wording("space").join(_legend(chart, wording))
        percent = next((percent_of(s) for s in analysis.sections if s.headline is analysis.headline), "95")
        figure = draw_figure(chart, wording, numbering, draw=draw, percent=percent, note=legend)
        if "value" in analysis.headline.axes:
            # the finding itself is said in the verdict below
            shown = analysis.headline.axes["value"].to(language)
            figure = replace(figure, caption=shown[:1].upper() + shown[1:])
    size, *told = [text.to(language) for text in analysis.summary]
    told = told or _first_results(analysis, wording)
    tall = analysis.headline is not None and len(analysis.headline.rows) > _SHORT
    ahead = _of_headline(analysis) if tall else range(0)
    quality = analysis.quality
    against = quality.reasons if quality else ()
    return FirstScreen(
        figure,
        tuple(_facts(material, wording)) or (size,),
        tuple(told[n] for n in ahead),
        tuple(text for n, text in enumerate(told) if n not in ahead),
        tuple(warning.to(language) for warning in analysis.warnings),
        quality.line().to(language) if quality else "",
        any(reason.overrules for reason in against),
        tuple((reason.text.to(language), section_anchor(analysis, reason.section)) for reason in against),
    )


def _legend(chart: Chart, wording: ReportWording) -> Iterator[str]:
    parts: dict[str, list[float]] = {}
    for row in chart.rows:
        value = row.get("value")
        # a figure of shares has parts instead
        if value is not None and math.isfinite(value):
            parts.setdefault(row.get("series", ""), []).append(value)
    if any(row.get("low") is not None for row in chart.rows):
        yield wording("headline-differences")
    if not all(values in (sorted(values), sorted(values, reverse=True)) for values in parts.values()):
        yield wording("headline-by-strength")
    if any(row.get("behind") for row in chart.rows):
        yield wording("headline-behind")


def _of_headline(analysis: Analysis) -> range:
    """Which verdicts of the summary are on the question of the figure."""
    before = 0
    for section in summed_up(analysis.sections, analysis.headline):
        if section.headline is analysis.headline:
            return range(before, before + len(section.verdict))
        before += len(section.verdict)
    return range(0)


def _first_results(analysis: Analysis, wording: ReportWording) -> list[str]:
    """What is there where nothing is compared or agreed on, such as texts."""
    titles = [s.title.to(wording.language) for s in analysis.sections if s.role in ("results", "quality")]
    return [sentence(title, wording) for title in titles[:1]]


def whole_numbers(counts: Mapping[str, float]) -> dict[str, int | str]:
    """Counts for a sentence: whole ones as such, so that one is a singular; a median may lie between two."""
    return {name: int(value) if float(value).is_integer() else f"{value:g}" for name, value in counts.items()}


def _facts(material: Material, wording: ReportWording) -> Iterator[str]:
    facts, study = material.analysis.facts, material.study
    if "items" not in facts:
        return
    yield wording("fact-answers", n=facts["answers"])
    if facts["raters"]:
        yield wording("fact-crossed", raters=facts["raters"], items=facts["items"])
    else:
        yield wording("fact-items", items=facts["items"])
    systems = facts.get("systems", ())
    if len(systems) > 1:
        yield wording("fact-systems", n=len(systems))
    unit = facts.get("ratings_per_unit")
    if unit:
        spread = "fact-each" if unit["least"] == unit["most"] else "fact-median"
        yield wording(spread, **whole_numbers(unit))
    if study is not None and study.wanted:
        share = Share(study.given / study.wanted).to(wording.language)
        yield wording("fact-quota", share=share, given=f"{study.given:,}", wanted=f"{study.wanted:,}")
    agreed = _agreement(material)
    if agreed is not None:
        told = agreed.title.to(wording.language)
        yield told[:1].lower() + told[1:]


def _agreement(material: Material) -> Section | None:
    """The agreement on the question of the figure, or on the first question where that has none of its own."""
    analysis = material.analysis
    shown = next((s.field for s in analysis.sections if s.headline is not None and s.headline is analysis.headline), "")
    parts = [s for s in analysis.sections if s.role == "agreement" and s.findings]
    for section in sorted(parts, key=lambda s: s.field != shown):
        if any(f.name == f"{section.field}.alpha" and f.interval for f in section.findings):
            return section
    return None
