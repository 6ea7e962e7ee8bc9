"""What a naming study says, for `analyze`, reports and releases: the tables of the paper as one analysis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from beholder.analysis import Analysis, Context, RatingsData, Section
from beholder.analysis.paragraphs import paragraph
from beholder.analysis.prepare import prepare
from beholder.analysis.sections.checks import checks_section
from beholder.declarations.item import Item
from beholder.declarations.states import Showing
from beholder.errors import BeholderError
from beholder.fields import Words
from beholder.protocols.naming.collect.normalise import Normaliser
from beholder.protocols.naming.collect.raw_answers import RatingCells, answers_from_ratings
from beholder.protocols.naming.collect.sets import ResponseSet
from beholder.protocols.naming.collect.sources import VerifiedSource, least_shown, thresholds_of
from beholder.protocols.naming.collect.top_name_stability import top_name_stability
from beholder.protocols.naming.collect.variation import variation_rows
from beholder.protocols.naming.naming_sections import (
    adequacy_picture,
    agreement_sheet,
    control_sheet,
    same_object_picture,
    sheet_of,
    sheet_of_table,
    split_before_after,
    stability_parts,
)
from beholder.protocols.naming.object_bootstrap import BOOTSTRAP, Resampling
from beholder.protocols.naming.published.manynames import read_manynames
from beholder.protocols.naming.round_one import SETS_FILE
from beholder.protocols.naming.summary import set_findings, verification_results, verified_findings, well_supported
from beholder.protocols.naming.verify.adequacy import score_judgments, verification_agreement
from beholder.protocols.naming.verify.controls import control_scores
from beholder.protocols.naming.verify.judgments import judgments_from_ratings
from beholder.protocols.naming.verify.verified import make_consistent
from beholder.protocols.naming.wording import say
from beholder.stats import wilson
from beholder.text import Number

__all__ = ["analyse_names", "analyse_verification"]

_DOMAIN = "domain"
_VARIATION = ("domain", "objects", "N", "perc_top", "perc_top_sd", "H", "H_sd", "tokens", "types", "ties")
_SINCE_REVISION_2 = ("change", "unclear")
_METHOD = say("method")
_LIMITS = say("limits")


def analyse_names(data: RatingsData, context: Context) -> Analysis:
    """Round 1: how much names vary, and how many raters would have found the same top name."""
    items = list(context.items.values())
    steps = getattr(context.params, "normalise", None) or {}
    sets, _ = answers_from_ratings(_rows(_in_full(data, context)), items).to_sets(Normaliser.of(dict(steps)))
    if not sets:
        raise BeholderError("there are no names to count", code="analysis-nothing", where=data.source)
    how = Resampling(rng=context.rng("names"), confidence=context.confidence)
    by = _DOMAIN if any(_DOMAIN in one.columns for one in sets) else None
    rows = variation_rows(sets, how=how, by=by)
    first = rows[0]
    title = say("variation-title", names=Number(first["N"], 1), share=Number(first["perc_top"], 0))
    variation = Section(
        name="variation",
        title=title,
        role="results",
        # analyses of the first revision did not tell by how many people a top name is borne
        findings=(
            *set_findings(sets, ()),
            *([well_supported(sets, confidence=context.confidence)] if context.revision >= 2 else []),
        ),
        tables=(sheet_of(rows, name="variation", title=title, columns=_VARIATION, notes=(BOOTSTRAP,)),),
    )
    enough = top_name_stability(sets, how=how)
    shares, curve = stability_parts(enough)
    stability = Section(
        name="stability",
        title=shares.title,
        role="agreement",
        findings=tuple(enough),
        tables=(shares,) if enough else (),
        charts=(curve,) if enough else (),
    )
    checks = checks_section(prepare(data).attention, context)
    return _analysis(data, context, (variation, stability, *([checks] if checks else ())))


def analyse_verification(data: RatingsData, context: Context) -> Analysis:
    """Round 2: scores of names, consistent sets, and the tables made from them. Planted names never enter."""
    items = list(context.items.values())
    if not any("name" in candidate.columns for item in items for candidate in item.candidates):
        # planted names would enter every result, and nothing would be kept
        raise BeholderError(
            "the ratings alone do not say which names were planted",
            code="naming-no-items",
            where=data.source,
            hint="analyse the folder of the study, or a table that also has its columns name, planted and count",
        )
    read = judgments_from_ratings(_rows(prepare(data).main), items)
    sets, least = _sets_of_round_one(items, context)
    limits = thresholds_of(context.params)
    scores = score_judgments(read.judgments)
    verified = make_consistent(sets, scores, thresholds=limits, min_count=least)
    found = VerifiedSource(verified, sets, scores, read)
    how = Resampling(rng=context.rng("verify"), confidence=context.confidence)
    tables, drawn = verification_results(found, limits, _DOMAIN, how)
    sheets = [
        sheet
        for table in tables
        for sheet in (split_before_after(table) if table.name == "before_after" else (sheet_of_table(table),))
        if context.revision >= 2 or sheet.name not in _SINCE_REVISION_2
    ]
    rated_alike = read if context.stopping is None else judgments_from_ratings(_rows(_in_full(data, context)), items)
    agreement = verification_agreement(
        rated_alike.judgments, confidence=context.confidence, by_rank=context.revision < 7
    )
    agreed = agreement_sheet(agreement)
    kept = verified_findings(found)
    title = say("kept-title", kept=int(kept[2].value), names=kept[2].n, objects=int(kept[0].value))
    results = Section(
        name="verification",
        title=title,
        role="results",
        findings=tuple(kept),
        tables=tuple(sheets),
        charts=(adequacy_picture(drawn[0]), same_object_picture(drawn[1])) if drawn else (),
    )
    agree = Section(
        name="agreement",
        title=agreed.title,
        role="agreement",
        findings=tuple(agreement),
        tables=(agreed,) if agreement else (),
    )
    controls = _controls(data, context)
    return _analysis(data, context, (results, agree, *([controls] if controls else ())))


def _controls(data: RatingsData, context: Context) -> Section | None:
    """How raters did on planted and known names; answers that were taken out count too."""
    scores = control_scores(_rows(data.where(kind="main")), context.items)
    if not scores:
        return None
    hits, of = sum(one.hits for one in scores), sum(one.of for one in scores)
    found = wilson(hits, of, name="controls.passed", confidence=context.confidence)
    title = say("controls-title", share=Number(100 * found.value, 0), controls=of)
    return Section(
        name="controls", title=title, role="quality", findings=(found,), tables=(control_sheet(scores, title),)
    )


def _sets_of_round_one(items: Sequence[Item], context: Context) -> tuple[list[ResponseSet], int]:
    """The names of all objects, and how often a name was given at least to be shown.

    Objects with one name need no verification and are not shown, so they stand in the file of round 1 only. Without it,
    as in releases of Beholder 0.1.0, the objects shown are all there is.
    """
    if context.folder is not None and (context.folder / SETS_FILE).is_file():
        return list(read_manynames(context.folder / SETS_FILE).sets), least_shown(items)
    return [_shown_set(item) for item in items if item.kind == Showing.MAIN], 1


def _shown_set(item: Item) -> ResponseSet:
    """The names an item shows, with their counts of round 1; names given once were set aside when the round was made."""
    shown = {
        str(c.columns["name"]): int(c.columns.get("count") or 0)
        for c in item.candidates
        if not c.columns.get("planted")
    }
    return ResponseSet.of(item.id, {name: count for name, count in shown.items() if count}, columns=item.columns)


def _analysis(data: RatingsData, context: Context, sections: Sequence[Section]) -> Analysis:
    prepared = prepare(data)
    account = Section(
        name="data",
        title=say("data-title"),
        role="data",
        tables=(prepared.account,),
        notes=prepared.notes,
    )
    main = prepared.main
    facts = {"answers": main.answered().n_answers(), "items": main.count("item"), "raters": main.count("rater")}
    count = say("count", answers=facts["answers"], raters=facts["raters"], objects=facts["items"])
    first = sections[0].title
    return Analysis(
        protocol=data.protocol,
        title=context.title,
        summary=(count, say("summary-sentence", finding=first)),
        sections=(*sections, account),
        method=_told(_METHOD, context, "method-stopping", "method-stopping-no-share"),
        limits=_told(_LIMITS, context, "limits-stopping", "limits-stopping-no-share"),
        facts=facts,
    )


def _in_full(data: RatingsData, context: Context) -> RatingsData:
    """The ratings from which is told what differs with their number: all, or with a rule the random share in full."""
    main, stopping = prepare(data).main, context.stopping
    if stopping is None or context.revision < 6:
        return main
    share = main.select(main.text["trial"].is_in(stopping.in_full))
    return share if len(share) else main


def _told(words: Words, context: Context, with_share: str, without: str) -> Words:
    """A paragraph with what a rule for stopping adds to it, where there is one."""
    if context.stopping is None:
        return words
    key = with_share if context.stopping.in_full else without
    return paragraph([words, say(key, rule=context.stopping.rule())])


def _rows(data: RatingsData) -> Iterator[RatingCells]:
    names = [name for name in RatingCells._fields if name != "number"]
    columns = [data.text[name].texts() if name in data.text else [""] * len(data) for name in names]
    numbers = data.numbers["number"] if "number" in data.numbers else [float("nan")] * len(data)
    for number, *values in zip(numbers, *columns, strict=True):
        known = None if number != number else float(number)  # NaN is what differs from itself
        yield RatingCells(**dict(zip(names, map(str, values), strict=True)), number=known)
