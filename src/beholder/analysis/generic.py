"""The analysis of any protocol, chosen by each field's level of measurement; protocols build their own from its parts."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from beholder.analysis.context import Context
from beholder.analysis.data import RatingsData
from beholder.analysis.diagnostics import conclude_diagnostics
from beholder.analysis.field_info import FieldInfo
from beholder.analysis.headline import headline_section
from beholder.analysis.measure import Measure, measure_field
from beholder.analysis.paragraphs import entered, limits, method, standing, study_size, summary
from beholder.analysis.result import Analysis, Section, say
from beholder.analysis.sections.agreement import agreement_section
from beholder.analysis.sections.checks import checks_section
from beholder.analysis.sections.choices_section import choices_section, ranks_within
from beholder.analysis.sections.comparison import MeasureComparison, compare
from beholder.analysis.sections.comparison_section import comparison_section
from beholder.analysis.sections.declared import declared_section
from beholder.analysis.sections.enough import enough_section
from beholder.analysis.sections.flag_agreement import flags_agreement
from beholder.analysis.sections.leave_one_out import leave_one_out_section
from beholder.analysis.sections.order import order_section
from beholder.analysis.sections.preference_agreement import preference_agreement
from beholder.analysis.sections.preference_groups import preference_groups_section
from beholder.analysis.sections.preference_section import PreferenceResult, preference_section
from beholder.analysis.sections.raters import raters_section, timing_section
from beholder.analysis.sections.repeats import repeats_section
from beholder.analysis.sections.sensitivity import exclusions_section, groups_section, guidelines_section
from beholder.analysis.sections.shares import rates_section, shares_section, yes_comparison
from beholder.analysis.sections.texts import names_section, texts_section
from beholder.analysis.votes import votes_of
from beholder.analysis.workspace import Work
from beholder.errors import BeholderError
from beholder.fields import Way, Words
from beholder.findings import Finding
from beholder.text import Listing

__all__ = ["GatheredSections", "analyse_any", "compose", "field_results", "quality_sections"]

_MEASURED = 6
"""Fields for which severity, order and sensitivity are worked out; more would bury the reader."""


@dataclass
class GatheredSections:
    """Sections gathered so far, and every pairwise comparison made, so that declared ones can be put first.

    `measures` are those a protocol makes itself, to be looked at for effects of order as fields are;
    `unanalysed` are fields whose kind has no analysis, which is said.
    """

    sections: list[Section] = field(default_factory=list)
    agreement: list[Section] = field(default_factory=list)
    compared: list[tuple[str, Mapping[str, Any], Finding]] = field(default_factory=list)
    measures: list[Measure] = field(default_factory=list)
    unanalysed: list[str] = field(default_factory=list)

    def add(self, comparison: MeasureComparison, *, declared_as: str = "") -> None:
        """Adds a comparison as a section."""
        self.sections.append(comparison_section(comparison))
        self.note(declared_as or comparison.measure.name, comparison.pairs, comparison.differences)

    def add_preference(self, name: str, result: PreferenceResult) -> None:
        """Adds the section of a preference."""
        self.sections.append(result.section)
        self.note(name, result.pairs, result.differences)

    def note(self, name: str, pairs: Sequence[Mapping[str, Any]], differences: Sequence[Finding]) -> None:
        """Remembers comparisons for the declared section."""
        self.compared += [(name, row, finding) for row, finding in zip(pairs, differences, strict=True)]


def analyse_any(data: RatingsData, context: Context) -> Analysis:
    """The analysis of ratings by field: means, shares or preferences, agreement, quality of the work, sensitivity.

    Raises `analysis-nothing` where no rating enters the results.
    """
    work = Work(data, context)
    results = field_results(work)
    return compose(work, results)


def field_results(work: Work, *, skip: Iterable[str] = ()) -> GatheredSections:
    """Results and agreement of every field but those a protocol treats itself, each in the way its kind declares."""
    results = GatheredSections()
    done = set(skip)
    rates: dict[str, list[Measure]] = {}
    texts: list[Measure] = []
    for info in work.fields:
        if info.name in done:
            continue
        if info.own:
            pkgutil.resolve_name(info.own)(work, info, results)
        elif info.way is Way.NONE:
            results.unanalysed.append(info.name)
        elif info.way is Way.NAMES:
            _add_names(work.measure(info.name), work.context, results)
        elif info.way is Way.PREFERENCE:
            _add_preference(work, info, results)
        elif info.way in (Way.BEST_WORST, Way.RANKS):
            _add_choices(work.measure(info.name), work.context, results)
        elif info.way is Way.RATES:
            rates.setdefault(info.name.split(".")[0], []).append(work.measure(info.name))
        elif info.way is Way.TEXTS:
            texts.append(work.measure(info.name))
        elif (measure := work.measure(info.name)).said.any():
            _ADD[info.way](measure, work.context, results)
    for name, measures in rates.items():
        results.sections.append(rates_section(measures, work.context, name=name))
        results.agreement.append(flags_agreement(measures, work.context, name=name))
    written = texts_section(texts, work.context)
    if written is not None:
        results.sections.append(written)
    return results


def _add_preference(work: Work, info: FieldInfo, results: GatheredSections) -> None:
    votes = votes_of(work.main, info.name)
    label = work.measure(info.name).label
    found = preference_section(votes, work.context, name=info.name, label=label, wording=info.label)
    results.add_preference(info.name, found)
    full = votes if work.context.stopping is None else votes_of(work.for_agreement, info.name)
    results.agreement.append(preference_agreement(full, work.context, name=info.name, label=label))


def _add_choices(measure: Measure, context: Context, results: GatheredSections) -> None:
    found = choices_section(measure, context)
    results.sections.append(found.section)
    results.note(measure.name, found.pairs, found.differences)
    measure = ranks_within(measure) if measure.info.way is Way.RANKS else measure
    results.agreement.append(agreement_section(measure, context))


def _add_means(measure: Measure, context: Context, results: GatheredSections) -> None:
    results.add(compare(measure, context))
    results.agreement.append(agreement_section(measure, context))


def _add_shares(measure: Measure, context: Context, results: GatheredSections) -> None:
    if measure.info.yes:
        results.add(yes_comparison(measure, context))
    else:
        results.sections.append(shares_section(measure, context))
    results.agreement.append(agreement_section(measure, context))


def _add_names(measure: Measure, context: Context, results: GatheredSections) -> None:
    # a name has no number: whether one was given is seen in its text
    if context.revision >= 2 and not measure.rows.text["value"].is_in(("",)).all():
        results.sections.append(names_section(measure, context))


_ADD = {Way.MEANS: _add_means, Way.SHARES: _add_shares}


def quality_sections(work: Work, extra: Sequence[Measure] = ()) -> list[Section]:
    """Order effects, self-consistency, checks, raters and time: the quality of the work, whatever was asked.

    `extra` are measures that a protocol makes itself, such as a total.
    """
    numeric = work.numeric[:_MEASURED]
    linked = [m for m in numeric if m.has_raters]
    found = [
        checks_section(work.prepared.attention, work.context),
        repeats_section(work.main, work.prepared.repeats, work.context),
        raters_section(work.main, linked, work.context),
        order_section([*extra, *numeric], work.context),
        *(enough_section(measure, work.context) for measure in linked[:3]),
        timing_section(work.main, work.context),
    ]
    return [section for section in found if section is not None]


def compose(work: Work, results: GatheredSections, *, more_method: Words | None = None) -> Analysis:
    """All sections in the order to be read, with the paragraphs: declared comparisons first, then the rest.

    `more_method` is what a protocol adds to the method paragraph.
    """
    main = work.main
    if not len(main):
        raise BeholderError(
            "no rating enters the results",
            code="analysis-nothing",
            where=work.data.source,
            hint="practice, checks, repeats and excluded answers never do" if len(work.data) else "there are no rows",
        )
    if not main.used("value"):
        raise BeholderError(
            "no row has a value",
            code="analysis-nothing",
            where=work.data.source,
            hint="empty cells and NaN are no ratings; see whether the column of ratings is the right one: --map value=COLUMN",
        )
    context, said = work.context, main.answered()
    numeric = work.numeric[:_MEASURED]
    remeasured = [(m, _again(m)) for m in numeric]
    declared = declared_section(results.compared, context)
    groups = (groups_section(numeric, context), preference_groups_section(work))
    sensitivity = (
        exclusions_section(work.prepared, remeasured, context),
        leave_one_out_section(numeric, context),
        guidelines_section(numeric, context),
    )
    account = Section(
        name="data",
        title=entered(main),
        role="data",
        tables=(work.prepared.account,),
        text=standing(context),
        notes=work.prepared.notes,
    )
    sections = [
        *([declared] if declared else []),
        *results.sections,
        *(section for section in groups if section is not None),
        *results.agreement,
        *quality_sections(work, results.measures),
        *(s for s in sensitivity if s is not None),
        account,
    ]
    sections = conclude_diagnostics(sections, context)
    notes = list(work.prepared.notes)
    if not context.contrasts and results.compared:
        notes.append(say("note-nothing-declared"))
    if results.unanalysed and context.revision >= 2:
        notes.append(say("note-no-analysis", n=len(results.unanalysed), fields=Listing(results.unanalysed)))
    shown = headline_section(work, sections)
    headline = shown.headline if shown else None
    return Analysis(
        protocol=work.data.protocol,
        title=work.title,
        summary=summary(sections, study_size(main), headline=headline),
        sections=tuple(sections),
        method=method(work, more_method or Words()),
        limits=limits(work),
        notes=tuple(notes),
        hints=_hints(work),
        headline=headline,
        facts={
            "answers": said.n_answers(),
            "ratings": len(main),
            "items": main.count("item"),
            "blocks": main.count("block"),
            "systems": main.used("system"),
            "raters": main.count("rater"),
            "fields": [info.name for info in work.fields],
            "excluded": dict(work.prepared.n_excluded),
            "superseded": work.prepared.n_superseded,
            "guidelines": main.used("guideline"),
            "ratings_per_unit": _per_unit(work),
        },
    )


def _hints(work: Work) -> tuple[Words, ...]:
    """What whoever reads a table in may want to say otherwise."""
    hints = []
    if all(info.way is Way.TEXTS for info in work.fields):
        hints.append(say("note-only-text"))
    guessed = [info for info in work.fields if info.inferred_level and info.way in (Way.MEANS, Way.SHARES)]
    if guessed:
        hints.append(say("note-levels-inferred", levels=", ".join(f"{info.name} {info.level}" for info in guessed)))
    undirected = [info.name for info in guessed if info.better == "none" and work.measure(info.name).has_systems]
    if undirected and work.main.count("system") > 1:
        hints.append(say("hint-better", fields=Listing(undirected)))
    return tuple(hints)


def _again(measure: Measure) -> Any:
    def remeasured(rows: RatingsData) -> Measure:
        return measure_field(rows, measure.info, revision=measure.revision, stopping=measure.stopping)

    return remeasured


def _per_unit(work: Work) -> dict[str, float] | None:
    """Least, median and most ratings of one thing by different raters."""
    import numpy as np

    for measure in work.numeric[:1]:
        size = np.bincount(measure.unit)
        size = size[size > 0]
        return {"least": float(size.min()), "median": float(np.median(size)), "most": float(size.max())}
    return None
